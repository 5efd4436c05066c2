"""What functions of the product do otherwise: which devices they publish, what they put into containers,
and whether they do anything else at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from checks.facts.shape import PRODUCT, kind_of
from checks.functions import Pair, Side, changed_functions, product_go
from checks.model import Fact
from checks.snapshot import Snapshot, Source
from config.profile import Profile

if TYPE_CHECKING:
    from tree_sitter import Node

EDITS = ("DeviceNode", "Mount", "Hook")
REPEATING = ("NewTicker", "Tick", "Until", "UntilWithContext", "JitterUntil", "JitterUntilWithContext")
MOST_LINES = 2000
LEAVING = ("return_statement", "continue_statement", "break_statement")


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """`behavior-changed` with an aspect, each of little weight alone; `logic-kept` where Go code differs in
    names, comments, log calls and words of errors only."""
    pairs = changed_functions(snapshot, profile)
    read = tuple(pair for pair in pairs if not any(_is_huge(s) for s in (pair.base, pair.head) if s))
    for pair in read:
        if pair.base and pair.head:
            yield from _published(pair, pair.base, pair.head, profile)
            yield from _injected(pair, pair.base, pair.head)
        if pair.head:
            yield from _repeated(pair, pair.head)
    yield from _tainted(read)
    if not pairs:
        yield from _kept(snapshot, profile)


def _is_huge(side: Side) -> bool:
    """Whether a function is longer than people write them; the time taken grows faster than its length."""
    return side.function.end_line - side.function.line > MOST_LINES


def _tainted(pairs: Iterable[Pair]) -> Iterator[Fact]:
    """Taints that no changed function put on devices before; the scheduler acts on them."""
    known = {key for pair in pairs if pair.base for key, _ in _taints(pair.base)}
    for pair in pairs:
        for key, line in _taints(pair.head) if pair.head else ():
            if pair.head and key not in known:
                known.add(key)
                yield _fact("device-taints", pair.head, pair.symbol, line, f"taints devices with {key}", "")


def _taints(side: Side) -> Iterator[tuple[str, int]]:
    for literal in side.file.literals(side.function.node):
        key = literal.entry("Key")
        if key and literal.type.rpartition(".")[2] == "DeviceTaint":
            yield side.file.flat(key.value), key.line


def _repeated(pair: Pair, head: Side) -> Iterator[Fact]:
    """A function that newly acts again and again, as time passes."""
    if pair.base and any(call.method in REPEATING for call in pair.base.file.calls(pair.base.function.node)):
        return
    for call in head.file.calls(head.function.node):
        if call.method in REPEATING:
            yield _fact("loop", head, pair.symbol, call.line, "acts periodically", weight="beside")
            return


def _published(pair: Pair, base: Side, head: Side, profile: Profile) -> Iterator[Fact]:
    """Conditions under which a function that finds or announces devices newly passes one by."""
    name = pair.symbol.casefold()
    if not any(word in name for word in profile.contracts.device_discovery):
        return
    old = Counter(condition for condition, _ in _passing_by(base))
    for condition, line in _passing_by(head):
        if not old[condition]:
            yield _fact("published-devices", head, pair.symbol, line, f"passes devices by where {condition}")
            return
        old[condition] -= 1


def _passing_by(side: Side) -> Iterator[tuple[str, int]]:
    for found in side.file.find("if_statement", within=side.function.node):
        body = found.child_by_field_name("consequence")
        last = _last(body)
        if last is None or last.type not in LEAVING:
            continue
        if _is_error(_condition(side, found)):
            continue
        if last.type != "return_statement" or side.file.flat(last) in ("return", "returnnil"):
            yield _condition(side, found), side.file.line(found)


def _injected(pair: Pair, base: Side, head: Side) -> Iterator[Fact]:
    """Device nodes, mounts and hooks for containers that come, or come under other conditions."""
    old = Counter(words for words, _ in _edits(base))
    for words, line in _edits(head):
        if not old[words]:
            what, _, when = words.partition(" when ")
            detail = f"{what} {'when ' + when if when else 'without condition'}"
            yield _fact("container-edits", head, pair.symbol, line, detail)
            return
        old[words] -= 1


def _edits(side: Side) -> Iterator[tuple[str, int]]:
    for literal in side.file.literals(side.function.node):
        if literal.type.rpartition(".")[2] in EDITS:
            conditions = " and ".join(_conditions(side, literal.node))
            words = side.file.flat(literal.node)
            yield (f"{words} when {conditions}" if conditions else words), literal.line


def _conditions(side: Side, node: Node) -> list[str]:
    """What must hold for the node to be reached, from the inside out: branches around it, exits before it."""
    found: list[str] = []
    while node.parent is not None and node != side.function.node:
        parent = node.parent
        if parent.type == "if_statement" and node == parent.child_by_field_name("consequence"):
            found.append(_condition(side, parent))
        elif parent.type == "if_statement" and node == parent.child_by_field_name("alternative"):
            found.append(f"not ({_condition(side, parent)})")
        found += _exits_before(side, parent, node)
        node = parent
    return found


def _exits_before(side: Side, parent: Node, node: Node) -> Iterator[str]:
    for sibling in parent.named_children:
        if sibling.start_byte >= node.start_byte:
            return
        if sibling.type == "if_statement" and not _is_error(condition := _condition(side, sibling)):
            last = _last(sibling.child_by_field_name("consequence"))
            if last is not None and last.type in LEAVING:
                yield f"not ({condition})"


def _is_error(condition: str) -> bool:
    return condition.endswith("err!=nil")


def _condition(side: Side, statement: Node) -> str:
    return side.file.flat(statement.child_by_field_name("condition"))


def _last(block: Node | None) -> Node | None:
    statements = [n for n in block.named_children if n.type != "comment"] if block else []
    while len(statements) == 1 and statements[0].type == "statement_list":
        statements = [n for n in statements[0].named_children if n.type != "comment"]
    return statements[-1] if statements else None


def _fact(aspect: str, side: Side, symbol: str, line: int, detail: str, weight: str = "light") -> Fact:
    return Fact(
        "behavior-changed",
        side.file.path,
        line,
        symbol,
        detail[:200],
        traits={"aspect": aspect} | ({"weight": weight} if weight else {}),
    )


def _kept(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    product = [c for c in snapshot.changes if kind_of(c.path, profile.paths) == PRODUCT]
    code = product_go(snapshot, profile)
    if not code or len(code) != len(product):
        return
    old = _rest(snapshot.base, (c.old_path for c in code))
    new = _rest(snapshot.head, (c.new_path for c in code))
    if old is not None and old == new:
        path = code[0].path
        yield Fact("logic-kept", path, 1, path, "Go code differs in places, names, comments and logs only")


def _rest(source: Source, paths: Iterable[str | None]) -> Counter[str] | None:
    """Types, constants and variables of the files; None where one cannot be read."""
    files = [source.go(path) for path in paths if path]
    if any(file is None for file in files):
        return None
    declared = ((f, d) for f in files if f for d in (*f.types, *f.constants, *f.variables))
    return Counter(file.fingerprint(d.node) for file, d in declared)
