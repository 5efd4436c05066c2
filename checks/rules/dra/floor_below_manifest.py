"""The floor that a page states is enough for the manifests that it shows."""

from __future__ import annotations

from collections.abc import Iterator

from checks.context import Context
from checks.dra.claims import version_of
from checks.dra.judged import is_judged
from checks.dra.kubernetes import BETAS, GATES, VERSIONS, Release, said
from checks.dra.versions import floors_in, names_gate
from checks.manifests import Manifest, manifests_in
from checks.model import Defect, Evidence
from checks.parse.markdown import Document
from checks.parse.yaml import Node
from checks.proofs import line_at
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Document)
def check(document: Document, context: Context) -> Found:
    """Finds pages that state a Kubernetes floor and show manifests that need a newer release: a version of
    `resource.k8s.io` that came later, or a field whose gate was off by default at the floor and is not named.

    Pages that state several floors, or show a beta version beside `v1` for older clusters, pass; proposals
    have a rule of their own.

    Source: the releases that serve a version, and `pkg/features/kube_features.go`.
    """
    if any(p.path == document.path for p in context.proposals):
        return
    stated = [floor for floor, _ in floors_in(document)]
    change = context.snapshot.changed(document.path)
    if not stated or len({f.release for f in stated}) > 1 or change is None:
        return
    floor = stated[0]
    shown = [m for m in manifests_in(context.snapshot.head, document.path) if is_judged(m, context)]
    if any(version_of(m) in BETAS for m in shown):
        return
    for needed, why, line in sorted(_needs(shown, context), reverse=True):
        touched = change.touches_head(line) or change.touches_head(floor.evidence.line)
        if needed > floor.release and touched:
            section = document.section_at(line)
            yield Defect(
                path=document.path,
                line=line,
                message=f"{why} needs Kubernetes {said(needed)}; this page asks for {said(floor.release)}.",
                section=section.title,
                anchor=section.title,
                text=f"{why} {said(floor.release)}",
                evidence=(
                    line_at(context.snapshot.head, document.path, line),
                    Evidence(floor.evidence.path, floor.evidence.line, floor.evidence.text),
                ),
            )
            return


def _needs(shown: list[Manifest], context: Context) -> Iterator[tuple[Release, str, int]]:
    for manifest in shown:
        version = version_of(manifest)
        if version in VERSIONS:
            yield VERSIONS[version].first, f"`resource.k8s.io/{version}`", manifest.line
            yield from _gated(manifest, context)


def _gated(manifest: Manifest, context: Context) -> Iterator[tuple[Release, str, int]]:
    gated = context.profile.contracts.upstream_gated
    stack: list[Node] = [manifest.root]
    while stack:
        node = stack.pop()
        stack += node.items
        for entry in node.entries:
            stack.append(entry.value)
            stages = GATES.get(gated.get(entry.key, ""))
            if stages and stages.on and not names_gate(manifest, gated[entry.key], context):
                yield stages.on, f"`{entry.key}` without naming the gate `{gated[entry.key]}`", entry.line
