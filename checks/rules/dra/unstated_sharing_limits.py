"""A guide in which pods share a claim says what that binds them to."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import at_section, is_about_dra, touches_section
from checks.globs import matches
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.rule import OPTIONAL, Found, rule

SHARED = lazy(
    r"\b(?:pods?|workloads?)\b[^.\n]{0,60}\bshar(?:e|es|ed|ing)\b[^.\n]{0,60}\bResourceClaim\b", re.I
)
LIMIT = lazy(
    r"same namespace|one namespace|same node|one node|single node|\b256\b|lifetime|outlive|as long as"
    r"|deleted (?:when|after)"
    r"|fair|same GPU|co-?locat|namespace",
    re.I,
)


@rule(OPTIONAL, Document, preview=True)
def check(document: Document, context: Context) -> Found:
    """Finds sections in which several pods share one ResourceClaim, in a document that names none of the
    limits: one namespace, one node, 256 pods, the claim's lifetime, no fairness.

    One of them is enough, and what describes tests is left alone. Source: `reservedFor` of Kubernetes'
    ResourceClaim.
    """
    in_tests = matches(document.path, context.profile.paths.tests)
    if in_tests or not is_about_dra(document) or LIMIT.search(document.text.text):
        return
    for section in document.sections():
        own = " ".join(b.plain for b in section.blocks)
        if SHARED.search(own) and touches_section(document, context, section):
            message = (
                "Pods that share a ResourceClaim stay in its namespace and on its node, at most 256 of them; "
                "say so here."
            )
            yield at_section(document, section, message, context, about="limits of sharing")
            return
