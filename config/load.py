"""YAML to Profile."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec
import yaml

from config.profile import Profile


def parse_profile(text: str) -> Profile:
    """The profile that `text` describes."""
    return msgspec.convert(yaml.load(text, yaml.CSafeLoader) or {}, Profile, strict=True)


@cache
def shipped(name: str) -> Profile:
    """A profile that comes with the program."""
    return parse_profile((files("config") / "profiles" / f"{name}.yaml").read_text("utf-8"))
