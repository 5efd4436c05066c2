"""YAML to Profile: shipped profiles, a file of one's own, and a repository's settings over either."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec

from config.profile import Profile

PROFILES = Path(__file__).parent / "profiles"
SETTINGS_PATH = ".github/design-review.yaml"
GENERIC = "generic"
LONGEST = 400_000  # bytes; more of a file is never held, and what is longer than we read is refused


class ProfileFaults(Exception):
    """A profile cannot be used; `faults` has every reason with its line and key."""

    def __init__(self, faults: Collection[Any]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


class Copy(msgspec.Struct):
    """What a shipped profile says, in a form that is read in a moment; `of` tells the text it was made of."""

    of: int
    data: dict[str, Any]


@cache
def shipped(name: str) -> Profile:
    """A profile that comes with the program; from its copy, unless the text was edited since."""
    said = (PROFILES / f"{name}.yaml").read_bytes()
    copy = PROFILES / f"{name}.json"
    kept = msgspec.json.decode(copy.read_bytes(), type=Copy) if copy.is_file() else None
    return made_of(kept.data if kept and kept.of == crc32(said) else copy_of(said).data)


def text_of(file: Path) -> str:
    """The text of a profile or of settings, or its beginning; raises OSError and UnicodeDecodeError."""
    with file.open("rb") as stream:
        said = stream.read(LONGEST)
    return said.decode("utf-8", "strict" if len(said) < LONGEST else "replace")


def copy_of(said: bytes) -> Copy:
    """The copy to keep of a shipped profile's text."""
    from config.places import read_placed  # slow to load, and seldom needed beside the copy

    return Copy(crc32(said), read_placed(said.decode()).data)


@cache
def shipped_names() -> tuple[str, ...]:
    """The profiles that come with the program, by name."""
    return tuple(sorted(file.stem for file in PROFILES.glob("*.yaml")))


def made_of(data: Mapping[str, Any]) -> Profile:
    """The profile that faultless data describes, over the shipped one that it extends."""
    below = msgspec.to_builtins(shipped(data["extends"])) if data.get("extends") else {}
    if below:
        below["recognise"] = {}
    return msgspec.convert(merge(below, data), Profile, strict=True)


def parse_profile(text: str, path: str, rules: Collection[str] = ()) -> Profile:
    """The profile that `text` describes; raises `ProfileFaults` with every fault. `rules` are known names."""
    from config.faults import read_faults

    placed, faults = read_faults(text, path, settings=False, profiles=shipped_names(), rules=rules)
    if faults:
        raise ProfileFaults(faults)
    return made_of(placed.data)


def merge(below: Any, above: Any) -> Any:
    """`above` over `below`: mappings key by key, lists of things with an id by that, all else replaced."""
    if isinstance(below, Mapping) and isinstance(above, Mapping):
        return {**below, **{k: merge(below[k], v) if k in below else v for k, v in above.items()}}
    if _named(below) and _named(above):
        return list(({i["id"]: i for i in below} | {i["id"]: i for i in above}).values())
    return above


def _named(items: Any) -> bool:
    listed = isinstance(items, list | tuple) and items
    return bool(listed) and all(isinstance(i, dict) and "id" in i for i in items)
