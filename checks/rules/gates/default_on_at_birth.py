"""A new gate that is on from its first day."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from checks.context import Context
from checks.description import body_of
from checks.model import Defect, Fact
from checks.pattern import lazy
from checks.proofs import at_fact, line_at
from checks.rule import BLOCKING, rule
from checks.rules.gates.spec import key_line, said_of

ON = lazy(r"\b(?:on|enabled|true) by default\b|\bdefaults? (?:is |to |= ?)?(?:on|true|enabled)\b", re.I)
SOAKED = lazy(
    r"\bsoak\w*|\bin production\b|\b(?:\d+|one|two|three|several) (?:releases?|weeks?|months?)\b", re.I
)


@rule(BLOCKING, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A feature gate is registered for the first time, and it is on by default.

    Nobody has run the behaviour yet, and every cluster gets it with the next upgrade.

    Left alone: a gate that takes the place of one which was on, and one whose proposal or description says
    that it is on and what it has been through. An Alpha gate that is on is another rule's matter.

    Source: the graduation criteria on the process page: use comes before the default.
    """
    if fact.kind != "feature-gate-added" or fact.traits.get("default") != "true":
        return
    if fact.traits.get("stage") == "Alpha" or _replaces(context) or _argued(fact, context):
        return
    line = key_line(fact, context, "Default")
    page = context.process.page_line("soak time")
    message = (
        f"`{fact.symbol}` is new and on by default, and nothing shows that it has been through anything yet. "
        "Register it as Alpha and off, or show where it has soaked."
    )
    where = line_at(context.snapshot.head, fact.path, line)
    yield replace(at_fact(fact, context, message, where, *([page] if page else [])), line=line)


def _replaces(context: Context) -> bool:
    return any(f.traits.get("default") == "true" for f in context.facts.of("feature-gate-removed"))


def _argued(fact: Fact, context: Context) -> bool:
    if SOAKED.search(body_of(context.subject)):
        return True
    return any(ON.search(sentence.text) for _, sentence in said_of(fact, context))
