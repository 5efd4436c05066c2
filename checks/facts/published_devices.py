"""Which devices are found and announced, and with which taints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from checks.branches import condition_of, exit_of, is_error
from checks.functions import Pair, Side, changed_functions
from checks.model import Fact
from checks.snapshot import Snapshot
from config.profile import Profile

FILES = (".go",)


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """`behavior-changed` with the aspect `published-devices`, of little weight alone, or `device-taints`."""
    pairs = [pair for pair in changed_functions(snapshot, profile) if not pair.is_huge]
    for pair in pairs:
        if pair.base and pair.head and _discovers(pair, profile):
            yield from _passed_by(pair, pair.base, pair.head)
    yield from _tainted(pairs)


def _discovers(pair: Pair, profile: Profile) -> bool:
    name = pair.symbol.casefold()
    return any(word in name for word in profile.contracts.device_discovery)


def _passed_by(pair: Pair, base: Side, head: Side) -> Iterator[Fact]:
    """The first condition under which the function newly passes a device by."""
    old = Counter(condition for condition, _ in _skips(base))
    for condition, line in _skips(head):
        if not old[condition]:
            traits = {"aspect": "published-devices", "weight": "light"}
            detail = f"passes devices by where {condition}"[:200]
            yield Fact("behavior-changed", head.file.path, line, pair.symbol, detail, traits=traits)
            return
        old[condition] -= 1


def _skips(side: Side) -> Iterator[tuple[str, int]]:
    for found in side.file.find("if_statement", within=side.function.node):
        way_out, condition = exit_of(found), condition_of(side, found)
        if way_out is None or is_error(condition):
            continue
        if way_out.type != "return_statement" or side.file.flat(way_out) in ("return", "returnnil"):
            yield condition, side.file.line(found)


def _tainted(pairs: Iterable[Pair]) -> Iterator[Fact]:
    """Taints that no changed function put on devices before; the scheduler acts on them."""
    known = {key for pair in pairs if pair.base for key, _ in _taints(pair.base)}
    for pair in pairs:
        for key, line in _taints(pair.head) if pair.head else ():
            if pair.head and key not in known:
                known.add(key)
                traits = {"aspect": "device-taints"}
                detail = f"taints devices with {key}"[:200]
                yield Fact("behavior-changed", pair.head.file.path, line, pair.symbol, detail, traits=traits)


def _taints(side: Side) -> Iterator[tuple[str, int]]:
    for literal in side.file.literals(side.function.node):
        key = literal.entry("Key")
        if key and literal.type.rpartition(".")[2] == "DeviceTaint":
            yield side.file.flat(key.value), key.line
