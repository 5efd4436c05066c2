"""What is for others to settle, told apart from what is settled and from what may wait."""

from __future__ import annotations

from collections.abc import Sequence

from bot.publish.escape import code, prose
from checks.model import Decision, Review

SETTLE = "For others to settle"
HOW = "Whoever may decide answers with `/design decide {} ANSWER` on a line of its own."


def decision_blocks(review: Review) -> list[str]:
    """A section for what holds the change up until somebody answers, one for answers, one for the rest."""
    open_now = [d for d in review.decisions if d.blocks and not d.answer]
    blocks = _section(SETTLE, open_now)
    if open_now:
        blocks.append(HOW.format(open_now[0].id))
    blocks += _section("Settled", [d for d in review.decisions if d.answer])
    waiting = [d for d in review.decisions if not d.blocks and not d.answer]
    return blocks + _section("Open, and holding nothing up yet", waiting)


def _section(title: str, decisions: Sequence[Decision]) -> list[str]:
    rows = [f"- **{d.id}**: {prose(d.question)}{_whose(d)}" for d in decisions]
    return [f"### {title}", "\n".join(rows)] if rows else []


def _whose(decision: Decision) -> str:
    if decision.answer:
        return f"\n  {prose(decision.answer.text)} ({code(decision.answer.by)})"
    asked = ", ".join(code(name) for name in (decision.owner or "").split(", ") if name)
    return f"\n  Asked of {asked}" if asked else ""
