"""Pull requests as JSON."""

from bot.sandbox.model import PullRequest, Repository
from bot.sandbox.shapes.accounts import association, optional_user, user
from bot.sandbox.shapes.reactions import rollup
from bot.sandbox.shapes.repositories import label, repository
from bot.sandbox.site import Json, Site, timestamp
from bot.sandbox.state import node_id


def page_of(site: Site, pull: PullRequest) -> str:
    """Return the address of the pull request's page."""
    return f"{site.url}/{pull.repository.full_name}/pull/{pull.number}"


def api_of(site: Site, pull: PullRequest) -> str:
    """Return the REST address of the pull request."""
    return f"{site.repo_api(pull.repository)}/pulls/{pull.number}"


def end(site: Site, of: Repository | None, ref: str, sha: str, login: str) -> Json:
    """Return the base or head of a pull request; the repository of a deleted fork is null."""
    return {
        "label": f"{login}:{ref}",
        "ref": ref,
        "sha": sha,
        "user": user(site, of.owner) if of else None,
        "repo": repository(site, of) if of else None,
    }


def links(site: Site, pull: PullRequest) -> dict[str, str]:
    """Return the addresses of what belongs to the pull request."""
    api, repo = api_of(site, pull), site.repo_api(pull.repository)
    issue = f"{repo}/issues/{pull.number}"
    return {
        "self": api,
        "html": page_of(site, pull),
        "issue": issue,
        "comments": f"{issue}/comments",
        "review_comments": f"{api}/comments",
        "review_comment": f"{repo}/pulls/comments{{/number}}",
        "commits": f"{api}/commits",
        "statuses": f"{repo}/statuses/{pull.head_sha}",
    }


def simple(site: Site, pull: PullRequest) -> Json:
    """Return GitHub's *simple pull request*, as lists give it."""
    hrefs, of, head = links(site, pull), pull.repository, pull.head_repository
    names = ("review_comments", "review_comment", "comments", "statuses", "commits", "issue")
    return {
        "url": hrefs["self"],
        "id": pull.id,
        "node_id": node_id(pull),
        "html_url": hrefs["html"],
        "diff_url": f"{hrefs['html']}.diff",
        "patch_url": f"{hrefs['html']}.patch",
        **{f"{name}_url": hrefs[name] for name in names},
        "number": pull.number,
        "state": pull.state,
        "locked": False,
        "title": pull.title,
        "user": user(site, pull.author),
        "body": pull.body or None,
        "labels": [label(site, of, one) for one in pull.labels],
        "milestone": None,
        "created_at": timestamp(pull.created_at),
        "updated_at": timestamp(pull.updated_at),
        "closed_at": timestamp(pull.closed_at),
        "merged_at": timestamp(pull.merged_at),
        "merge_commit_sha": pull.merge_sha,
        "assignee": None,
        "assignees": [],
        "requested_reviewers": [],
        "requested_teams": [],
        "head": end(site, head, pull.head_ref, pull.head_sha, head.owner.login if head else "unknown"),
        "base": end(site, of, pull.base_ref, pull.base_sha, of.owner.login),
        "_links": {name: {"href": href} for name, href in hrefs.items()},
        "author_association": association(of, pull.author),
        "auto_merge": None,
        "active_lock_reason": None,
        "draft": pull.draft,
    }


def full(site: Site, pull: PullRequest) -> Json:
    """Return GitHub's *pull request*, as one alone and as webhooks give it."""
    git = pull.repository.git
    changes = git.diff(pull.merge_base, pull.head_sha)
    return simple(site, pull) | {
        "merged": pull.merged_at is not None,
        "mergeable": True,
        "rebaseable": True,
        "mergeable_state": "clean",
        "merged_by": optional_user(site, pull.merged_by),
        "comments": len(pull.comments),
        "review_comments": sum(len(thread.comments) for thread in pull.threads),
        "maintainer_can_modify": False,
        "commits": len(git.commits(pull.base_sha, pull.head_sha)),
        "additions": sum(change.additions for change in changes),
        "deletions": sum(change.deletions for change in changes),
        "changed_files": len(changes),
    }


def issue(site: Site, pull: PullRequest) -> Json:
    """Return the pull request as GitHub's *issue*, which comment events carry."""
    api, of = f"{site.repo_api(pull.repository)}/issues/{pull.number}", pull.repository
    page = page_of(site, pull)
    linked = {
        "url": api_of(site, pull),
        "html_url": page,
        "diff_url": f"{page}.diff",
        "patch_url": f"{page}.patch",
    }
    return {
        "url": api,
        "repository_url": site.repo_api(of),
        "labels_url": api + "/labels{/name}",
        "comments_url": f"{api}/comments",
        "events_url": f"{api}/events",
        "timeline_url": f"{api}/timeline",
        "html_url": page,
        "id": pull.id,
        "node_id": node_id(pull),
        "number": pull.number,
        "title": pull.title,
        "user": user(site, pull.author),
        "labels": [label(site, of, one) for one in pull.labels],
        "state": pull.state,
        "locked": False,
        "assignee": None,
        "assignees": [],
        "milestone": None,
        "comments": len(pull.comments),
        "created_at": timestamp(pull.created_at),
        "updated_at": timestamp(pull.updated_at),
        "closed_at": timestamp(pull.closed_at),
        "author_association": association(of, pull.author),
        "active_lock_reason": None,
        "draft": pull.draft,
        "reactions": rollup(pull.reactions, api),
        "body": pull.body or None,
        "pull_request": linked | {"merged_at": timestamp(pull.merged_at)},
    }


def minimal(site: Site, pull: PullRequest) -> Json:
    """Return GitHub's *minimal pull request*, which check runs carry."""
    ends = {"head": (pull.head_repository, pull.head_ref, pull.head_sha)}
    ends["base"] = (pull.repository, pull.base_ref, pull.base_sha)
    return {
        "id": pull.id,
        "number": pull.number,
        "url": api_of(site, pull),
        **{
            name: {"ref": ref, "sha": sha, "repo": of and named(site, of)}
            for name, (of, ref, sha) in ends.items()
        },
    }


def named(site: Site, of: Repository) -> Json:
    """Return a repository by id, address and name alone."""
    return {"id": of.id, "url": site.repo_api(of), "name": of.name}
