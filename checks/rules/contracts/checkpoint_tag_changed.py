"""A checkpoint that older or newer versions read otherwise."""

from __future__ import annotations

from collections.abc import Iterable

from checks.companions import companions_of, has_moved
from checks.context import Context
from checks.model import Defect, Fact
from checks.proofs import at_fact
from checks.rule import BLOCKING, rule

KINDS = ("checkpoint-field-retagged", "checkpoint-field-retyped", "checkpoint-field-removed")
DEEDS = {"retagged": "has another tag", "retyped": "has another type", "removed": "is gone"}


@rule(BLOCKING, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A field of the checkpoint changes its JSON tag or type, or goes.

    The checksum is taken over the JSON as this version writes it. A checkpoint of the version before is
    written otherwise, and is refused: the plugin does not start while claims are prepared. Also `omitempty`
    that is added to a field is such a change, wherever the field is empty.

    Left alone: `omitempty` and removals where the up- and downgrade tests move too, which shows that the old
    checkpoint was thought of, and fields that never leave memory.

    Source: issue 1080 of the project, where an upgrade failed with claims in flight.
    """
    if fact.kind not in KINDS:
        return
    tested = any(
        has_moved(c, context.snapshot) for c in companions_of(fact, context.profile) if c.by == "change"
    )
    if tested and fact.traits.get("aspect") in (None, "omitempty"):
        return
    deed = fact.kind.rpartition("-")[2]
    how = f" ({fact.detail})" if deed != "removed" else ""
    message = (
        f"`{fact.symbol}` of the checkpoint {DEEDS[deed]}{how}. The checksum of a checkpoint that another "
        "version wrote no longer fits; leave the field as it was, and add one beside it."
    )
    yield at_fact(fact, context, message)
