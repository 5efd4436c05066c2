"""Check runs and check suites."""

from flask import Response, jsonify, request

from bot.sandbox import checks as changes
from bot.sandbox import merge_queue
from bot.sandbox.errors import forbidden, not_found
from bot.sandbox.model import App, CheckRun, CheckSuite, Repository
from bot.sandbox.rest.commits import named
from bot.sandbox.rest.request import caller, fields, paginated, repository, site
from bot.sandbox.shapes import checks


def app() -> App:
    """Return the App behind the caller's token, or raise the 403 for anybody else."""
    installation = caller().installation
    if installation is None:
        raise forbidden("You must authenticate via a GitHub App.")
    return installation.app


def find(owner: str, repo: str, check_run_id: int, need: str) -> CheckRun:
    """Return a check run of the repository, or raise a 404."""
    of = repository(owner, repo, need)
    run = site().state.node(CheckRun, check_run_id)
    if run.suite.repository is not of:
        raise not_found()
    return run


def find_suite(owner: str, repo: str, check_suite_id: int, need: str) -> CheckSuite:
    """Return a check suite of the repository, or raise a 404."""
    of = repository(owner, repo, need)
    suite = site().state.node(CheckSuite, check_suite_id)
    if suite.repository is not of:
        raise not_found()
    return suite


def created(owner: str, repo: str) -> tuple[Response, int]:
    """Answer `POST /repos/O/R/check-runs`."""
    of = repository(owner, repo, "checks:write")
    run = changes.created(site(), of, app(), fields())
    merge_queue.settled(site(), of, site().app.bot)
    return jsonify(checks.check_run(site(), run)), 201


def single(owner: str, repo: str, check_run_id: int) -> Response:
    """Answer `GET /repos/O/R/check-runs/ID`."""
    return jsonify(checks.check_run(site(), find(owner, repo, check_run_id, "checks:read")))


def updated(owner: str, repo: str, check_run_id: int) -> Response:
    """Answer `PATCH /repos/O/R/check-runs/ID`, which only the App that made it may."""
    run = find(owner, repo, check_run_id, "checks:write")
    if app() is not run.suite.app:
        raise forbidden("Invalid app_id. The check run was made by another App.")
    changes.updated(site(), run, fields())
    merge_queue.settled(site(), run.suite.repository, site().app.bot)
    return jsonify(checks.check_run(site(), run))


def annotations(owner: str, repo: str, check_run_id: int) -> Response:
    """Answer `GET /repos/O/R/check-runs/ID/annotations`."""
    run = find(owner, repo, check_run_id, "checks:read")
    return paginated(run.annotations, lambda one: checks.annotation(site(), run, one))


def rerequested(owner: str, repo: str, check_run_id: int) -> tuple[Response, int]:
    """Answer `POST /repos/O/R/check-runs/ID/rerequest`."""
    run = find(owner, repo, check_run_id, "checks:write")
    changes.rerequested(site(), run, caller().account)
    return jsonify({}), 201


def wanted(runs: list[CheckRun]) -> list[CheckRun]:
    """Return the runs that the query asks for, newest first; by default the latest of each name."""
    asked = request.args
    if asked.get("filter", "latest") == "latest":
        runs = list({(run.suite.id, run.name): run for run in runs}.values())
    return [
        run
        for run in sorted(runs, key=lambda run: -run.id)
        if asked.get("check_name", run.name) == run.name
        and asked.get("status", run.status) == run.status
        and asked.get("app_id", str(run.suite.app.id)) == str(run.suite.app.id)
    ]


def suites_at(of: Repository, ref: str) -> list[CheckSuite]:
    """Return the suites on the commit that `ref` names."""
    sha = named(of, ref).sha
    return [suite for suite in of.suites if suite.head_sha == sha]


def runs_of_commit(owner: str, repo: str, ref: str) -> Response:
    """Answer `GET /repos/O/R/commits/REF/check-runs`."""
    of = repository(owner, repo, "checks:read")
    runs = [run for suite in suites_at(of, ref) for run in suite.runs]
    return paginated(wanted(runs), lambda one: checks.check_run(site(), one), "check_runs")


def suites_of_commit(owner: str, repo: str, ref: str) -> Response:
    """Answer `GET /repos/O/R/commits/REF/check-suites`."""
    of = repository(owner, repo, "checks:read")
    asked = request.args.get("app_id")
    found = [suite for suite in suites_at(of, ref) if asked in (None, str(suite.app.id))]
    return paginated(found, lambda one: checks.check_suite(site(), one), "check_suites")


def suite_created(owner: str, repo: str) -> tuple[Response, int]:
    """Answer `POST /repos/O/R/check-suites`: 201, or 200 for one that was there."""
    of, sha = repository(owner, repo, "checks:write"), str(fields().get("head_sha") or "")
    before = len(of.suites)
    suite = changes.suite_for(site(), of, app(), sha)
    return jsonify(checks.check_suite(site(), suite)), 201 if len(of.suites) > before else 200


def suite(owner: str, repo: str, check_suite_id: int) -> Response:
    """Answer `GET /repos/O/R/check-suites/ID`."""
    return jsonify(checks.check_suite(site(), find_suite(owner, repo, check_suite_id, "checks:read")))


def runs_of_suite(owner: str, repo: str, check_suite_id: int) -> Response:
    """Answer `GET /repos/O/R/check-suites/ID/check-runs`."""
    runs = find_suite(owner, repo, check_suite_id, "checks:read").runs
    return paginated(wanted(runs), lambda one: checks.check_run(site(), one), "check_runs")


def suite_rerequested(owner: str, repo: str, check_suite_id: int) -> tuple[Response, int]:
    """Answer `POST /repos/O/R/check-suites/ID/rerequest`."""
    one = find_suite(owner, repo, check_suite_id, "checks:write")
    changes.suite_rerequested(site(), one, caller().account)
    return jsonify({}), 201


RUN = "/repos/<owner>/<repo>/check-runs/<int:check_run_id>"
SUITE = "/repos/<owner>/<repo>/check-suites/<int:check_suite_id>"
ROUTES = [
    ("POST", "/repos/<owner>/<repo>/check-runs", created),
    ("GET", RUN, single),
    ("PATCH", RUN, updated),
    ("GET", f"{RUN}/annotations", annotations),
    ("POST", f"{RUN}/rerequest", rerequested),
    ("GET", "/repos/<owner>/<repo>/commits/<path:ref>/check-runs", runs_of_commit),
    ("GET", "/repos/<owner>/<repo>/commits/<path:ref>/check-suites", suites_of_commit),
    ("POST", "/repos/<owner>/<repo>/check-suites", suite_created),
    ("GET", SUITE, suite),
    ("GET", f"{SUITE}/check-runs", runs_of_suite),
    ("POST", f"{SUITE}/rerequest", suite_rerequested),
]
