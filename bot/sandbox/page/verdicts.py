"""What the check runs of a pull request say, in a colour, and what to wait for while there is none."""

from bot.sandbox.model import CheckRun, PullRequest
from bot.sandbox.rest.request import sandbox

MARKS = {"success": "ok", "neutral": "quiet", "skipped": "quiet", "action_required": "ask"}


def latest_runs(pull: PullRequest) -> list[CheckRun]:
    """Return the latest run of each name on the pull request's head."""
    suites = [one for one in pull.repository.suites if one.head_sha == pull.head_sha]
    return list({(run.suite.id, run.name): run for suite in suites for run in suite.runs}.values())


def mark(run: CheckRun) -> str:
    """Return the word by which a run's state is coloured."""
    return MARKS.get(run.conclusion or "", "bad") if run.status == "completed" else "wait"


def waiting() -> str:
    """Return why there is no check yet."""
    webhooks = sandbox().webhooks
    if not webhooks.url:
        return "No App listens, so that no check comes by itself."
    if not webhooks.begun:
        return "The App is starting. Its check comes within seconds."
    return "The App has been told. Its check comes within seconds."
