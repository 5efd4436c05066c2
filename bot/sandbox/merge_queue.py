"""The merge queue: a group's commit is tried, the App is asked, and its check decides."""

from bot.sandbox import branches, events, pulls
from bot.sandbox.errors import unprocessable
from bot.sandbox.model import Account, PullRequest, Repository
from bot.sandbox.shapes.checks import verdict
from bot.sandbox.shapes.commits import simple_commit
from bot.sandbox.site import Json, Site


def group_ref(pull: PullRequest, base: str) -> str:
    """Return the branch on which GitHub tries a pull request's merge."""
    return f"{branches.QUEUE}{pull.base_ref}/pr-{pull.number}-{base}"


def enqueued(site: Site, pull: PullRequest, actor: Account) -> str:
    """Put a pull request into the queue and ask for checks; return the group's commit."""
    git = pull.repository.git
    if pull.state != "open" or pull.draft or group_of(pull):
        raise unprocessable("Pull request is not mergeable")
    base = git.refs()[pull.base_ref]
    message = f"Merge pull request #{pull.number} from {pull.head_ref}\n\n{pull.title}"
    sha = git.merge(base, pull.head_sha, message)
    git.update(f"refs/heads/{group_ref(pull, base)}", sha)
    site.state.revision += 1
    events.merge_group(site, "checks_requested", pull.repository, group(pull, base, sha), actor)
    return sha


def group(pull: PullRequest, base: str, sha: str) -> Json:
    """Return the group as webhooks carry it; GitHub names no pull request there but in `head_ref`."""
    return {
        "head_sha": sha,
        "head_ref": f"refs/heads/{group_ref(pull, base)}",
        "base_sha": base,
        "base_ref": f"refs/heads/{pull.base_ref}",
        "head_commit": simple_commit(pull.repository.git.commit(sha)),
    }


def group_of(pull: PullRequest) -> tuple[str, str] | None:
    """Return base and commit of the group that tries the pull request, None when it is not queued."""
    prefix = f"{branches.QUEUE}{pull.base_ref}/pr-{pull.number}-"
    for name, sha in pull.repository.git.refs(f"refs/heads/{branches.QUEUE}").items():
        if (branches.QUEUE + name).startswith(prefix):
            return name.rpartition("-")[2], sha
    return None


def settled(site: Site, repository: Repository, actor: Account) -> None:
    """Merge each queued pull request whose group passed, and drop each whose group failed."""
    for pull in list(repository.pulls.values()):
        found = group_of(pull) if pull.state == "open" else None
        suites = [one for one in repository.suites if found and one.head_sha == found[1] and one.runs]
        if not found or not suites or verdict(suites[0])[0] != "completed":
            continue
        passed = verdict(suites[0])[1] in ("success", "neutral", "skipped")
        dequeued(site, pull, actor, "merged" if passed else "invalidated")


def dequeued(site: Site, pull: PullRequest, actor: Account, reason: str) -> None:
    """End the pull request's stay in the queue: `merged`, `invalidated` or `dequeued`."""
    found, git = group_of(pull), pull.repository.git
    if not found:
        raise unprocessable("Pull request is not in the merge queue")
    base, sha = found
    shape = group(pull, base, sha)
    git.delete(f"refs/heads/{group_ref(pull, base)}")
    if reason == "merged" and git.refs().get(pull.base_ref) != base:
        reason = "invalidated"
    if reason == "merged":
        git.update(f"refs/heads/{pull.base_ref}", sha)
        pulls.closed(site, pull, actor, merge_sha=sha)
        branches.sync(site, pull.repository, actor)
    site.state.revision += 1
    events.merge_group(site, "destroyed", pull.repository, shape, actor, reason=reason)
