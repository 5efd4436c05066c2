"""Commits, comparisons, and the pull requests of a commit."""

from flask import Response, jsonify, request

from bot.sandbox.errors import not_found, unprocessable
from bot.sandbox.git_store import Commit
from bot.sandbox.model import Repository
from bot.sandbox.rest.request import paginated, repository, site
from bot.sandbox.shapes import commits, pulls


def named(of: Repository, revision: str) -> Commit:
    """Return the commit that a branch, tag or sha names; an unknown one is GitHub's 422."""
    sha = of.git.resolve(f"refs/heads/{revision}") or of.git.resolve(revision)
    if sha is None:
        raise unprocessable(f"No commit found for SHA: {revision}")
    return of.git.commit(sha)


def commit(owner: str, repo: str, ref: str) -> Response:
    """Answer `GET /repos/O/R/commits/REF`, with the commit's files."""
    of = repository(owner, repo, "contents:read")
    one = named(of, ref)
    changes = of.git.diff(one.parents[0], one.sha) if one.parents else ()
    files = [commits.file_change(site(), of, one.sha, change) for change in changes]
    added = sum(change.additions for change in changes)
    removed = sum(change.deletions for change in changes)
    stats = {"additions": added, "deletions": removed, "total": added + removed}
    return jsonify(commits.commit(site(), of, one) | {"stats": stats, "files": files[:300]})


def history(owner: str, repo: str) -> Response:
    """Answer `GET /repos/O/R/commits`."""
    of = repository(owner, repo, "contents:read")
    start = named(of, request.args.get("sha") or of.default_branch)
    command = ["rev-list", "--max-count=1000", start.sha]
    if request.args.get("path"):
        command += ["--", request.args["path"]]
    shas = of.git.text(*command).split()
    return paginated(shas, lambda sha: commits.commit(site(), of, of.git.commit(sha)))


def pulls_of(owner: str, repo: str, commit_sha: str) -> Response:
    """Answer `GET /repos/O/R/commits/SHA/pulls`; as on GitHub a fork's head is found by no branch here."""
    of = repository(owner, repo, "pull_requests:read")
    named(of, commit_sha)
    own = [one for one in of.pulls.values() if one.head_repository is of]
    found = [one for one in own if contains(of, one.base_sha, one.head_sha, commit_sha)]
    return paginated(found, lambda one: pulls.simple(site(), one))


def contains(of: Repository, base: str, head: str, sha: str) -> bool:
    """Say whether a commit is one of those that a pull request brings."""
    return sha in of.git.text("rev-list", "--max-count=1000", f"{base}..{head}").split()


def compare(owner: str, repo: str, basehead: str) -> Response:
    """Answer `GET /repos/O/R/compare/BASE...HEAD`."""
    of = repository(owner, repo, "contents:read")
    left, dots, right = basehead.partition("...")
    if not dots:
        raise not_found()
    base, head = named(of, left), named(of, right)
    middle = of.git.merge_base(base.sha, head.sha)
    if middle is None:
        raise not_found()
    ahead, behind = of.git.commits(base.sha, head.sha), of.git.commits(head.sha, base.sha)
    status = "diverged" if ahead and behind else "ahead" if ahead else "behind" if behind else "identical"
    url, page = f"{site().repo_api(of)}/compare/{basehead}", f"{site().url}/{of.full_name}/compare/{basehead}"
    changes = of.git.diff(middle, head.sha)
    return jsonify(
        {
            "url": url,
            "html_url": page,
            "permalink_url": page,
            "diff_url": f"{page}.diff",
            "patch_url": f"{page}.patch",
            "base_commit": commits.commit(site(), of, base),
            "merge_base_commit": commits.commit(site(), of, of.git.commit(middle)),
            "status": status,
            "ahead_by": len(ahead),
            "behind_by": len(behind),
            "total_commits": len(ahead),
            "commits": [commits.commit(site(), of, one) for one in ahead],
            "files": [commits.file_change(site(), of, head.sha, change) for change in changes[:300]],
        }
    )


def git_commit(owner: str, repo: str, commit_sha: str) -> Response:
    """Answer `GET /repos/O/R/git/commits/SHA`."""
    of = repository(owner, repo, "contents:read")
    return jsonify(commits.git_commit(site(), of, of.git.commit(commit_sha)))


ROUTES = [
    ("GET", "/repos/<owner>/<repo>/commits", history),
    ("GET", "/repos/<owner>/<repo>/commits/<path:ref>", commit),
    ("GET", "/repos/<owner>/<repo>/commits/<commit_sha>/pulls", pulls_of),
    ("GET", "/repos/<owner>/<repo>/compare/<path:basehead>", compare),
    ("GET", "/repos/<owner>/<repo>/git/commits/<commit_sha>", git_commit),
]
