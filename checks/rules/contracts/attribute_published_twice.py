"""One value of a device under two names."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.facts.device_attributes import Published, publications
from checks.facts.sides import go_sides
from checks.model import Defect
from checks.proofs import line_at
from checks.rule import OPTIONAL, rule


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A function publishes one expression as two attributes of the same device, and the change adds one of
    them.

    Every attribute counts against the limit of a device, and selectors are written by either name: one of
    them cannot be taken back later.

    Left alone: constants, what different functions publish, and pairs that stood before.

    Source: a change of the project that removed such a second name after a release.
    """
    _base, head = go_sides(context.snapshot, context.profile, context.profile.contracts.device_attributes)
    for file in head.files:
        change = context.snapshot.changed(file.path)
        first: dict[tuple[str, str], Published] = {}
        for one in publications(head, file):
            value = file.flat(one.node)
            if one.sort != "attribute" or "." not in value.replace("ptr.To", ""):
                continue
            before = first.setdefault((one.on, value), one)
            touched = change and (change.touches_head(one.line) or change.touches_head(before.line))
            if before.name != one.name and touched:
                yield Defect(
                    path=one.path,
                    line=one.line,
                    message=f"`{one.name}` and `{before.name}` are published with the same value; keep one.",
                    anchor=one.on,
                    text=f"{before.name} {one.name}",
                    evidence=(
                        line_at(head.source, one.path, one.line),
                        line_at(head.source, before.path, before.line),
                    ),
                )
