"""Check runs, check suites and annotations as JSON."""

from urllib.parse import quote

from bot.sandbox.model import CheckRun, CheckSuite, PullRequest
from bot.sandbox.shapes.accounts import app
from bot.sandbox.shapes.commits import simple_commit
from bot.sandbox.shapes.pulls import minimal
from bot.sandbox.shapes.repositories import repository
from bot.sandbox.site import Json, Site, timestamp
from bot.sandbox.state import node_id


def pulls_of(suite: CheckSuite) -> list[PullRequest]:
    """Return the open pull requests of the suite's own repository at its commit, none of forks."""
    pulls = suite.repository.pulls.values()
    return [
        pull
        for pull in pulls
        if pull.state == "open"
        and pull.head_sha == suite.head_sha
        and pull.head_repository is suite.repository
    ]


def verdict(suite: CheckSuite) -> tuple[str, str | None]:
    """Return status and conclusion of a suite, drawn from its latest run of each name."""
    latest = {run.name: run for run in suite.runs}.values()
    if not latest:
        return "queued", None
    if any(run.status != "completed" for run in latest):
        return "in_progress", None
    conclusions = {run.conclusion for run in latest}
    order = ("failure", "timed_out", "cancelled", "action_required", "stale", "neutral", "success", "skipped")
    return "completed", next((one for one in order if one in conclusions), "success")


def check_run(site: Site, of: CheckRun) -> Json:
    """Return GitHub's *check run*."""
    suite = of.suite
    url = f"{site.repo_api(suite.repository)}/check-runs/{of.id}"
    return {
        "id": of.id,
        "name": of.name,
        "node_id": node_id(of),
        "head_sha": suite.head_sha,
        "external_id": of.external_id,
        "url": url,
        "html_url": f"{site.url}/{suite.repository.full_name}/runs/{of.id}",
        "details_url": of.details_url or site.url,
        "status": of.status,
        "conclusion": of.conclusion,
        "started_at": timestamp(of.started_at),
        "completed_at": timestamp(of.completed_at),
        "output": {
            "title": of.title,
            "summary": of.summary,
            "text": of.text,
            "annotations_count": len(of.annotations),
            "annotations_url": f"{url}/annotations",
        },
        "check_suite": {"id": suite.id},
        "app": app(site, suite.app),
        "pull_requests": [minimal(site, pull) for pull in pulls_of(suite)],
    }


def annotation(site: Site, run: CheckRun, of: Json) -> Json:
    """Return GitHub's *check annotation*."""
    suite = run.suite
    href = f"{site.repo_api(suite.repository)}/contents/{quote(of['path'])}?ref={suite.head_sha}"
    names = ("start_column", "end_column", "title", "raw_details")
    return {
        "path": of["path"],
        "blob_href": href,
        "start_line": of["start_line"],
        "end_line": of["end_line"],
        "annotation_level": of["annotation_level"],
        "message": of["message"],
        **{name: of.get(name) for name in names},
    }


def check_suite(site: Site, of: CheckSuite) -> Json:
    """Return GitHub's *check suite*."""
    url = f"{site.repo_api(of.repository)}/check-suites/{of.id}"
    status, conclusion = verdict(of)
    return {
        "id": of.id,
        "node_id": node_id(of),
        "head_branch": of.head_branch,
        "head_sha": of.head_sha,
        "status": status,
        "conclusion": conclusion,
        "url": url,
        "before": None,
        "after": of.head_sha,
        "pull_requests": [minimal(site, pull) for pull in pulls_of(of)],
        "app": app(site, of.app),
        "repository": repository(site, of.repository),
        "created_at": timestamp(of.created_at),
        "updated_at": timestamp(of.updated_at),
        "head_commit": simple_commit(of.repository.git.commit(of.head_sha)),
        "latest_check_runs_count": len({run.name for run in of.runs}),
        "check_runs_url": f"{url}/check-runs",
    }
