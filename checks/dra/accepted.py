"""What the validation in the driver's Go code takes: words, the gates that they need, and ranges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from checks.dra.opaque import Api, GoStruct
from checks.packages import folder_of
from checks.pattern import lazy

if TYPE_CHECKING:
    from tree_sitter import Node

    from checks.parse.go import Function, GoFile

ENABLED = lazy(r"(?<!!)(?:\w+\.)?Enabled\((?:\w+\.)?(\w+)\)")
EQUALS = lazy(r"^(\w+(?:\.\w+)*)==([\w.]+)$")
BOUND = r"^\*?{receiver}\.{name}([<>])=?(-?\d{{1,18}})$"
UNSET = r"^{receiver}\.(\w+)!=nil$"
DIFFERS = r"^{receiver}\.{name}!=([\w.]+)$"


class Word(Struct, frozen=True):
    """A word that a value may be, and the gates of which one is needed for it."""

    text: str
    gates: frozenset[str]


def words_of(api: Api, written: str, around: GoStruct) -> dict[str, Word]:
    """The words that the `Validate` of a text type takes; empty where that does not show."""
    type_ = api.named(around, written)
    if type_ is None or type_.type.underlying != "string":
        return {}
    found: dict[str, Word] = {}
    for file, function in _validation(api, type_):
        for text, gates in _compared(api, file, function):
            found[text] = Word(text, found[text].gates | gates if text in found else gates)
    return found


def _validation(api: Api, type_: GoStruct) -> Iterator[tuple[GoFile, Function]]:
    """The type's `Validate`, and the function to which it leaves that."""
    for file, function in functions(api, type_.file, f"{type_.name}.Validate"):
        yield file, function
        for call in file.calls(function.body):
            if call.name.isidentifier() and call.name != "string":
                yield from functions(api, file, call.name)


def functions(api: Api, near: GoFile, symbol: str) -> Iterator[tuple[GoFile, Function]]:
    """The functions of this name in the package of a file."""
    name = symbol.rpartition(".")[2]
    packages = api.side.packages if api.side else None
    for file in packages.mentioning(folder_of(near.path), f"{name}(") if packages else ():
        found = file.function(symbol)
        if found and found.body:
            yield file, found


def _compared(api: Api, file: GoFile, function: Function) -> Iterator[tuple[str, frozenset[str]]]:
    for case in file.find("expression_case", within=function.body):
        for value in case.children_by_field_name("value"):
            for one in value.named_children or [value]:
                text = _constant(api, file, one)
                if text is not None:
                    yield text, frozenset()
    for test in file.find("if_statement", within=function.body):
        condition = test.child_by_field_name("condition")
        found = EQUALS.match(file.flat(condition))
        text = _constant(api, file, condition.child_by_field_name("right")) if found and condition else None
        if text is not None:
            inside = file.flat(test.child_by_field_name("consequence"))
            yield text, frozenset(ENABLED.findall(inside.partition("}")[0]))


def _constant(api: Api, file: GoFile, node: Node | None) -> str | None:
    packages = api.side.packages if api.side else None
    return file.string(node, lambda name: packages.string(file, name)) if packages else None


def bounds_of(api: Api, struct: GoStruct, name: str) -> tuple[int | None, int | None]:
    """The lowest and the highest number that the struct's `Validate` takes for a field."""
    lowest = highest = None
    for file, function in functions(api, struct.file, f"{struct.name}.Validate"):
        bound = re.compile(BOUND.format(receiver=_receiver(file, function), name=name))
        for test in file.find("if_statement", within=function.body):
            found = bound.match(file.flat(test.child_by_field_name("condition")))
            if found and "return" in file.text(test.child_by_field_name("consequence")):
                lowest = int(found[2]) if found[1] == "<" else lowest
                highest = int(found[2]) if found[1] == ">" else highest
    return lowest, highest


def excluded_by(api: Api, struct: GoStruct) -> Iterator[tuple[str, str, str]]:
    """`(field, word, other)`: with `field` set to `word`, `other` must not be there, says a method."""
    for file in _files(api, struct):
        for function in file.functions:
            if function.receiver == struct.name and function.body:
                yield from _exclusions(api, struct, file, function)


def _exclusions(
    api: Api, struct: GoStruct, file: GoFile, function: Function
) -> Iterator[tuple[str, str, str]]:
    receiver = _receiver(file, function)
    known = {f.name for f in struct.type.fields}
    settled: tuple[str, str] | None = None
    for test in file.find("if_statement", within=function.body):
        condition = test.child_by_field_name("condition")
        written = file.flat(condition)
        if condition is None or "return" not in file.text(test.child_by_field_name("consequence")):
            continue
        for name in known:
            if re.match(DIFFERS.format(receiver=receiver, name=name), written) and not written.endswith(
                "nil"
            ):
                word = _constant(api, file, condition.child_by_field_name("right"))
                settled = (name, word) if word else settled
        unset = re.match(UNSET.format(receiver=receiver), written)
        if unset and settled and unset[1] in known and _is_refused(file, test):
            yield (*settled, unset[1])


def _is_refused(file: GoFile, test: Node) -> bool:
    return "Errorf" in file.text(test) or "errors.New" in file.text(test)


def _files(api: Api, struct: GoStruct) -> Iterator[GoFile]:
    if api.side:
        yield from api.side.packages.mentioning(
            folder_of(struct.file.path), f"*{struct.name})", f" {struct.name})"
        )


def read_unasked(api: Api, struct: GoStruct) -> set[str]:
    """Pointer fields that `Validate` calls a method of without a look whether they are there."""
    found: set[str] = set()
    for file, function in functions(api, struct.file, f"{struct.name}.Validate"):
        receiver, body = _receiver(file, function), file.flat(function.body)
        for one in struct.type.fields:
            called = f"{receiver}.{one.name}.Validate()" in body
            if called and one.type.startswith("*") and f"{receiver}.{one.name}!=nil" not in body:
                found |= {one.name} if _takes_value(api, struct, one.type) else set()
    return found


def _takes_value(api: Api, struct: GoStruct, written: str) -> bool:
    """Whether the type's `Validate` has a value for receiver, which a nil pointer has not."""
    type_ = api.named(struct, written)
    for file, function in functions(api, type_.file, f"{type_.name}.Validate") if type_ else ():
        return "*" not in file.text(function.node.child_by_field_name("receiver"))
    return False


def _receiver(file: GoFile, function: Function) -> str:
    words = re.findall(r"\w+", file.text(function.node.child_by_field_name("receiver")))
    return re.escape(words[0]) if len(words) > 1 else r"(?!)"
