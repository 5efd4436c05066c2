"""Attributes and capacities of published devices that came, went or changed their type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from checks.facts.sides import GoSide, go_sides, pair
from checks.model import Fact, Side
from checks.packages import folder_of
from checks.pattern import lazy
from checks.snapshot import Snapshot, Source
from config.profile import Profile

FILES = (".go",)

if TYPE_CHECKING:
    from tree_sitter import Node

    from checks.parse.go import GoFile, Literal

ATTRIBUTE_MAP = lazy(r"map\[(?:\w+\.)?(?:QualifiedName|string)\](?:\w+\.)?DeviceAttribute")
CAPACITY_MAP = lazy(r"map\[(?:\w+\.)?(?:QualifiedName|string)\](?:\w+\.)?(?:DeviceCapacity|Quantity)")
NAMED = lazy(r"(?:\[\])?(?:\w+\.)?NamedResourcesAttribute")
COMPUTED = lazy(r"(?:Attr(?:ibute)?)?(?:\.?Name)?$")
VALUES = lazy(r"(String|Int|Bool|Version|Quantity)(?:Slice)?Values?")


@dataclass(frozen=True, slots=True)
class Published:
    """An attribute or capacity as one place of the code publishes it. `on` is the function that does.

    A `computed` name is known at run time only, and stands for what the code calls it. `node` is the
    expression that gives the value.
    """

    sort: str
    name: str
    path: str
    line: int
    type: str
    on: str
    computed: bool = False
    node: Node | None = field(default=None, compare=False, repr=False)

    @property
    def traits(self) -> dict[str, str]:
        """What rules compare."""
        return {"component": folder_of(self.path), "type": self.type, "on": self.on}


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """Compares what the changed files publish, by name; several places that publish one name are one."""
    base, head = go_sides(snapshot, profile, profile.contracts.device_attributes)
    before, after = _published(base), _published(head)
    things = pair(
        (base, _guessed(before, after)), (head, _guessed(after, before)), lambda p: (p.sort, p.name)
    )
    for new in (p for p in things.added if not _elsewhere(base, head, p)):
        yield Fact(f"device-{new.sort}-added", new.path, new.line, new.name, new.type, traits=new.traits)
    for old in (p for p in things.removed if not _elsewhere(head, base, p)):
        yield Fact(
            f"device-{old.sort}-removed", old.path, old.line, old.name, side=Side.BASE, traits=old.traits
        )
    for old, new in things.kept:
        if old.type and new.type and old.type != new.type:
            yield _retyped(old, new)


def _retyped(old: Published, new: Published) -> Fact:
    detail = f"was {old.type}; is {new.type}"
    kind = f"device-{new.sort}-retyped"
    return Fact(kind, new.path, new.line, new.name, detail, old.type, new.type, traits=new.traits)


def _guessed(things: list[Published], others: list[Published]) -> list[Published]:
    """The same, where a name that is known only at run time is taken for a like one at the other side."""
    known = {p.name.rpartition("/")[2].casefold(): p.name for p in others if not p.computed}
    return [replace(p, name=known.get(p.name.casefold(), p.name)) if p.computed else p for p in things]


def _elsewhere(side: GoSide, other: GoSide, thing: Published) -> bool:
    """Whether a file that the change leaves alone publishes the same at `side`."""
    folder = folder_of(thing.path)
    changed = {f.path for f in (*side.files, *other.files)}
    for path in side.packages.files(folder):
        text = side.source.text(path) if path not in changed else None
        file = side.source.go(path) if text and thing.name.rpartition("/")[2] in text.text else None
        if file and (thing.sort, thing.name) in side.source.once(
            "published", path, partial(_names, side, file)
        ):
            return True
    return False


def _names(side: GoSide, file: GoFile) -> set[tuple[str, str]]:
    return {(p.sort, p.name) for p in _published(side, [file])}


def _published(side: GoSide, files: Iterable[GoFile] | None = None) -> list[Published]:
    """One entry a sort, name and folder; the type holds every form in which it is published."""
    found: dict[tuple[str, str, str], list[Published]] = {}
    for file in side.files if files is None else files:
        for one in publications(side, file):
            found.setdefault((one.sort, one.name, folder_of(one.path)), []).append(one)
    return [_merged(places) for places in found.values()]


def publications(side: GoSide, file: GoFile) -> Iterator[Published]:
    """Every place of a file that publishes something, each with the function it stands in."""
    yield from _in_literals(side, file)
    yield from _assigned(side, file)


def _merged(places: list[Published]) -> Published:
    first = places[0]
    types = ", ".join(sorted({p.type for p in places if p.type}))
    owners = ", ".join(sorted({p.on for p in places if p.on}))
    return replace(first, type=types, on=owners)


def _in_literals(side: GoSide, file: GoFile) -> Iterator[Published]:
    if not file.mentions("QualifiedName", "DeviceAttribute", "NamedResourcesAttribute"):
        return
    for literal in file.literals():
        sort = _sort(literal.type) or _sort_of_named(side, file, literal)
        if sort:
            for entry in literal.entries:
                if entry.key_node:
                    yield _entry(side, file, sort, entry.key_node, entry.value)
        elif NAMED.fullmatch(literal.type):
            yield from _named(side, file, literal.node)


def _named(side: GoSide, file: GoFile, node: Node) -> Iterator[Published]:
    """Entries of the structured parameters that came before devices had a map of attributes."""
    literal = file.literal(node)
    if literal is None:
        return
    said = literal.entry("Name")
    if said:
        yield _entry(side, file, "attribute", said.value, node)
    else:
        for entry in literal.entries:
            yield from _named(side, file, entry.value)


def _sort(type_: str) -> str:
    if ATTRIBUTE_MAP.fullmatch(type_):
        return "attribute"
    return "capacity" if CAPACITY_MAP.fullmatch(type_) else ""


def _sort_of_named(side: GoSide, file: GoFile, literal: Literal) -> str:
    """The same for a literal of a type that the package names, such as `CapacityMap`."""
    if not literal.type.isidentifier() or not any(e.key_node for e in literal.entries):
        return ""
    found = side.packages.type(file, literal.type)
    return _sort("".join(found[1].underlying.split())) if found else ""


def _assigned(side: GoSide, file: GoFile) -> Iterator[Published]:
    """`attrs["x"] = resourceapi.DeviceAttribute{…}` and `device.Capacity["x"] = …`."""
    if not file.mentions("DeviceAttribute", "DeviceCapacity", "Attributes[", "Capacity["):
        return
    for statement in file.find("assignment_statement"):
        left, right = statement.child_by_field_name("left"), statement.child_by_field_name("right")
        target = left.named_children[0] if left and left.named_children else None
        if target is None or right is None or target.type != "index_expression":
            continue
        value = right.named_children[0]
        index = target.child_by_field_name("index")
        sort = _sort_of_target(file, target.child_by_field_name("operand"), value)
        if not sort and index and _is_pair(file.flat(index), file.flat(value)):
            sort = "attribute"
        if sort and index:
            yield _entry(side, file, sort, index, value)


def _is_pair(index: str, value: str) -> bool:
    """Whether `attrs[root.Name] = root.Value` puts in an attribute that comes with its name."""
    return index.endswith(".Name") and value == index.removesuffix("Name") + "Value"


def _sort_of_target(file: GoFile, operand: Node | None, value: Node) -> str:
    literal = file.literal(value)
    made = literal.type.rpartition(".")[2] if literal else ""
    if made in ("DeviceAttribute", "DeviceCapacity"):
        return "attribute" if made == "DeviceAttribute" else "capacity"
    field = file.flat(operand).rpartition(".")[2]
    return {"Attributes": "attribute", "Capacity": "capacity"}.get(field, "")


def _entry(side: GoSide, file: GoFile, sort: str, key: Node, value: Node) -> Published:
    line = file.line(key)
    function = file.function_at(line)
    on = function.symbol if function else ""
    name = _name(side, file, key)
    called = COMPUTED.sub("", file.flat(key)).rpartition(".")[2]
    return Published(sort, name or called, file.path, line, _type(file, value), on, name is None, value)


def _type(file: GoFile, value: Node) -> str:
    literal = file.literal(value)
    for entry in literal.entries if literal else ():
        kind = VALUES.fullmatch(entry.key)
        if kind:
            return kind[0].replace("Values", " list").replace("Value", "").casefold()
        if entry.key.endswith("AttributeValue"):
            return _type(file, entry.value)
    return ""


def _name(side: GoSide, file: GoFile, node: Node) -> str | None:
    """The name, or the pattern of one that is made of numbers."""
    known = file.string(node, lambda name: side.packages.string(file, name) or _local(side, file, node))
    return known or _format(file, node)


def _local(side: GoSide, file: GoFile, node: Node) -> str | None:
    """The value of a local variable that holds the name."""
    function = file.function_at(file.line(node))
    if function is None or node.type != "identifier":
        return None
    values = side.source.once("locals", file.path, partial(_locals, file))
    value = values.get((function.symbol, file.flat(node)))
    if value is None:
        return None
    return file.string(value, lambda name: side.packages.string(file, name)) or _format(file, value)


def _locals(file: GoFile) -> dict[tuple[str, str], Node]:
    """First values of local names, by function and name."""
    found: dict[tuple[str, str], Node] = {}
    for declared in file.find("short_var_declaration", "const_spec"):
        function = file.function_at(file.line(declared))
        names = declared.child_by_field_name("left") or declared.child_by_field_name("name")
        values = declared.child_by_field_name("right") or declared.child_by_field_name("value")
        if function and names and values and values.named_children:
            found.setdefault((function.symbol, file.flat(names)), values.named_children[0])
    return found


def _format(file: GoFile, node: Node) -> str | None:
    """The pattern in `fmt.Sprintf("partition%d", …)`, be it inside a conversion."""
    for call in file.calls(node):
        if call.name == "fmt.Sprintf" and call.arguments:
            return file.string(call.arguments[0])
    return None


def published_in(source: Source, folder: str) -> list[Published]:
    """What the files of one folder publish at a commit."""

    def read() -> list[Published]:
        side = GoSide(source)
        side.files = list(side.packages.mentioning(folder, "DeviceAttribute", "DeviceCapacity"))
        return _published(side)

    return source.once("published", folder, read)
