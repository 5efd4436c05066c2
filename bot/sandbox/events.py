"""What happened, as the payloads of GitHub's webhooks."""

from typing import Any

from bot.sandbox.model import (
    Account,
    CheckRun,
    CheckSuite,
    Installation,
    IssueComment,
    Label,
    PullRequest,
    Repository,
    Review,
    ReviewComment,
    Thread,
)
from bot.sandbox.shapes import accounts, checks, comments, commits, pulls, repositories, reviews
from bot.sandbox.site import Json, Site, timestamp

NO_COMMIT = "0" * 40


def send(site: Site, event: str, repository: Repository, sender: Account, **payload: Any) -> None:
    """Emit an event with the parts that every payload of a repository has."""
    whole: Json = payload | {
        "repository": repositories.repository(site, repository),
        "sender": accounts.user(site, sender),
    }
    if repository.owner.kind == "Organization":
        whole["organization"] = organization(site, repository.owner)
    site.emit(site, event, repository, whole)


def organization(site: Site, owner: Account) -> Json:
    """Return GitHub's *simple organization*."""
    user = accounts.user(site, owner)
    url = f"{site.api}/orgs/{owner.login}"
    names = ("repos", "events", "hooks", "issues", "members", "public_members")
    kept = {key: user[key] for key in ("login", "id", "node_id", "avatar_url")}
    return kept | {"url": url, "description": None} | {f"{name}_url": f"{url}/{name}" for name in names}


def pull_request(site: Site, action: str, pull: PullRequest, sender: Account, **extra: Any) -> None:
    """Emit `pull_request`; `extra` is what the action adds, such as `changes` or `before` and `after`."""
    shape = pulls.full(site, pull)
    send(
        site,
        "pull_request",
        pull.repository,
        sender,
        action=action,
        number=pull.number,
        pull_request=shape,
        **extra,
    )


def labeled(site: Site, action: str, pull: PullRequest, label: Label, sender: Account) -> None:
    """Emit `pull_request` labeled or unlabeled."""
    pull_request(site, action, pull, sender, label=repositories.label(site, pull.repository, label))


def issue_comment(site: Site, action: str, comment: IssueComment, sender: Account, **extra: Any) -> None:
    """Emit `issue_comment`."""
    issue, shape = pulls.issue(site, comment.pull), comments.comment(site, comment)
    repository = comment.pull.repository
    send(site, "issue_comment", repository, sender, action=action, issue=issue, comment=shape, **extra)


def review(site: Site, action: str, of: Review, sender: Account, **extra: Any) -> None:
    """Emit `pull_request_review`, in which GitHub spells the state in small letters."""
    shape = reviews.review(site, of)
    shape["state"] = shape["state"].lower()
    pull = pulls.simple(site, of.pull)
    send(
        site,
        "pull_request_review",
        of.pull.repository,
        sender,
        action=action,
        review=shape,
        pull_request=pull,
        **extra,
    )


def review_comment(site: Site, action: str, of: ReviewComment, sender: Account, **extra: Any) -> None:
    """Emit `pull_request_review_comment`."""
    shape, pull = reviews.review_comment(site, of), pulls.simple(site, of.pull)
    event, repository = "pull_request_review_comment", of.pull.repository
    send(site, event, repository, sender, action=action, comment=shape, pull_request=pull, **extra)


def review_thread(site: Site, action: str, of: Thread, sender: Account) -> None:
    """Emit `pull_request_review_thread` resolved or unresolved."""
    shape, pull = reviews.thread_comments(site, of), pulls.simple(site, of.pull)
    event, repository = "pull_request_review_thread", of.pull.repository
    send(site, event, repository, sender, action=action, thread=shape, pull_request=pull)


def check_run(site: Site, action: str, run: CheckRun, sender: Account, **extra: Any) -> None:
    """Emit `check_run`, whose run carries its whole suite."""
    suite = checks.check_suite(site, run.suite)
    suite.pop("head_commit")
    shape = checks.check_run(site, run) | {"check_suite": suite}
    send(site, "check_run", run.suite.repository, sender, action=action, check_run=shape, **extra)


def check_suite(site: Site, action: str, suite: CheckSuite, sender: Account) -> None:
    """Emit `check_suite`."""
    shape = checks.check_suite(site, suite)
    send(site, "check_suite", suite.repository, sender, action=action, check_suite=shape)


def push(site: Site, repository: Repository, ref: str, before: str, after: str, sender: Account) -> None:
    """Emit `push` of a full ref name; forty zeros stand for a commit before creation or after deletion."""
    git, created, deleted = repository.git, before == NO_COMMIT, after == NO_COMMIT
    listed = [] if created or deleted else git.commits(before, after, 20)
    head = None if deleted else git.commit(after)
    pusher = {"name": sender.login, "email": f"{sender.login}@example.org"}
    compare = f"{site.url}/{repository.full_name}/compare/{before[:12]}...{after[:12]}"
    send(
        site,
        "push",
        repository,
        sender,
        ref=ref,
        before=before,
        after=after,
        created=created,
        deleted=deleted,
        forced=not created and not deleted and git.merge_base(before, after) != before,
        base_ref=None,
        compare=compare,
        commits=[pushed_commit(site, repository, one.sha) for one in listed],
        head_commit=pushed_commit(site, repository, head.sha) if head else None,
        pusher=pusher,
    )


def pushed_commit(site: Site, repository: Repository, sha: str) -> Json:
    """Return a commit as `push` lists it, with the paths that it touched."""
    commit = repository.git.commit(sha)
    touched = repository.git.diff(commit.parents[0], sha) if commit.parents else ()
    kinds = {"added": ("added",), "removed": ("removed",), "modified": ("modified", "renamed", "changed")}
    paths = {kind: [one.path for one in touched if one.status in kinds[kind]] for kind in kinds}
    url = f"{site.url}/{repository.full_name}/commit/{sha}"
    return commits.simple_commit(commit) | {"distinct": True, "url": url} | paths


def merge_group(
    site: Site, action: str, repository: Repository, group: Json, sender: Account, **extra: Any
) -> None:
    """Emit `merge_group` checks_requested or destroyed."""
    send(site, "merge_group", repository, sender, action=action, merge_group=group, **extra)


def installation(site: Site, action: str, of: Installation, sender: Account) -> None:
    """Emit `installation` with the repositories that it reaches."""
    names = [
        {
            "id": one.id,
            "node_id": f"R_{one.id}",
            "name": one.name,
            "full_name": one.full_name,
            "private": one.private,
        }
        for one in site.state.repositories
        if one.owner is of.account
    ]
    payload = {"action": action, "installation": accounts.installation(site, of), "repositories": names}
    site.emit(
        site, "installation", None, payload | {"requester": None, "sender": accounts.user(site, sender)}
    )


def ping(site: Site) -> None:
    """Emit `ping`, which GitHub sends when a webhook is set."""
    hook = {
        "type": "App",
        "id": site.app.id,
        "name": "web",
        "active": True,
        "events": site.app.events,
        "config": {"content_type": "json", "insecure_ssl": "0", "secret": "********", "url": ""},
        "app_id": site.app.id,
        "created_at": timestamp(site.app.created_at),
        "updated_at": timestamp(site.app.created_at),
    }
    site.emit(site, "ping", None, {"zen": "Keep it logically awesome.", "hook_id": site.app.id, "hook": hook})
