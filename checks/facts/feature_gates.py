"""Feature gates that came, went, graduated or changed, and the rules between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from checks.facts.sides import GoSide, go_sides, pair
from checks.model import Fact, Side
from checks.snapshot import Snapshot
from config.profile import Profile

FILES = (".go",)

if TYPE_CHECKING:
    from checks.parse.go import Entry, GoFile, Literal


KEYS = {"stage": "PreRelease", "default": "Default", "version": "Version", "locked": "LockToDefault"}


class Gate(Struct, frozen=True):
    """A registered gate with the newest of its specs.

    `line` is where it is named, `spec_line` where that spec begins, `lines` where the spec sets each key.
    """

    name: str
    path: str
    line: int
    stage: str
    default: str
    version: str
    locked: str
    spec_line: int
    lines: Mapping[str, int]

    @property
    def traits(self) -> dict[str, str]:
        """What rules compare."""
        return {"stage": self.stage, "default": self.default, "version": self.version, "locked": self.locked}

    def __str__(self) -> str:
        words = [self.stage, "on by default" if self.default == "true" else "off by default"]
        return ", ".join([*words, *([f"since {self.version}"] if self.version else [])])


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """Compares the registered gates of the changed files, and the functions that validate them."""
    where = profile.contracts.feature_gates
    base, head = go_sides(snapshot, profile, where.files)
    gates = pair((base, gates_of(base)), (head, gates_of(head)), lambda g: g.name)
    for gate in gates.added:
        yield Fact(
            "feature-gate-added",
            gate.path,
            gate.line,
            gate.name,
            str(gate),
            None,
            str(gate),
            traits=gate.traits,
        )
    for gate in gates.removed:
        yield Fact(
            "feature-gate-removed",
            gate.path,
            gate.line,
            gate.name,
            f"was {gate}",
            str(gate),
            side=Side.BASE,
            traits=gate.traits,
        )
    for old, new in gates.kept:
        if old.traits != new.traits:
            yield _changed(old, new)
    yield from _validation(base, head, where.validation)


def _changed(old: Gate, new: Gate) -> Fact:
    """What is proven by the line of the spec that sets it.

    A new number for the version alone is no news for users, who see the stage and the default.
    """
    aspects = [key for key, value in new.traits.items() if value != old.traits[key]]
    kind = "feature-gate-graduated" if "stage" in aspects else "feature-gate-changed"
    kind = "feature-gate-renumbered" if aspects == ["version"] else kind
    before = {f"{key}-before": value for key, value in old.traits.items()}
    detail = f"was {old}; is {new}" + (", locked" if new.locked == "true" else "")
    line = new.lines.get(KEYS[aspects[0]], new.spec_line)
    return Fact(kind, new.path, line, new.name, detail, str(old), str(new), traits={**new.traits, **before})


def gates_of(side: GoSide) -> Iterator[Gate]:
    """The gates that the files of one side register."""
    for file in side.files:
        for literal in file.literals():
            if literal.type.startswith("map[") and literal.type.partition("]")[0].endswith("Feature"):
                yield from (_gate(side, file, entry) for entry in literal.entries if entry.key_node)


def _gate(side: GoSide, file: GoFile, entry: Entry) -> Gate:
    name = file.string(entry.key_node, lambda ident: side.packages.string(file, ident))
    spec = _newest(file, file.literal(entry.value))
    said = {e.key: e.value for e in spec.entries} if spec else {}
    return Gate(
        name=name or entry.key.rpartition(".")[2],
        path=file.path,
        line=entry.line,
        stage=file.flat(said.get("PreRelease")).rpartition(".")[2] or "GA",
        default=file.flat(said.get("Default")) or "false",
        version=_version(file, said.get("Version")),
        locked=file.flat(said.get("LockToDefault")) or "false",
        spec_line=spec.line if spec else entry.line,
        lines={e.key: e.line for e in spec.entries} if spec else {},
    )


def _newest(file: GoFile, spec: Literal | None) -> Literal | None:
    """The last of a list of versioned specs, or the one spec itself."""
    if spec and spec.entries and not any(e.key for e in spec.entries):
        return file.literal(spec.entries[-1].value)
    return spec


def _version(file: GoFile, node: object) -> str:
    call = file.call(node)  # type: ignore[arg-type]
    parts = [file.string(a) or file.flat(a) for a in call.arguments] if call else []
    return ".".join(parts)


def _validation(base: GoSide, head: GoSide, names: tuple[str, ...]) -> Iterator[Fact]:
    old = {f.name: file.behaviour(f.node) for file in base.files for f in file.functions if f.name in names}
    for file in head.files:
        for function in file.functions:
            if function.name in names and old.get(function.name) != file.behaviour(function.node):
                yield Fact("feature-gate-validation-changed", file.path, function.line, function.name)
