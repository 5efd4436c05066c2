"""The actions of a Go template, `{{ ... }}`, with their lines and the blocks that they stand in."""

from __future__ import annotations

from msgspec import Struct

from checks.pattern import lazy

MAX_ACTIONS = 10_000
OPEN = lazy(r"\{\{(?:-(?=\s))?\s*")
STOP = lazy(r"[\"'`]|\}\}")
QUOTED = {
    '"': lazy(r'"(?:\\.|[^"\\\n])*+"'),
    "'": lazy(r"'(?:\\.|[^'\\\n])*+'"),
    "`": lazy(r"`[^`]*`"),
}
OPENERS = frozenset({"if", "with", "range", "define", "block"})
CONTROL = OPENERS | {"else", "end", "template", "break", "continue", "comment"}
WORD = lazy(r"[a-z]+(?!\w)")
ASSIGNMENT = lazy(r"\$\w+(?:\s*,\s*\$\w+)?\s*:?=(?!=)")


class Action(Struct, frozen=True):
    """One action: `body` without braces and trim marks, `keyword` for control (`if`, `end`, `comment`...).

    `start` and `end` are offsets in the template's text. An assignment to a variable has the keyword `set`.
    """

    number: int
    line: int
    end_line: int
    start: int
    end: int
    body: str
    keyword: str


class Broken(Struct, frozen=True):
    """Where a template stops being one: an action that never ends, or more than is read."""

    line: int
    message: str


def scan(text: str) -> tuple[tuple[Action, ...], Broken | None]:
    """Every action in order, and where scanning had to stop, if it had to."""
    actions: list[Action] = []
    line, counted = 1, 0
    at = 0
    while opened := OPEN.search(text, at):
        line += text.count("\n", counted, opened.start())
        counted = opened.start()
        end = _end(text, opened.end())
        if end is None:
            return tuple(actions), Broken(line, "an action that does not end")
        if len(actions) >= MAX_ACTIONS:
            return tuple(actions), Broken(line, f"more than {MAX_ACTIONS:,} template actions")
        body = text[opened.end() : end - 2].rstrip()
        body = body.removesuffix("-").rstrip() if body.endswith(" -") or body == "-" else body
        last = line + text.count("\n", counted, end)
        actions.append(Action(len(actions), line, last, opened.start(), end, body, _keyword(body)))
        at = end
    return tuple(actions), None


def _end(text: str, at: int) -> int | None:
    """Offset behind the closing braces of the action whose body starts at `at`, or None."""
    if text.startswith("/*", at):
        close = text.find("*/", at)
        brace = text.find("}}", close) if close >= 0 else -1
        return brace + 2 if brace >= 0 else None
    while found := STOP.search(text, at):
        if found[0] == "}}":
            return found.end()
        quoted = QUOTED[found[0]].match(text, found.start())
        if quoted is None:
            return None
        at = quoted.end()
    return None


def _keyword(body: str) -> str:
    if body.startswith("/*"):
        return "comment"
    word = WORD.match(body)
    if word and word[0] in CONTROL:
        return word[0]
    return "set" if ASSIGNMENT.match(body) else ""
