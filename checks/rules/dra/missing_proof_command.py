"""A guide that applies claims shows how to see that it worked."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import Command, at_section, commands, is_about_dra, touches
from checks.dra.claims import claims_in
from checks.manifests import manifests_in
from checks.parse.markdown import Document
from checks.rule import OPTIONAL, Found, rule

APPLY = re.compile(r"\bkubectl\s+(?:[-\w=. ]{0,60}\s)?(?:apply|create)\s+-f\b")
PROOF = re.compile(
    r"\b(?:kubectl|oc|k9s)\s+(?:[-\w=. ]{0,60}\s)?(?:get|describe|logs?|wait|exec|events?|rollout)\b"
    r"|\bnvidia-smi\b|\bnvidia_dra_"
    r"|resourceslices?\b.{0,40}\b(?:list|get)|status\.allocation|FailedPrepareDynamicResources",
    re.I,
)


@rule(OPTIONAL, Document)
def check(document: Document, context: Context) -> Found:
    """Finds guides that apply a claim and end there.

    What shows that it worked is a command: the slices of a node, the claim's allocation, the pod's log or
    events, the driver's metrics. One of them anywhere is enough. Source: "observe and test" of the seed
    of this catalogue.
    """
    if not is_about_dra(document) or context.process.page_path == document.path:
        return
    applied = next((c for c in commands(document.top) if APPLY.search(c.text)), None)
    if applied is None or PROOF.search(document.text.text) or not _shows_claims(document, context):
        return
    if _is_touched(document, applied, context):
        message = "This ends when the claim is applied; show the command that proves it, such as "
        message += "`kubectl get resourceclaims` or the pod's log."
        yield at_section(document, applied.section, message, context, about="proof")


def _shows_claims(document: Document, context: Context) -> bool:
    return any(claims_in(manifests_in(context.snapshot.head, document.path)))


def _is_touched(document: Document, applied: Command, context: Context) -> bool:
    return touches(document, context, applied.line, applied.line)
