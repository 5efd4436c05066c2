"""The driver's own configuration kinds: where claims and classes use them, and what the Go code takes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct, field

from checks.context import Context
from checks.dra.claims import Claim, claim_of, is_class
from checks.dra.judged import fault, is_judged
from checks.dra.published import driver_folders
from checks.facts.sides import GoSide
from checks.globs import select
from checks.manifests import Manifest
from checks.model import Defect, Severity
from checks.packages import folder_of
from checks.parse.yaml import Node
from checks.snapshot import Source
from config.profile import Profile

if TYPE_CHECKING:
    from checks.parse.go import Field, GoFile, Type

MAX_DEPTH = 20


class GoStruct(Struct, frozen=True, eq=False):
    """A Go type with the file that declares it."""

    file: GoFile
    type: Type

    @property
    def name(self) -> str:
        """The type's name."""
        return self.type.name


class Api(Struct):
    """The configuration kinds of one tree. `drivers` tells for each kind the driver that takes it."""

    version: str = ""
    kinds: Mapping[str, GoStruct] = field(default_factory=dict)
    drivers: Mapping[str, str] = field(default_factory=dict)
    side: GoSide | None = None

    def fields(self, struct: GoStruct) -> dict[str, Field]:
        """A struct's fields by their name in JSON; empty where an embedded type cannot be followed."""
        found: dict[str, Field] = {}
        for one in struct.type.fields:
            if one.embedded and one.type.endswith("TypeMeta"):
                continue
            if one.embedded and one.json is None:
                inner = self.struct(struct, one.type)
                if inner is None:
                    return {}
                found |= self.fields(inner)
            elif one.json and one.json != "-":
                found[one.json] = one
        return found

    def struct(self, around: GoStruct, written: str) -> GoStruct | None:
        """The struct that a field's type names, behind a pointer or not."""
        found = self.named(around, written)
        return found if found and found.type.kind == "struct" else None

    def named(self, around: GoStruct, written: str) -> GoStruct | None:
        """The type of this tree that a field's type names."""
        known = self.side.packages.type(around.file, written.lstrip("*")) if self.side else None
        return GoStruct(*known) if known else None


def api_of(source: Source, profile: Profile) -> Api:
    """What the tree's API packages know; no kinds where the profile names none."""
    return source.once("opaque api", "", lambda: _api(source, profile))


def _api(source: Source, profile: Profile) -> Api:
    side = GoSide(source)
    paths = select(source.paths(), profile.contracts.api_types)
    kinds: dict[str, GoStruct] = {}
    version = ""
    for folder in sorted({folder_of(p) for p in paths if p.endswith(".go")}):
        for file in side.packages.mentioning(folder, "AddKnownTypes"):
            for name in _known_types(file):
                found = side.packages.type(file, name)
                if found and _is_config(found[1]):
                    kinds[name] = GoStruct(*found)
                    version = version or _version(side, file)
    return Api(version, kinds, _drivers(source, profile, kinds), side)


def _known_types(file: GoFile) -> Iterator[str]:
    for call in file.calls():
        if call.method == "AddKnownTypes":
            for argument in call.arguments[1:]:
                literal = file.literal(argument)
                if literal:
                    yield literal.type


def _is_config(type_: Type) -> bool:
    embedded = {e.lstrip("*").rpartition(".")[2] for e in type_.embeds}
    return "TypeMeta" in embedded and not embedded & {"ObjectMeta", "ListMeta"}


def _version(side: GoSide, file: GoFile) -> str:
    """`group/version` as the file gives it to the scheme."""
    for literal in file.literals():
        group, version = literal.entry("Group"), literal.entry("Version")
        if literal.type.endswith("GroupVersion") and group and version:
            parts = [
                file.string(e.value, lambda name: side.packages.string(file, name)) for e in (group, version)
            ]
            return "/".join(p for p in parts if p) if all(parts) else ""
    return ""


def _drivers(source: Source, profile: Profile, kinds: Mapping[str, GoStruct]) -> dict[str, str]:
    """The driver whose code takes a kind as the only one: it names the type behind a pointer."""
    taken: dict[str, set[str]] = {}
    for folder, driver in driver_folders(source, profile).items():
        texts = [t.text for p in source.under(folder) if _is_code(p) and (t := source.text(p))]
        for kind in kinds:
            if any(re.search(rf"\*(?:\w+\.)?{kind}\b", text) for text in texts):
                taken.setdefault(kind, set()).add(driver)
    return {kind: drivers.pop() for kind, drivers in taken.items() if len(drivers) == 1}


