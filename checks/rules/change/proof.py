"""Where a finding about the whole change stands: at the line that makes the change what it is."""

from __future__ import annotations

from msgspec import Struct

from checks.context import Context
from checks.model import Evidence, Reason, Side
from checks.prose import abridged


class Proof(Struct, frozen=True):
    """The line behind a reason, and the side of the change that it is on."""

    path: str
    line: int
    side: Side
    text: str

    @property
    def evidence(self) -> Evidence:
        """The line as evidence."""
        return Evidence(self.path, self.line, self.text)


def proof_of(reason: Reason, context: Context) -> Proof:
    """The line that triggers a reason: at the base for what was removed, else at the head."""
    wanted = (reason.fact, reason.path, reason.line, reason.symbol)
    fact = next((f for f in context.facts.all if (f.kind, f.path, f.line, f.symbol) == wanted), None)
    side = fact.side if fact else Side.HEAD
    source = context.snapshot.base if side is Side.BASE else context.snapshot.head
    text = source.text(reason.path)
    return Proof(reason.path, reason.line, side, text.line(reason.line).strip() if text else "")


def because(context: Context) -> tuple[Evidence, ...]:
    """The first reason's line, then the project's own sentence where the process page has it."""
    reasons = context.classification.reasons
    if not reasons:
        return ()
    page = context.process.evidence_of(reasons[0].because)
    line = proof_of(reasons[0], context).evidence
    return (line, page) if page else (line,)


def triggers(context: Context) -> str:
    """The names that trigger the reasons, without doubles, the first few of them."""
    names = list(dict.fromkeys(f"`{r.symbol}`" for r in context.classification.reasons))
    return abridged(names, 3)
