"""Whether a change tells those who use something that is gone what to do instead."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.chart import charts
from checks.context import Context
from checks.description import release_note
from checks.facts.shape import kind_of
from checks.model import Fact

WORDS = re.compile(
    r"\b(?:action required|breaking|deprecat\w+|renam\w+|remov\w+|replac\w+|migrat\w+|moved|instead"
    r"|no longer|formerly|previously|superseded)\b",
    re.I,
)
SILENT = ("tests", "ci", "vendored", "generated")
MOST_LINES = 5_000


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
    return _still_works(fact, name, context) or any(_told(name, context))


def _named(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")


def _told(name: str, context: Context) -> Iterator[bool]:
    """Added lines that name it: on a page, or with a word of migration anywhere outside of tests."""
    named = _named(name.rpartition(".")[2])
    whole = _named(name)
    for change in context.snapshot.changes:
        kind = kind_of(change.path, context.profile.paths)
        text = context.snapshot.head.text(change.new_path) if change.new_path and kind not in SILENT else None
        for hunk in change.hunks[:MOST_LINES] if text else ():
            added = text.lines[hunk.new_line - 1 : hunk.new_line - 1 + hunk.new_count] if text else []
            for line in added[:MOST_LINES]:
                yield bool(whole.search(line) and kind == "docs")
                yield bool(named.search(line) and WORDS.search(line))


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
