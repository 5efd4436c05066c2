"""Front matter that is missing, is no YAML, or lacks a field."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from checks.answers import quote
from checks.context import Context
from checks.front_matter import FrontMatter, read_front_matter
from checks.headings import heading_lines
from checks.model import Defect, Suggestion
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import listed
from checks.rule import BLOCKING, rule

PLAIN = lazy(r"[\w(][^:#`\"'{}\[\]]*\Z")


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """The front matter that the template begins with is missing, is not YAML, or lacks a field.

    The site is built from it: without it the page has no title and no place in the menu, and YAML that does
    not parse breaks the build. A value that begins with `@` must be quoted.

    Left alone: documents of a project whose template has none, and fields beyond the template's.

    Source: the front matter of the template at the base of the change.
    """
    asked = read_front_matter(context.process.template) if context.process.template else None
    there = proposal.front_matter
    if there is None:
        lost = proposal.is_new or (proposal.before is not None and proposal.before.front_matter is not None)
        if asked and asked.fields and lost:
            yield _absent(proposal, asked)
        return
    for fault in there.faults:
        if proposal.touches(fault.line):
            mend = Suggestion(proposal.path, fault.line, fault.line, fault.mended) if fault.mended else None
            yield _defect(proposal, fault.line, f"The front matter cannot be used: {fault.why}.", mend)
    if not there.faults and asked and proposal.touches(1, proposal.document.front_matter_end):
        yield from _fields(proposal, there, asked)


def _fields(proposal: Proposal, there: FrontMatter, asked: FrontMatter) -> Iterable[Defect]:
    lacking = [name for name in asked.fields if not there.fields.get(name, ("", 0))[0].strip()]
    if lacking:
        names = listed(f"`{name}`" for name in lacking)
        yield _defect(proposal, 1, f"The front matter has no {names}, which the template's has.")
    weight, line = there.fields.get("weight", ("", 1))
    if weight.strip() and not re.fullmatch(r"-?\d+", weight.strip()):
        yield _defect(proposal, line, f"`weight` is a whole number; “{weight}” is none.")


def _absent(proposal: Proposal, asked: FrontMatter) -> Defect:
    names = listed(f"`{name}`" for name in asked.fields)
    return _defect(
        proposal,
        1,
        f"The front matter is missing: as in the template, {names} stand first, between two `---` lines.",
        _begun(proposal, asked),
    )


def _begun(proposal: Proposal, asked: FrontMatter) -> Suggestion | None:
    """Front matter in place of a first heading that says the same; nothing that the document does not say."""
    first = next(proposal.document.sections(), None)
    if first is None or first.level != 1 or first.line != 1:
        return None
    said = {"title": first.title, "linkTitle": proposal.title, "weight": str(int(proposal.number or 1))}
    summary = proposal.section("summary")
    words = " ".join((summary.words if summary else "").split())
    said["description"] = re.split(r"(?<=[.!?])\s", words)[0] if words else ""
    lines = [f"{name}: {_scalar(said[name])}" for name in asked.fields if said.get(name)]
    _, last = heading_lines(proposal.document.text.lines, first)
    return Suggestion(proposal.path, 1, last, "\n".join(["---", *lines, "---"]))


def _scalar(text: str) -> str:
    return text if PLAIN.match(text) else json.dumps(text, ensure_ascii=False)


def _defect(proposal: Proposal, line: int, message: str, mend: Suggestion | None = None) -> Defect:
    return Defect(
        path=proposal.path,
        line=line,
        message=message,
        anchor="front matter",
        text=message,
        evidence=(quote(proposal, line),),
        suggestion=mend,
    )
