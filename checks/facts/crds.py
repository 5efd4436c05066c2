"""What the change did to generated custom resource definitions, as far as no Go change explains it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from checks.globs import matches
from checks.model import Fact, Side
from checks.parse.crd import Crd, CrdField, crds
from checks.pattern import lazy
from checks.snapshot import Change, Snapshot, Source
from config.profile import Profile

MARKER = lazy(r"^\s*//\s*\+", re.M)


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """Definitions, versions and fields added, removed or changed that the Go types' diff does not name.

    What a Go change explains is a fact of the API types and not said twice: a field whose name stands in
    a changed line there, or any limit of a field where a marker (`// +...`) moved.
    """
    changed = [c for c in snapshot.changes if _is_crd(c, profile)]
    if not changed:
        return
    old = definitions(snapshot.base, (c.old_path for c in changed if c.old_path))
    new = definitions(snapshot.head, (c.new_path for c in changed if c.new_path))
    words = changed_api_lines(snapshot, profile)
    for fact in _compare(old, new):
        if not _explained(fact, words):
            yield fact


def definitions(source: Source, paths: Iterator[str]) -> dict[str, Crd]:
    """Definitions in the files at `paths`, by name."""
    files = (source.yaml(path) for path in paths)
    return {crd.name: crd for file in files if file for crd in crds(file)}


def changed_api_lines(snapshot: Snapshot, profile: Profile) -> str:
    """The added and removed lines of Go files that hold API types."""
    lines: list[str] = []
    for change in snapshot.changes:
        hand_written = not matches(change.path, profile.paths.generated)
        if not (hand_written and matches(change.path, profile.contracts.api_types)):
            continue
        old = snapshot.base.text(change.old_path) if change.old_path else None
        new = snapshot.head.text(change.new_path) if change.new_path else None
        for hunk in change.hunks:
            if old and hunk.old_count:
                lines += old.lines[hunk.old_line - 1 : hunk.old_line - 1 + hunk.old_count]
            if new and hunk.new_count:
                lines += new.lines[hunk.new_line - 1 : hunk.new_line - 1 + hunk.new_count]
    return "\n".join(lines)


def _is_crd(change: Change, profile: Profile) -> bool:
    moved_only = change.status == "R" and not change.hunks
    paths = [p for p in (change.old_path, change.new_path) if p]
    return not moved_only and any(matches(p, profile.contracts.crds) for p in paths)


def _explained(fact: Fact, words: str) -> bool:
    name = fact.traits.get("field", "").removesuffix("[]").rsplit(".", 1)[-1] or fact.traits["kind"]
    if re.search(rf"\b{re.escape(name)}\b", words):
        return True
    return fact.kind not in ("crd-field-added", "crd-field-removed") and bool(MARKER.search(words))


def _compare(old: Mapping[str, Crd], new: Mapping[str, Crd]) -> Iterator[Fact]:
    for name in sorted(old.keys() | new.keys()):
        was, now = old.get(name), new.get(name)
        if was and now:
            yield from _versions(was, now)
        elif now:
            yield Fact("crd-added", now.path, now.line, name, traits={"kind": now.kind})
        elif was:
            yield Fact("crd-removed", was.path, was.line, name, side=Side.BASE, traits={"kind": was.kind})


def _versions(old: Crd, new: Crd) -> Iterator[Fact]:
    for version in sorted(old.versions.keys() | new.versions.keys()):
        symbol, traits = f"{new.kind} {version}", {"kind": new.kind}
        if version not in old.versions:
            line = new.version_lines[version]
            yield Fact("crd-version-added", new.path, line, symbol, traits=traits)
        elif version not in new.versions:
            line = old.version_lines[version]
            yield Fact("crd-version-removed", old.path, line, symbol, side=Side.BASE, traits=traits)
        else:
            yield from _fields(old, new, old.versions[version], new.versions[version])


def _fields(
    old: Crd, new: Crd, before: Mapping[str, CrdField], after: Mapping[str, CrdField]
) -> Iterator[Fact]:
    """A new or lost field is one fact, whatever stands below it."""
    added, removed = after.keys() - before.keys(), before.keys() - after.keys()
    for path, field in after.items():
        if path in added and _above(path) not in added:
            traits = {"kind": new.kind, "field": path, "required": str(field.required).lower()}
            yield Fact(
                "crd-field-added", new.path, field.line, f"{new.kind}.{path}", field.type, traits=traits
            )
    for path, field in before.items():
        if path in after:
            yield from _field(new, field, after[path])
        elif _above(path) not in removed:
            traits = {"kind": old.kind, "field": path}
            symbol = f"{old.kind}.{path}"
            yield Fact(
                "crd-field-removed", old.path, field.line, symbol, field.type, side=Side.BASE, traits=traits
            )


def _above(path: str) -> str:
    return path.removesuffix("[]") if path.endswith("[]") else path.rpartition(".")[0]


def _field(crd: Crd, old: CrdField, new: CrdField) -> Iterator[Fact]:
    def fact(kind: str, before: str | None, after: str | None) -> Fact:
        traits = {"kind": crd.kind, "field": new.path}
        return Fact(kind, crd.path, new.line, f"{crd.kind}.{new.path}", "", before, after, traits=traits)

    if old.type != new.type:
        yield fact("crd-field-retyped", old.type, new.type)
    if old.required != new.required:
        yield fact("crd-field-made-required" if new.required else "crd-field-made-optional", None, None)
    if old.default != new.default:
        yield fact("crd-field-default-changed", old.default, new.default)
    if old.enum != new.enum:
        yield fact("crd-field-values-changed", ", ".join(old.enum), ", ".join(new.enum))
    for key in sorted(old.limits.keys() | new.limits.keys()):
        if old.limits.get(key) != new.limits.get(key):
            yield fact("crd-field-validation-changed", old.limits.get(key), new.limits.get(key))
