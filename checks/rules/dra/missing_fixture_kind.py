"""A gate for allocation comes with fixtures of each kind of claim."""

from __future__ import annotations

from checks.context import Context
from checks.dra.claims import Claim, Request, claim_of
from checks.globs import matches
from checks.proofs import at_fact
from checks.prose import listed
from checks.rule import OPTIONAL, Found, rule

KINDS = ("whole-device", "fractional", "multi-device")


@rule(OPTIONAL, Context, preview=True)
def check(context: Context, _: Context) -> Found:
    """Finds new gates whose change brings fixtures with claims of one kind only, of whole devices, parts of
    devices, and several devices.

    What works for one device often fails for two, or for a part. A change without any claim in its tests
    is left to the rules about tests. Source: "fixtures for whole-device, fractional and multi-device
    claims" of the seed.
    """
    gate = next(iter(context.facts.of("feature-gate-added")), None)
    if gate is None:
        return
    tests = [m for m in context.manifests if matches(m.path, context.profile.paths.tests)]
    shown = {_kind(c) for c in map(claim_of, tests) if c and c.requests}
    missing = [kind for kind in KINDS if kind not in shown]
    if shown and len(missing) == len(KINDS) - 1:
        message = (
            f"The new fixtures show {listed(sorted(shown))} claims only; {listed(missing)} ones are missing."
        )
        yield at_fact(gate, context, message, about="fixtures")


def _kind(claim: Claim) -> str:
    counts = [r.count for r in claim.requests if not r.parent]
    if any(c is None for c in counts) or sum(c or 0 for c in counts) > 1:
        return "multi-device"
    return "fractional" if any(map(_is_part, claim.requests)) else "whole-device"


def _is_part(request: Request) -> bool:
    """Whether a request asks for a part of a device: a share, or a class or selector for slices."""
    return bool(request.body.get("capacity") or request.selectors or request.class_name.startswith("mig"))
