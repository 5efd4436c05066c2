"""A claim has no more groups of one configuration than the driver takes."""

from __future__ import annotations

from collections.abc import Iterator

from checks.context import Context
from checks.dra.claims import Claim, Request, claim_of
from checks.dra.fitting import given_by, wanted_by
from checks.dra.judged import fault, is_judged
from checks.dra.lookups import most_groups
from checks.dra.opaque import ConfigUse, configs_of
from checks.manifests import Manifest
from checks.parse.yaml import Node
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds claims whose devices fall to more configurations of one kind than the driver takes in one claim.

    Devices for which none is written fall to the default one, which counts as well. The driver refuses the
    claim when its devices are prepared. Claims with alternatives, and classes that are not known, are left
    alone. Source: the plugin's count of groups and its choice of a configuration, at the head.
    """
    claim = claim_of(manifest)
    uses = configs_of(claim) if claim and is_judged(manifest, context) else []
    named = [n for u in uses for n in u.requests]
    if claim is None or any(r.parent for r in claim.requests) or not all(map(manifest.is_literal, named)):
        return
    for driver in dict.fromkeys(u.driver for u in uses):
        for kind, (most, line) in most_groups(driver, context).items():
            mine = [u for u in uses if u.driver == driver]
            groups = dict(_groups(claim, mine, kind, context))
            if kind in {u.kind for u in mine} and len(groups) > most:
                node, what = list(groups.values())[most]
                message = (
                    f"{what} is group {most + 1} of `{kind}` in this claim; the driver takes {most} at most. "
                    "Put its devices under one configuration, or into claims of their own."
                )
                yield fault(manifest, node, message, context, line, about=kind)


def _groups(
    claim: Claim, uses: list[ConfigUse], kind: str, context: Context
) -> Iterator[tuple[int, tuple[Node, str]]]:
    """For each request that falls to this kind: which of the configurations, its node and words for it."""
    for request in claim.requests:
        fits = given_by(request, claim.manifest, context) == wanted_by(context).get(kind, "")
        chosen = _chosen(request, uses, kind, fits=fits)
        if chosen is not None and chosen.kind == kind:
            yield id(chosen), (chosen.entry, f"The configuration for `{request.full_name}`")
        elif chosen is None and fits:
            yield 0, (request.node, f"The default configuration, which `{request.full_name}` gets,")


def _chosen(request: Request, uses: list[ConfigUse], kind: str, *, fits: bool) -> ConfigUse | None:
    """The last one that names the request, or names none and is for its devices."""
    for use in reversed(uses):
        named = {n.text for n in use.requests}
        if request.full_name in named or (not named and use.kind == kind and fits):
            return use
    return None
