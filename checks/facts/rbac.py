"""What the change did to the permissions that the chart's roles grant."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from checks.chart import Permission, Role, roles
from checks.globs import matches
from checks.model import Fact, Side
from checks.snapshot import Snapshot
from config.profile import Profile

MOST_ROLES = 200  # more in one change are no chart that a person wrote


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """Verbs on a resource that a role gains or loses, one fact for each role and resource.

    A role under another name or in another file with the same permissions is the same role. The trait
    `elsewhere` says that another role had, or still has, all of these verbs on the resource.
    """
    changed = [c for c in snapshot.changes if c.status != "R" or c.hunks]
    before = [c.old_path for c in changed if c.old_path and matches(c.old_path, profile.contracts.rbac)]
    after = [c.new_path for c in changed if c.new_path and matches(c.new_path, profile.contracts.rbac)]
    if not before and not after:
        return
    old = list(islice(roles(snapshot.base, before), MOST_ROLES))
    new = list(islice(roles(snapshot.head, after), MOST_ROLES))
    for was, now in _paired(old, new):
        yield from _gained("rbac-rule-added", now, was, old, Side.HEAD)
        yield from _gained("rbac-rule-removed", was, now, new, Side.BASE)


def _paired(old: list[Role], new: list[Role]) -> Iterator[tuple[Role | None, Role | None]]:
    left = list(old)
    for same in (_same_name, _same_permissions):
        for now in list(new):
            was = next((o for o in left if same(o, now)), None)
            if was:
                left.remove(was)
                new = [n for n in new if n is not now]
                yield was, now
    yield from ((None, now) for now in new)
    yield from ((was, None) for was in left)


def _same_name(old: Role, new: Role) -> bool:
    return (old.kind, old.name) == (new.kind, new.name)


def _same_permissions(old: Role, new: Role) -> bool:
    """By what is granted, not by where the rule stands."""
    mine = {key: p.verbs for key, p in old.permissions.items()}
    return old.kind == new.kind and mine == {key: p.verbs for key, p in new.permissions.items()}


def _gained(
    kind: str, role: Role | None, other: Role | None, others: list[Role], side: Side
) -> Iterator[Fact]:
    for permission in role.permissions.values() if role else ():
        verbs = permission.verbs - (other.allows(permission) if other else frozenset())
        if role and verbs:
            gained = replace(permission, verbs=verbs)
            elsewhere = any(o.kind == role.kind and o.allows(gained) == verbs for o in others)
            yield _fact(kind, role, gained, elsewhere, side)


def _fact(kind: str, role: Role, gained: Permission, elsewhere: bool, side: Side) -> Fact:
    said = ", ".join(sorted(gained.verbs))
    traits = {
        "role": role.kind,
        "verbs": said,
        "names": ", ".join(gained.names),
        "elsewhere": "yes" if elsewhere else "no",
    }
    before, after = (said, None) if side is Side.BASE else (None, said)
    detail = f"{role.kind} {role.name}: {said}"
    return Fact(kind, role.path, gained.line, gained.resource, detail, before, after, side, traits)
