"""Constraints of a claim: the attribute, the requests that it binds, and how many devices these take."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from checks.context import Context
from checks.dra.claims import Claim, Request, claim_of
from checks.dra.classes import kinds_of_class, known_class
from checks.dra.judged import is_judged
from checks.dra.kubernetes import REMOVED, REQUESTS
from checks.dra.pods import scalar
from checks.dra.published import DeviceKind
from checks.manifests import Manifest
from checks.parse.yaml import Node

MATCH, DISTINCT = "matchAttribute", "distinctAttribute"


class Constraint(Struct, frozen=True, eq=False, dict=True):
    """One constraint. `key` is the field that is used: of both only the first is."""

    claim: Claim
    node: Node
    key: str
    attribute: Node

    @property
    def domain(self) -> str:
        """What stands before the slash, or empty."""
        return self.attribute.text.rpartition("/")[0]

    @property
    def name(self) -> str:
        """What stands behind the slash."""
        return self.attribute.text.rpartition("/")[2]

    @cached_property
    def requests(self) -> list[Request]:
        """The requests that it binds."""
        return self.claim.named_by(self.node)

    @cached_property
    def devices(self) -> int | None:
        """How many devices it binds at most, or None where that is open; of alternatives one is taken."""
        most: dict[str, int] = {}
        for request in self.requests:
            if request.count is None:
                return None
            top = request.parent or f" {request.name}"
            most[top] = max(most.get(top, 0), request.count) if request.parent else request.count
        return sum(most.values())

    def kinds(self, context: Context) -> dict[str, list[DeviceKind]]:
        """For each device class that it binds, the kinds of device; empty lists where these are not known."""
        found = {}
        for name in {r.class_name for r in self.requests}:
            made = known_class(name, self.claim.manifest, context)
            found[name] = kinds_of_class(made, context) if made else []
        return found


def constraints_of(manifest: Manifest, context: Context) -> Iterator[Constraint]:
    """The constraints of a claim that is judged, those that say something."""
    claim = claim_of(manifest)
    if claim is None or claim.version in REMOVED or not is_judged(manifest, context):
        return
    for node in claim.constraints[:REQUESTS]:
        for key in (MATCH, DISTINCT):
            attribute = scalar(node, key)
            if attribute is not None and manifest.is_literal(attribute):
                yield Constraint(claim, node, key, attribute)
                break
