"""Repositories, branches and refs."""

from flask import Response, jsonify

from bot.sandbox.errors import RefusedError, not_found
from bot.sandbox.rest.request import paginated, repository, site
from bot.sandbox.shapes import commits, repositories


def repo(owner: str, repo: str) -> Response:
    """Answer `GET /repos/O/R`."""
    return jsonify(repositories.repository(site(), repository(owner, repo)))


def branches(owner: str, repo: str) -> Response:
    """Answer `GET /repos/O/R/branches`."""
    of = repository(owner, repo, "contents:read")
    return paginated(of.git.refs().items(), lambda one: repositories.branch(site(), of, *one))


def branch(owner: str, repo: str, branch: str) -> Response:
    """Answer `GET /repos/O/R/branches/NAME`."""
    of = repository(owner, repo, "contents:read")
    sha = of.git.refs().get(branch)
    if sha is None:
        raise RefusedError(404, "Branch not found")
    url = f"{site().repo_api(of)}/branches/{branch}"
    checks = {"enforcement_level": "off", "contexts": [], "checks": []}
    off = {"enabled": False, "required_status_checks": checks}
    tip = {"name": branch, "commit": commits.commit(site(), of, of.git.commit(sha)), "protected": False}
    links = {"self": url, "html": f"{site().url}/{of.full_name}/tree/{branch}"}
    return jsonify(tip | {"_links": links, "protection": off, "protection_url": f"{url}/protection"})


def ref(owner: str, repo: str, ref: str) -> Response:
    """Answer `GET /repos/O/R/git/ref/REF`."""
    of = repository(owner, repo, "contents:read")
    sha = of.git.refs(f"refs/{ref}").get("")
    if sha is None:
        raise not_found()
    return jsonify(repositories.ref(site(), of, f"refs/{ref}", sha))


def matching_refs(owner: str, repo: str, ref: str) -> Response:
    """Answer `GET /repos/O/R/git/matching-refs/REF`: every ref that begins so."""
    of = repository(owner, repo, "contents:read")
    found = [(name, sha) for name, sha in of.git.refs("refs/").items() if name.startswith(ref)]
    return paginated(found, lambda one: repositories.ref(site(), of, f"refs/{one[0]}", one[1]))


ROUTES = [
    ("GET", "/repos/<owner>/<repo>", repo),
    ("GET", "/repos/<owner>/<repo>/branches", branches),
    ("GET", "/repos/<owner>/<repo>/branches/<path:branch>", branch),
    ("GET", "/repos/<owner>/<repo>/git/ref/<path:ref>", ref),
    ("GET", "/repos/<owner>/<repo>/git/matching-refs/<path:ref>", matching_refs),
]
