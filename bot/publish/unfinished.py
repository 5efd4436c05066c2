"""What the check run says when a review could not be finished: an unread change never counts as clean."""

from __future__ import annotations

from bot.publish.edits import Action, FinishRun, Output
from bot.publish.escape import prose
from config.profile import Mode

TITLE = "The review could not be finished."
UNKNOWN = "Something in the review itself went wrong."
UNFINISHED = "unfinished"  # the run's external id, by which a sweep knows it again


def unfinished_run(head_sha: str, run: int | None, why: str, mode: Mode) -> FinishRun:
    """A completed run that says why; its job is tried again by itself."""
    return FinishRun(
        run=run,
        head_sha=head_sha,
        conclusion="neutral" if mode == "observe" else "failure",
        output=Output(title=TITLE, summary=f"{prose(why)}\n\nIt will be tried again by itself."),
        external_id=UNFINISHED,
        actions=(Action(label="Recheck", description="Read the pull request again", identifier="recheck"),),
    )
