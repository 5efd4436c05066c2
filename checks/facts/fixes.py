"""What in the diff speaks for a bug fix, or for an addition under a gate that exists already."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.facts.shape import PRODUCT, kind_of
from checks.functions import product_go
from checks.model import Fact
from checks.parse.text import Text
from checks.pattern import lazy
from checks.snapshot import Change, Snapshot
from config.profile import Profile

TROUBLE = lazy(
    r"(?:#|//).*(?:\b(?:issues?|bugs?|fix(?:es|ed)?|races?|deadlock\w*|panic\w*|crash\w*|leak\w*|stale"
    r"|regression\w*|workaround|incorrect\w*|corrupt\w*)\b|#\d{2,})",
    re.I,
)
GUARD = lazy(r"^\s*if (?!r?err\b)[\w.\[\]()*]+ == nil\b")
GATED = lazy(r"\bEnabled\((?:\w+\.)?([A-Z]\w+)\)")
MOST_LINES, LONGEST = 3000, 300


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """`bug-fix-evidence` at the first added comment that names a fault, or guard against a missing value;
    `gated-logic-changed` at the first change inside a branch that a gate opens."""
    product = [c for c in snapshot.changes if kind_of(c.path, profile.paths) == PRODUCT]
    found = next((f for change in product for f in _evidence(snapshot, change)), None)
    if found:
        yield found
    gated = next((f for change in product_go(snapshot, profile) for f in _gated(snapshot, change)), None)
    if gated:
        yield gated


def _added(change: Change, text: Text) -> Iterator[tuple[int, str]]:
    lines = (n for h in change.hunks for n in range(h.new_line, h.new_line + h.new_count))
    for _, number in zip(range(MOST_LINES), lines, strict=False):
        yield number, text.line(number)[:LONGEST]


def _evidence(snapshot: Snapshot, change: Change) -> Iterator[Fact]:
    text = snapshot.head.text(change.new_path) if change.new_path and change.status != "A" else None
    if text is None:
        return
    for number, line in _added(change, text):
        if TROUBLE.search(line) or GUARD.search(line):
            yield Fact("bug-fix-evidence", text.path, number, "", line.strip()[:120])
            return


def _gated(snapshot: Snapshot, change: Change) -> Iterator[Fact]:
    file = snapshot.head.go(change.new_path) if change.new_path and change.status != "A" else None
    for branch in file.find("if_statement") if file else ():
        gate = GATED.search(file.text(branch.child_by_field_name("condition"))) if file else None
        body = branch.child_by_field_name("consequence")
        if gate and body and change.touches_head(body.start_point.row + 2, body.end_point.row):
            line = branch.start_point.row + 1
            yield Fact("gated-logic-changed", change.path, line, gate[1], "the change stands in its branch")
            return
