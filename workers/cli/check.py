"""`design-review check`: reviews documents and manifests in the working tree."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

import click
from msgspec.structs import replace

from checks.audit import audit
from checks.engine import review
from checks.globs import matches
from checks.model import Review, State
from checks.process import Process
from checks.readiness import count
from checks.snapshot import Source
from config.profile import Profile
from workers.git import GitError
from workers.options import format_options, patience, profile_option, refusing, repository_option, write
from workers.profiles import named_profile, names_of, settled_profile
from workers.repository import Repository
from workers.trees import between, source
from workers.worktree import lacking, uncommitted

READ = ("**/*.{md,yaml,yml,sh,bats}", "**/*.{yaml,yml}.tmpl", "**/*.tmpl.{yaml,yml}")
ABOUT_BIRTH = {"unearned-status": "off", "number-skipped": "off"}


@click.command()
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--all", "everything", is_flag=True, help="Checks every document and manifest, and the code's contracts."
)
@repository_option
@profile_option
@format_options
def command(
    files: tuple[Path, ...],
    repo: Path,
    profile: str | None,
    form: str,
    output: Path | None,
    *,
    everything: bool,
) -> None:
    """Reviews documents and manifests FILES as they are on disk.

    Each is judged whole, against the repository around it. Files of other kinds are passed over.
    """
    if not files and not everything:
        raise click.UsageError("Name the files to check, or use --all.")
    with refusing(), patience("Reading the files"), Repository(repo) as repository:
        chosen = named_profile(profile) if profile else None
        head = repository.reader.resolve(["HEAD^{commit}"])[0]
        wanted = [_inside(repository, f) for f in files]
        with uncommitted(repository, head, wanted) as (borrowed, work):
            around = source(borrowed, work)
            holds = settled_profile(around, names_of(repository), chosen)
            start = lacking(borrowed, work, _judged(around, holds, around.paths() if everything else wanted))
            change = between(borrowed, source(borrowed, start), start, work)
            judge = audit if everything else partial(review, documents_only=True)
            said = judge(change, _of_any_age(holds))
            write(_of_documents(said), change, form, output, only_documents=True)
    raise SystemExit(0 if said.readiness.state is State.READY else 1)


def _inside(repository: Repository, file: Path) -> str:
    """The file's path in the repository; raises `GitError` where it is not a file there."""
    where = file.parent.resolve() / file.name
    root = repository.work_tree
    if root is None or not where.is_relative_to(root) or not where.is_file() or where.is_symlink():
        raise GitError(f"{str(file)!r} is not a file of the repository at {root or repository.path}.")
    return str(where.relative_to(root))


def _judged(around: Source, profile: Profile, paths: Iterable[str]) -> list[str]:
    """Documents and manifests among the paths. What says how proposals are written is no proposal itself."""
    process = Process(around, profile)
    given = {process.page_path, process.template_path}
    return [
        p for p in paths if matches(p, READ) and p not in given and not matches(p, profile.paths.vendored)
    ]


def _of_documents(review: Review) -> Review:
    """The review with a headline about files, where all is well with them."""
    if review.readiness.state is not State.READY:
        return review
    count_of = count(len(review.findings), "optional finding") if review.findings else "no findings"
    return replace(review, readiness=replace(review.readiness, headline=f"In order: {count_of}."))


def _of_any_age(profile: Profile) -> Profile:
    """The profile without the rules that only a file's first day is about."""
    return replace(profile, rules={**profile.rules, **ABOUT_BIRTH})
