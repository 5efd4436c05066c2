"""Custom resource definitions against the Go types that they are made from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from checks.generated.markers import unmet
from checks.generated.moved import Moved, Placed, at
from checks.generated.ownership import Disagreement
from checks.globs import select
from checks.parse.crd import Crd, crds
from checks.parse.go import Field
from checks.pattern import lazy
from checks.snapshot import Source
from config.profile import Generated

WRAPPERS = lazy(r"\*|\[\]|map\[\w+\]")
KIND_MARKERS = ("genclient", "kubebuilder:resource", "kubebuilder:object:root=true")


def definitions_of(source: Source, generated: Generated) -> list[Crd]:
    """The definitions among the outputs."""
    files = (source.yaml(p) for p in select(source.paths(), generated.outputs))
    return [crd for file in files if file for crd in crds(file)]


def schemas_disagree(known: list[Crd], generated: Generated, moved: Moved) -> Iterator[Disagreement]:
    """Fields that moved in the Go types and not in the definitions, and what markers newly demand."""
    kinds = {crd.kind for crd in known}
    if _all_have_definitions(moved, kinds):
        for placed in moved.added_types():
            if _is_kind(placed) and placed.type.name not in kinds:
                detail = "has no definition"
                yield at(placed, placed.type.line, placed.type.name, generated.outputs[0], detail)
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
    reached = {name: list(paths) for name, paths in reach(crd.kind, moved.new).items()}
    for placed, field in moved.added_fields():
        for above in reached.get(placed.type.name, []) if _is_serialised(field) else []:
            if _join(above, field) not in fields:
                yield _about(crd, placed, field, f"lacks {_join(above, field)}")
    for placed, field, before in moved.kept_fields():
        for above in reached.get(placed.type.name, []) if _is_serialised(field) else []:
            found = fields.get(_join(above, field))
            for what in unmet(before, field, found) if found else ():
                yield _about(crd, placed, field, f"has another {what} at {_join(above, field)}")
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


def reach(kind: str, types: Mapping[str, Placed]) -> dict[str, list[str]]:
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
