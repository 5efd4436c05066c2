"""What a document's inline code names, and whether the text speaks of it as there or as to come."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from checks.code_spans import CodeSpan, code_spans, replace_code
from checks.parse.markdown import MAX_INLINE, Block, Document, Section
from checks.pattern import lazy
from checks.prose import SENTENCE_END

SPAN = r"⟦\d+⟧"
LIST = rf"{SPAN}(?:(?:,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+)(?:the\s+)?{SPAN})*"
FEW = r"(?:[\w/'-]+\s+)"
THERE = lazy(
    rf"\b(?:existing|current|today's)\s+{FEW}{{0,4}}?(?P<a>{LIST})"
    rf"|\bre-?us(?:e|es|ed|ing)\s+{FEW}{{0,3}}?(?P<b>{LIST})"
    rf"|(?P<c>{SPAN})(?:,?\s+(?:which|that))?\s+{FEW}{{0,2}}?(?:already|exists)\b"
    rf"|\b(?:already|currently)\s+{FEW}{{0,3}}?(?P<d>{LIST})"
    rf"|\badds?\s+{FEW}{{0,3}}?{SPAN}\s+to\s+(?:the\s+)?{FEW}{{0,2}}?(?P<e>{SPAN})"
    rf"|\bextends?\s+(?:the\s+)?{FEW}{{0,2}}?(?P<f>{SPAN})",
    re.I,
)
TO_COME = lazy(
    rf"\b(?:new|add(?:s|ing|ed)?|introduc(?:e|es|ed|ing)|creat(?:e|es|ed|ing)|defin(?:e|es|ed|ing)|call(?:ed)?"
    rf"|propos(?:e|es|ed|ing)|named|provisional(?:ly)?|tentative(?:ly)?)\s+{FEW}{{0,4}}?(?P<list>{LIST})"
    rf"|(?P<after>{SPAN})\s*\((?:new|added|proposed|to be added)\b"
    rf"|(?P<passive>{LIST})\s+{FEW}{{0,2}}?(?:is|are|be|gets?)\s+(?:an?\s+)?(?:new|added|introduced|created|proposed)\b",
    re.I,
)
NOT_THERE = lazy(r"\b(?:no|without|any|lacks?|missing)\s+(?:existing\s+|current\s+)?\Z", re.I)
SAYS_THERE = lazy(r"\b(?:existing|already|re-?us(?:e|es|ed|ing)|today)\b", re.I)
ELSEWHERE = lazy(
    r"\b(?:upstream|kubernetes|kubelet's|kube-\w+|scheduler|gpu operator|device plugin|containerd|toolkit)\b",
    re.I,
)
DECLARED = lazy(r"\b(?:type|func|const|var)\s+(?:\([^)]*\)\s*)?([A-Za-z_]\w*)|^\s*kind:\s*(\w+)", re.M)


class Mention(Struct, frozen=True, eq=False):
    """Inline code in one sentence: its name, where, and the sentence with spans as `⟦n⟧`."""

    name: str
    line: int
    block: Block
    section: Section
    sentence: str
    said_there: bool
    said_new: bool


class Mentions:
    """Every piece of inline code of a document, in order."""

    def __init__(self, document: Document) -> None:
        self.document = document

    @cached_property
    def all(self) -> tuple[Mention, ...]:
        """All mentions outside of fences and headings."""
        return tuple(m for s in self.document.top.walk() for m in self._in_section(s))

    @cached_property
    def introduced(self) -> frozenset[str]:
        """Names that the document brings in, wherever it says so, and those that its code declares."""
        declared = (m for b in self.document.blocks("fence") for m in DECLARED.finditer(b.content))
        return frozenset(m.name for m in self.all if m.said_new) | {m[1] or m[2] for m in declared}

    def _in_section(self, section: Section) -> Iterator[Mention]:
        intro = ""
        for block in section.blocks:
            if block.kind == "table":
                yield from self._in_table(block, section, intro)
            elif block.kind != "fence" and len(block.text) <= MAX_INLINE:
                yield from self._in_text(block, section, intro if block.kind == "item" else "")
            if block.kind != "item":
                intro = _intro(block)

    def _in_text(self, block: Block, section: Section, intro: str) -> Iterator[Mention]:
        names: list[tuple[str, int]] = []

        def keep(span: CodeSpan) -> str:
            line = block.line + block.text.count("\n", 0, span.start)
            names.append((" ".join(span.content.split()), min(line, block.end_line)))
            return f"⟦{len(names) - 1}⟧"

        flat = " ".join(replace_code(block.text, keep).split())
        for index, sentence in enumerate(SENTENCE_END.split(flat)):
            there = _spans(THERE, sentence)
            if index == 0 and SAYS_THERE.search(intro):
                there |= _leading(sentence)
            new = _spans(TO_COME, sentence)
            for span in re.findall(r"⟦(\d+)⟧", sentence):
                name, line = names[int(span)]
                yield Mention(
                    name, line, block, section, f"{intro} {sentence}", span in there - new, span in new
                )

    def _in_table(self, block: Block, section: Section, intro: str) -> Iterator[Mention]:
        there = bool(SAYS_THERE.search(intro))
        for row in block.rows[1:]:
            first = self.document.text.line(row.line).strip().strip("|").split("|")[0]
            for span in code_spans(first):
                yield Mention(
                    span.content.strip(), row.line, block, section, f"{intro} {first}", there, False
                )


def _intro(block: Block) -> str:
    """The sentence that a list or table hangs on, or nothing."""
    said = " ".join(block.text.split())
    return SENTENCE_END.split(said)[-1] if said.endswith(":") else ""


def _spans(pattern: re.Pattern[str], sentence: str) -> set[str]:
    found: set[str] = set()
    for match in pattern.finditer(sentence):
        if not NOT_THERE.search(sentence[: match.start()]):
            group = match[match.lastgroup] if match.lastgroup else ""
            found |= set(re.findall(r"⟦(\d+)⟧", group))
    return found


def _leading(sentence: str) -> set[str]:
    found = re.match(LIST, sentence)
    return set(re.findall(r"⟦(\d+)⟧", found[0])) if found else set()


def speaks_of_others(mention: Mention) -> bool:
    """Whether the sentence is about another project, whose names are not in this tree."""
    return bool(ELSEWHERE.search(mention.sentence))


def by_block(mentions: Sequence[Mention]) -> list[list[Mention]]:
    """Mentions of one block or, for a list, of one run of items, together; each name once.

    A name that stands in several goes to the one that has most.
    """
    groups: dict[int, list[Mention]] = {}
    for mention in mentions:
        groups.setdefault(id(mention.block), []).append(mention)
    found = []
    seen: set[str] = set()
    for group in sorted(groups.values(), key=lambda g: (-len({m.name for m in g}), g[0].line)):
        left = list({m.name: m for m in reversed(group) if m.name not in seen}.values())[::-1]
        seen |= {m.name for m in left}
        if left:
            found.append(left)
    return sorted(found, key=lambda g: g[0].line)
