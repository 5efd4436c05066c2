"""A constraint calls its attribute by domain and name."""

from __future__ import annotations

from checks.context import Context
from checks.dra.constraints import constraints_of
from checks.dra.judged import fault
from checks.dra.kubernetes import QUALIFIED_NAME
from checks.dra.published import published
from checks.manifests import Manifest
from checks.pattern import lazy
from checks.prose import listed
from checks.rule import BLOCKING, Found, rule

FULL = lazy(QUALIFIED_NAME)


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds a `matchAttribute` or `distinctAttribute` that is not written `domain/name`.

    The API server refuses the claim; a driver may leave its domain out in a ResourceSlice, a user may not.
    The name is an identifier of at most 32 characters. Names that a template makes pass.

    Source: `FullyQualifiedName` in k8s.io/api/resource.
    """
    for constraint in constraints_of(manifest, context):
        said = constraint.attribute.text
        if FULL.fullmatch(said):
            continue
        devices = published(context.snapshot.head, context.profile)
        meant = [d for d in sorted(devices.drivers) if devices.offers("attribute", d, said)]
        hint = f"; here {listed((f'`{d}/{said}`' for d in meant), 'or')}" if meant else ""
        message = f"`{constraint.key}` takes `domain/name`, not `{said[:80]}`{hint}."
        yield fault(manifest, constraint.attribute, message, context, about=said[:80])
