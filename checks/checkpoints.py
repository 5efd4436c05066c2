"""The JSON schema of a component's checkpoint: every field that can be reached from its root type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from checks.packages import Packages, folder_of, packages_of
from checks.pattern import lazy
from checks.snapshot import Source
from config.profile import Contracts

if TYPE_CHECKING:
    from checks.parse.go import Field, Function, GoFile, Type

WRAPPED = lazy(r"\s*(?:\*|\[\w*\]|map\[[\w.]+\])")
NAME = lazy(r"[\w.]+")
API_VERSION = lazy(r"/v\d+(?:(?:alpha|beta)\d+)?(?=\.)")
ENCODERS = ("MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText")
MOST_HOPS = 16  # types that are named for types; also ends `type List []List`
MOST_FIELDS = 3_000  # ten times the largest known


class Member(Struct, frozen=True):
    """One field at its path in the JSON (`v2.claims{}.name`). `shape` is its type as JSON sees it."""

    path: str
    symbol: str
    json: str
    omitempty: bool
    shape: str
    file: str
    line: int


class State(Struct, frozen=True):
    """A constant of a string type that a field has: a value that may stand in the checkpoint."""

    type: str
    value: str
    name: str
    file: str
    line: int


class Encoder(Struct, frozen=True):
    """A method by which a reached type writes or reads itself."""

    symbol: str
    does: str
    file: str
    line: int


class Schema(Struct):
    """All of one checkpoint, or not `whole`. `file` and `line` are where the root type stands."""

    folder: str
    file: str
    line: int
    whole: bool = True
    members: dict[str, Member] = field(default_factory=dict)
    states: dict[tuple[str, str], State] = field(default_factory=dict)
    encoders: dict[str, Encoder] = field(default_factory=dict)


def schemas(source: Source, contracts: Contracts) -> Mapping[str, Schema]:
    """The schema of each folder that declares the root type, by folder; walked once a tree."""
    return source.once("checkpoints", "", lambda: _schemas(source, contracts))


def _schemas(source: Source, contracts: Contracts) -> dict[str, Schema]:
    packages = packages_of(source)
    found: dict[str, Schema] = {}
    for folder in packages.folders(contracts.checkpoints):
        for file in packages.declaring(folder, contracts.checkpoint_root):
            root = file.type(contracts.checkpoint_root)
            if root:
                found[folder] = _Walk(packages, file, root).schema
                if not found[folder].whole:
                    source.note_unread(file.path, "more fields than are compared", partly=True)
                break
    return found


def state_names(source: Source, contracts: Contracts, folder: str, value: str) -> frozenset[str]:
    """The constants of a folder's checkpoint that hold this state of a claim; none where it has no such."""
    schema = schemas(source, contracts).get(folder) if value else None
    return frozenset(s.name for s in schema.states.values() if s.value == value) if schema else frozenset()


class _Walk:
    """Follows fields from the root; a type that holds itself is entered once a path."""

    def __init__(self, packages: Packages, file: GoFile, root: Type) -> None:
        self.packages = packages
        self.schema = Schema(folder_of(file.path), file.path, root.line)
        self.entered: dict[tuple[str, str], tuple[GoFile, Type]] = {}
        self.pending: list[tuple[GoFile, Type, str, tuple[Type, ...]]] = [(file, root, "", ())]
        fields = 0
        while self.pending and self.schema.whole:
            entered = self.pending.pop()
            self._enter(*entered)
            fields += max(len(entered[1].fields), 1)
            self.schema.whole = fields < MOST_FIELDS
        for folder in sorted({folder_of(path) for path, _ in self.entered}):
            self._encoders(folder, {name for path, name in self.entered if folder_of(path) == folder})

    def _enter(self, file: GoFile, type_: Type, path: str, above: tuple[Type, ...]) -> None:
        self.entered.setdefault((file.path, type_.name), (file, type_))
        for field_ in type_.fields:
            if field_.embedded and not field_.json:
                self._follow(file, field_.type, path, (*above, type_))
            elif field_.json != "-" and field_.is_exported:
                self._member(file, type_, field_, path, above)

    def _member(self, file: GoFile, type_: Type, field_: Field, path: str, above: tuple[Type, ...]) -> None:
        json = field_.json or field_.name
        at = f"{path}.{json}" if path else json
        shape = self._follow(file, field_.type, at, (*above, type_))
        self.schema.members[at] = Member(
            at,
            f"{type_.name}.{field_.name}",
            json,
            "omitempty" in field_.options or "omitzero" in field_.options,
            shape,
            file.path,
            field_.line,
        )

    def _follow(self, file: GoFile, written: str, path: str, above: tuple[Type, ...]) -> str:
        """The shape of a type as written; the struct at its end is entered later."""
        shape, steps = "", ""
        for _ in range(MOST_HOPS):
            while wrapped := WRAPPED.match(written):
                mark = wrapped[0].strip()
                shape += "" if mark == "*" else mark.replace(" ", "")
                steps += "" if mark == "*" else ("{}" if mark.startswith("map") else "[]")
                written = written[wrapped.end() :]
            name = NAME.fullmatch(written.strip())
            found = self.packages.type(file, written.strip()) if name else None
            if found is None:
                return shape + _external(file, written.strip())
            file, type_ = found
            if type_.kind == "struct":
                if type_ not in above:
                    self.pending.append((file, type_, path + steps, above))
                return f"{shape}struct"
            if (file.path, type_.name) not in self.entered:
                self.entered[file.path, type_.name] = found
                self._states(file, type_)
            if type_.kind == "interface" or type_.underlying == written:
                return shape + type_.kind
            written = type_.underlying
        return shape

    def _states(self, file: GoFile, type_: Type) -> None:
        if type_.underlying != "string":
            return
        for where in self.packages.mentioning(folder_of(file.path), type_.name):
            for const in where.constants:
                value = where.string(const.expression) if const.type == type_.name else None
                if value is not None:
                    state = State(type_.name, value, const.name, where.path, const.line)
                    self.schema.states.setdefault((type_.name, value), state)

    def _encoders(self, folder: str, types: set[str]) -> None:
        for where in self.packages.mentioning(folder, *(f") {name}(" for name in ENCODERS)):
            for function in where.functions:
                if function.receiver in types and function.name in ENCODERS:
                    self._encoder(where, function)

    def _encoder(self, file: GoFile, function: Function) -> None:
        does = file.behaviour(function.node)
        self.schema.encoders[function.symbol] = Encoder(function.symbol, does, file.path, function.line)


def _external(file: GoFile, written: str) -> str:
    """A type of another module by import path, so that it does not matter what the file calls it.

    The version of an API package is left out: its types keep their JSON when they graduate.
    """
    package, dot, name = written.rpartition(".")
    imported = file.imported(package) if dot else None
    return API_VERSION.sub("", f"{imported}.{name}") if imported else written
