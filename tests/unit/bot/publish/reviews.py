"""Builds reviews as values, for tests of what is published."""

from __future__ import annotations

from collections.abc import Iterable

from checks.model import Classification, Decision, Finding, Readiness, Review, Severity, State, Verdict
from checks.snapshot import Change, Hunk, Snapshot, Source
from checks.tree import DictTree

LINES = 60
DOCUMENT = "".join(f"line {n}\n" for n in range(1, LINES + 1))


def change(path: str = "a.md") -> Snapshot:
    """A change that adds one document of sixty lines, and touches line 30 of `old.md`."""
    added = Change("A", None, path, (Hunk(0, 0, 1, LINES),))
    edited = Change("M", "old.md", "old.md", (Hunk(30, 1, 30, 1),))
    base = DictTree({"old.md": DOCUMENT})
    head = DictTree({"old.md": DOCUMENT.replace("line 30\n", "new 30\n"), path: DOCUMENT})
    return Snapshot(Source(base), Source(head), (added, edited), base_sha="b" * 40, head_sha="a" * 40)


def finding(number: int, path: str = "a.md", line: int | None = None, **more: object) -> Finding:
    """A blocking finding whose id is its number."""
    said: dict[str, object] = {
        "id": f"{number:016x}",
        "rule": "vague-test-plan",
        "severity": Severity.BLOCKING,
        "path": path,
        "line": line or number % LINES + 1,
        "message": f"Fault {number} is here.",
    }
    return Finding(**{**said, **more})  # type: ignore[arg-type]


def review(findings: Iterable[Finding] = (), decisions: Iterable[Decision] = ()) -> Review:
    """A review with these findings, in the state that follows from them."""
    found, asked = tuple(findings), tuple(decisions)
    if any(f.open_blocking for f in found):
        state = State.NEEDS_REVISION
    else:
        state = State.BLOCKED if any(d.blocks and not d.answer for d in asked) else State.READY
    return Review(
        profile="p",
        base="b" * 40,
        head="a" * 40,
        classification=Classification(verdict=Verdict.DIRECT),
        readiness=Readiness(state=state, headline=f"State {state.value}."),
        findings=found,
        decisions=asked,
    )
