"""Opens and changes pull requests, and keeps `refs/pull/N/head` where git clients look for it."""

from bot.sandbox import events
from bot.sandbox.anchors import reanchor
from bot.sandbox.errors import RefusedError, bounded, invalid, unprocessable
from bot.sandbox.git_store import GitStore
from bot.sandbox.model import Account, Label, PullRequest, Repository, now
from bot.sandbox.site import Json, Site

TITLE_LIMIT, BODY_LIMIT = 256, 65_536


def opened(
    site: Site,
    repository: Repository,
    author: Account,
    *,
    title: str,
    head: str,
    base: str,
    body: str = "",
    draft: bool = False,
) -> PullRequest:
    """Open a pull request; `head` is a branch, or `owner:branch` for one of a fork.

    Refused with a 422 as GitHub refuses: no title, no such branch, nothing to merge, or one open already.
    """
    source, branch = head_of(site, repository, head)
    if not title.strip():
        raise invalid("PullRequest", "title", "missing_field")
    base_sha, head_sha = repository.git.refs().get(base), source.git.refs().get(branch)
    if base_sha is None:
        raise invalid("PullRequest", "base")
    if head_sha is None:
        raise invalid("PullRequest", "head")
    refuse_twin(repository, source, branch, base)
    number = max(repository.pulls, default=0) + 1
    fetch_head(repository, source, branch, number, head_sha)
    if repository.git.merge_base(base_sha, head_sha) in (head_sha, None):
        raise invalid("PullRequest", "base", "custom", f"No commits between {base} and {branch}")
    pull = PullRequest(
        site.state.next_id(),
        number,
        repository,
        source,
        author,
        bounded("PullRequest", "title", title, TITLE_LIMIT),
        bounded("PullRequest", "body", body, BODY_LIMIT),
        base,
        base_sha,
        branch,
        head_sha,
        draft,
    )
    repository.pulls[number] = site.state.keep(pull)
    events.pull_request(site, "opened", pull, author)
    return pull


def head_of(site: Site, repository: Repository, head: str) -> tuple[Repository, str]:
    """Return the repository and branch that `head` names; an owner without a fork is a 422."""
    owner, colon, branch = head.partition(":")
    if not colon or owner == repository.owner.login:
        return repository, branch if colon else head
    for other in site.state.repositories:
        if other.owner.login == owner and other.parent is repository:
            return other, branch
    raise invalid("PullRequest", "head")


def refuse_twin(repository: Repository, source: Repository, branch: str, base: str) -> None:
    """Raise the 422 that GitHub gives when such a pull request is open already."""
    for pull in repository.pulls.values():
        same = (pull.head_repository, pull.head_ref, pull.base_ref) == (source, branch, base)
        if same and pull.state == "open":
            message = f"A pull request already exists for {source.owner.login}:{branch}."
            raise invalid("PullRequest", "head", "custom", message)


def fetch_head(repository: Repository, source: Repository, branch: str, number: int, sha: str) -> None:
    """Bring the head's commits into the base repository and let `refs/pull/N/head` name them."""
    if source is not repository:
        fetch_from(repository.git, source.git, branch)
    repository.git.update(f"refs/pull/{number}/head", sha)


def fetch_from(target: GitStore, source: GitStore, branch: str) -> None:
    """Copy the commits of a fork's branch; no ref is kept but those that the caller writes."""
    target.run("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", str(source.path.resolve()), branch)


def synchronized(site: Site, pull: PullRequest, head_sha: str, sender: Account) -> None:
    """Follow the head branch to a new commit: ref, outdated threads, and the event."""
    before, source = pull.head_sha, pull.head_repository or pull.repository
    fetch_head(pull.repository, source, pull.head_ref, pull.number, head_sha)
    pull.head_sha, pull.updated_at = head_sha, now()
    pull.base_sha = pull.repository.git.refs().get(pull.base_ref, pull.base_sha)
    reanchor(pull)
    site.state.revision += 1
    events.pull_request(site, "synchronize", pull, sender, before=before, after=head_sha)


def edited(site: Site, pull: PullRequest, editor: Account, fields: Json) -> None:
    """Change title, body or base as `fields` says, and tell what they were before."""
    changes: Json = {}
    if "title" in fields and fields["title"] != pull.title:
        changes["title"] = {"from": pull.title}
        pull.title = bounded("PullRequest", "title", fields["title"], TITLE_LIMIT)
    if "body" in fields and (fields["body"] or "") != pull.body:
        changes["body"] = {"from": pull.body}
        pull.body = bounded("PullRequest", "body", fields["body"] or "", BODY_LIMIT)
        pull.editor, pull.edited_at = editor, now()
    if "base" in fields and fields["base"] != pull.base_ref:
        changes["base"] = {"ref": {"from": pull.base_ref}, "sha": {"from": pull.base_sha}}
        retarget(pull, fields["base"])
    if changes:
        pull.updated_at = now()
        site.state.revision += 1
        events.pull_request(site, "edited", pull, editor, changes=changes)


def retarget(pull: PullRequest, base: str) -> None:
    """Let the pull request aim at another branch; the head does not move."""
    sha = pull.repository.git.refs().get(base)
    if sha is None:
        raise invalid("PullRequest", "base")
    pull.base_ref, pull.base_sha = base, sha
    reanchor(pull)


def closed(site: Site, pull: PullRequest, actor: Account, *, merge_sha: str | None = None) -> None:
    """Close a pull request, as merged when `merge_sha` is given."""
    pull.state, pull.closed_at, pull.updated_at = "closed", now(), now()
    if merge_sha:
        pull.merged_at, pull.merged_by, pull.merge_sha = now(), actor, merge_sha
    site.state.revision += 1
    events.pull_request(site, "closed", pull, actor)


def reopened(site: Site, pull: PullRequest, actor: Account) -> None:
    """Open a closed pull request again; a merged one, or one without its branch, is a 422."""
    source = pull.head_repository
    if pull.merged_at or source is None or pull.head_ref not in source.git.refs():
        raise unprocessable("The pull request cannot be reopened.")
    pull.state, pull.closed_at, pull.updated_at = "open", None, now()
    site.state.revision += 1
    events.pull_request(site, "reopened", pull, actor)


def drafted(site: Site, pull: PullRequest, actor: Account, draft: bool) -> None:
    """Make the pull request a draft, or ready for review."""
    if pull.draft != draft:
        pull.draft, pull.updated_at = draft, now()
        site.state.revision += 1
        events.pull_request(site, "converted_to_draft" if draft else "ready_for_review", pull, actor)


def labeled(site: Site, pull: PullRequest, actor: Account, names: list[str]) -> None:
    """Add labels, which are made when the repository lacks them."""
    for name in names:
        label = pull.repository.label(name)
        if label is None:
            label = site.state.keep(Label(site.state.next_id(), bounded("Label", "name", name, 50)))
            pull.repository.labels.append(label)
        if label not in pull.labels:
            pull.labels.append(label)
            site.state.revision += 1
            events.labeled(site, "labeled", pull, label, actor)


def unlabeled(site: Site, pull: PullRequest, actor: Account, name: str) -> None:
    """Take a label away; one that the pull request does not have is a 404."""
    label = pull.repository.label(name)
    if label is None or label not in pull.labels:
        raise RefusedError(404, "Label does not exist")
    pull.labels.remove(label)
    site.state.revision += 1
    events.labeled(site, "unlabeled", pull, label, actor)
