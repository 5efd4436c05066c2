"""A checkpoint that older or newer versions read otherwise."""

from __future__ import annotations

from collections.abc import Iterable

from checks.companions import companions_of, has_moved
from checks.context import Context
from checks.model import Defect, Fact
from checks.proofs import at_fact, line_at, side_of
from checks.prose import abridged
from checks.rule import BLOCKING, rule

KINDS = ("checkpoint-field-retagged", "checkpoint-field-retyped", "checkpoint-field-removed")
DEEDS = {
    "retagged": ("has another tag", "have another tag"),
    "retyped": ("has another type", "have another type"),
    "removed": ("is gone", "are gone"),
}
MOST_NAMED = 3


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
    alike = _alike(fact, context)
    if fact is not alike[0]:
        return
    deed = fact.kind.rpartition("-")[2]
    how = f" ({fact.detail})" if deed != "removed" else ""
    names = abridged((f"`{f.symbol}`" for f in alike), MOST_NAMED)
    message = (
        f"{names} of the checkpoint {DEEDS[deed][len(alike) > 1]}{how}. The checksum of a checkpoint that "
        "another version wrote no longer fits; leave what was there as it was, and add beside it."
    )
    lines = (line_at(side_of(context, f.side), f.path, f.line) for f in alike[1:MOST_NAMED])
    yield at_fact(fact, context, message, *lines)


def _alike(fact: Fact, context: Context) -> list[Fact]:
    """The facts that one cause has: fields that go together, or that have had one type and have another."""
    key = _cause(fact)
    return [f for f in context.facts.of(fact.kind) if _cause(f) == key]


def _cause(fact: Fact) -> tuple[str | None, ...]:
    traits = fact.traits
    plugin = traits.get("plugin") if fact.before is None else None
    return fact.before, fact.after, traits.get("aspect"), plugin
