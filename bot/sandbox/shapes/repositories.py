"""Repositories, branches, refs and labels as JSON."""

from bot.sandbox.model import Label, Repository
from bot.sandbox.shapes.accounts import user
from bot.sandbox.site import Json, Site, timestamp
from bot.sandbox.state import node_id

LINKS = {
    "archive_url": "/{archive_format}{/ref}",
    "assignees_url": "/assignees{/user}",
    "blobs_url": "/git/blobs{/sha}",
    "branches_url": "/branches{/branch}",
    "collaborators_url": "/collaborators{/collaborator}",
    "comments_url": "/comments{/number}",
    "commits_url": "/commits{/sha}",
    "compare_url": "/compare/{base}...{head}",
    "contents_url": "/contents/{+path}",
    "contributors_url": "/contributors",
    "deployments_url": "/deployments",
    "downloads_url": "/downloads",
    "events_url": "/events",
    "forks_url": "/forks",
    "git_commits_url": "/git/commits{/sha}",
    "git_refs_url": "/git/refs{/sha}",
    "git_tags_url": "/git/tags{/sha}",
    "hooks_url": "/hooks",
    "issue_comment_url": "/issues/comments{/number}",
    "issue_events_url": "/issues/events{/number}",
    "issues_url": "/issues{/number}",
    "keys_url": "/keys{/key_id}",
    "labels_url": "/labels{/name}",
    "languages_url": "/languages",
    "merges_url": "/merges",
    "milestones_url": "/milestones{/number}",
    "notifications_url": "/notifications{?since,all,participating}",
    "pulls_url": "/pulls{/number}",
    "releases_url": "/releases{/id}",
    "stargazers_url": "/stargazers",
    "statuses_url": "/statuses/{sha}",
    "subscribers_url": "/subscribers",
    "subscription_url": "/subscription",
    "tags_url": "/tags",
    "teams_url": "/teams",
    "trees_url": "/git/trees{/sha}",
}
COUNTS = ("forks", "stargazers", "watchers", "open_issues", "network", "subscribers")
OFF = ("has_pages", "has_discussions", "has_wiki", "has_downloads", "archived", "disabled", "is_template")


def repository(site: Site, of: Repository) -> Json:
    """Return GitHub's *full repository*, which holds all of the smaller forms."""
    url, page = site.repo_api(of), f"{site.url}/{of.full_name}"
    opened = sum(pull.state == "open" for pull in of.pulls.values())
    return {
        "id": of.id,
        "node_id": node_id(of),
        "name": of.name,
        "full_name": of.full_name,
        "private": of.private,
        "owner": user(site, of.owner),
        "html_url": page,
        "description": None,
        "fork": of.parent is not None,
        "url": url,
        **{name: url + path for name, path in LINKS.items()},
        "created_at": timestamp(of.created_at),
        "updated_at": timestamp(of.created_at),
        "pushed_at": timestamp(of.created_at),
        "git_url": f"{page}.git",
        "ssh_url": f"{page}.git",
        "clone_url": f"{page}.git",
        "svn_url": page,
        "homepage": None,
        "size": 0,
        "language": None,
        "mirror_url": None,
        "license": None,
        "topics": [],
        "visibility": "private" if of.private else "public",
        "default_branch": of.default_branch,
        "has_issues": True,
        "has_projects": True,
        "allow_forking": True,
        "web_commit_signoff_required": False,
        **dict.fromkeys(OFF, False),
        **{f"{name}_count": 0 for name in COUNTS},
        "open_issues_count": opened,
        "forks": 0,
        "watchers": 0,
        "open_issues": opened,
    }


def label(site: Site, of: Repository, one: Label) -> Json:
    """Return GitHub's *label*."""
    return {
        "id": one.id,
        "node_id": node_id(one),
        "url": f"{site.repo_api(of)}/labels/{one.name}",
        "name": one.name,
        "color": one.color,
        "default": False,
        "description": one.description,
    }


def branch(site: Site, of: Repository, name: str, sha: str) -> Json:
    """Return GitHub's *short branch*."""
    commit = {"sha": sha, "url": f"{site.repo_api(of)}/commits/{sha}"}
    return {"name": name, "commit": commit, "protected": False}


def ref(site: Site, of: Repository, name: str, sha: str) -> Json:
    """Return GitHub's *git ref*; `name` begins with `refs/`."""
    url = f"{site.repo_api(of)}/git"
    target = {"type": "commit", "sha": sha, "url": f"{url}/commits/{sha}"}
    return {"ref": name, "node_id": f"REF_{of.id}_{name}", "url": f"{url}/{name}", "object": target}
