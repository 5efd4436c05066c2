"""A configuration holds the settings of the way of sharing that it chooses, and no other's."""

from __future__ import annotations

from checks.context import Context
from checks.dra.accepted import excluded_by
from checks.dra.opaque import Value, api_of, config_defect, config_uses, values_of
from checks.rule import BLOCKING, CONFIGS, Found, rule


@rule(BLOCKING, Context, among=CONFIGS)
def check(context: Context, _: Context) -> Found:
    """Finds a block of settings beside a choice that excludes it, such as the settings of one way of sharing
    beside the other.

    The configuration is taken, and the claim fails when its devices are prepared. Source: the methods of the
    API types that refuse it, at the head.
    """
    for use in config_uses(context):
        api = api_of(context.snapshot.head, context.profile)
        together: dict[tuple[str, ...], dict[str, Value]] = {}
        for value in values_of(use, api):
            together.setdefault(value.path[:-1], {})[value.field.name] = value
        for values in together.values():
            struct = next(iter(values.values())).struct
            for chosen, word, other in dict.fromkeys(excluded_by(api, struct)):
                one, against = values.get(chosen), values.get(other)
                if one and against and one.node.text == word and against.node.plain() is not None:
                    message = f"`{against.path[-1]}` cannot stand beside `{one.path[-1]}: {word}`."
                    yield config_defect(use, against.node, message, context, about=".".join(against.path))
