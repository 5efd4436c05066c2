"""A note that waits for the gate which the change brings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from checks.context import Context
from checks.globs import matches
from checks.model import Defect, Evidence, Fact
from checks.pattern import lazy
from checks.proofs import at_fact
from checks.rule import OPTIONAL, rule

LONGEST = 300
COMMENT = lazy(r"^\s*(?://|\*)")
HASH = lazy(r"^\s*#")
TEXT = lazy(r"\w")
MARKS = {".go": COMMENT, ".yaml": HASH, ".yml": HASH, ".sh": HASH, ".bats": HASH, ".mk": HASH, ".md": TEXT}
WAITS = lazy(
    r"\b(?:once|when|until|as soon as|after)\b.*"
    r"\b(?:support\w*|available|implement\w+|add\w*|lands?|merged)\b"
    r"|\bnot (?:yet )?(?:supported|implemented)\b",
    re.I,
)
WORD = lazy(r"[A-Z]+(?![a-z])|[A-Z][a-z0-9]*|[a-z0-9]+")


@rule(OPTIONAL, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A comment in a touched file, or a line of a touched page, still says that something waits for the gate
    which this change adds.

    The wait is over: the note is either done now or misleads.

    Left alone: notes that the change itself writes, files that it does not touch, proposals, and notes that
    say nothing of waiting.

    Source: review of the change that brought dynamic MIG to the project.
    """
    if fact.kind != "feature-gate-added":
        return
    words = WORD.findall(fact.symbol)
    if len(words) < 2:
        return
    named = re.compile(r"\b" + r"[\s-]?".join(map(re.escape, words)) + r"\b", re.I)
    for proof in _notes(named, context):
        message = f"This note waits for `{fact.symbol}`, which the change adds."
        yield Defect(
            path=proof.path,
            line=proof.line,
            message=message,
            anchor=fact.symbol,
            text=proof.text,
            evidence=(proof, *at_fact(fact, context, "").evidence),
        )


def _notes(named: re.Pattern[str], context: Context) -> Iterator[Evidence]:
    waiting = context.snapshot.head.once("waiting notes", "", lambda: list(_waiting(context)))
    yield from (note for note in waiting if named.search(note.text))


def _waiting(context: Context) -> Iterator[Evidence]:
    """Comments of touched files that wait for something and that the change leaves as they are."""
    paths, folders = context.profile.paths, context.profile.proposals.folders
    apart = (*paths.vendored, *paths.generated, *(f"{f.rstrip('/')}/**" for f in folders), "**/CHANGELOG*")
    for change in context.snapshot.changes:
        mark = MARKS.get(PurePosixPath(change.path).suffix)
        known = mark and change.old_path and change.new_path and not matches(change.path, apart)
        text = context.snapshot.head.text(change.path) if known else None
        for number, line in enumerate(text.lines if text else (), 1):
            if text and mark and mark.match(line) and not change.touches_head(number):
                around = " ".join(
                    part.strip(" \t/*#")[:LONGEST] for part in text.lines[max(number - 2, 0) : number + 1]
                )
                if WAITS.search(line if mark is TEXT else around):
                    yield Evidence(text.path, number, line.strip()[:LONGEST])
