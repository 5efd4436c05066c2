"""Where data departs from the schema of a profile or of settings, in a reader's words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from typing import Any

import jsonschema_rs
from bracex import ExpansionLimitException
from wcmatch import _wcparse, glob

from config.places import Keys
from config.schema import Schema, profile_schema, settings_schema

PLAIN = {"string": "text", "array": "a list", "object": "a mapping", "integer": "a whole number"}
PLAIN |= {"boolean": "true or false", "null": "empty", "number": "a number"}
GLOB_FLAGS = glob.GLOBSTAR | glob.DOTGLOB | glob.BRACE | glob.FORCEUNIX
Found = Iterator[tuple[Keys, str]]
MAX_REPEATS = 4
REPEAT = re.compile(r"(?<!\\)[*+]|,\}")
CLASS = re.compile(r"\[\^?\]?[^\]]*\]")
PARTED = re.compile(r"\((?:\?:)?(?:-|\[\+-\])\[(?:[a-zA-Z0-9]-[a-zA-Z0-9]|[\w.])+\]\+?\)[*+]")
REPEATED = re.compile(r"(?<!\\)\)(?:[*+]|\{)")


def is_glob(said: str) -> bool:
    """Whether a path glob can match anything: relative, inside the repository, and of bounded choice."""
    if not said or said.startswith("/") or ".." in said.split("/") or "\\" in said:
        return False
    try:
        glob.compile([said], flags=GLOB_FLAGS)
    except (ExpansionLimitException, _wcparse.PatternLimitException, re.error, ValueError):
        return False
    return said.count("[") == said.count("]") and said.count("{") == said.count("}")


def is_pattern(said: str) -> bool:
    """Whether a regular expression compiles, and cannot search for ever."""
    try:
        re.compile(said)
    except (re.error, RecursionError, OverflowError):
        return False
    return not _is_slow(said)


def _is_slow(said: str) -> bool:
    """Whether it repeats more than a name needs, or a group whose matches may run into one another."""
    plain = PARTED.sub("", said)
    repeats = REPEAT.findall(CLASS.sub("x", plain))
    return bool(REPEATED.search(plain)) or len(repeats) > MAX_REPEATS


@cache
def _validator(settings: bool) -> Any:
    schema: Schema = settings_schema() if settings else profile_schema()
    formats = {"glob": is_glob, "regular expression": is_pattern}
    return jsonschema_rs.validator_for(schema, formats=formats, validate_formats=True)


def violations(data: object, settings: bool) -> Found:
    """Each place where `data` breaks the schema, with what to do about it."""
    for error in _validator(settings).iter_errors(data):
        kind = {**error.kind.as_dict(), "name": error.kind.name}
        yield from _explained(tuple(error.instance_path), kind, error.instance, settings)


def _explained(keys: Keys, kind: dict[str, Any], instance: Any, settings: bool) -> Found:
    match kind["name"]:
        case "additionalProperties":
            known = _known_keys(keys, settings)
            for name in kind["unexpected"]:
                yield (*keys, name), f"unknown key{nearest(name, known)}"
        case "required":
            yield keys, f"the key `{kind['property']}` is missing"
        case "type":
            yield keys, f"must be {' or '.join(PLAIN.get(t, t) for t in kind['types'])}{_but(instance)}"
        case "enum":
            options = [str(o) for o in kind["options"]]
            yield keys, f"must be one of {', '.join(options)}{_but(instance)}"
        case "format":
            yield (
                keys,
                f"{str(instance)[:60]!r} is not a usable {kind['format']}{_why(kind['format'], instance)}",
            )
        case _:
            yield keys, f"is not allowed here ({kind['name']})"


def _but(instance: Any) -> str:
    if isinstance(instance, list | dict):
        return f", not {PLAIN['array' if isinstance(instance, list) else 'object']}"
    return ", not empty" if instance is None else f", not {str(instance)[:60]!r}"


def _why(form: str, instance: Any) -> str:
    if form == "glob":
        return ": it must be a path inside the repository"
    try:
        re.compile(str(instance))
    except (re.error, RecursionError, OverflowError) as error:
        return f": {error}"
    return ": it may search for ever; repeat less, and no group"


def nearest(name: str, known: Iterable[str]) -> str:
    """`; did you mean ...?` with the closest known name, or nothing."""
    near = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"; did you mean `{near[0]}`?" if near else ""


def _known_keys(keys: Keys, settings: bool) -> list[str]:
    """The keys that the schema knows at a place."""
    schema: Schema = settings_schema() if settings else profile_schema()
    defs, at = schema["$defs"], schema
    for key in keys:
        at = at.get("items", {}) if isinstance(key, int) else _below(at, key)
        if "$ref" in at:
            at = defs[at["$ref"].rsplit("/", 1)[1]]
    return list(at.get("properties", {}))


def _below(schema: Schema, key: str) -> Schema:
    within = schema.get("properties", {}).get(key) or schema.get("additionalProperties")
    return within if isinstance(within, dict) else {}
