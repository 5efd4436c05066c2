"""A configuration goes to requests for the devices that it is for."""

from __future__ import annotations

from collections.abc import Mapping

from checks.context import Context
from checks.dra.fitting import given_by, wanted_by
from checks.dra.lookups import compares_whole_names
from checks.dra.opaque import api_of, config_defect, config_uses
from checks.rule import BLOCKING, CONFIGS, Found, rule


@rule(BLOCKING, Context, among=CONFIGS)
def check(context: Context, _: Context) -> Found:
    """Finds a configuration that names a request whose class gives devices of another kind.

    The driver refuses it when the devices are prepared. A configuration that names no request goes to those
    that it fits, and is left alone; one that names a request with alternatives has a rule of its own.
    Source: the check of the kinds in the plugin, and the classes of the chart, at the head.
    """
    for use in config_uses(context):
        api = api_of(context.snapshot.head, context.profile)
        if not use.requests or use.claim is None or use.kind not in api.drivers:
            continue
        wanted = wanted_by(context)
        whole = compares_whole_names(use.driver, context)
        for request in use.claim.named_by(use.entry):
            if whole and request.full_name not in {n.text for n in use.requests}:
                continue
            given = given_by(request, use.manifest, context)
            if given and wanted and _is_wrong(use.kind, given, wanted):
                message = (
                    f"`{use.kind}` cannot be applied to the request `{request.full_name}`: its class "
                    f"`{request.class_name}` gives devices of the kind `{given}`."
                )
                yield config_defect(use, use.requests[0], message, context, about=request.full_name)


def _is_wrong(kind: str, given: str, wanted: Mapping[str, str]) -> bool:
    """Whether the kind is known to ask for others, or these devices to belong to another kind."""
    if kind in wanted:
        return wanted[kind] != given
    return given in wanted.values()
