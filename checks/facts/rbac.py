"""What the change did to the permissions that the chart's roles grant."""

from __future__ import annotations

from collections.abc import Iterator

from checks.globs import matches
from checks.model import Fact, Side
from checks.roles import Permission, Role, roles
from checks.snapshot import Snapshot
from config.profile import Profile


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
    old, new = list(roles(snapshot.base, before)), list(roles(snapshot.head, after))
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
        known = other.permissions.values() if other else ()
        verbs = permission.verbs - {v for p in known if _covers(p, permission) for v in _verbs(p, permission)}
        if role and verbs:
            yield _fact(kind, role, permission, verbs, others, side)


def _covers(known: Permission, asked: Permission) -> bool:
    """Whether a rule speaks of all that another speaks of: `*` stands for any group or resource."""
    group, _, resource = asked.resource.partition("/")
    wide = {asked.resource, f"{group}/*", f"*/{resource}", "*/*"}
    return known.resource in wide and known.names in ((), asked.names)


def _verbs(known: Permission, asked: Permission) -> frozenset[str]:
    return asked.verbs if "*" in known.verbs else known.verbs


def _fact(
    kind: str, role: Role, permission: Permission, verbs: frozenset[str], others: list[Role], side: Side
) -> Fact:
    said = ", ".join(sorted(verbs))
    elsewhere = any(
        p.resource == permission.resource and verbs <= p.verbs and o.kind == role.kind
        for o in others
        for p in o.permissions.values()
    )
    return Fact(
        kind,
        role.path,
        permission.line,
        permission.resource,
        f"{role.kind} {role.name}: {said}",
        said if side is Side.BASE else None,
        said if side is Side.HEAD else None,
        side,
        {
            "role": role.kind,
            "verbs": said,
            "names": ", ".join(permission.names),
            "elsewhere": "yes" if elsewhere else "no",
        },
    )
