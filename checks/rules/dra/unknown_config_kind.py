"""Opaque configuration is of a kind and version that the driver decodes."""

from __future__ import annotations

from difflib import get_close_matches

from checks.context import Context
from checks.dra.opaque import Api, ConfigUse, api_of, config_defect, config_uses, is_literal
from checks.proposed_names import proposes
from checks.rule import BLOCKING, CONFIGS, Found, rule


@rule(BLOCKING, Context, among=CONFIGS)
def check(context: Context, _: Context) -> Found:
    """Finds configuration for one of the project's drivers whose kind or version its scheme does not know.

    The pod then fails when its devices are prepared. Configuration for other drivers is left alone. Source:
    the kinds and the version that the code adds to the scheme, at the head.
    """
    for use in config_uses(context):
        api = api_of(context.snapshot.head, context.profile)
        if use.parameters is None or use.driver not in api.drivers.values():
            continue
        kind, version = use.parameters.get("kind"), use.parameters.get("apiVersion")
        if kind is None or version is None or not (is_literal(use, kind) and is_literal(use, version)):
            continue
        if use.kind not in api.kinds:
            if proposes(context, use.manifest.path, use.kind):
                continue
            message = f"The driver knows no configuration `{use.kind[:80]}`.{_hint(use, api)}"
            yield config_defect(use, kind, message, context, about="kind")
        elif api.version and use.api_version != api.version:
            message = (
                f"`{use.kind}` is of `{api.version}`; the driver does not decode `{use.api_version[:80]}`."
            )
            yield config_defect(use, version, message, context, about="apiVersion")


def _hint(use: ConfigUse, api: Api) -> str:
    mine = [k for k, driver in api.drivers.items() if driver == use.driver]
    near = get_close_matches(use.kind, mine, 1, 0.7)
    return f" Is `{near[0]}` meant?" if near else ""
