"""A path that the change moves or removes, and that other files still name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.globs import matches
from checks.model import Defect, Place
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import OPTIONAL, rule

MOST = 60  # of paths; a change that moves more moves folders
FEWEST_PARTS = 2  # of a path that can be told from a word
ABROAD = lazy(r"https?://|git@|github\.com/|/blob/|/tree/")
QUIET = ("**/CHANGELOG*", "**/*.sum", "**/testdata/**")


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A file or folder is moved or removed, and a script, a build file, a job or a page still names the old
    path.

    Such a line breaks when it is next run: a release, a nightly job, a command that a reader copies.

    Left alone: paths of a single name, addresses on the web, changelogs and proposals, what a command makes,
    and paths below which something still stands.

    Source: scripts and links of the project that broke when its chart and its demos were renamed.
    """
    head = context.snapshot.head
    gone = sorted(_gone(context), key=lambda path: (path.count("/"), path))[:MOST]
    found = head.grep(gone, ("vendor", *context.profile.proposals.folders)) if gone else {}
    told: set[tuple[str, int]] = set()
    for path, place in sorted(found.items(), key=lambda item: (item[1].path, item[1].line, item[0])):
        named = _named(path, place, context)
        if (place.path, place.line) not in told and named:
            told.add((place.path, place.line))
            yield Defect(
                path=place.path,
                line=place.line,
                message=f"`{named}` is named here, and the change takes it away.",
                anchor=path,
                text=path,
                evidence=(line_at(head, place.path, place.line),),
            )


def _named(path: str, place: Place, context: Context) -> str:
    """The path as the line names it; empty where it means something else."""
    paths = context.profile.paths
    line = line_at(context.snapshot.head, place.path, place.line).text
    if matches(place.path, (*QUIET, *paths.vendored, *paths.generated)) or ABROAD.search(line):
        return ""
    found = re.search(rf"(?<![\w/.-])(?:\./|/)?({re.escape(path)}(?:/[\w.*/-]*\w)?)(?![\w-]|\.\w)", line)
    return found[1] if found else ""


def _gone(context: Context) -> Iterator[str]:
    """Old paths with nothing at the head, each as the uppermost folder that went whole."""
    head, paths = context.snapshot.head, context.profile.paths
    made = (*paths.generated, *(glob for one in context.profile.generated for glob in one.outputs))
    for change in context.snapshot.changes:
        path = change.old_path
        if not path or path == change.new_path or head.exists(path) or path.count("/") < FEWEST_PARTS - 1:
            continue
        if matches(path, made):
            continue
        yield _uppermost(path, context)


def _uppermost(path: str, context: Context) -> str:
    parts = path.split("/")
    for length in range(FEWEST_PARTS, len(parts)):
        folder = "/".join(parts[:length])
        if not context.snapshot.head.under(folder):
            return folder
    return path
