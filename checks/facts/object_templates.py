"""What the change did to the keys that object templates read, and to the Go data that they are given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase

from msgspec import Struct

from checks.globs import matches
from checks.model import Fact, Side
from checks.parse.text import Text
from checks.pattern import lazy
from checks.snapshot import Change, Snapshot, Source
from config.profile import Profile, Words

STRUCT = lazy(r"^(?:type )?\t?(\w+) struct \{$")


class TemplateKey(Struct, frozen=True):
    """A key that a template reads of its data, where it first does."""

    name: str
    path: str
    line: int


class DataField(Struct, frozen=True):
    """A field of a Go struct that a template is rendered with."""

    name: str
    struct: str
    path: str
    line: int
    embedded: bool = False


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """Keys that templates newly read or read no longer, and fields that their data gains or loses."""
    old = template_keys(snapshot.base, (c.old_path for c in _templates(snapshot, profile) if c.old_path))
    new = template_keys(snapshot.head, (c.new_path for c in _templates(snapshot, profile) if c.new_path))
    for name, key in new.items():
        if name not in old:
            yield Fact("template-key-added", key.path, key.line, key.name)
    for name, key in old.items():
        if name not in new:
            yield Fact("template-key-removed", key.path, key.line, key.name, side=Side.BASE)
    yield from _fields(snapshot, profile)


def template_keys(source: Source, paths: Iterable[str]) -> dict[tuple[str, str], TemplateKey]:
    """First uses of each key of the data, by file name and key."""
    found: dict[tuple[str, str], TemplateKey] = {}
    for path in paths:
        template = source.template(path)
        for use in template.uses if template else ():
            if use.path:
                name = path.rsplit("/", 1)[-1]
                found.setdefault((name, use.path[0]), TemplateKey(use.path[0], path, use.line))
    return found


def data_fields(source: Source, paths: Iterable[str], names: Words) -> dict[tuple[str, str], DataField]:
    """Fields of the structs called by one of `names` (globs) in Go files, by struct and field."""
    structs = data_structs(source, paths, names)
    return {(struct, field.name): field for (_, struct), fields in structs.items() for field in fields}


def data_structs(
    source: Source, paths: Iterable[str], names: Words
) -> dict[tuple[str, str], list[DataField]]:
    """The same by folder and struct; only files whose text declares one of the structs are parsed."""
    found: dict[tuple[str, str], list[DataField]] = {}
    for path in paths:
        text = source.text(path)
        parsed = source.go(path) if text and any(_structs(text, names)) else None
        for declared in parsed.types if parsed else ():
            if _is_named(declared.name, names):
                found[path.rpartition("/")[0], declared.name] = [
                    DataField(f.name, declared.name, path, f.line, f.embedded) for f in declared.fields
                ]
    return found


def _is_named(name: str, names: Words) -> bool:
    return any(fnmatchcase(name, glob) for glob in names)


def _templates(snapshot: Snapshot, profile: Profile) -> list[Change]:
    changed = (c for c in snapshot.changes if c.status != "R" or c.hunks)
    globs = profile.contracts.templates
    return [c for c in changed if any(matches(p, globs) for p in (c.old_path, c.new_path) if p)]


def _fields(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    names = profile.contracts.template_data
    changed = [c for c in snapshot.changes if c.path.endswith(".go") and _touches(snapshot, c, profile)]
    old = data_fields(snapshot.base, (c.old_path for c in changed if c.old_path), names)
    new = data_fields(snapshot.head, (c.new_path for c in changed if c.new_path), names)
    for key, field in new.items():
        if key not in old:
            traits = {"struct": field.struct}
            yield Fact("template-field-added", field.path, field.line, field.name, traits=traits)
    for key, field in old.items():
        if key not in new:
            traits = {"struct": field.struct}
            yield Fact(
                "template-field-removed", field.path, field.line, field.name, side=Side.BASE, traits=traits
            )


def _touches(snapshot: Snapshot, change: Change, profile: Profile) -> bool:
    """Whether the change moves a line of such a struct; a look at the text saves reading most Go files."""
    apart = (*profile.paths.vendored, *profile.paths.tests, *profile.paths.generated)
    if not change.hunks or matches(change.path, apart):
        return False
    names = profile.contracts.template_data
    new = snapshot.head.text(change.new_path) if change.new_path else None
    if new and any(change.touches_head(*lines) for lines in _structs(new, names)):
        return True
    old = snapshot.base.text(change.old_path) if change.old_path else None
    return old is not None and any(change.touches_base(*lines) for lines in _structs(old, names))


def _structs(text: Text, names: Words) -> Iterator[tuple[int, int]]:
    """First and last line of each such struct, going by gofmt's layout."""
    first = 0
    for number, line in enumerate(text.lines, 1):
        if first:
            if line.strip() == "}":
                yield first, number
                first = 0
        elif line.endswith("struct {") and (found := STRUCT.match(line)) and _is_named(found[1], names):
            first = number
