"""One physical device is requested once in a claim."""

from __future__ import annotations

from collections.abc import Iterator

from checks.context import Context
from checks.dra.claims import Request, claim_of
from checks.dra.fitting import given_by
from checks.dra.judged import fault, is_judged
from checks.dra.pinned import pinned
from checks.manifests import Manifest
from checks.rule import OPTIONAL, Found, rule
from checks.rules.dra.unsatisfiable_constraint import ADDRESS, OWN_NAMES


@rule(OPTIONAL, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds two requests of a claim that ask for devices of two kinds with one and the same identity, such as
    a whole device and its passed-through form with the same UUID.

    Both are one piece of hardware: what prepares one form takes the other away. Requests for two devices
    pass, and so do alternatives of one request. Source: the classes of the chart and the code that publishes
    devices, at the head.
    """
    claim = claim_of(manifest) if is_judged(manifest, context) else None
    seen: dict[tuple[str, object], Request] = {}
    for request in claim.requests if claim else ():
        for identity in _identities(request):
            other = seen.setdefault(identity, request)
            kinds = [given_by(r, manifest, context) for r in (other, request)]
            alternatives = other.parent is not None and other.parent == request.parent
            if other is not request and all(kinds) and kinds[0] != kinds[1] and not alternatives:
                names = f"`{other.full_name}` and `{request.full_name}`"
                message = (
                    f"{names} ask for the same device as `{kinds[0]}` and as `{kinds[1]}`: both have the "
                    f"{identity[0]} `{identity[1]}`. One claim cannot have both."
                )
                yield fault(manifest, request.selectors[0].node, message, context, about=request.full_name)


def _identities(request: Request) -> Iterator[tuple[str, object]]:
    """What a request's selectors hold an attribute to that tells devices apart."""
    for one in (c for s in request.selectors for c in pinned(s)):
        if one.reference.name in {*OWN_NAMES, ADDRESS}:
            yield one.reference.name, one.values[0]
