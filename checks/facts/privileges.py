"""What the pods that the chart and the object templates make may newly do to their node."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.chart import Privilege, chart_changes, privileges
from checks.globs import matches
from checks.model import Fact
from checks.snapshot import Snapshot
from config.profile import Profile

SECURITY_KEYS = frozenset({"privileged", "allowPrivilegeEscalation", "hostNetwork", "hostPID", "hostIPC"})


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """Privileges that no pod of the same name, nor any other touched one, had at the base.

    A host path below one that was mounted before, or under another spelling of it (a literal path that
    becomes a value), is none. A chart value that turns a privilege on counts as well, unless another one that
    did has gone: it has moved.
    """
    changed = [c for c in snapshot.changes if c.status != "R" or c.hunks]
    globs = (
        *(f"{g.rstrip('/')}/templates/*" for g in profile.contracts.charts),
        *profile.contracts.templates,
    )
    before = [c.old_path for c in changed if c.old_path and matches(c.old_path, globs)]
    after = [c.new_path for c in changed if c.new_path and matches(c.new_path, globs)]
    if after:
        old = list(privileges(snapshot.base, before))
        for privilege in _new(old, privileges(snapshot.head, after)):
            yield _fact(privilege)
    yield from _values(snapshot, profile)


def _new(old: Iterable[Privilege], new: Iterable[Privilege]) -> Iterator[Privilege]:
    known = {(p.kind, p.value) for p in old}
    paths = {value for kind, value in known if kind == "host-path"}
    for privilege in new:
        if (privilege.kind, privilege.value) in known:
            continue
        known.add((privilege.kind, privilege.value))
        if privilege.kind in ("host-path", "bidirectional-mount"):
            if "{{" in privilege.value and paths:
                continue
            if any(above in paths for above in _above(privilege.value)):
                continue
        yield privilege


def _above(path: str) -> Iterator[str]:
    """The folders above a path, with and without a slash at the end; the root is above all."""
    at = path.rstrip("/").rfind("/")
    while at > 0:
        yield path[:at]
        yield path[: at + 1]
        at = path.rfind("/", 0, at)
    yield "/"


def _fact(privilege: Privilege) -> Fact:
    return Fact(
        "privilege-added",
        privilege.path,
        privilege.line,
        f"{privilege.kind} {privilege.value}",
        f"{privilege.owner} gains it",
        None,
        privilege.value,
        traits={"privilege": privilege.kind, "owner": privilege.owner},
    )


def _values(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    for change in chart_changes(snapshot, profile):
        if not (change.values_differ and change.base and change.head):
            continue
        old = {leaf.path: leaf.node.plain() for leaf in change.base.leaves}
        moved = {
            path[-1] for path in old.keys() - {leaf.path for leaf in change.head.leaves} if old[path] is True
        }
        for leaf in change.head.leaves:
            key, value = leaf.path[-1], leaf.node.plain()
            if key in SECURITY_KEYS and value is True and not old.get(leaf.path) and key not in moved:
                yield Fact(
                    "privilege-added",
                    change.head.values_path,
                    leaf.line,
                    f"{key} true",
                    f"default of {leaf.name}",
                    None,
                    "true",
                    traits={"privilege": key, "owner": leaf.name},
                )
