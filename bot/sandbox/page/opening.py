"""Opens a pull request from the page: from a branch, or from any revision of the served repository."""

from flask import request

from bot.sandbox import branches, pulls
from bot.sandbox.errors import unprocessable
from bot.sandbox.model import Repository
from bot.sandbox.page.forms import text
from bot.sandbox.page.frame import actor, repository
from bot.sandbox.rest.request import sandbox, site


def open_pull(owner: str, name: str) -> str:
    """Open a pull request from a branch, or from any revision of the repository that is served."""
    of = repository(owner, name)
    head = branch_for(of, text("head").strip())
    pull = pulls.opened(
        site(),
        of,
        actor(),
        title=text("title") or headline(of, head),
        head=head,
        base=base_for(of, text("base"), head),
        body=text("body"),
        draft="draft" in request.form,
    )
    return f"/{of.full_name}/pull/{pull.number}"


def headline(of: Repository, branch: str) -> str:
    """Return the first line of a branch's last commit, which is a pull request's title until one is given."""
    sha = of.git.refs().get(branch)
    return of.git.commit(sha).message.partition("\n")[0][:250] if sha else ""


def branch_for(of: Repository, revision: str) -> str:
    """Return the branch of that name, made for a revision that only the user's own repository knows."""
    origin = sandbox().mirrors.origin(of)
    if not revision or revision in of.git.refs() or ":" in revision or origin is None:
        return revision
    sha = origin.resolve(revision) or origin.resolve(f"refs/{revision}")
    if sha is None:
        raise unprocessable(f"There is no branch or revision {revision}.")
    name = revision.removeprefix("refs/").removesuffix("/head").replace("/", "-")
    of.git.update(f"refs/heads/{name}", sha)
    branches.sync(site(), of, actor())
    return name


def base_for(of: Repository, base: str, head: str) -> str:
    """Return the branch to merge into: for a head that `base` holds, `base` as it was before the merge."""
    refs, git = of.git.refs(), of.git
    if base not in refs or head not in refs or git.merge_base(refs[base], refs[head]) != refs[head]:
        return base
    before = git.before_merge(refs[base], refs[head])
    if before is None:
        return base
    name = f"{base}-before-{head}"
    git.update(f"refs/heads/{name}", before)
    branches.sync(site(), of, actor())
    return name
