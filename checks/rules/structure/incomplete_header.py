"""A header table that is missing, or lacks a row or a value."""

from __future__ import annotations

import datetime
import difflib
import re
from collections.abc import Iterable

from checks.answers import quote
from checks.context import Context
from checks.model import Defect, Suggestion
from checks.pattern import lazy
from checks.proposal import HeaderField, Proposal
from checks.rule import BLOCKING, rule
from checks.rules.structure.leftover_placeholder import NICE_TO_HAVE

DATE = lazy(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """The header table is missing, lacks a row of the template's, has an empty value, or a date that is none.

    Status, authors and date are read by people who decide what to review, and by tools; the table is
    where they look.

    Left alone: projects whose template has no such table, further rows, rows under a near name such as
    “Author”, a dash where issues would stand, and placeholders, which `leftover-placeholder` speaks of.

    Source: the header table of the template at the base of the change.
    """
    if not context.process.header_fields:
        return
    if not proposal.header:
        if proposal.is_new or (proposal.before and proposal.before.header):
            yield _defect(
                proposal,
                1,
                "The header table is missing: the first thing after the title is a table "
                f"with the rows {', '.join(context.process.header_fields)}.",
                "header",
                context,
            )
        return
    last = max(f.line for f in proposal.header.values())
    for name in context.process.header_fields:
        row = _row(proposal, name)
        if row is None:
            if proposal.is_new or (proposal.before and _row(proposal.before, name)):
                yield _defect(proposal, last, f"The header table has no row “{name}”.", name, context)
        elif not proposal.touches(row.line):
            continue
        elif not row.value.strip(" " if name.casefold() in NICE_TO_HAVE else " -—–"):
            yield _defect(proposal, row.line, f"The header table says nothing under “{name}”.", name, context)
        elif name.casefold() == "created":
            yield from _date(proposal, row, context)


def _row(proposal: Proposal, name: str) -> HeaderField | None:
    near = difflib.get_close_matches(name.casefold(), proposal.header, 1, 0.8)
    return proposal.header[near[0]] if near else None


def _date(proposal: Proposal, row: HeaderField, context: Context) -> Iterable[Defect]:
    if re.search(r"[A-Za-z]{4}-|\?|TB[DA]", row.value):
        return
    found = DATE.search(row.value)
    iso = f"{int(found[1]):04}-{int(found[2]):02}-{int(found[3]):02}" if found else ""
    if found and found[0] == iso and _is_date(iso):
        return
    line = proposal.document.text.line(row.line)
    mended = line.replace(found[0], iso, 1) if found and _is_date(iso) else None
    yield _defect(
        proposal,
        row.line,
        f"“{row.value}” is no date: write it as `YYYY-MM-DD`.",
        row.name,
        context,
        Suggestion(proposal.path, row.line, row.line, mended) if mended else None,
    )


def _is_date(iso: str) -> bool:
    try:
        datetime.date.fromisoformat(iso)
    except ValueError:
        return False
    return True


def _defect(
    proposal: Proposal, line: int, message: str, name: str, context: Context, mend: Suggestion | None = None
) -> Defect:
    asked = context.process.template_line(f"| {name} ") or context.process.template_line("| Status ")
    return Defect(
        path=proposal.path,
        line=line,
        message=message,
        anchor=f"header {name}",
        text=name,
        evidence=(quote(proposal, line), asked) if asked else (quote(proposal, line),),
        suggestion=mend,
    )
