"""Check runs and suites, with the limits that GitHub sets to names, texts, annotations and actions."""

from datetime import datetime

from bot.sandbox import events
from bot.sandbox.errors import RefusedError, bounded, invalid, unprocessable
from bot.sandbox.model import (
    Account,
    App,
    CheckRun,
    CheckSuite,
    Repository,
    now,
)
from bot.sandbox.shapes.checks import verdict
from bot.sandbox.site import Json, Site

OUTPUT_LIMIT, ANNOTATION_BYTES, ANNOTATIONS, RUNS = 65_535, 64 * 1024, 50, 1_000
ACTION_LIMITS = {"label": 20, "description": 40, "identifier": 20}
STATUSES = ("queued", "in_progress", "completed", "waiting", "requested", "pending")
CONCLUSIONS = (
    "action_required",
    "cancelled",
    "failure",
    "neutral",
    "success",
    "skipped",
    "stale",
    "timed_out",
)
LEVELS = ("notice", "warning", "failure")


def created(site: Site, repository: Repository, app: App, fields: Json) -> CheckRun:
    """Create a check run on a commit, in the App's suite there."""
    if not fields.get("name"):
        raise invalid("CheckRun", "name", "missing_field")
    validate(fields)
    suite = suite_for(site, repository, app, str(fields.get("head_sha") or ""))
    run = site.state.keep(CheckRun(site.state.next_id(), suite, fields["name"], started_at=now()))
    suite.runs.append(run)
    trim(suite, run.name)
    apply(run, fields)
    events.check_run(site, "created", run, app.bot)
    announce(site, run, was="queued")
    return run


def updated(site: Site, run: CheckRun, fields: Json) -> None:
    """Change a check run; annotations are added to those it has, and a conclusion completes it."""
    validate(fields)
    was = run.status
    apply(run, fields)
    site.state.revision += 1
    announce(site, run, was)


def validate(fields: Json) -> None:
    """Raise the 422 for what GitHub does not take."""
    if fields.get("status") not in (None, *STATUSES):
        raise invalid("CheckRun", "status")
    if fields.get("conclusion") not in (None, *CONCLUSIONS):
        raise invalid("CheckRun", "conclusion")
    if fields.get("status") == "completed" and not fields.get("conclusion"):
        raise invalid("CheckRun", "conclusion", "missing_field")
    actions = fields.get("actions") or []
    if len(actions) > 3:
        raise unprocessable("Invalid request.\n\nNo more than 3 items are allowed; actions has more.")
    for action in actions:
        for name, limit in ACTION_LIMITS.items():
            if not action.get(name):
                raise invalid("CheckRun", f"actions.{name}", "missing_field")
            bounded("CheckRun", f"actions.{name}", action[name], limit)
    if fields.get("output") is not None:
        validate_output(fields["output"])


def validate_output(output: Json) -> None:
    """Raise the 422 for an output without title or summary, or over the limits."""
    for name in ("title", "summary"):
        if not isinstance(output.get(name), str):
            raise invalid("CheckRun", f"output.{name}", "missing_field")
    for name in ("summary", "text"):
        bounded("CheckRun", f"output.{name}", output.get(name) or "", OUTPUT_LIMIT)
    annotations = output.get("annotations") or []
    if len(annotations) > ANNOTATIONS:
        message = "Invalid request.\n\nNo more than 50 items are allowed; output.annotations has more."
        raise unprocessable(message)
    for annotation in annotations:
        validate_annotation(annotation)


def validate_annotation(annotation: Json) -> None:
    """Raise the 422 for an annotation without place, level or message, or with lines that run backwards."""
    for name in ("path", "start_line", "end_line", "annotation_level", "message"):
        if annotation.get(name) in (None, ""):
            raise invalid("CheckRun", f"annotations.{name}", "missing_field")
    if annotation["annotation_level"] not in LEVELS:
        raise invalid("CheckRun", "annotations.annotation_level")
    start, end = annotation["start_line"], annotation["end_line"]
    columns = annotation.get("start_column") or annotation.get("end_column")
    if start < 0 or end < start or (columns and start != end):
        raise invalid("CheckRun", "annotations.end_line")
    for name in ("message", "raw_details"):
        if len((annotation.get(name) or "").encode()) > ANNOTATION_BYTES:
            raise invalid("CheckRun", f"annotations.{name}", "custom", f"{name} exceeds 64 KB")
    bounded("CheckRun", "annotations.title", annotation.get("title") or "", 255)


def suite_for(site: Site, repository: Repository, app: App, sha: str) -> CheckSuite:
    """Return the App's suite on a commit, made when there is none; an unknown commit is a 422."""
    if repository.git.resolve(sha) != sha or not sha:
        raise unprocessable(f"No commit found for SHA: {sha}")
    for suite in repository.suites:
        if suite.head_sha == sha and suite.app is app:
            return suite
    branch = next((name for name, tip in repository.git.refs().items() if tip == sha), None)
    suite = site.state.keep(CheckSuite(site.state.next_id(), repository, app, sha, branch))
    repository.suites.append(suite)
    return suite


def trim(suite: CheckSuite, name: str) -> None:
    """Drop the oldest runs of a name beyond the thousand that GitHub keeps."""
    same = [run for run in suite.runs if run.name == name]
    for run in same[:-RUNS]:
        suite.runs.remove(run)


def apply(run: CheckRun, fields: Json) -> None:
    """Write validated fields into a run."""
    for name in ("name", "details_url", "external_id", "status", "conclusion"):
        if fields.get(name) is not None:
            setattr(run, name, fields[name])
    for name in ("started_at", "completed_at"):
        if fields.get(name):
            setattr(run, name, datetime.fromisoformat(fields[name]))
    if fields.get("conclusion"):
        run.status, run.completed_at = "completed", run.completed_at or now()
    elif fields.get("status") not in (None, "completed"):
        run.conclusion = run.completed_at = None
    if "actions" in fields:
        run.actions = list(fields["actions"] or [])
    output = fields.get("output")
    if output:
        run.title, run.summary = output["title"], output["summary"]
        run.text = output.get("text", run.text)
        run.annotations.extend(output.get("annotations") or [])


def announce(site: Site, run: CheckRun, was: str) -> None:
    """Tell the webhooks of a run that was completed now, and of its suite."""
    if run.status == "completed" and was != "completed":
        run.suite.updated_at = now()
        events.check_run(site, "completed", run, run.suite.app.bot)
        if verdict(run.suite)[0] == "completed":
            events.check_suite(site, "completed", run.suite, run.suite.app.bot)


def rerequested(site: Site, run: CheckRun, actor: Account) -> None:
    """Ask the App to run a check again; the run itself is not reset."""
    if run.status != "completed":
        raise RefusedError(403, "This check run is not rerequestable")
    events.check_run(site, "rerequested", run, actor)


def suite_rerequested(site: Site, suite: CheckSuite, actor: Account) -> None:
    """Ask the App to run all of a suite again."""
    events.check_suite(site, "rerequested", suite, actor)


def action_requested(site: Site, run: CheckRun, identifier: str, actor: Account) -> None:
    """Press one of a completed run's buttons."""
    if identifier not in [action["identifier"] for action in run.actions]:
        raise invalid("CheckRun", "requested_action")
    events.check_run(site, "requested_action", run, actor, requested_action={"identifier": identifier})
