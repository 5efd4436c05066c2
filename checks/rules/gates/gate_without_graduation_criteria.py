"""A gate says what takes it to the next stage."""

from __future__ import annotations

import re

from checks.answers import answer, asked_for, document_prose, gap
from checks.context import Context
from checks.proposal import Proposal
from checks.proposed_gates import proposed_gate
from checks.prose import listed, prose
from checks.registered_gates import registered_gates
from checks.rule import BLOCKING, OPTIONAL, Found, rule

STABLE = re.compile(
    r"\b(?:ships?|introduced|target(?:s|ed)?|starts?|enters?)\b[^.]{0,30}\b(?:Stable|GA)\b|\bat (?:Stable"
    r"|GA)\b",
    re.I,
)
BESIDE = "interoperability"
NEXT_STAGE = re.compile(r"\b(?:graduat\w*|promot\w*|beta|stable|GA)\b", re.I)
CRITERIA = (
    (
        "feature completeness",
        re.compile(
            r"\b(?:complete\w*|feature[- ]complete|all (?:the |our |\w+ )?(?:goals|non-optional|features"
            r"|functionality|of the design|slices|phases|parts|pieces|components|steps)"
            r"|(?:goals|slices|phases|features|tests|API) (?:\w+ )?(?:met|holds?|merged|green|pass(?:ed|es)?"
            r"|done|covered)"
            r"|implement\w+|as designed|designed|functional\w*|full(?:y)? (?:support|implement)\w*"
            r"|(?:scope|feature set|API|surface) (?:is )?(?:done|final|frozen|settled))\b",
            re.I,
        ),
    ),
    (
        BESIDE,
        re.compile(
            r"\b(?:interop\w*|alongside|together with|besides?|next to|side by side|in combination|combin\w+"
            r"|works? (?:reliably )?with|(?:tested|validated|verified|exercised) (?:against|with|beside)"
            r"|compatib\w+|adjacent|compos\w+"
            r"|co-?exist\w*)\b",
            re.I,
        ),
    ),
    (
        "stability and soak time",
        re.compile(
            r"\b(?:soak\w*|stab(?:le|ility) (?:and|in|over|for|under|across|evidence)|production\w*|(?:one"
            r"|two|three|1|2|3|several) (?:minor )?releases?|weeks?|months?|\d+ days?|long enough"
            r"|no (?:open |known )?(?:regressions?|critical|blocking|bugs)|bake\w*|in the field"
            r"|exercised)\b",
            re.I,
        ),
    ),
)


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Names which of the project's three graduation criteria a new gate leaves out.

    Without them a gate stays Alpha for ever, or graduates by mood. The gate's section is read; where it is
    missing the whole document is, and the finding is optional. A gate that begins at Stable passes. Source:
    the process page: feature completeness, interoperability, stability and soak time.
    """
    gate = proposed_gate(proposal, context)
    if gate is None or gate.graduates:
        return
    section = proposal.section("gate")
    asked = answer(proposal, "gate") if section else gate.section
    if asked is None:
        return
    text = prose(section) if section else document_prose(proposal, ("alternatives", "non-goals"))
    if STABLE.search(text) and not re.search(r"\bgraduat|\b(?:to|for) (?:Beta|Stable|GA)\b", text, re.I):
        return
    if section is None:
        text = " ".join(
            s for s in re.split(r"(?<=[.!?])\s", text) if re.search(r"\b(?:graduat|promot|beta)\w*", s, re.I)
        )
    beside = _gates_beside(text, gate.name, context)
    missing = [name for name, said in CRITERIA if not said.search(text) and not (name == BESIDE and beside)]
    if missing:
        message = f"Graduation of `{gate.name}` does not speak of {listed(missing, 'or')}."
        evidence = asked_for(context, "three criteria", "what graduation asks for")
        severity = BLOCKING if section else OPTIONAL
        yield gap(
            proposal, asked, message, evidence, about=f"{gate.name} {' '.join(missing)}", severity=severity
        )


def _gates_beside(text: str, name: str, context: Context) -> bool:
    """Whether a sentence on the next stage names two other gates: what else would it say of them."""
    known = registered_gates(context.snapshot.base, context.profile)
    said = (s for s in re.split(r"(?<=[.!?])\s|\n", text) if NEXT_STAGE.search(s))
    return any(
        len({n for n in known if n != name and re.search(rf"\b{re.escape(n)}\b", s)}) > 1 for s in said
    )
