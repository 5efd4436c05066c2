"""The examples parse, and fit the CRDs, values and flags at the head."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.answers import quote
from checks.context import Context
from checks.model import Defect, Unread
from checks.parse.markdown import Block
from checks.parse.text import Text
from checks.parse.yaml import YamlDocument, parse_fragment
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.rule import BLOCKING, OPTIONAL, Found, rule
from checks.rules.substance.example_fit import Misfit, setting_misfits, unfitting
from checks.rules.substance.examples import SHELLS, fences, language

SKETCH = lazy(
    r"\{\{|\}\}|^\s*//|^\s*-?\s*(?:\.{3}|…)|:\s*(?:\.{3}|…)\s*$|<[A-Za-z][\w -]*>|^[+-] ?\w.*:", re.M
)
COUNTER = lazy(
    r"\b(?:wrong|invalid|rejected|broken|incorrect|does not work|fails|error|today|before|not valid"
    r"|malformed)\b",
    re.I,
)


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds examples that are not YAML, break a CRD of this repository, or misspell a Helm value or gate.

    What the document itself introduces is no fault: a field, value or enum that its text names elsewhere
    passes, and so does every name that is not close to a known one. Sketches (ellipses, names in angle
    brackets, templates, diffs) and examples that the text before calls wrong are left alone. Outside the
    section for examples it is optional. Source: the CRDs and values.yaml at the head.
    """
    for fence in fences(proposal.document.top):
        if not proposal.touches(fence.line, fence.end_line) or _is_counter_example(proposal, fence):
            continue
        for misfit in _misfits(proposal, fence, context):
            section = proposal.document.section_at(fence.line)
            yield Defect(
                path=proposal.path,
                line=misfit.line,
                message=misfit.message,
                section=section.title,
                anchor=section.title,
                text=misfit.subject,
                evidence=(quote(proposal, misfit.line), *misfit.evidence),
                severity=None if _is_the_example(proposal, fence) else OPTIONAL,
            )


def _misfits(proposal: Proposal, fence: Block, context: Context) -> Iterator[Misfit]:
    if language(fence) in ("yaml", "yml") and not SKETCH.search(fence.content):
        for document in _documents(proposal, fence):
            yield from _faults(document)
            if document.root is not None and document.fault is None:
                yield from unfitting(document.root, fence, proposal, context)
    elif language(fence) in SHELLS:
        yield from setting_misfits(fence, proposal, context)


def _documents(proposal: Proposal, fence: Block) -> tuple[YamlDocument, ...]:
    parsed = parse_fragment(Text(proposal.path, fence.content), fence.content_line)
    return () if isinstance(parsed, Unread) else parsed.documents


def _faults(document: YamlDocument) -> Iterator[Misfit]:
    if document.fault:
        yield Misfit(document.fault.line, f"This is not valid YAML: {document.fault.message}.", "yaml")
    for twice in document.duplicates:
        message = f"The key `{twice.key}` stands twice in one map; the first is on line {twice.first_line}."
        yield Misfit(twice.line, message, f"duplicate {twice.key}")


def _is_the_example(proposal: Proposal, fence: Block) -> bool:
    """Whether a fence is in the section for examples, or there is no such section."""
    section = proposal.section("example")
    return section is None or any(fence is shown for shown in fences(section))


def _is_counter_example(proposal: Proposal, fence: Block) -> bool:
    """Whether the text right before the fence calls it wrong, or what stands today."""
    section = proposal.document.section_at(fence.line)
    before = [b for b in section.blocks if b.line < fence.line and b.kind != "fence"]
    return fence.quoted or bool(before and COUNTER.search(before[-1].plain))
