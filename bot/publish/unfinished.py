"""What the check run says when a review could not be finished: an unread change never counts as clean."""

from __future__ import annotations

from bot.github.state import Pull, Run
from bot.publish.edits import Action, FinishRun, Output
from bot.publish.escape import prose
from config.profile import Mode

TITLE = "The review could not be finished."


def unfinished_run(pull: Pull, run: Run | None, why: str, mode: Mode, *, again: bool) -> FinishRun:
    """A completed run that says why, and whether it will be tried again by itself."""
    hope = "It will be tried again by itself." if again else "Press Recheck to try it again."
    return FinishRun(
        run=run.id if run else None,
        head_sha=pull.head_sha,
        conclusion="neutral" if mode == "observe" else "failure",
        output=Output(title=TITLE, summary=f"{prose(why)}\n\n{hope}"),
        external_id="unfinished",
        actions=(Action(label="Recheck", description="Read the pull request again", identifier="recheck"),),
    )
