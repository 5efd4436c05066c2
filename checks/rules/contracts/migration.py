"""Whether a change tells those who use something that is gone what to do instead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from checks.chart import charts
from checks.context import Context
from checks.description import release_note
from checks.facts.shape import kind_of
from checks.model import Fact
from checks.parse.text import Text
from checks.pattern import lazy
from checks.snapshot import Change

WORDS = lazy(
    r"\b(?:action required|breaking|deprecat\w+|renam\w+|remov\w+|replac\w+|migrat\w+|moved|instead"
    r"|no longer|formerly|previously|superseded)\b",
    re.I,
)
SILENT = ("tests", "ci", "vendored", "generated")
WORD = lazy(r"[\w.-]+")
MOST_LINES = 20_000
LONGEST = 2_000


def old_name(fact: Fact) -> str:
    """What users call the thing: an attribute without its domain, a field by its JSON name."""
    if fact.kind.startswith("helm-value"):
        return fact.symbol
    name = fact.before if fact.kind.endswith("-renamed") and fact.before else fact.symbol
    return re.sub(r"%\w.*", "", name.rpartition("/")[2].rpartition(".")[2])


def is_explained(fact: Fact, context: Context) -> bool:
    """Whether the release note, a page or a comment of the change speaks of it, or it still works."""
    name = old_name(fact)
    note = release_note(context.subject) or ""
    if note and (WORDS.search(note) or _named(name).search(note)):
        return True
    return _still_works(fact, name, context) or _told(name, context)


def _named(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")


def _told(name: str, context: Context) -> bool:
    """Whether an added line names it: on a page, or with a word of migration anywhere outside of tests."""
    on_pages, in_notes = context.snapshot.head.once("told", "", lambda: _words_told(context))
    return name in on_pages or name.rpartition(".")[2] in in_notes


def _words_told(context: Context) -> tuple[frozenset[str], frozenset[str]]:
    """The words of added lines on pages, and of those anywhere else that speak of migration."""
    pages: set[str] = set()
    notes: set[str] = set()
    for change in context.snapshot.changes:
        kind = kind_of(change.path, context.profile.paths)
        text = context.snapshot.head.text(change.new_path) if change.new_path and kind not in SILENT else None
        for line in _added(change, text) if text else ():
            words = {w.strip(".-") for w in WORD.findall(line)}
            words |= {part for word in words for part in word.split(".")}
            if kind == "docs":
                pages |= words
            if WORDS.search(line):
                notes |= words
    return frozenset(pages), frozenset(notes)


def _added(change: Change, text: Text) -> Iterator[str]:
    numbers = (n for h in change.hunks for n in range(h.new_line, h.new_line + h.new_count))
    yield from (text.line(n)[:LONGEST] for n in islice(numbers, MOST_LINES))


def _still_works(fact: Fact, name: str, context: Context) -> bool:
    """Whether the chart still reads the value, or the component still knows the name, as an alias does."""
    head = context.snapshot.head
    if fact.kind.startswith("helm-value"):
        path = tuple(name.split("."))
        return any(chart.uses_of(path) for chart in charts(head, context.profile))
    if fact.kind.startswith(("cli-flag", "environment-variable")):
        folder = fact.path.rpartition("/")[0]
        changed = [c.new_path for c in context.snapshot.changes if c.new_path]
        texts = (head.text(p) for p in changed if p.rpartition("/")[0] == folder and p.endswith(".go"))
        return any(f'"{name}"' in text.text for text in texts if text)
    return False
