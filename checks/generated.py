"""Generated files against what they are made from: which command owns them, and where the two disagree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from checks.globs import matches, select
from checks.parse.crd import Crd, crds
from checks.parse.go import Field, Type
from checks.snapshot import Source
from config.profile import Generated, Profile

WRAPPERS = re.compile(r"\*|\[\]|map\[\w+\]")
REFERENCE = re.compile(r"^(\*|\[|map\[)")
ENUM = re.compile(r"\+?kubebuilder:validation:Enum:?=(.*)")
KIND_MARKERS = ("genclient", "kubebuilder:resource", "kubebuilder:object:root=true")
COPY = "DeepCopyInto"


@dataclass(frozen=True, slots=True)
class Placed:
    """A Go type and the file that declares it."""

    type: Type
    path: str


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Where a generated file says otherwise than its source: the source's place, and the output's."""

    symbol: str
    detail: str
    path: str
    line: int
    output: str
    in_source: bool = True


def owner(path: str, profile: Profile) -> Generated | None:
    """What owns a generated file; None for a file written by hand."""
    return next((g for g in profile.generated if matches(path, g.outputs)), None)


def is_source(path: str, generated: Generated) -> bool:
    """Whether a file is one that the outputs are made from."""
    return matches(path, generated.sources) and not matches(path, generated.outputs)


def types_in(source: Source, paths: Iterable[str]) -> dict[str, Placed]:
    """Types declared in Go files, by name."""
    found: dict[str, Placed] = {}
    for path in paths:
        parsed = source.go(path)
        for declared in parsed.types if parsed else ():
            found[declared.name] = Placed(declared, path)
    return found


def files_in(source: Source, folder: str) -> list[str]:
    """The files that stand right in a folder, sorted."""
    return source.once("files by folder", "", lambda: _by_folder(source)).get(folder, [])


def _by_folder(source: Source) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in source.paths():
        found.setdefault(path.rpartition("/")[0], []).append(path)
    return found


def package_files(source: Source, folder: str, profile: Profile) -> list[str]:
    """The hand-written Go files of the package in `folder`, tests left out."""
    apart = (*profile.paths.generated, *profile.paths.tests)
    return [p for p in files_in(source, folder) if p.endswith(".go") and not matches(p, apart)]


@dataclass(frozen=True)
class Moved:
    """Types and fields of a package that the change moved, by name: `Type` and `(Type, Field)`."""

    old: Mapping[str, Placed]
    new: Mapping[str, Placed]

    def added_types(self) -> list[Placed]:
        """Structs that are new."""
        return [p for name, p in self.new.items() if name not in self.old and p.type.kind == "struct"]

    def removed_types(self) -> list[Placed]:
        """Structs that are gone."""
        return [p for name, p in self.old.items() if name not in self.new and p.type.kind == "struct"]

    def added_fields(self) -> Iterator[tuple[Placed, Field]]:
        """Fields that are new in a struct that stays."""
        return _only_in(self.new, self.old)

    def removed_fields(self) -> Iterator[tuple[Placed, Field]]:
        """Fields that are gone from a struct that stays."""
        return _only_in(self.old, self.new)

    def new_values(self) -> Iterator[tuple[Placed, Field, tuple[str, ...]]]:
        """Fields that stay and whose marker lists other values."""
        for name, placed in self.new.items():
            before = {f.json: values(f) for f in self.old[name].type.fields} if name in self.old else {}
            for field in placed.type.fields:
                listed = values(field)
                if listed and field.json in before and before[field.json] != listed:
                    yield placed, field, listed


def _only_in(here: Mapping[str, Placed], there: Mapping[str, Placed]) -> Iterator[tuple[Placed, Field]]:
    for name, placed in here.items():
        if name in there:
            known = {f.json or f.name for f in there[name].type.fields}
            yield from ((placed, f) for f in placed.type.fields if (f.json or f.name) not in known)


def values(field: Field) -> tuple[str, ...]:
    """The values that a field's marker lists, sorted; empty without one."""
    for marker in field.markers:
        found = ENUM.match(marker)
        if found:
            return tuple(sorted(v.strip("\"' {}") for v in re.split("[;,]", found[1]) if v.strip()))
    return ()


