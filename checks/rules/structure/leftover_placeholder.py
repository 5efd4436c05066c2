"""Words that were to be replaced."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from checks.answers import quote
from checks.code_spans import replace_code
from checks.context import Context
from checks.front_matter import read_front_matter
from checks.model import Defect, Severity
from checks.parse.markdown import Block
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.rule import BLOCKING, rule

MARK = lazy(
    r"@your-handle\b|\bYYYY-MM-DD\b|#(?:…|\.{3})|\b(?:TBD|TBA|TODO|FIXME)\b|\[FILL IN\b"
    r"|\?{3,}|<<\[UNRESOLVED\b[^\[\]]{0,300}\]>>"
    r"|\b[Ll]orem ipsum\b|[<\[](?:insert|fill in|your)\b[^<>\[\]\n]{0,60}[>\]]"
    r"|\b(?:links?|details|text) to be added\b"
    r"|\bto be (?:determined|decided|defined|written|added|confirmed|filled in)\b(?=[\s.]*(?:$|[)\]|]))"
)
ALONE = lazy(r"\W*(?P<mark>tbd|tba|todo|fixme)\W*", re.I)  # all that a paragraph says, in any case
LATER = lazy(r"(?:(?:\b(?:is|are|still|yet|remains?)|[:—–(|])\s*|\A\W*|\A(?:\W*\w+){1,3}\W+)\Z")
NOT_SAID = lazy(r"\A(?:…|\.{3})\Z|:\s*(?:…|\.{3})\Z")
EXAMPLE = "# example"
DECIDED_ELSEWHERE = ("approvers", "approver", "reviewers", "reviewer")
NICE_TO_HAVE = ("related issues", "related issue")


class Left(Struct, frozen=True):
    """A placeholder with its line and the text it stands in."""

    mark: str
    line: int
    text: str
    section: str | None
    anchor: str
    severity: Severity | None = None


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """A placeholder of the template's, or a `TBD`, `TODO`, `???` or “to be added” of the author's, is left.

    It is a question that the author means to answer; reviewers cannot tell which parts to hold back on.

    Left alone: open questions, where it becomes a decision; code; and approvers still to be named, likewise.
    A placeholder in the row for related issues is optional, since no issue is asked for.

    Source: the template at the base of the change; seed questions left in are a common cause of delay.
    """
    for left in (*_in_front(proposal, context), *_in_header(proposal), *_in_text(proposal)):
        if proposal.touches(left.line):
            yield Defect(
                path=proposal.path,
                line=left.line,
                message=f"“{left.mark}” is left to be replaced"
                + (": settle it, or ask it under open questions." if "UNRESOLVED" in left.mark else "."),
                section=left.section,
                anchor=left.anchor,
                text=f"{left.mark} {left.text}",
                evidence=(quote(proposal, left.line),),
                severity=left.severity,
            )


def _in_front(proposal: Proposal, context: Context) -> Iterator[Left]:
    """Values of the front matter that are the template's own."""
    template = read_front_matter(context.process.template) if context.process.template else None
    fields = proposal.front_matter.fields if proposal.front_matter else {}
    for name, (value, line) in fields.items():
        asked = template.fields.get(name, ("", 0))[0] if template else ""
        if name != "weight" and ((value and value == asked) or re.match(r"NNNN\b", value)):
            yield Left(value, line, value, None, f"front matter {name}")


def _in_header(proposal: Proposal) -> Iterator[Left]:
    for name, row in proposal.header.items():
        mark = next(_marks(row.value), None)
        if mark and name not in DECIDED_ELSEWHERE:
            severity = Severity.OPTIONAL if name in NICE_TO_HAVE else None
            yield Left(mark, row.line, row.value, None, f"header {name}", severity)


def _in_text(proposal: Proposal) -> Iterator[Left]:
    questions = proposal.section("questions")
    skipped = {id(s) for s in questions.walk()} if questions else set()
    header = {row.line for row in proposal.header.values()}
    for section in proposal.document.top.walk():
        if id(section) in skipped:
            continue
        for mark in _marks(section.title):
            yield Left(mark, section.line, section.title, section.title, section.title)
        for block in section.blocks:
            if block.line not in header and block.end_line not in header:
                for mark, text, lines in _in_block(block):
                    line = _line(proposal, lines, mark)
                    yield Left(mark, line, text, section.title or None, section.title)


def _in_block(block: Block) -> Iterator[tuple[str, str, range]]:
    """Each placeholder of a block once, with what it stands in and the lines of that."""
    whole = range(block.line, block.end_line + 1)
    if block.kind == "fence":
        if block.content.strip() == EXAMPLE:
            yield EXAMPLE, EXAMPLE, whole
        return
    rows = [(" | ".join(row.cells), range(row.line, row.line + 1)) for row in block.rows]
    for text, lines in rows or [(replace_code(block.text, lambda _: "`"), whole)]:
        said = " ".join(text.split())
        for mark in dict.fromkeys(_marks(said)):
            yield mark, said, lines
        if NOT_SAID.search(said):
            yield "…", said, lines


def _marks(text: str) -> Iterator[str]:
    alone = ALONE.fullmatch(text)
    if alone and not MARK.search(text):
        yield alone["mark"]
    for found in MARK.finditer(text):
        loose = found[0].startswith("to be ")
        if not loose or LATER.search(text[: found.start()]):
            yield " ".join(found[0].split())


def _line(proposal: Proposal, lines: range, mark: str) -> int:
    word = mark.split()[0]
    return next((n for n in lines if word in proposal.document.text.line(n)), lines[0])
