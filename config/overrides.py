"""A repository's own settings laid over the profile that holds for it."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from msgspec import Struct

from config.faults import Fault, read_faults
from config.load import SETTINGS_PATH, merge, shipped, shipped_names
from config.profile import Profile


class Settled(Struct, frozen=True):
    """The profile as the settings leave it, and the faults for which parts of them were left aside."""

    profile: Profile
    faults: tuple[Fault, ...] = ()


def settle(text: str, chosen: Profile, rules: Collection[str] = (), *, fixed: bool = False) -> Settled:
    """Lays settings over `chosen`, or over the profile that they name unless the choice is `fixed`.

    A faulty key is left aside whole, so that one mistake does not switch the rest off; the text may be
    anything.
    """
    placed, faults = settings_faults(text, rules)
    data = placed if isinstance(placed, dict) else {}
    broken = {f.keys[:1] for f in faults}
    good = {} if () in broken else {k: v for k, v in data.items() if (k,) not in broken}
    name = good.pop("profile", "")
    below = shipped(name) if name and not fixed else chosen
    merged = merge(msgspec.to_builtins(below), good)
    return Settled(msgspec.convert(merged, Profile, strict=True), faults)


def settings_faults(text: str, rules: Collection[str] = ()) -> tuple[object, tuple[Fault, ...]]:
    """The data of a settings file, and every fault in it."""
    placed, faults = read_faults(text, SETTINGS_PATH, settings=True, profiles=shipped_names(), rules=rules)
    return placed.data, faults