def copies_disagree(
    source: Source, generated: Generated, moved: Moved, folder: str
) -> Iterator[Disagreement]:
    """Structs without a copy function where their package has them, and new references not copied."""
    paths = [p for p in select(files_in(source, folder), generated.outputs) if p.endswith(".go")]
    for path in paths:
        parsed = source.go(path)
        copied = {f.receiver: f for f in parsed.functions if f.name == COPY} if parsed else {}
        if not parsed or not copied or not _covers(copied.keys(), moved):
            continue
        for placed in moved.added_types():
            if placed.type.name[:1].isupper() and placed.type.name not in copied:
                yield _at(placed, placed.type.line, placed.type.name, path, "has no deep copy")
        for placed, field in moved.added_fields():
            function = copied.get(placed.type.name)
            body = parsed.text(function.body) if function and function.body else None
            if body and REFERENCE.match(field.type) and not re.search(rf"\bin\.{field.name}\b", body):
                symbol = f"{placed.type.name}.{field.name}"
                yield _at(placed, field.line, symbol, path, "is not copied")
        for placed in moved.removed_types():
            left = copied.get(placed.type.name)
            if left:
                detail = "still has a deep copy"
                yield Disagreement(placed.type.name, detail, path, left.line, path, in_source=False)


def _covers(copied: Iterable[str], moved: Moved) -> bool:
    """Whether every exported struct that stood before has a copy function: the package opts in as a whole."""
    known = set(copied)
    stood = [
        n for n, p in moved.old.items() if p.type.kind == "struct" and n[:1].isupper() and n in moved.new
    ]
    return bool(stood) and all(name in known for name in stood)


def _at(placed: Placed, line: int, symbol: str, output: str, detail: str) -> Disagreement:
    return Disagreement(symbol, detail, placed.path, line, output)


def definitions_of(source: Source, generated: Generated) -> list[Crd]:
    """The definitions among the outputs."""
    files = (source.yaml(p) for p in select(source.paths(), generated.outputs))
    return [crd for file in files if file for crd in crds(file)]


def schemas_disagree(known: list[Crd], generated: Generated, moved: Moved) -> Iterator[Disagreement]:
    """Fields that moved in the Go types and not in the definitions, and values that a marker lists anew."""
    kinds = {crd.kind for crd in known}
    if _all_have_definitions(moved, kinds):
        for placed in moved.added_types():
            if _is_kind(placed) and placed.type.name not in kinds:
                detail = "has no definition"
                yield _at(placed, placed.type.line, placed.type.name, generated.outputs[0], detail)
    for crd in known:
        if crd.kind in moved.new and len(crd.versions) == 1:
            yield from _schema_disagrees(crd, moved)


def _is_kind(placed: Placed) -> bool:
    return any(marker.lstrip("+").startswith(KIND_MARKERS) for marker in placed.type.markers)


def _all_have_definitions(moved: Moved, kinds: set[str]) -> bool:
    """Whether every marked type that stood before has one: types of opaque configuration have none."""
    marked = [name for name, placed in moved.old.items() if _is_kind(placed) and name in moved.new]
    return bool(marked) and all(name in kinds for name in marked)


def _schema_disagrees(crd: Crd, moved: Moved) -> Iterator[Disagreement]:
    fields = next(iter(crd.versions.values()))
    reached = {name: list(paths) for name, paths in _reach(crd.kind, moved.new).items()}
    for placed, field in moved.added_fields():
        for above in reached.get(placed.type.name, []) if _is_serialised(field) else []:
            if _join(above, field) not in fields:
                yield _about(crd, placed, field, f"lacks {_join(above, field)}")
    for placed, field, listed in moved.new_values():
        for above in reached.get(placed.type.name, []):
            found = fields.get(_join(above, field))
            if found and found.enum != listed:
                yield _about(crd, placed, field, f"lists other values of {found.path}")
    for placed, field in moved.removed_fields():
        for above in reached.get(placed.type.name, []) if _is_serialised(field) else []:
            left = fields.get(_join(above, field))
            if left:
                symbol = f"{placed.type.name}.{field.json}"
                yield Disagreement(
                    symbol, f"still has {left.path}", crd.path, left.line, crd.path, in_source=False
                )


def _about(crd: Crd, placed: Placed, field: Field, detail: str) -> Disagreement:
    return Disagreement(f"{placed.type.name}.{field.json}", detail, placed.path, field.line, crd.path)


def _is_serialised(field: Field) -> bool:
    return bool(field.json) and field.json != "-" and field.is_exported and not field.embedded


def _join(above: str, field: Field) -> str:
    return f"{above}.{field.json}" if above else str(field.json)


def _reach(kind: str, types: Mapping[str, Placed]) -> dict[str, list[str]]:
    """Each type reached from a kind, with the schema paths at which it stands."""
    reached: dict[str, list[str]] = {kind: [""]}
    ahead = [(kind, "")]
    while ahead:
        name, above = ahead.pop()
        for field in types[name].type.fields:
            inner = WRAPPERS.sub("", field.type)
            if inner not in types or len(reached.get(inner, [])) > 8:
                continue
            depth = len(re.findall(r"\[", field.type))
            path = (
                above if field.embedded or "inline" in field.options else _join(above, field) + "[]" * depth
            )
            if path not in reached.setdefault(inner, []):
                reached[inner].append(path)
                ahead.append((inner, path))
    return reached
