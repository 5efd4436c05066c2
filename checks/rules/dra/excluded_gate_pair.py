"""Gates that exclude one another are not turned on together."""

from __future__ import annotations

from collections.abc import Iterator

from checks.context import Context
from checks.dra.claimed import touches
from checks.dra.gate_pairs import Pair, gate_pairs
from checks.manifests import COUNTER_EXAMPLE
from checks.model import Defect
from checks.parse.markdown import Block, Document, Section
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import BLOCKING, Found, rule

SET = lazy(r"\b(\w+)[\"']?\s{0,4}[:=]\s{0,4}[\"']?(true|false)\b")


@rule(BLOCKING, Document)
def check(document: Document, context: Context) -> Found:
    """Finds fences that set two gates which the driver's validation refuses together, or one without the
    gate that it needs and sets to false.

    The plugin does not start. Gates that stand in different fences are left alone, since they may be two
    ways to set it up. Source: the validation of gates in the code, at the head.
    """
    pairs: list[Pair] | None = None
    for section, block, said in _fences(document):
        gates = {m[1]: m[2] == "true" for m in SET.finditer(block.content)}
        if len(gates) < 2 or not touches(document, context, block.line, block.end_line):
            continue
        pairs = gate_pairs(context.snapshot.head, context.profile) if pairs is None else pairs
        for pair in pairs if not COUNTER_EXAMPLE.search(said) else ():
            if gates.get(pair.one) and gates.get(pair.other) is not pair.needs and pair.other in gates:
                yield _defect(document, section, block, pair, context)


def _fences(document: Document) -> Iterator[tuple[Section, Block, str]]:
    for section in document.top.walk():
        said = section.title
        for block in section.blocks:
            if block.kind == "fence":
                yield section, block, said
            else:
                said = f"{section.title}\n{block.plain}"


def _defect(document: Document, section: Section, block: Block, pair: Pair, context: Context) -> Defect:
    lines = block.content.split("\n")
    offset = next((n for n, line in enumerate(lines) if pair.other in line), 0)
    line = block.content_line + offset
    how = f"needs `{pair.other}`, which is off here" if pair.needs else f"cannot be on beside `{pair.other}`"
    return Defect(
        path=document.path,
        line=line,
        message=f"`{pair.one}` {how}; the driver refuses to start.",
        section=section.title,
        anchor=section.title,
        text=f"{pair.one} {pair.other}",
        evidence=(line_at(context.snapshot.head, document.path, line), pair.evidence),
    )
