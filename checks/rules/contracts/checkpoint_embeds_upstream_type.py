"""A checkpoint that holds a type of a library which the change moves."""

from __future__ import annotations

from collections.abc import Iterable

from checks.checkpoints import Member, schemas
from checks.context import Context
from checks.model import Defect, Fact
from checks.pattern import lazy
from checks.proofs import at_fact, line_at
from checks.rule import OPTIONAL, rule

EXTERNAL = lazy(r"(?P<path>[\w-]+(?:\.[\w-]+)+/[\w./-]+)\.\w+\Z")
MOVES = ("dependency-bumped", "kubernetes-minor-bumped")


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A library whose type is part of the checkpoint moves by a minor version or more.

    A field that the library adds to its type changes the JSON of every checkpoint, and so its checksum,
    without a line of the project's own being touched.

    Left alone: patch releases, and libraries of which the checkpoint holds nothing.

    Source: issue 1080 of the project: two fields that came with Kubernetes 1.36 broke older checkpoints.
    """
    moves = [f for f in context.facts.of(*MOVES) if _is_a_step(f)]
    if not moves:
        return
    held = _held(context)
    for fact in moves:
        module = fact.symbol if fact.kind == MOVES[0] else ""
        inside = [m for m in held if _is_of(m, module, context)]
        if inside:
            first = inside[0]
            proof = line_at(context.snapshot.head, first.file, first.line)
            yield at_fact(fact, context, _message(fact, inside), proof, about=fact.symbol)


def _is_a_step(fact: Fact) -> bool:
    return fact.kind != MOVES[0] or fact.traits.get("level") in ("major", "minor")


def _held(context: Context) -> list[Member]:
    """Members of the checkpoints at the head whose type is another module's."""
    found = schemas(context.snapshot.head, context.profile.contracts)
    return [m for schema in found.values() for m in schema.members.values() if EXTERNAL.search(m.shape)]


def _is_of(member: Member, module: str, context: Context) -> bool:
    path = EXTERNAL.search(member.shape)
    if path is None:
        return False
    if module:
        known = context.profile.contracts.upstream_modules
        return module not in known and f"{path['path']}/".startswith(f"{module}/")
    return any(f"{path['path']}/".startswith(f"{m}/") for m in context.profile.contracts.upstream_modules)


def _message(fact: Fact, held: list[Member]) -> str:
    more = len({m.symbol for m in held}) - 1
    beside = f" and {more} more" if more else ""
    return (
        f"{fact.symbol} moves from {fact.before} to {fact.after}, and the checkpoint holds its types "
        f"(`{held[0].symbol}`{beside}). Show with an upgrade test that an older checkpoint still reads."
    )