def _is_code(path: str) -> bool:
    return path.endswith(".go") and not path.endswith("_test.go")


class ConfigUse(Struct, frozen=True, eq=False, dict=True):
    """One opaque configuration of a claim (`claim`) or of a class."""

    manifest: Manifest
    entry: Node
    opaque: Node
    claim: Claim | None = None

    @property
    def parameters(self) -> Node | None:
        """What the driver is given, where it is a map."""
        found = self.opaque.get("parameters")
        return found if found is not None and found.kind == "map" else None

    @property
    def driver(self) -> str:
        """The driver that it is for."""
        return _text(self.opaque, "driver")

    @property
    def kind(self) -> str:
        """The kind of the configuration, or empty."""
        return _text(self.parameters, "kind")

    @property
    def api_version(self) -> str:
        """Its version, or empty."""
        return _text(self.parameters, "apiVersion")

    @cached_property
    def requests(self) -> list[Node]:
        """The requests that it names; empty for all."""
        found = self.entry.get("requests")
        return [i for i in found.items if i.kind == "scalar"] if found is not None else []

    def line_of(self, *path: str) -> Node:
        """The node at a path of the parameters, or the nearest one above that is there."""
        here = self.parameters or self.opaque
        for step in path:
            below = here.get(step)
            if below is None:
                break
            here = below
        return here

    def struct(self, api: Api) -> GoStruct | None:
        """The Go type behind it, where kind and version are the driver's."""
        return api.kinds.get(self.kind) if self.api_version in ("", api.version) else None


def config_uses(context: Context) -> tuple[ConfigUse, ...]:
    """The configurations that the change writes or touches, in objects that are meant to be right."""
    return context.snapshot.head.once("config uses", "", lambda: tuple(_uses(context)))


def _uses(context: Context) -> Iterator[ConfigUse]:
    for manifest in context.manifests:
        change = context.snapshot.changed(manifest.path)
        claim = claim_of(manifest)
        entries = claim.configs if claim else _class_configs(manifest)
        for use in _of_entries(entries, manifest, claim) if change and entries else ():
            line, end = use.entry.line, use.entry.end_line
            edited = change is not None and (change.status == "A" or change.edits_head(line, end))
            if edited and is_judged(manifest, context):
                yield use


def configs_of(claim: Claim) -> list[ConfigUse]:
    """All configurations of a claim, in order."""
    return list(_of_entries(claim.configs, claim.manifest, claim))


def _of_entries(entries: list[Node], manifest: Manifest, claim: Claim | None) -> Iterator[ConfigUse]:
    for entry in entries:
        opaque = entry.get("opaque")
        if opaque is not None and opaque.kind == "map":
            yield ConfigUse(manifest, entry, opaque, claim)


def _class_configs(manifest: Manifest) -> list[Node]:
    found = manifest.root.get("spec", "config") if is_class(manifest) else None
    return [i for i in found.items if i.kind == "map"] if found is not None else []


def _text(node: Node | None, key: str) -> str:
    found = node.get(key) if node is not None and node.kind == "map" else None
    return found.text if found is not None and found.kind == "scalar" else ""


class Value(Struct, frozen=True, eq=False):
    """A value in a configuration, the path to it, and the Go field of `struct` that it fills."""

    path: tuple[str, ...]
    node: Node
    struct: GoStruct
    field: Field


def values_of(use: ConfigUse, api: Api) -> Iterator[Value]:
    """Every value of a configuration that a Go field stands for, the outer before the inner."""
    struct, parameters = use.struct(api), use.parameters
    pending = [((), parameters, struct)] if struct and parameters is not None else []
    while pending:
        path, node, around = pending.pop()
        known = api.fields(around)
        for entry in node.entries:
            one = known.get(entry.key)
            if one is None or len(path) >= MAX_DEPTH:
                continue
            yield Value((*path, entry.key), entry.value, around, one)
            inner = api.struct(around, one.type)
            if inner is not None and entry.value.kind == "map":
                pending.append(((*path, entry.key), entry.value, inner))  # type: ignore[arg-type]


def config_defect(
    use: ConfigUse,
    node: Node,
    message: str,
    context: Context,
    *,
    about: str,
    severity: Severity | None = None,
) -> Defect:
    """A defect at a node of a configuration."""
    return fault(use.manifest, node, message, context, about=f"{use.kind} {about}", severity=severity)


def is_literal(use: ConfigUse, node: Node) -> bool:
    """Whether a value is written out, and not filled in later."""
    return use.manifest.is_literal(node) and not re.search(r"[$<{]", node.text)
