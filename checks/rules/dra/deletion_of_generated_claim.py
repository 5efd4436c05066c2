"""Claims that belong to pods go with their pods."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claims import CLAIM, TEMPLATE
from checks.manifests import manifests_in
from checks.model import Defect
from checks.parse.markdown import Document
from checks.parse.text import Breaks
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import OPTIONAL, Found, rule

DELETES = lazy(
    r"^(?:[$>] |sudo |\s){0,9}kubectl\b[^\n#|;]{0,200}?\bdelete\s{1,9}resourceclaims?"
    r"(?:\.resource\.k8s\.io)?(?:/|\s{1,9})(?P<name>[\w.-]{1,253}|<[^>\n]{1,99}>)",
    re.M,
)


@rule(OPTIONAL, Document)
def check(document: Document, context: Context) -> Found:
    """Finds `kubectl delete resourceclaim` in a document whose claims all come from templates.

    Such a claim belongs to its pod: it is made and deleted with it, and while the pod runs the deletion
    waits. Deleting the pod does what is meant. A claim that the reader created in the same document passes,
    and so does a document without a template.

    Source: the resourceclaim controller in kube-controller-manager, which owns generated claims.
    """
    if DELETES.search(document.text.text) is None:
        return
    change = context.snapshot.changed(document.path)
    shown = manifests_in(context.snapshot.head, document.path)
    if any(m.kind == CLAIM for m in shown) or not any(m.kind == TEMPLATE for m in shown):
        return
    for block in document.blocks("fence"):
        breaks = Breaks(block.content)
        for found in DELETES.finditer(block.content):
            line = block.content_line + breaks.before(found.start("name"))
            if change is not None and change.touches_head(line):
                yield Defect(
                    path=document.path,
                    line=line,
                    message="Claims made from a template belong to their pods; delete the pod, and its claim "
                    "goes with it.",
                    section=document.section_at(line).title,
                    anchor=document.section_at(line).title,
                    text=found[0].strip(),
                    evidence=(line_at(context.snapshot.head, document.path, line),),
                )
