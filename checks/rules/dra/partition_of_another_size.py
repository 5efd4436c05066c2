"""A claim takes as many devices as the group holds by which it chooses them."""

from __future__ import annotations

from collections.abc import Iterator

from checks.context import Context
from checks.dra.claims import Claim, claim_of
from checks.dra.constraints import MATCH, constraints_of
from checks.dra.judged import fault, is_judged
from checks.dra.pinned import pinned
from checks.dra.sized_groups import SizedGroup, sized_group
from checks.manifests import Manifest
from checks.parse.yaml import Node
from checks.proofs import line_at
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds claims that choose devices by their group of one size, in a constraint or a selector, and take
    another number of devices.

    The driver prepares a set of devices only where it is one whole group. Counts that are open, alternatives
    and selectors with `||` pass. Source: the attributes whose name the code makes of a group's size, at the
    head.
    """
    claim = claim_of(manifest) if is_judged(manifest, context) else None
    told: set[str] = set()
    for node, name, group, devices in _chosen(claim, manifest, context) if claim else ():
        if devices != group.size and name not in told:
            told.add(name)
            message = (
                f"`{name}` is for groups of {group.size} devices, and this takes {devices}: what is "
                "allocated is not the group by which it is chosen."
            )
            line = line_at(context.snapshot.head, group.offer.path, group.offer.line)
            yield fault(manifest, node, message, context, line, about=name)


def _chosen(
    claim: Claim, manifest: Manifest, context: Context
) -> Iterator[tuple[Node, str, SizedGroup, int]]:
    """Where devices are chosen by a group, with its name and how many are."""
    for constraint in constraints_of(manifest, context):
        group = sized_group(constraint.domain, constraint.name, context) if constraint.key == MATCH else None
        alternatives = any(r.parent for r in constraint.requests)
        if group and constraint.devices is not None and not alternatives:
            yield constraint.attribute, constraint.name, group, constraint.devices
    counted: dict[str, tuple[Node, SizedGroup, list[int | None]]] = {}
    for request in claim.requests:
        reads = {r.reference.name: (s, r) for s in request.selectors for r in pinned(s)}
        for name, (selector, read) in reads.items():
            group = sized_group(read.reference.domain, name, context)
            if group:
                counts = counted.setdefault(name, (selector.node, group, []))[2]
                counts.append(None if request.parent else request.count)
    for name, (node, group, counts) in counted.items():
        known = [c for c in counts if c is not None]
        if len(known) == len(counts):
            yield node, name, group, sum(known)
