"""Object templates of a component that make objects of another kind than before."""

from __future__ import annotations

from collections.abc import Iterator

from checks.chart import TemplateObject, objects
from checks.globs import matches
from checks.model import Fact
from checks.snapshot import Snapshot
from config.profile import Profile


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """`behavior-changed` with the aspect `object-kind`, once a template."""
    for change in snapshot.changes:
        if not (
            change.old_path and change.new_path and matches(change.new_path, profile.contracts.templates)
        ):
            continue
        old = {o.kind.casefold(): o for o in objects(snapshot.base, [change.old_path])}
        new = {o.kind.casefold(): o for o in objects(snapshot.head, [change.new_path])}
        made = [o for kind, o in new.items() if kind not in old]
        if old and made:
            yield _fact(made[0], [o.kind for kind, o in old.items() if kind not in new])


def _fact(made: TemplateObject, gone: list[str]) -> Fact:
    instead = f" in place of a {gone[0]}" if gone else ""
    return Fact(
        "behavior-changed",
        made.file,
        made.line,
        made.kind,
        f"the component makes a {made.kind}{instead}",
        before=gone[0] if gone else None,
        after=made.kind,
        traits={"aspect": "object-kind"},
    )
