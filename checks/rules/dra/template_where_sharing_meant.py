"""Pods that are said to share a device share a claim."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.applied import claim_for
from checks.dra.judged import fault, is_judged
from checks.dra.pods import pods_of
from checks.dra.sharing_words import comments_of
from checks.manifests import Manifest
from checks.pattern import lazy
from checks.rule import BLOCKING, Found, rule

SHARING = lazy(
    r"\b(?:(?:two|three|several|multiple|many|both|\d+|all)\s+pods\s+(?:that\s+)?shar(?:e|ing)"
    r"|(?:shared|sharing)\s+(?:\w+\s+){0,4}?(?:across|between|among|by)\s+(?:\w+\s+){0,2}?pods"
    r"|pods\s+(?:that\s+)?shar(?:e|ing)\s+(?:one|the same|a single|a)\b"
    r"|(?:two|three|several|multiple|many|both|\d+|all)\s+pods\b[^.]{0,60}?\b(?:shared|the\s+same)\W"
    r"(?:\w+\W+){0,4}?(?:GPU|device)\b)",
    re.I,
)
APART = lazy(r"\b(?:different|distinct|separate|dedicated|(?:its|their)\s+own|each\s+gets?)\b", re.I)
FEW = 10  # claims of a pod that is looked at; an example has one or two
OTHERWISE = lazy(r"consumable|\bshares\b|allowMultipleAllocations|multiple allocations|partition", re.I)


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds several pods that name one ResourceClaimTemplate where the words above them, or the comments of
    their file, say that the pods share a device.

    A template makes a claim for each pod, so each is given a device of its own; sharing takes one
    ResourceClaim that all of them name. Containers of one pod share its claim and pass. So does sharing by
    consumable capacity, where separate claims are given parts of one device.

    Source: `ResourceClaimTemplateName` in k8s.io/api/core/v1.
    """
    text = context.snapshot.head.text(manifest.path)
    if text is None or not pods_of(manifest) or not is_judged(manifest, context):
        return
    said = manifest.said_before or comments_of(manifest.path, context).replace("\n", " ")
    if not SHARING.search(said) or APART.search(said) or OTHERWISE.search(text.text):
        return
    for pod in pods_of(manifest):
        for claim in pod.claims[:FEW]:
            if claim.template is None or not manifest.is_literal(claim.template):
                continue
            name = claim.template.text
            users = [
                (p, p.copies or 1)
                for m in manifest.bundle
                if m.said_before == manifest.said_before
                for p in pods_of(m)
                if any(c.template is not None and c.template.text == name for c in p.claims[:FEW])
            ]
            several = sum(n for _, n in users) > 1 and users[0][0] is pod
            if several and claim_for(claim, manifest, context):
                message = (
                    f"The template `{name}` makes a claim, and so a device, for each pod; to share one, "
                    "name a ResourceClaim in all of them."
                )
                yield fault(manifest, claim.template, message, context, about=name)
