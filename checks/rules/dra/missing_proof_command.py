"""A guide that applies claims, or moves to them, shows how to see that it worked."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import Command, at_section, commands, is_about_dra, touches
from checks.dra.claims import claims_in
from checks.manifests import manifests_in
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.rule import OPTIONAL, Found, rule

APPLY = lazy(r"\bkubectl\s+(?:[-\w=. ]{0,60}\s)?(?:apply|create)\s+-f\b")
MOVES = lazy(
    r"\b(?:helm|kubectl|oc)\s+(?:[-\w=. ]{0,60}\s)?(?:install|upgrade|uninstall|apply|create|delete|label"
    r"|patch|scale|drain|uncordon|set|replace|edit)\b",
    re.I,
)
MOVING = lazy(
    r"\bmigrat(?:e|ing|ion)\b|\broll(?:ing)?[- ]?back\b|\bupgrad(?:e|ing)\b|\bdowngrad(?:e|ing)\b"
    r"|\bcut-?over\b|\bswitch(?:ing)? (?:from|over|back)\b",
    re.I,
)
SEEN = lazy(
    r"\b(?:verif(?:y|ies|ied)|confirm\w*|check (?:that|whether|if)|make sure|ensure|wait (?:for|until)|watch"
    r"|observ\w+|look (?:at|for)|you should see)\b",
    re.I,
)
PROOF = lazy(
    r"\b(?:kubectl|oc|k9s)\s+(?:[-\w=. ]{0,60}\s)?(?:get|describe|logs?|wait|exec|events?|rollout)\b"
    r"|\bnvidia-smi\b|\bnvidia_dra_"
    r"|resourceslices?\b.{0,40}\b(?:list|get)|status\.allocation|FailedPrepareDynamicResources",
    re.I,
)


@rule(OPTIONAL, Document)
def check(document: Document, context: Context) -> Found:
    """Finds guides that apply a claim and end there, and steps of a migration, an upgrade or a rollback that
    do.

    What shows that it worked is a command: the slices of a node, the claim's allocation, the pod's log or
    events, the driver's metrics. One of them anywhere is enough, and to a migration so is a sentence that
    has the reader verify, confirm or watch. Source: "observe and test" of the seed of this catalogue.
    """
    if not is_about_dra(document) or context.process.page_path == document.path:
        return
    if PROOF.search(document.text.text):
        return
    applied = next((c for c in commands(document.top) if APPLY.search(c.text)), None)
    if applied and _shows_claims(document, context) and _is_touched(document, applied, context):
        message = "This ends when the claim is applied; show the command that proves it, such as "
        message += "`kubectl get resourceclaims` or the pod's log."
        yield at_section(document, applied.section, message, context, about="proof")
        return
    last = _last_move(document)
    if last and _is_touched(document, last, context):
        message = (
            "This ends with the last command; show what proves that it worked, such as "
            "`kubectl get resourceslices` or the pods of the driver."
        )
        yield at_section(document, last.section, message, context, about="proof")


def _shows_claims(document: Document, context: Context) -> bool:
    return any(claims_in(manifests_in(context.snapshot.head, document.path)))


def _last_move(document: Document) -> Command | None:
    """The last command of a section whose heading promises a move, in a document that never looks."""
    if SEEN.search(" ".join(b.plain for b in document.top.all_blocks() if b.kind != "fence")):
        return None
    steps = [c for s in document.sections() if MOVING.search(s.title) for c in commands(s)]
    return next((c for c in reversed(steps) if MOVES.search(c.text)), None)


def _is_touched(document: Document, applied: Command, context: Context) -> bool:
    return touches(document, context, applied.line, applied.line)
