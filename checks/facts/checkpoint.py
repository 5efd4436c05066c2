"""What changed in the JSON of the checkpoints: fields, their tags and types, versions and claim states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from checks.checkpoints import ENCODERS, Member, Schema, schemas
from checks.functions import product_go
from checks.globs import matches
from checks.model import Fact, Side
from checks.packages import folder_of
from checks.pattern import lazy
from checks.snapshot import Snapshot, Source
from config.profile import Globs, Profile

FILES = (".go",)

VERSION = lazy(r"[vV]\d+\w*")
BELOW = ".[{"


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """Compares what can be reached from the root type of each component, by the path in the JSON.

    A struct that is moved or renamed changes nothing there. Several paths to one line are told once.
    """
    contracts = profile.contracts
    if not contracts.checkpoints or not _is_touched(snapshot, profile):
        return
    old, new = schemas(snapshot.base, contracts), schemas(snapshot.head, contracts)
    for before, after in _paired(old, new):
        if before is None:
            symbol = contracts.checkpoint_root
            yield Fact(
                "checkpoint-version-added", after.file, after.line, symbol, traits={"plugin": after.folder}
            )
        elif before.whole and after.whole:
            yield from _once(_members(before, after))
            yield from _states(before, after)
            yield from _encoders(before, after)


def _is_touched(snapshot: Snapshot, profile: Profile) -> bool:
    """Whether types, constants or encoders differ in the changed files; most changes end here."""
    changes, folders = product_go(snapshot, profile), profile.contracts.checkpoints
    old = _declared(snapshot.base, (c.old_path for c in changes), folders)
    return old != _declared(snapshot.head, (c.new_path for c in changes), folders)


def _declared(source: Source, paths: Iterable[str | None], folders: Globs) -> Counter[str]:
    """Digests of what a checkpoint may be made of: no program can reach into another one."""
    parsed = [file for path in paths if path and (file := source.go(path))]
    files = [f for f in parsed if f.package != "main" or matches(folder_of(f.path), folders)]
    found = Counter(f.fingerprint(d.node) for f in files for d in (*f.types, *f.constants))
    return found + Counter(f.behaviour(d.node) for f in files for d in f.functions if d.name in ENCODERS)


def _paired(old: Mapping[str, Schema], new: Mapping[str, Schema]) -> Iterator[tuple[Schema | None, Schema]]:
    """Schemas of the same folder, then those of a folder that was renamed or split: the most alike follows,
    another component has no checkpoint from before. One that went is told by no fact: the component went."""
    fresh = [schema for folder, schema in new.items() if folder not in old]
    heirs: dict[str, Schema] = {}
    for was in (schema for folder, schema in old.items() if folder not in new):
        heir = max(fresh, key=lambda s: len(s.members.keys() & was.members.keys()), default=None)
        if heir:
            fresh.remove(heir)
            heirs[heir.folder] = was
    for folder, schema in new.items():
        yield old.get(folder) or heirs.get(folder), schema


def _members(old: Schema, new: Schema) -> Iterator[Fact]:
    kept = new.members.keys() & old.members.keys()
    retyped = [path for path in kept if new.members[path].shape != old.members[path].shape]
    added = _besides(retyped, new.members.keys() - kept)
    removed = _besides(retyped, old.members.keys() - kept)
    lost = {(m.symbol, _parent(path)): m for path in removed if (m := old.members[path])}
    for path in added:
        member = new.members[path]
        was = lost.pop((member.symbol, _parent(path)), None)
        if was:
            yield _changed("retagged", new, member, was.json, member.json, "key")
        else:
            yield _fact(_kind(member, "added"), new, member, member.shape)
    for member in lost.values():
        yield _fact(_kind(member, "removed"), old, member, member.shape, Side.BASE)
    for path, member in new.members.items():
        was = old.members.get(path)
        if was and was.shape != member.shape:
            yield _changed("retyped", new, member, was.shape, member.shape, "type")
        elif was and was.omitempty != member.omitempty:
            yield _changed("retagged", new, member, _tag(was), _tag(member), "omitempty")


def _besides(retyped: Iterable[str], paths: Iterable[str]) -> list[str]:
    """Paths that lie neither below another of them nor below one of another type, which says it all."""
    above = set(retyped)
    kept: list[str] = []
    last = ""
    for path in sorted({*above, *paths}):
        if last and path.startswith(last) and path[len(last)] in BELOW:
            continue
        last = path
        if path not in above:
            kept.append(path)
    return kept


def _parent(path: str) -> str:
    return path.rpartition(".")[0]


def _tag(member: Member) -> str:
    return member.json + (",omitempty" if member.omitempty else "")


def _kind(member: Member, deed: str) -> str:
    is_version = "." not in member.path and VERSION.fullmatch(member.json)
    return f"checkpoint-version-{deed}" if is_version else f"checkpoint-field-{deed}"


def _changed(deed: str, schema: Schema, member: Member, before: str, after: str, aspect: str) -> Fact:
    detail = f"was {before}; is {after}"
    fact = _fact(f"checkpoint-field-{deed}", schema, member, detail, before=before, after=after)
    return replace(fact, traits={**fact.traits, "aspect": aspect})


def _fact(
    kind: str,
    schema: Schema,
    member: Member,
    detail: str,
    side: Side = Side.HEAD,
    before: str | None = None,
    after: str | None = None,
) -> Fact:
    traits = {
        "plugin": schema.folder,
        "omitempty": str(member.omitempty).lower(),
        "tag": member.json,
        "json-path": member.path,
    }
    return Fact(kind, member.file, member.line, member.symbol, detail, before, after, side, traits)


def _once(facts: Iterable[Fact]) -> Iterator[Fact]:
    """The first fact of each kind and place: one field is reached on many paths."""
    seen: set[tuple[str, str, int, Side]] = set()
    for fact in facts:
        key = (fact.kind, fact.path, fact.line, fact.side)
        if key not in seen:
            seen.add(key)
            yield fact


def _states(old: Schema, new: Schema) -> Iterator[Fact]:
    """Values of a string type. Those of a foreign type that is new here came with the field that has it."""
    known = {type_ for type_, _ in old.states}
    for key, state in new.states.items():
        is_own = folder_of(state.file) == new.folder
        if key not in old.states and state.value and (is_own or state.type in known):
            traits = {"plugin": new.folder, "type": state.type}
            yield Fact(
                "checkpoint-state-added", state.file, state.line, state.value, state.name, traits=traits
            )
    still = {type_ for type_, _ in new.states}
    for key, state in old.states.items():
        if key not in new.states and state.value and state.type in still:
            traits = {"plugin": old.folder, "type": state.type}
            yield Fact(
                "checkpoint-state-removed",
                state.file,
                state.line,
                state.value,
                state.name,
                side=Side.BASE,
                traits=traits,
            )


def _encoders(old: Schema, new: Schema) -> Iterator[Fact]:
    for symbol, encoder in new.encoders.items():
        was = old.encoders.get(symbol)
        if was is None or was.does != encoder.does:
            detail = "new" if was is None else "works otherwise"
            traits = {"plugin": new.folder}
            yield Fact(
                "checkpoint-encoding-changed", encoder.file, encoder.line, symbol, detail, traits=traits
            )
