"""Amounts in a configuration: the least that the driver takes, and the keys by which it finds devices."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from checks.cel.literals import quantity
from checks.dra.opaque import Api, ConfigUse, Value, is_literal
from checks.packages import folder_of
from checks.parse.yaml import Node
from checks.pattern import lazy

if TYPE_CHECKING:
    from checks.parse.go import Function, GoFile

QUANTITY = lazy(r"\*?(?:\w+\.)?Quantity")
MAP_OF_QUANTITIES = lazy(r"map\[string\]\*?(?:\w+\.)?Quantity")
DIVISOR = lazy(r"/(\d{1,9})(?![\d.])")
CONVERTED = r"\(\*?{name}\)\(&?(?:\w+\.)*(\w+)\)"
NAMES_A_DEVICE = lazy(r"[a-z][a-z_]{0,20}-?\d{0,4}|-\d{1,9}|\d{1,9}\.\d{1,9}")
MEBI = 1024**2


def amount_faults(use: ConfigUse, value: Value, api: Api) -> Iterator[tuple[Node, str, str]]:
    """`(node, about, message)` for amounts that do not parse or are too small, and for keys of no device.

    Where a map holds the amounts, each is looked at with its key. What is filled in later passes.
    """
    made = api.named(value.struct, value.field.type)
    written = made.type.underlying if made else value.field.type
    name = value.path[-1]
    if value.node.kind == "scalar" and QUANTITY.fullmatch(value.field.type):
        yield from _amount(use, value.node, name, value, api)
    elif value.node.kind == "map" and MAP_OF_QUANTITIES.fullmatch("".join(written.split())):
        for entry in value.node.entries:
            if made and _is_no_device(entry.key) and _counts_devices(api, value, made.name):
                message = (
                    f"`{entry.key}` in `{name}` is no index and no UUID; the driver finds no device by it."
                )
                yield entry.value, f"{name} {entry.key}", message
            else:
                yield from _amount(use, entry.value, f"{name}.{entry.key[:60]}", value, api)


def _amount(use: ConfigUse, node: Node, name: str, value: Value, api: Api) -> Iterator[tuple[Node, str, str]]:
    if node.kind != "scalar" or not node.text or not is_literal(use, node) or node.plain() is None:
        return
    amount, least = quantity(node.text), _least(api, value)
    if amount is None:
        yield node, name, f"`{name}` is a quantity such as `4Gi`, and `{node.text[:80]}` is none."
    elif least and math.ceil(amount) < least:
        yield node, name, f"`{name}` is at least {_shown(least)}, and `{node.text[:80]}` is less."


def _shown(amount: int) -> str:
    return f"{amount // MEBI}Mi" if amount % MEBI == 0 else str(amount)


def _is_no_device(key: str) -> bool:
    """Whether a key is a name or no whole number; what looks like a UUID, or stands for one, passes."""
    return bool(NAMES_A_DEVICE.fullmatch(key)) and "uuid" not in key


def _functions(api: Api, value: Value) -> Iterator[tuple[GoFile, Function]]:
    if api.side:
        for file in api.side.packages.mentioning(folder_of(value.struct.file.path), "Quantity"):
            yield from ((file, f) for f in file.functions if f.body)


def _least(api: Api, value: Value) -> int | None:
    """The least amount of a field: that of a type of amounts into which the code turns it."""
    key = f"{value.struct.file.path} {value.struct.name}.{value.field.name}"
    return api.side.source.once("least amounts", key, partial(_find_least, api, value)) if api.side else None


def _find_least(api: Api, value: Value) -> int | None:
    functions = list(_functions(api, value))
    for name, least in _types_with_least(functions):
        converted = re.compile(CONVERTED.format(name=re.escape(name)))
        for file, function in functions:
            turned = {word.casefold() for word in converted.findall(file.flat(function.body))}
            if value.field.name.casefold() in turned or (turned and function.receiver == value.field.type):
                return least
    return None


def _types_with_least(functions: list[tuple[GoFile, Function]]) -> Iterator[tuple[str, int]]:
    """Types of amounts with a method that divides one and asks whether anything is left."""
    for file, function in functions:
        type_ = file.type(function.receiver) if function.receiver else None
        body = file.flat(function.body)
        divisors = [int(d) for d in DIVISOR.findall(body)]
        asked = any(file.flat(r).endswith(">0") for r in file.find("return_statement", within=function.body))
        if type_ and QUANTITY.fullmatch(type_.underlying) and divisors and asked:
            yield type_.name, math.prod(divisors)


def _counts_devices(api: Api, value: Value, type_: str) -> bool:
    """Whether the code takes a key of the map for a number where it is no UUID."""
    find = partial(_asks_for_number, api, value, type_)
    key = f"{value.struct.file.path} {type_}"
    return api.side.source.once("device keys", key, find) if api.side else False


def _asks_for_number(api: Api, value: Value, type_: str) -> bool:
    functions = list(_functions(api, value))
    called = {c.method for file, f in functions if f.receiver == type_ for c in file.calls(f.body)}
    return any("strconv.Atoi(" in file.flat(f.body) for file, f in functions if f.name in called)
