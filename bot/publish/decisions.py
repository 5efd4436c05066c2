"""What is for others to settle, told apart from what is settled and from what may wait."""

from __future__ import annotations

from collections.abc import Sequence

from bot.publish.escape import cell, code
from checks.model import Decision, Review

SETTLE = "For others to settle"
HOW = "Whoever may decide answers with `/design decide {} ANSWER` on a line of its own."
HEAD = "| | question | {} |\n|---|---|---|"


def decision_blocks(review: Review) -> list[str]:
    """A section for what holds the change up until somebody answers, one for answers, one for the rest."""
    open_now = [d for d in review.decisions if d.blocks and not d.answer]
    blocks = []
    if open_now:
        blocks += [f"### {SETTLE}", _table("asked of", open_now), HOW.format(open_now[0].id)]
    answered = [d for d in review.decisions if d.answer]
    if answered:
        blocks += ["### Settled", _table("answer", answered)]
    waiting = [d for d in review.decisions if not d.blocks and not d.answer]
    if waiting:
        blocks += ["### Open, and holding nothing up yet", _table("asked of", waiting)]
    return blocks


def _table(last: str, decisions: Sequence[Decision]) -> str:
    rows = [f"| {d.id} | {cell(d.question)} | {_last(d)} |" for d in decisions]
    return "\n".join([HEAD.format(last), *rows])


def _last(decision: Decision) -> str:
    if decision.answer:
        return f"{cell(decision.answer.text)} ({code(decision.answer.by)})"
    return ", ".join(code(name) for name in (decision.owner or "").split(", ") if name) or "anybody who may"
