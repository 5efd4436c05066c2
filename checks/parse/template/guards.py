"""Under which conditions a template's actions run, and where it refuses to render."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from checks.parse.template.actions import OPENERS, Action
from checks.parse.template.uses import STRING

MAX_DEPTH = 100


class Refusal(Struct, frozen=True):
    """A `fail` or `required`: the conditions around it, outermost first, and the lines of its block."""

    line: int
    conditions: tuple[str, ...]
    call: str
    first_line: int
    end_line: int


class _Block(Struct):
    line: int
    conditions: list[str]
    refusals: list[tuple[int, tuple[str, ...], str]]


def refusals(actions: Sequence[Action]) -> Iterator[Refusal]:
    """Every place where the template stops with a message of its own, in the order in which blocks end."""
    stack = [_Block(1, [], [])]
    for action in actions:
        if action.keyword in OPENERS:
            stack.append(_Block(action.line, [_condition(action)], []))
        elif action.keyword == "else" and len(stack) > 1:
            stack[-1].conditions = _otherwise(stack[-1].conditions, action)
        elif action.keyword == "end" and len(stack) > 1:
            yield from _ended(stack.pop(), action.end_line)
        elif len(stack) <= MAX_DEPTH and (call := _refusing_call(action)):
            conditions = tuple(c for block in stack for c in block.conditions if c)
            stack[-1].refusals.append((action.line, conditions, call))
    for block in reversed(stack):
        yield from _ended(block, block.line)


def _ended(block: _Block, end_line: int) -> Iterator[Refusal]:
    for line, conditions, call in block.refusals:
        yield Refusal(line, conditions, call, block.line, max(line, end_line))


def _condition(action: Action) -> str:
    if action.keyword not in ("if", "with"):
        return ""
    return " ".join(action.body.removeprefix(action.keyword).split())


def _otherwise(conditions: list[str], action: Action) -> list[str]:
    negated = [f"not ({conditions[-1]})"] if conditions and conditions[-1] else []
    following = " ".join(action.body.removeprefix("else").split()).removeprefix("if ")
    return [*conditions[:-1], *negated, following] if following else [*conditions[:-1], *negated]


def _refusing_call(action: Action) -> str | None:
    words = STRING.sub("", action.body).replace("(", " ").split()
    if action.keyword not in ("", "set"):
        return None
    if words[:1] == ["fail"] or words[-2:] == ["|", "fail"]:
        return "fail"
    if "required" in words:
        return " ".join(["required", *[w for w in words if w.startswith((".", "$"))]])
    return None


def lines_of(found: Sequence[Refusal]) -> frozenset[int]:
    """All lines of the blocks that refuse to render."""
    lines: list[int] = []
    reached = 0
    for first, last in sorted((r.first_line, r.end_line) for r in found if r.call == "fail"):
        lines += range(max(first, reached + 1), last + 1)
        reached = max(reached, last)
    return frozenset(lines)


def conditions_at(actions: Sequence[Action], line: int) -> tuple[str, ...]:
    """The conditions of the blocks that hold a line, outermost first; `else` negates those before it."""
    stack: list[list[str]] = []
    for action in actions:
        if action.line > line or (action.line == line and action.keyword in OPENERS):
            break
        if action.keyword in OPENERS:
            stack.append([_condition(action)])
        elif action.keyword == "else" and stack:
            stack[-1] = _otherwise(stack[-1], action)
        elif action.keyword == "end" and stack:
            stack.pop()
    return tuple(condition for block in stack for condition in block if condition)
