"""Lines as evidence, and findings that stand where a fact shows."""

from __future__ import annotations

from checks.context import Context
from checks.functions import Pair
from checks.model import Defect, Evidence, Fact, Severity, Side, Suggestion
from checks.snapshot import Source

LONGEST = 200


def side_of(context: Context, side: Side) -> Source:
    """The tree of one side of the change."""
    return context.snapshot.base if side is Side.BASE else context.snapshot.head


def line_at(source: Source, path: str, line: int) -> Evidence:
    """A line as it stands there."""
    text = source.text(path)
    return Evidence(path, line, text.line(line).strip()[:LONGEST] if text else "")


def at_fact(
    fact: Fact,
    context: Context,
    message: str,
    *more: Evidence,
    severity: Severity | None = None,
    suggestion: Suggestion | None = None,
    about: str = "",
) -> Defect:
    """A defect at the line that proves a fact, with that line as evidence and `more` behind it."""
    return Defect(
        path=fact.path,
        line=fact.line,
        message=message,
        anchor=fact.symbol,
        text=about or f"{fact.kind} {fact.before or ''} {fact.after or ''}".strip(),
        evidence=(line_at(side_of(context, fact.side), fact.path, fact.line), *more),
        suggestion=suggestion,
        severity=severity,
        side=fact.side,
    )


def in_function(pair: Pair, line: int, message: str, context: Context, *more: Evidence, about: str) -> Defect:
    """A defect at a line of a function as it is now, with that line as evidence and `more` behind it."""
    path = pair.head.file.path if pair.head else ""
    return Defect(
        path=path,
        line=line,
        message=message,
        anchor=pair.symbol,
        text=about,
        evidence=(line_at(context.snapshot.head, path, line), *more),
    )
