"""The last release as a fixed number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.facts.shape import kind_of
from checks.model import Defect
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import OPTIONAL, rule
from checks.snapshot import Change

PINNED = lazy(
    r"^\s*(?:export\s+|-\s+)?[\"']?(?P<name>\w*(?:LAST|LATEST|PREVIOUS|PREV)(?:_?STABLE|_?RELEASED?)?_?\w*"
    r"(?:VERSION|RELEASE|TAG)\w*)[\"']?\s*(?:[?:]?=|:)\s*[\"']?(?:\$\{\w+:-)?(?P<version>v?\d+\.\d+[\w.-]*)",
    re.I,
)
LONGEST = 300  # characters of a line that are looked at
PLACES = ("tests", "ci", "build")


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A test, a job or a build newly calls a fixed version the last, latest or previous release.

    With the next release the tests go up from a version that nobody runs any more, and with several
    branches in maintenance it is not said of which one it is the last.

    Left alone: a variable that stood before and gets another number, and versions that are worked out.

    Source: review of the project's upgrade tests: which release is "last stable" when several are live?
    """
    for change in context.snapshot.changes:
        if kind_of(change.path, context.profile.paths) in PLACES:
            yield from _pinned(change, context)


def _pinned(change: Change, context: Context) -> Iterator[Defect]:
    text = context.snapshot.head.text(change.new_path) if change.new_path else None
    before = context.snapshot.base.text(change.old_path) if change.old_path else None
    for number, line in enumerate(text.lines if text else (), 1):
        found = PINNED.match(line[:LONGEST]) if text and change.touches_head(number) else None
        if text and found and not (before and found["name"] in before.text):
            yield Defect(
                path=text.path,
                line=number,
                message=f"`{found['name']}` is {found['version']} until somebody remembers to move it. Take "
                "it from the tags, or say which branch it follows and what reminds of it.",
                anchor=found["name"],
                text=found["name"],
                evidence=(line_at(context.snapshot.head, text.path, number),),
            )
