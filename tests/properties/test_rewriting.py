"""Rewriting a proposal without changing what it says changes nothing of what is said about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checks.engine import review
from checks.model import Review
from config.load import shipped
from tests.cases import FIXTURES, edited, snapshot_of

PROFILE = shipped("dra-driver-nvidia-gpu")
PATH = "site/content/contribute/proposals/0003-shared-slots.md"
Rewrite = Callable[[str], str]


def files(name: str, side: str) -> dict[str, str]:
    folder = FIXTURES / name / side
    return {f.relative_to(folder).as_posix(): f.read_text("utf-8") for f in folder.rglob("*") if f.is_file()}


BASE = files("project", "both") | files("proposal", "both")
COMPLETE = files("proposal", "head")[PATH]
DAMAGED = edited(
    COMPLETE,
    """
-| Status         | provisional   |
-| Authors        | @cleo         |
+| Status         | agreed        |
+| Authors        | @your-handle  |

-## Drawbacks
+## Possible drawbacks

-- Slots on MIG devices.
+- Slots on [MIG devices](mig.md), as `cmd/gpu-kubelet-plugin/mig.go` makes them.
+- Quotas: to be decided.

-- Kubernetes 1.34 with the upstream gate `DRAConsumableCapacity`, which is off by default there.
-- NVIDIA driver 550 or newer.
-- Any GPU generation that the driver supports, Volta or newer. MIG devices take no slots; NVLink, IMEX and
-  Fabric Manager play no part.
+N/A

-- Should the limit of 64 slots be lower for GPUs with less than 24 GB? Decision asked of @ana.
+- Should the limit of 64 slots be lower for GPUs with less than 24 GB? Decision asked of @ana.
+- Is the name of the value good?
""",
)
BEGUN = (
    "# 0003 — Shared slots\n\n| Field | Value |\n|---|---|\n| Status | provisional |\n\n## Summary\n\nTBD\n"
)
DOCUMENTS = {"complete": COMPLETE, "damaged": DAMAGED, "begun": BEGUN}


def reviewed(document: str) -> Review:
    return review(snapshot_of(BASE, BASE | {PATH: document}), PROFILE)


def said(found: Review) -> tuple[object, ...]:
    """What is said, without the lines, which rewriting may move."""
    findings = sorted((f.id, f.rule, f.severity, f.section, f.message) for f in found.findings)
    decisions = sorted((d.id, d.question, d.owner, d.blocks) for d in found.decisions)
    return findings, decisions, found.readiness


def parts(document: str) -> Iterator[tuple[str, list[str]]]:
    """Runs of lines: `code` for fences and front matter, `table`, `blank`, else `text`."""
    kind, fence = "", ""
    run: list[str] = []
    for number, line in enumerate(document.splitlines()):
        inside = bool(fence)
        opens = re.match(r"\s*(```+)", line)
        if inside:
            now, fence = "code", "" if line.strip() == fence else fence
        elif opens or (number == 0 and line == "---"):
            now, fence = "code", opens[1] if opens else "---"
        else:
            now = "blank" if not line.strip() else "table" if line.startswith("|") else "text"
        if now != kind and run:
            yield kind, run
            run = []
        kind = now
        run.append(line)
    yield kind, run


def rewritten(document: str, **how: Callable[[list[str]], list[str]]) -> str:
    """The document with runs of a kind put through a function."""
    lines = [line for kind, run in parts(document) for line in how.get(kind, list)(run)]
    return "\n".join(lines) + "\n"


def with_crlf(document: str) -> str:
    return document.replace("\n", "\r\n")


def without_final_newline(document: str) -> str:
    return document.rstrip("\n")


def with_stars(document: str) -> str:
    return rewritten(document, text=lambda run: [re.sub(r"^(\s*)- ", r"\1* ", line) for line in run])


def with_underlined_headings(document: str) -> str:
    def underline(run: list[str]) -> list[str]:
        lines = []
        for line in run:
            heading = re.fullmatch(r"(##?) (.+)", line)
            lines += [heading[2], ("=" if heading[1] == "#" else "-") * 9] if heading else [line]
        return lines

    return rewritten(document, text=underline)


def unwrapped(document: str) -> str:
    """Each paragraph and list item on one line."""

    def join(run: list[str]) -> list[str]:
        lines: list[str] = []
        for line in run:
            begins = not lines or re.match(r"\s*[-*] |#", line) or lines[-1].startswith("#")
            lines[len(lines) - (not begins) :] = [line] if begins else [f"{lines[-1]} {line.strip()}"]
        return lines

    return rewritten(document, text=join)


def with_realigned_tables(document: str) -> str:
    def realign(run: list[str]) -> list[str]:
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in run]
        return ["|".join(["", *(f"  {c}" if set(c) != {"-"} else ":--" for c in row), ""]) for row in rows]

    return rewritten(document, table=realign)


def with_items_reversed(document: str) -> str:
    """Lists of one-line items in the opposite order."""

    def turn(run: list[str]) -> list[str]:
        return run[::-1] if all(line.startswith("- ") and "[" not in line[:4] for line in run) else run

    return rewritten(document, text=turn)


HARMLESS: dict[str, Rewrite] = {
    "items reversed": with_items_reversed,
    "unwrapped": unwrapped,
    "stars": with_stars,
    "realigned tables": with_realigned_tables,
    "underlined headings": with_underlined_headings,
    "no final newline": without_final_newline,
    "line ends": with_crlf,
}
"In an order in which each still finds what it rewrites."


def test_the_complete_document_is_complete_and_the_damaged_one_is_not() -> None:
    assert [f.rule for f in reviewed(COMPLETE).findings if f.open_blocking] == []
    rules = {f.rule for f in reviewed(DAMAGED).findings}
    assert rules >= {
        "unknown-status",
        "leftover-placeholder",
        "missing-section",
        "dead-link",
        "stale-code-reference",
        "bare-not-applicable",
    }


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=list(DOCUMENTS))
@pytest.mark.parametrize("rewrite", HARMLESS.values(), ids=list(HARMLESS))
def test_one_rewriting_changes_nothing(rewrite: Rewrite, document: str) -> None:
    assert rewrite(document) != document or document == BEGUN
    assert said(reviewed(rewrite(document))) == said(reviewed(document))


@settings(max_examples=12, deadline=None)
@given(st.sets(st.sampled_from(list(HARMLESS)), min_size=2, max_size=4))
def test_several_change_nothing(names: set[str]) -> None:
    document = DAMAGED
    for name, rewrite in HARMLESS.items():
        document = rewrite(document) if name in names else document
    assert said(reviewed(document)) == said(reviewed(DAMAGED))
