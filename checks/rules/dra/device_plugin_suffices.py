"""A guide from the device plugin to claims names the need for them."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import at_section, is_about_dra, touches
from checks.dra.claims import Claim, claims_in
from checks.manifests import manifests_in
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.rule import OPTIONAL, Found, rule

INSTEAD = lazy(
    r"\b(?:replac\w+|instead of|migrat\w+ from|mov\w+ (?:from|off)|switch\w* from)\b.{0,60}"
    r"\b(?:device[- ]plugin|nvidia\.com/gpu|extended resources?)",
    re.I,
)
NEED = lazy(
    r"\bselectors?\b|\bCEL\b|\bshar(?:e|ed|es|ing)\b|\bMIG\b|\bpartition\w*|\bNUMA\b|\btopolog\w+|\bNIC\b"
    r"|\balign\w*"
    r"|ComputeDomain|\bIMEX\b|\bVFIO\b|\bpass-?through\b|firstAvailable|\bfallback\b|\btaints?\b"
    r"|\battributes?\b"
    r"|\btime[- ]slic\w+|\bMPS\b|\bconfig(?:uration)? per claim\b|\bcapacity\b",
    re.I,
)
MOST = 4


@rule(OPTIONAL, Document, preview=True)
def check(document: Document, context: Context) -> Found:
    """Finds guides that move workloads from the device plugin to claims for whole devices by count, and name
    nothing that a count does not give.

    For whole, equal devices the device plugin is the smaller way. One such need, anywhere in the
    document, changes the answer. Source: "be honest: if workloads just need one whole GPU" of the seed.
    """
    text = document.text.text
    found = INSTEAD.search(text) if is_about_dra(document) else None
    if found is None or NEED.search(text):
        return
    claims = list(claims_in(manifests_in(context.snapshot.head, document.path)))[:MOST]
    line = document.text.line_at(found.start())
    if claims and all(map(_is_plain, claims)) and touches(document, context, line, line):
        message = (
            "These claims ask for whole devices by count, which the device plugin gives with less; name the "
            "need that a count does not meet (selection, sharing, alignment, a fallback), if there is one."
        )
        yield at_section(document, document.section_at(line), message, context, about="need")


def _is_plain(claim: Claim) -> bool:
    wanted = (r.selectors or r.parent or r.body.get("capacity") for r in claim.requests)
    return bool(claim.requests) and not (claim.constraints or claim.configs or any(wanted))
