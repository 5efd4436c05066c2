"""Commits, diffs and file contents as JSON."""

from base64 import b64encode
from urllib.parse import quote

from bot.sandbox.diffs import FileChange
from bot.sandbox.git_store import Commit
from bot.sandbox.model import Account, Repository
from bot.sandbox.shapes.accounts import user
from bot.sandbox.site import Json, Site

UNVERIFIED = {
    "verified": False,
    "reason": "unsigned",
    "signature": None,
    "payload": None,
    "verified_at": None,
}


def git_user(identity: tuple[str, str, str]) -> Json:
    """Return name, e-mail and date of who wrote or committed."""
    return dict(zip(("name", "email", "date"), identity, strict=True))


def known_account(site: Site, identity: tuple[str, str, str]) -> Account | None:
    """Return the account that a commit's author belongs to: its login is the e-mail's local part."""
    return site.state.accounts.get(identity[1].partition("@")[0].lower())


def commit(site: Site, of: Repository, one: Commit) -> Json:
    """Return GitHub's *commit* as the commits API gives it."""
    url, page = site.repo_api(of), f"{site.url}/{of.full_name}/commit"
    author, committer = known_account(site, one.author), known_account(site, one.committer)
    return {
        "sha": one.sha,
        "node_id": f"C_{of.id}_{one.sha}",
        "commit": {
            "author": git_user(one.author),
            "committer": git_user(one.committer),
            "message": one.message,
            "tree": {"sha": one.tree, "url": f"{url}/git/trees/{one.tree}"},
            "url": f"{url}/git/commits/{one.sha}",
            "comment_count": 0,
            "verification": UNVERIFIED,
        },
        "url": f"{url}/commits/{one.sha}",
        "html_url": f"{page}/{one.sha}",
        "comments_url": f"{url}/commits/{one.sha}/comments",
        "author": user(site, author) if author else None,
        "committer": user(site, committer) if committer else None,
        "parents": [
            {"sha": sha, "url": f"{url}/commits/{sha}", "html_url": f"{page}/{sha}"} for sha in one.parents
        ],
    }


def git_commit(site: Site, of: Repository, one: Commit) -> Json:
    """Return GitHub's *git commit* as the git database API gives it."""
    whole = commit(site, of, one)
    inner = whole["commit"]
    kept = {key: inner[key] for key in ("author", "committer", "message", "tree", "url", "verification")}
    return kept | {key: whole[key] for key in ("sha", "node_id", "html_url", "parents")}


def simple_commit(one: Commit) -> Json:
    """Return GitHub's *simple commit*, which check suites and pushes carry."""
    name, email, date = one.author
    person = {"name": name, "email": email}
    return {
        "id": one.sha,
        "tree_id": one.tree,
        "message": one.message,
        "timestamp": date,
        "author": person,
        "committer": {"name": one.committer[0], "email": one.committer[1]},
    }


def file_change(site: Site, of: Repository, sha: str, change: FileChange) -> Json:
    """Return GitHub's *diff entry*; a large or binary file has no `patch`."""
    path, page = quote(change.path), f"{site.url}/{of.full_name}"
    entry = {
        "sha": change.blob if change.blob.strip("0") else None,
        "filename": change.path,
        "status": change.status,
        "additions": change.additions,
        "deletions": change.deletions,
        "changes": change.additions + change.deletions,
        "blob_url": f"{page}/blob/{sha}/{path}",
        "raw_url": f"{page}/raw/{sha}/{path}",
        "contents_url": f"{site.repo_api(of)}/contents/{path}?ref={sha}",
    }
    if change.patch is not None:
        entry["patch"] = change.patch
    return entry | ({"previous_filename": change.previous} if change.previous else {})


def contents(site: Site, of: Repository, ref: str, path: str, sha: str, data: bytes | None) -> Json:
    """Return GitHub's *content file*; without `data` an entry of a directory listing."""
    url = f"{site.repo_api(of)}/contents/{quote(path)}?ref={ref}"
    git, page = f"{site.repo_api(of)}/git/blobs/{sha}", f"{site.url}/{of.full_name}/blob/{ref}/{quote(path)}"
    entry = {
        "type": "file",
        "name": path.rpartition("/")[2],
        "path": path,
        "sha": sha,
        "size": len(data or b""),
        "url": url,
        "git_url": git,
        "html_url": page,
        "download_url": None,
        "_links": {"self": url, "git": git, "html": page},
    }
    if data is None:
        return entry
    return entry | {"encoding": "base64", "content": b64encode(data).decode()}


def blob(site: Site, of: Repository, sha: str, data: bytes) -> Json:
    """Return GitHub's *blob*."""
    url = f"{site.repo_api(of)}/git/blobs/{sha}"
    text = b64encode(data).decode()
    return {
        "sha": sha,
        "node_id": f"B_{sha}",
        "size": len(data),
        "url": url,
        "content": text,
        "encoding": "base64",
    }
