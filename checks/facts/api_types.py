"""API kinds, fields, markers and constants that came, went or changed in Go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from checks.facts.sides import GoSide, go_sides, pair
from checks.model import Fact, Side
from checks.pattern import lazy
from checks.snapshot import Snapshot
from config.profile import Profile

FILES = (".go",)

if TYPE_CHECKING:
    from checks.parse.go import Const, Field, Function, GoFile, Type

SCHEMA_MARKER = lazy(
    r"\+(?:kubebuilder:(?:validation|default|subresource|resource|storageversion|unservedversion|pruning|"
    r"selectablefield)|default|list(?:Type|MapKey)|mapType|structType|enum|k8s:(?:min|max|enum|required|optional))"
)
OPTIONAL = ("+optional", "+kubebuilder:validation:Optional", "+k8s:optional")
REQUIRED = ("+required", "+kubebuilder:validation:Required", "+k8s:required")
CHECKS = ("Validate", "Normalize", "Default", "SetDefaults")


class Declared(Struct, frozen=True):
    """A type of an API package with the file that declares it."""

    file: GoFile
    type: Type

    @property
    def path(self) -> str:
        """The file's path."""
        return self.file.path

    @property
    def is_kind(self) -> bool:
        """Whether it is an object of the API on its own; lists of objects are not counted."""
        embedded = {e.lstrip("*").rpartition(".")[2] for e in self.type.embeds}
        return "TypeMeta" in embedded and "ListMeta" not in embedded


class Value(Struct, frozen=True):
    """An exported constant of an API package. `type` is empty where the constant has none."""

    name: str
    type: str
    value: str
    path: str
    line: int


class Check(Struct, frozen=True):
    """A function of an API package that validates objects or fills in what they leave out."""

    file: GoFile
    function: Function

    @property
    def path(self) -> str:
        """The file's path."""
        return self.file.path


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """Compares types by their name in the package, fields by their name in JSON, constants by their value.

    A type that is no kind is judged by the fields that hold it: alone it is not part of the API.
    """
    base, head = go_sides(snapshot, profile, profile.contracts.api_types)
    types = pair((base, _types(base)), (head, _types(head)), lambda d: d.type.name)
    for new in types.added:
        if new.is_kind:
            yield Fact("api-kind-added", new.path, new.type.line, new.type.name)
    for old in types.removed:
        if old.is_kind:
            yield Fact("api-kind-removed", old.path, old.type.line, old.type.name, side=Side.BASE)
    for old, new in types.kept:
        yield from _fields(old, new)
        yield from _markers(old.type.name, old.type, new.type, new.path)
        if old.type.underlying != new.type.underlying:
            detail = f"was {old.type.underlying}; is {new.type.underlying}"
            yield Fact("api-field-retyped", new.path, new.type.line, new.type.name, detail)
    yield from _constants(base, head)
    yield from _checks(base, head)


def _types(side: GoSide) -> list[Declared]:
    return [Declared(f, t) for f in side.files for t in f.types if t.kind != "interface"]


def _fields(old: Declared, new: Declared) -> Iterator[Fact]:
    before, after = _named(old.type), _named(new.type)
    lost = {name: field for name, field in before.items() if name not in after}
    for name, field in after.items():
        symbol = f"{new.type.name}.{name}"
        was = before.get(name)
        if was:
            yield from _changed(symbol, was, field, new.path)
        elif same := next((f for f in lost.values() if f.name == field.name and not f.embedded), None):
            lost.pop(_key(same))
            detail = f"was {same.json}; is {field.json}"
            yield Fact("api-field-renamed", new.path, field.line, symbol, detail, same.json, field.json)
        else:
            need = "optional" if _is_optional(field) else "required"
            yield Fact(
                "api-field-added", new.path, field.line, symbol, field.type, None, need, traits=_about(field)
            )
    for name, field in lost.items():
        symbol = f"{old.type.name}.{name}"
        yield Fact("api-field-removed", old.path, field.line, symbol, field.type, side=Side.BASE)


def _about(field: Field) -> dict[str, str]:
    return {"type": field.type, "optional": str(_is_optional(field)).lower(), "default": _default(field)}


def _default(field: Field) -> str:
    marked = next((m for m in field.markers if re.match(r"\+(?:kubebuilder:)?default\b", m)), "")
    return re.sub(r"^[^=]*=", "", marked)


