"""What a template reads of its data: every path, followed through `with`, `range` and variables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from checks.parse.template.actions import OPENERS, Action
from checks.pattern import lazy

Path = tuple[str, ...]
UNKNOWN: Path = ("?",)
ELEMENT = "*"
STRING = lazy(r'"(?:\\.|[^"\\\n])*+"|`[^`]*`' + r"|'(?:\\.|[^'\\\n])*+'")
OPERAND = lazy(
    r"(?<![\w)\]\"`])(?P<var>\$\w*)?(?P<path>(?:\.[A-Za-z_]\w*)+)|(?<![\w.)])(?P<alone>\$\w*|\.)(?![\w.$])"
)
KEYS = r"(?P<keys>(?:\s{1,20}\"[^\"\n]{0,200}\")+)"
KEYED = lazy(r"\b(?:index|get|hasKey|pluck)\s{1,20}\(?(?P<of>(?:\$\w*)?(?:\.\w+)*|\.)\)?" + KEYS)
DIG = lazy(r"\bdig" + KEYS + r"(?P<rest>[^\"\n]*)")
BINDING = lazy(r"(?P<first>\$\w+)(?:\s*,\s*(?P<second>\$\w+))?\s*:?=\s*(?P<value>.+)", re.S)
CONDITIONS = frozenset({"if", "with", "else"})
MAX_DEPTH = 200


class Use(Struct, frozen=True):
    """A path that a template reads. `whole` says that all below it may be printed, not only tested."""

    path: Path
    line: int
    whole: bool = True


class _Block(Struct):
    keyword: str
    dot: Path
    names: dict[str, Path] = field(default_factory=dict)


def uses(actions: Sequence[Action]) -> Iterator[Use]:
    """Each path read from the root of the data, with its line, in order."""
    blocks = [_Block("", ())]
    for action in actions:
        if action.keyword == "end":
            if len(blocks) > 1:
                blocks.pop()
        elif action.keyword != "comment":
            yield from _read(action, blocks)
            if action.keyword in OPENERS and len(blocks) < MAX_DEPTH:
                blocks.append(_Block(action.keyword, _inner_dot(action, blocks)))
                _bind_range(action, blocks)
            elif action.keyword == "else" and len(blocks) > 1:
                blocks[-1].dot = blocks[-2].dot
            _bind(action, blocks)


def _read(action: Action, blocks: list[_Block]) -> Iterator[Use]:
    whole = action.keyword not in CONDITIONS
    for operand, path in _operands(action.body, blocks):
        if path != UNKNOWN and (path or operand not in (".", "$")):
            yield Use(path, action.line, whole)


def _operands(body: str, blocks: list[_Block]) -> Iterator[tuple[str, Path]]:
    """Operands of an expression with the path from the root that each stands for."""
    for match in KEYED.finditer(body):
        keys = tuple(key.strip('"') for key in STRING.findall(match["keys"]))
        yield match[0], _under(_resolve(match["of"], blocks), keys)
    for match in DIG.finditer(body):
        keys = tuple(key.strip('"') for key in STRING.findall(match["keys"]))
        yield from _dug(match["rest"], keys, blocks)
    for match in OPERAND.finditer(STRING.sub('""', body)):
        yield match[0], _resolve(match[0], blocks)


def _dug(rest: str, keys: Path, blocks: list[_Block]) -> Iterator[tuple[str, Path]]:
    """`dig "a" "b" default dict`: a default that is a string stands as the last of the keys."""
    found = OPERAND.search(rest)
    if found:
        inner = keys if rest[: found.start()].strip(" (") else keys[:-1]
        yield "dig", _under(_resolve(found[0], blocks), inner)


def _under(path: Path, keys: Path) -> Path:
    return path if path == UNKNOWN else _shorten((*path, *keys))


def _resolve(operand: str, blocks: list[_Block]) -> Path:
    name, _, rest = operand.partition(".")
    keys = tuple(k for k in rest.split(".") if k)
    if name == "":
        start = blocks[-1].dot
    elif name == "$":
        start = ()
    else:
        start = next((b.names[name] for b in reversed(blocks) if name in b.names), UNKNOWN)
    return UNKNOWN if start == UNKNOWN else _shorten((*start, *keys))


def _shorten(path: Path) -> Path:
    """A path that goes through an element of a list or map ends at that list or map."""
    return path[: path.index(ELEMENT)] if ELEMENT in path else path


def _inner_dot(action: Action, blocks: list[_Block]) -> Path:
    if action.keyword in ("define", "block"):
        return ()
    if action.keyword == "if":
        return blocks[-1].dot
    path = _sole(action.body.removeprefix(action.keyword), blocks)
    return path if action.keyword == "with" or path == UNKNOWN else (*path, ELEMENT)


def _sole(expression: str, blocks: list[_Block]) -> Path:
    """The path that an expression is, a default aside; unknown where it is more than a path."""
    bound = BINDING.match(expression.strip())
    value = (bound["value"] if bound else expression).strip()
    value = re.sub(r"\|\s*default\s+\S+|^\(?default\s+\(?[\w\"]+\)?\s+|[()]", "", value).strip()
    return _resolve(value, blocks) if OPERAND.fullmatch(value) else UNKNOWN


def _bind(action: Action, blocks: list[_Block]) -> None:
    bound = BINDING.match(action.body) if action.keyword == "set" else None
    if bound:
        blocks[-1].names[bound["first"]] = _sole(bound["value"], blocks)


def _bind_range(action: Action, blocks: list[_Block]) -> None:
    bound = BINDING.match(action.body.removeprefix(action.keyword).strip())
    if bound and action.keyword == "range":
        blocks[-1].names[bound["second"] or bound["first"]] = blocks[-1].dot
        if bound["second"]:
            blocks[-1].names[bound["first"]] = UNKNOWN
    elif bound and action.keyword == "with":
        blocks[-1].names[bound["first"]] = blocks[-1].dot
