"""A template without its actions, line for line, so that the YAML around them can be parsed."""

from __future__ import annotations

from collections.abc import Sequence

from checks.parse.template.actions import OPENERS, Action
from checks.pattern import lazy

PLACEHOLDER = lazy("\ue000(\\d+)\ue001")  # private use: YAML allows it and nobody writes it
SILENT = frozenset({"set", "comment"})


def mask(text: str, actions: Sequence[Action], *, first_branch: bool = False) -> str:
    """The text with a placeholder for each action that prints, and control actions taken out.

    Lines that hold nothing but actions become empty. All branches of a condition stay, or only the first
    where `first_branch` says so. Line numbers do not change.
    """
    parts: list[str] = []
    at = 0
    hidden = _hidden(actions) if first_branch else frozenset()
    for action in actions:
        between = text[at : action.start]
        parts.append(_breaks(between) if action.number - 1 in hidden else between)
        shown = action.keyword == "" and action.number not in hidden
        parts.append(
            (f"\ue000{action.number}\ue001" if shown else "\ue002") + _breaks(text[action.start : action.end])
        )
        at = action.end
    parts.append(text[at:])
    return "\n".join(map(_line, "".join(parts).split("\n")))


def _breaks(text: str) -> str:
    return "\n" * text.count("\n")


def _line(line: str) -> str:
    """A line that is left with nothing but actions says nothing."""
    if "\ue002" not in line and "\ue000" not in line:
        return line
    bare = line.replace("\ue002", "")
    return bare if PLACEHOLDER.sub("", bare).strip() else ""


def _hidden(actions: Sequence[Action]) -> frozenset[int]:
    """Numbers of the actions from an `else` up to the one before its `end`."""
    hidden: set[int] = set()
    in_else: list[bool] = []
    depth = 0  # of blocks whose `else` has come
    for action in actions:
        if action.keyword in OPENERS:
            in_else.append(False)
        elif action.keyword == "else" and in_else:
            depth += not in_else[-1]
            in_else[-1] = True
        elif action.keyword == "end" and in_else:
            depth -= in_else.pop()
        if depth:
            hidden.add(action.number)
    return frozenset(hidden)


def without_actions(name: str) -> str:
    """What of a name stands written out behind the last action: `plugin` of `{{ .Name }}-plugin`."""
    return name.rpartition("}}")[2].strip("-/ ")
