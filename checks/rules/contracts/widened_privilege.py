"""A pod that may do more to its node, or a claim that may do more than its share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.functions import product_go
from checks.globs import matches
from checks.model import Defect, Evidence, Fact, Severity
from checks.parse.template import without_actions
from checks.pattern import lazy
from checks.proofs import at_fact
from checks.prose import names_any
from checks.rule import BLOCKING, OPTIONAL, rule
from checks.snapshot import Change

ADMIN = lazy(r"(?:^|[-{,\s])[\"']?adminAccess[\"']?:\s*(?:[\"']?true\b|\{\{)")
IN_CODE = lazy(r"\bAdminAccess\s*[:=]=?\s*(?:\w+\.)?(?:&|\w+\()?(?:\[bool\]\()?true\b")
SAID = {
    "host-path": "the host path `{}`",
    "host-namespace": "`{}: true`",
    "bidirectional-mount": "a bidirectional mount at `{}`",
    "capability": "the capability `{}`",
    "security-context-constraints": "the security context constraints `{}`",
    "root": "`runAsUser: 0`",
    "escalation": "`allowPrivilegeEscalation: true`",
}
SPOKEN = ("adminAccess", "admin access")


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A pod of the chart or of a component gains a privilege, or a shipped claim asks for admin access.

    Admin access is a privileged override of allocation, not a way to share a device: it is blocking unless a
    proposal speaks of it. Other privileges are optional to explain.

    Left alone: what another pod of the same templates had before, and claims of tests and examples. A claim
    that asks for it only where a setting says so is optional to explain.

    Source: the risk section of the template, and the review of the change that shipped such a claim.
    """
    for fact in context.facts.of("privilege-added"):
        words = fact.symbol.split(" ")
        if not _spoken_of(context, (words[0], words[-1])):
            yield at_fact(fact, context, f"{_owner(fact)} gains {_said(fact)}. Say what needs it.")
    for proof in _admin_claims(context):
        explained = "{{" in proof.text or _spoken_of(context, SPOKEN)
        severity: Severity = OPTIONAL if explained else BLOCKING
        yield Defect(
            path=proof.path,
            line=proof.line,
            message="A claim that is shipped asks for admin access, which overrides every allocation. "
            "Model what is shared as a device that several claims can have, or settle it in a proposal.",
            anchor="adminAccess",
            text="adminAccess true",
            evidence=(proof,),
            severity=severity,
        )


def _owner(fact: Fact) -> str:
    bare = without_actions(fact.traits.get("owner", ""))
    return f"`{bare}`" if bare else "A pod"


def _said(fact: Fact) -> str:
    kind = fact.traits.get("privilege", "")
    return SAID.get(kind, f"`{kind}: true`").format(fact.after)


def _spoken_of(context: Context, words: tuple[str, ...]) -> bool:
    documents = (p.document.top.words for p in (*context.proposals, *context.linked))
    return any(names_any(text, words) for text in documents)


def _admin_claims(context: Context) -> Iterator[Evidence]:
    """Added lines of shipped templates, or of the product's code, that turn admin access on."""
    contracts = context.profile.contracts
    shipped = (*contracts.templates, *(f"{g.rstrip('/')}/templates/**" for g in contracts.charts))
    templates = [c for c in context.snapshot.changes if c.new_path and matches(c.new_path, shipped)]
    yield from (found for change in templates for found in _added(change, ADMIN, "#", context))
    for change in product_go(context.snapshot, context.profile):
        yield from _added(change, IN_CODE, "//", context)


def _added(change: Change, wanted: re.Pattern[str], comment: str, context: Context) -> Iterator[Evidence]:
    text = context.snapshot.head.text(change.new_path) if change.new_path else None
    for number, line in enumerate(text.lines if text else (), 1):
        if text and wanted.search(line.partition(comment)[0]) and change.touches_head(number):
            yield Evidence(text.path, number, line.strip())
