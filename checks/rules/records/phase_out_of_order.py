"""Phases that build on what comes after them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.model import Defect, Evidence
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.plans import Phase, Plan, plan_of
from checks.rule import BLOCKING, rule
from checks.rules.records.gaps import at_phase

API = lazy(
    r"\bAPI\b|\bCRDs?\b|\b(?:Go )?types?\b|\bvalidation\b|\bdefaulting\b|\bopaque config\w*"
    r"|\bcheckpoint (?:field|format"
    r"|schema)s?\b",
    re.I,
)
GENERATED = lazy(r"\bgenerat\w+|\bdeepcop\w+|\bclientsets?\b|\binformers?\b|\blisters?\b", re.I)
CONSUMER = lazy(r"\b(?:kubelet[- ])?plugins?\b|\bcontrollers?\b|\bdaemons?\b|\bconsum\w+|\bwebhook\b", re.I)
WIRING = lazy(r"\bhelm\b|\bcharts?\b|\bdeployment wiring\b|\bRBAC\b|\bvalues\b|\bDaemonSet\b", re.I)
BINARY = lazy(
    r"\bbinar(?:y|ies)\b|\bflags?\b|\bplugins?\b|\bcontrollers?\b|\bdaemons?\b|\bbehaviou?r\b", re.I
)
ORDER = (
    ("generated outputs", GENERATED, "the types that they are made from", API, (GENERATED,)),
    ("consumers of the API", CONSUMER, "the API itself", API, (GENERATED, WIRING)),
    ("deployment wiring", WIRING, "the binary that it starts", BINARY, (GENERATED, API)),
)


@rule(BLOCKING, Document)
def check(document: Document, context: Context) -> Iterable[Defect]:
    """A phase comes before another that it needs: consumers before the API, generated outputs before their
    source, deployment wiring before the binary.

    The tree does not build between the two, or ships a setting without effect.

    Left alone: phases whose headings do not say what they are about, those that bring both, and phases that
    the change does not touch.

    Source: the implementation plan: API before consumers, wiring after binary behavior, generated after
    source.
    """
    plan = plan_of(document, context)
    for early, late, what, needed in _swapped(plan) if plan else ():
        line = late.section.line
        proof = Evidence(document.path, line, document.text.line(line).strip())
        message = (
            f"“{early.title}” brings {what} before {needed} (line {line}). "
            "Put that phase first, or join the two."
        )
        yield at_phase(document, early, message, proof)


def _swapped(plan: Plan) -> Iterator[tuple[Phase, Phase, str, str]]:
    """Each phase that needs a later one, with that one; the first pair of each kind."""
    for what, later, needed, earlier, apart in ORDER:
        sources = [p for p in plan.phases if earlier.search(p.title) and not _is_any(p, apart)]
        users = [p for p in plan.phases if later.search(p.title) and not earlier.search(p.title)]
        users = [p for p in users if what == "generated outputs" or not _is_any(p, apart)]
        if sources and users and users[0].number < sources[0].number:
            yield users[0], sources[0], what, needed


def _is_any(phase: Phase, patterns: tuple[re.Pattern[str], ...]) -> bool:
    return any(pattern.search(phase.title) for pattern in patterns)
