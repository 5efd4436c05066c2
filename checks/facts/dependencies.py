"""What the change did to the modules required directly, and to the Kubernetes that is built on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from checks.globs import matches
from checks.model import Fact, Side
from checks.parse.gomod import VERSION, GoMod, Requirement, level, parse
from checks.pattern import lazy
from checks.snapshot import Snapshot, Source
from config.profile import Profile

BETWEEN = lazy(r"\d{14}-[0-9a-f]{12}$")
IMPORT = lazy(r'^[ \t]*(?:import[ \t]+)?[\w.]*[ \t]*"([\w.~-]+(?:/[\w.~-]+)+)"', re.M)


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """Direct requirements added, removed and bumped, replacements, and the Kubernetes minor.

    The trait `used` tells who imports an added module in this change: `product`, `tests` or `nowhere`.
    The module's own name, indirect requirements and vendored copies are no facts.
    """
    for change in snapshot.changes:
        path = change.new_path
        if path and change.old_path and matches(path, profile.contracts.modules):
            base, head = read_module(snapshot.base, change.old_path), read_module(snapshot.head, path)
            if base and head:
                yield from _requirements(snapshot, profile, path, base, head)
                yield from _replacements(path, base, head)
                yield from _kubernetes(profile, path, base, head)


def read_module(source: Source, path: str) -> GoMod | None:
    """A go.mod of one commit, parsed once; None where it is not read."""
    text = source.text(path)
    return source.once("gomod", path, lambda: parse(text)) if text else None


def _direct(module: GoMod) -> Mapping[str, Requirement]:
    return {r.name: r for r in module.requirements if not r.indirect}


def _requirements(
    snapshot: Snapshot, profile: Profile, path: str, base: GoMod, head: GoMod
) -> Iterator[Fact]:
    old, new = _direct(base), _direct(head)
    users = _users(snapshot, profile) if new.keys() - old.keys() else {}
    for name, required in new.items():
        if name not in old:
            traits = {"used": users.get(required.module, "nowhere"), "indirect": _indirect(base, name)}
            yield Fact(
                "dependency-added",
                path,
                required.line,
                required.module,
                "",
                None,
                required.version,
                traits=traits,
            )
        elif old[name].version != required.version:
            yield _bump(path, old[name], required)
    for name, required in old.items():
        if name not in new:
            traits = {"indirect": _indirect(head, name)}
            yield Fact(
                "dependency-removed",
                path,
                required.line,
                required.module,
                "",
                required.version,
                None,
                Side.BASE,
                traits,
            )


def _bump(path: str, old: Requirement, new: Requirement) -> Fact:
    step = "major" if old.module != new.module else level(old.version, new.version)
    return Fact(
        "dependency-bumped",
        path,
        new.line,
        new.module,
        f"{old.version} to {new.version}",
        old.version,
        new.version,
        traits={
            "level": step,
            "downgrade": "yes" if _order(new) < _order(old) else "no",
            "prerelease": "yes" if "-" in new.version else "no",
        },
    )


def _order(required: Requirement) -> tuple[int, ...]:
    found = VERSION.match(required.version)
    return tuple(int(n or 0) for n in found.groups()) if found else ()


def _indirect(module: GoMod, name: str) -> str:
    """Whether the other side requires it indirectly: then it came in no new, only nearer."""
    return "yes" if any(r.name == name for r in module.requirements) else "no"


def _users(snapshot: Snapshot, profile: Profile) -> dict[str, str]:
    """Who imports what among the Go files of this change: import path, and each path above it, to a user."""
    found: dict[str, str] = {}
    for change in snapshot.changes:
        path = change.new_path
        if not path or not path.endswith(".go") or matches(path, profile.paths.vendored):
            continue
        text = snapshot.head.text(path)
        user = "tests" if matches(path, profile.paths.tests) else "product"
        for imported in IMPORT.findall(text.text) if text else ():
            for name in _and_above(imported):
                if found.get(name) != "product":
                    found[name] = user
    return found


def _and_above(path: str) -> Iterator[str]:
    while path:
        yield path
        path = path.rpartition("/")[0]


def _replacements(path: str, base: GoMod, head: GoMod) -> Iterator[Fact]:
    old = {r.module: r for r in base.replacements}
    new = {r.module: r for r in head.replacements}
    for name in sorted(old.keys() | new.keys()):
        was, now = old.get(name), new.get(name)
        before, after = (was.target if was else None), (now.target if now else None)
        line, side = (now.line, Side.HEAD) if now else (was.line if was else 1, Side.BASE)
        if before != after:
            traits = {"prerelease": "yes" if after and "-" in after else "no"}
            yield Fact("dependency-replaced", path, line, name, "", before, after, side, traits)


def _kubernetes(profile: Profile, path: str, base: GoMod, head: GoMod) -> Iterator[Fact]:
    """One fact for all modules that move with a Kubernetes release: `v0.34.1` and `v1.34.1` are 1.34."""
    old, new = kubernetes_minors(profile, base), kubernetes_minors(profile, head)
    for name in profile.contracts.upstream_modules:
        if name in old and name in new and old[name][0] != new[name][0]:
            before, after = f"1.{old[name][0]}", f"1.{new[name][0]}"
            yield Fact("kubernetes-minor-bumped", path, new[name][1], "Kubernetes", name, before, after)
            return


def kubernetes_minors(profile: Profile, module: GoMod) -> dict[str, tuple[int, int]]:
    """Minor version and line of each directly required module that carries the Kubernetes version.

    A replacement's version counts instead; a module without a release of its own (0.0), or between two
    releases, tells nothing: the tags of some branches are behind.
    """
    replaced = {r.module: r.target.split()[-1] for r in module.replacements if r.target}
    found = {}
    for required in module.requirements:
        written = replaced.get(required.module, required.version)
        version = None if BETWEEN.search(written) else VERSION.match(written)
        moves = not required.indirect and required.module in profile.contracts.upstream_modules
        if version and moves and int(version[2]):
            found[required.module] = (int(version[2]), required.line)
    return found
