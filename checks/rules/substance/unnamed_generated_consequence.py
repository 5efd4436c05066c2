"""An API change names what is generated from it."""

from __future__ import annotations

import re

from checks.answers import answer, document_prose, gap, ticked, touched
from checks.context import Context
from checks.model import Evidence
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import affirmed, sentences
from checks.rule import OPTIONAL, Found, rule

GENERATED = lazy(
    r"\bgenerat(?:ed|es?|ors?|ing)\b|\bregenerat\w*|deep-?copy|clientset|informers? and listers?"
    r"|\blisters?\b|controller-gen"
    r"|\bcodegen\b"
    r"|\bcrds/|CRD (?:YAML|manifests?|bundle)|zz_",
    re.I,
)
NEW_FIELD = lazy(
    r"\b(?:adds?|adding|new|introduces?|optional|additive|extends?|required)\b[^.;]{0,60}"
    r"\b(?:CRDs?|fields?|kinds?|enum|opaque config\w*|status|spec)\b",
    re.I,
)


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a proposal that ticks the API box, adds to a type, and nowhere names what is generated from it.

    Deepcopy functions, clients and CRD manifests move with a type; a reviewer wants to know that they are
    counted. One word on any of them, anywhere, is enough. Source: the review invariant that affected
    components name generated consequences.
    """
    section = proposal.section("components")
    api = answer(proposal, "api-changes")
    if section is None or api is None or "api" not in ticked(proposal, context):
        return
    if not touched(proposal, section) or GENERATED.search(document_prose(proposal)):
        return
    if not any(affirmed(s.text, NEW_FIELD) for s in sentences(api)):
        return
    owners = [g.command for g in context.profile.generated if any("deepcopy" in o for o in g.outputs)]
    command = f" and the command that makes them, `{owners[0]}`" if owners else ""
    message = (
        f"{section.title} does not name the generated outputs of the API change (deepcopy, clients, "
        f"CRDs){command}."
    )
    box = next((b for b, tick in proposal.components() if tick), None)
    line = box.line if box else section.line
    evidence = (Evidence(proposal.path, line, proposal.document.text.line(line).strip()),)
    yield gap(proposal, section, message, evidence, about="generated outputs")