def _named(type_: Type) -> dict[str, Field]:
    """The fields that show in JSON, by their name there; embedded ones by their type."""
    return {_key(f): f for f in type_.fields if f.json != "-" and (f.json is not None or f.embedded)}


def _key(field: Field) -> str:
    return field.json or (f"({field.name})" if field.embedded else field.name)


def _changed(symbol: str, old: Field, new: Field, path: str) -> Iterator[Fact]:
    before, after = _wire_type(old.type), _wire_type(new.type)
    if before != after:
        detail = f"was {old.type}; is {new.type}"
        yield Fact(
            "api-field-retyped", path, new.line, symbol, detail, old.type, new.type, traits=_about(new)
        )
    if _is_optional(old) != _is_optional(new):
        kind = "api-field-made-optional" if _is_optional(new) else "api-field-made-required"
        yield Fact(kind, path, new.line, symbol, traits=_about(new))
    yield from _markers(symbol, old, new, path)


def _wire_type(written: str) -> str:
    """A type as JSON sees it: pointers and the names that packages go by do not show there."""
    return re.sub(r"\b\w+\.(?=\w)", "", written.replace("*", "")).replace(" ", "")


def _is_optional(field: Field) -> bool:
    if any(m.startswith(REQUIRED) for m in field.markers):
        return False
    return "omitempty" in field.options or any(m.startswith(OPTIONAL) for m in field.markers)


def _markers(symbol: str, old: Field | Type, new: Field | Type, path: str) -> Iterator[Fact]:
    before, after = _schema(old), _schema(new)
    if before != after:
        was, now = ", ".join(sorted(before - after)), ", ".join(sorted(after - before))
        detail = "; ".join([*([f"no longer {was}"] if was else []), *([f"now {now}"] if now else [])])
        yield Fact("api-marker-changed", path, new.line, symbol, detail, was or None, now or None)


def _schema(declared: Field | Type) -> set[str]:
    """Markers that shape the schema, less those that say whether a field is needed."""
    plain = (m.replace(":=", "=") for m in declared.markers if SCHEMA_MARKER.match(m))
    return {m for m in plain if not m.startswith((*OPTIONAL, *REQUIRED))}


def _constants(base: GoSide, head: GoSide) -> Iterator[Fact]:
    values = pair((base, _values(base)), (head, _values(head)), lambda v: (v.type, v.value))
    still = {(v.name, v.value) for v in values.removed} & {(v.name, v.value) for v in values.added}
    gone = {(v.type, v.name): v for v in values.removed if (v.name, v.value) not in still}
    for new in (v for v in values.added if (v.name, v.value) not in still):  # a type's name is Go's alone
        old = gone.pop((new.type, new.name), None)
        traits = {"type": new.type}
        if old:
            detail = f"was {old.value}; is {new.value}"
            yield Fact(
                "api-constant-changed",
                new.path,
                new.line,
                new.name,
                detail,
                old.value,
                new.value,
                traits=traits,
            )
        else:
            yield Fact(
                "api-constant-added", new.path, new.line, new.name, new.value, None, new.value, traits=traits
            )
    for old in gone.values():
        yield Fact(
            "api-constant-removed",
            old.path,
            old.line,
            old.name,
            old.value,
            old.value,
            side=Side.BASE,
            traits={"type": old.type},
        )


def _values(side: GoSide) -> Iterator[Value]:
    """Exported strings that users write or read; the name of a kind is told by the kind itself."""
    for file in side.files:
        for const in file.constants:
            value = _string(side, file, const)
            if value and const.name[:1].isupper() and const.name != f"{value}Kind":
                yield Value(const.name, const.type, value, file.path, const.line)


def _string(side: GoSide, file: GoFile, const: Const) -> str | None:
    return file.string(const.expression, lambda name: side.packages.string(file, name))


def _checks(base: GoSide, head: GoSide) -> Iterator[Fact]:
    pairs = pair((base, checking(base)), (head, checking(head)), lambda c: c.function.symbol)
    for old, new in pairs.kept:
        if old.file.behaviour(old.function.node) != new.file.behaviour(new.function.node):
            name = new.function.name
            kind = "api-validation-changed" if name.startswith(CHECKS[0]) else "api-default-changed"
            yield Fact(kind, new.path, new.function.line, new.function.symbol)


def checking(side: GoSide) -> Iterator[Check]:
    """The functions of the changed files that validate or fill in."""
    for file in side.files:
        for function in file.functions:
            if function.name.startswith(CHECKS):
                yield Check(file, function)
