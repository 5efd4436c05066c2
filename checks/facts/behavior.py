"""Whether Go code of the product does anything else at all, and what it newly does again and again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from checks.facts.shape import PRODUCT, kind_of
from checks.functions import Pair, Side, changed_functions, product_go
from checks.model import Fact
from checks.snapshot import Change, Snapshot, Source
from config.profile import Profile

FILES = (".go",)

REPEATING = ("NewTicker", "Tick", "Until", "UntilWithContext", "JitterUntil", "JitterUntilWithContext")


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """`behavior-changed` with the aspect `loop`, which decides nothing; `logic-kept` where Go code differs in
    places, names, comments, log calls and words of errors only, with the trait `words` where those differ."""
    pairs = changed_functions(snapshot, profile)
    for pair in pairs:
        if pair.head and not pair.is_huge:
            yield from _repeated(pair, pair.head)
    if not pairs:
        yield from _kept(snapshot, profile)


def _repeated(pair: Pair, head: Side) -> Iterator[Fact]:
    """A function that newly acts as time passes."""
    if pair.base and any(call.method in REPEATING for call in pair.base.file.calls(pair.base.function.node)):
        return
    for call in head.file.calls(head.function.node):
        if call.method in REPEATING:
            traits = {"aspect": "loop", "weight": "beside"}
            detail = "acts periodically"
            yield Fact("behavior-changed", head.file.path, call.line, pair.symbol, detail, traits=traits)
            return


def _kept(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    product = [c for c in snapshot.changes if kind_of(c.path, profile.paths) == PRODUCT]
    code = product_go(snapshot, profile)
    if not code or len(code) != len(product):
        return
    old = _rest(snapshot.base, (c.old_path for c in code))
    new = _rest(snapshot.head, (c.new_path for c in code))
    if old is not None and old == new:
        path = code[0].path
        said = _said(snapshot.base, code) != _said(snapshot.head, code)
        detail = "Go code differs in places, names, comments and logs only"
        yield Fact("logic-kept", path, 1, path, detail, traits={"words": "changed"} if said else {})


def _said(source: Source, changes: list[Change]) -> Counter[str]:
    """What functions do and say, whatever they are called."""
    paths = {path for c in changes for path in (c.old_path, c.new_path) if path}
    files = [file for path in sorted(paths) if (file := source.go(path))]
    return Counter(file.behaviour(f.body, words=True) for file in files for f in file.functions if f.body)


def _rest(source: Source, paths: Iterable[str | None]) -> Counter[str] | None:
    """Types, constants and variables of the files; None where one cannot be read."""
    files = [source.go(path) for path in paths if path]
    if any(file is None for file in files):
        return None
    declared = ((f, d) for f in files if f for d in (*f.types, *f.constants, *f.variables))
    return Counter(file.fingerprint(d.node) for file, d in declared)
