"""YAML as data with the line of every key: one plain document, no aliases, no tags, of bounded size."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml
from msgspec import Struct, field

MAX_BYTES = 64_000  # twice our longest profile; thousands of globs would cost seconds
MAX_DEPTH = 20
WORD = "tag:yaml.org,2002:"
READ_AS = {"bool", "int", "float", "null"}
Keys = tuple[str | int, ...]


class Loader(yaml.CSafeLoader):
    """Safe loading in which only true and false are booleans: `off` is a word, as profiles mean it."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, how) for tag, how in known if tag not in (f"{WORD}bool", f"{WORD}timestamp")]
    for first, known in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver(
    f"{WORD}bool", re.compile(r"(?:true|True|TRUE|false|False|FALSE)\Z"), list("tTfF")
)


@dataclass(frozen=True)
class Unreadable(Exception):
    """The text is not YAML that is read here; the message is a clause for a person."""

    line: int
    message: str


class Placed(Struct):
    """A document's data, the line of each key path, and keys that stand twice with both lines."""

    data: Any = None
    lines: dict[Keys, int] = field(default_factory=dict)
    doubles: list[tuple[Keys, int, int]] = field(default_factory=list)

    def line(self, keys: Keys) -> int:
        """The line of the key, or of the nearest one around it."""
        while keys and keys not in self.lines:
            keys = keys[:-1]
        return self.lines.get(keys, 1)


def read_placed(text: str) -> Placed:
    """The only document of `text`; raises `Unreadable` with the line where reading ends."""
    if len(text) > MAX_BYTES:
        raise Unreadable(1, f"the file is longer than the {MAX_BYTES:,} characters that are read")
    placed = Placed()
    try:
        events = _events(text)
        for event in events:
            placed.data = _node(events, event, (), placed)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        said = getattr(error, "problem", None) or "a character that YAML does not allow"
        raise Unreadable(mark.line + 1 if mark else 1, f"not valid YAML: {said}") from error
    return placed


def _events(text: str) -> Iterator[yaml.Event]:
    """The events of one document. Refuses what a settings file never needs and an attacker likes."""
    depth = documents = 0
    for event in yaml.parse(text, Loader):
        line = line_of(event)
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        documents += isinstance(event, yaml.DocumentStartEvent)
        if isinstance(event, yaml.AliasEvent):
            raise Unreadable(line, "aliases (`*name`) are not read here: write the value out")
        if depth > MAX_DEPTH:
            raise Unreadable(line, f"nested deeper than {MAX_DEPTH} levels")
        if documents > 1:
            raise Unreadable(line, "a second document begins here; only one is read")
        if isinstance(event, yaml.NodeEvent | yaml.CollectionEndEvent):
            yield event


def line_of(event: yaml.Event) -> int:
    """The 1-based line that an event begins on."""
    return event.start_mark.line + 1 if event.start_mark else 1


def _node(events: Iterator[yaml.Event], event: yaml.Event, keys: Keys, placed: Placed) -> Any:
    placed.lines.setdefault(keys, line_of(event))
    if isinstance(event, yaml.ScalarEvent):
        return _scalar(event)
    if isinstance(event, yaml.SequenceStartEvent):
        return _sequence(events, keys, placed)
    return _mapping(events, keys, placed)


def _sequence(events: Iterator[yaml.Event], keys: Keys, placed: Placed) -> list[Any]:
    found: list[Any] = []
    while not isinstance(event := next(events), yaml.SequenceEndEvent):
        found.append(_node(events, event, (*keys, len(found)), placed))
    return found


def _mapping(events: Iterator[yaml.Event], keys: Keys, placed: Placed) -> dict[str, Any]:
    found: dict[str, Any] = {}
    while not isinstance(event := next(events), yaml.MappingEndEvent):
        line = line_of(event)
        if not isinstance(event, yaml.ScalarEvent):
            raise Unreadable(line, "a key must be a word")
        here = (*keys, event.value)
        if event.value in found:
            placed.doubles.append((here, line, placed.lines[here]))
        placed.lines[here] = line
        found[event.value] = _node(events, next(events), here, placed)
    return found


def _scalar(event: yaml.ScalarEvent) -> Any:
    if event.tag not in (None, "!"):
        raise Unreadable(line_of(event), f"the tag {event.tag} is not read here")
    loader = Loader("")
    tag = str(loader.resolve(yaml.ScalarNode, event.value, event.implicit))  # type: ignore[no-untyped-call]
    if tag.removeprefix(WORD) not in READ_AS:
        return event.value
    try:
        return loader.construct_object(yaml.ScalarNode(tag, event.value))
    except ValueError:
        return event.value
