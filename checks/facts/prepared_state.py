"""What is written into the checkpoint of a component, where its schema may stay as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from checks.checkpoints import Schema, schemas
from checks.functions import product_go
from checks.globs import matches
from checks.model import Fact
from checks.packages import Packages, folder_of, packages_of
from checks.parse.go import GoFile, Literal
from checks.snapshot import Snapshot, Source
from config.profile import Contracts, Profile

FILES = (".go",)

MOST_HOPS = 8  # aliases of aliases


class Written(Struct):
    """The shapes in which the structs of a checkpoint are filled, each with the first place of it.

    A shape is the fields that a literal sets, with the states that it sets them to.
    """

    shapes: dict[str, dict[frozenset[str], tuple[str, int]]] = field(default_factory=dict)


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """`prepared-state-changed` for a struct of the checkpoint that is newly filled with other fields or
    states, once a struct.

    Other values in the same fields, literals that moved, and structs that are new or gone are none.
    """
    contracts = profile.contracts
    changes = [c for c in product_go(snapshot, profile) if matches(folder_of(c.path), contracts.checkpoints)]
    if not changes:
        return
    old = _written(snapshot.base, (c.old_path for c in changes), contracts)
    new = _written(snapshot.head, (c.new_path for c in changes), contracts)
    for struct, shapes in new.shapes.items():
        before = old.shapes.get(struct)
        fresh = [shape for shape in shapes if before and shape not in before]
        if before and fresh:
            path, line = shapes[fresh[0]]
            yield Fact("prepared-state-changed", path, line, struct, _detail(fresh[0], before))


def _detail(shape: frozenset[str], before: Iterable[frozenset[str]]) -> str:
    nearest = min(before, key=lambda other: (len(shape ^ other), sorted(other)))
    return f"written otherwise: {', '.join(sorted(shape ^ nearest))}"[:200]


def _written(source: Source, paths: Iterable[str | None], contracts: Contracts) -> Written:
    found = Written()
    packages = packages_of(source)
    known = schemas(source, contracts)
    for path in paths:
        schema = known.get(folder_of(path)) if path else None
        file = source.go(path) if path and schema else None
        for literal in file.literals() if file else ():
            struct = _struct(literal, file, packages) if file else None
            stored = _stored(schema, struct) if schema and struct else set()
            if file and schema and struct and stored:
                shape = _shape(literal, file, stored, {s.name for s in schema.states.values()})
                found.shapes.setdefault(struct, {}).setdefault(shape, (file.path, literal.line))
    return found


def _stored(schema: Schema, struct: str) -> set[str]:
    """The fields of a struct that the checkpoint holds; private ones are not among them."""
    symbols = (member.symbol.partition(".") for member in schema.members.values())
    return {name for owner, _, name in symbols if owner == struct}


def _struct(literal: Literal, file: GoFile, packages: Packages) -> str | None:
    """The struct that a literal fills, behind aliases; lists and maps of it are none."""
    name = literal.type.lstrip("&*")
    for _ in range(MOST_HOPS):
        found = packages.type(file, name) if name.replace(".", "").isidentifier() else None
        if found is None or found[1].kind == "struct":
            return found[1].name if found else None
        file, name = found[0], found[1].underlying
    return None


def _shape(literal: Literal, file: GoFile, stored: set[str], states: set[str]) -> frozenset[str]:
    """The stored fields that it sets; of one that holds a state, which."""
    said = ((e.key, file.flat(e.value)) for e in literal.entries if e.key in stored)
    return frozenset(f"{key}={value}" if value in states else key for key, value in said)
