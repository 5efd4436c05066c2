"""The devices that the driver publishes: what each kind of them carries, read from the code at the head."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from checks.dra.builders import Built, Given, builders_in
from checks.facts.sides import GoSide
from checks.globs import select
from checks.packages import folder_of
from checks.pattern import lazy
from checks.snapshot import Source
from config.profile import Profile

if TYPE_CHECKING:
    from checks.parse.go import GoFile

WORDS = ("DeviceAttribute", "DeviceCapacity", ".Device{", "DriverResources")
PLACE = lazy(r"%[a-z]")
QUOTED = lazy(r"\"(\w{1,64})\"")


class Offer(Struct, frozen=True):
    """One attribute or capacity of a kind of device.

    `types` holds every form in which it comes. `always` says that each device of the kind has it, however
    the driver is set up; `gates` are those of the driver without which none has. `varies` holds where it
    depends on which of several functions announces the device, and `gone_with` are the
    gates under which only those do that leave it out. `list_gates` are the gates under which it is
    a list, where it is one only then. `value` is the one word it always holds.
    """

    sort: str
    domain: str
    name: str
    types: frozenset[str]
    always: bool
    gates: frozenset[str] = frozenset()
    varies: bool = False
    gone_with: frozenset[str] = frozenset()
    list_gates: frozenset[str] = frozenset()
    value: str | None = None
    path: str = ""
    line: int = 1

    def is_called(self, name: str) -> bool:
        """Whether it goes by this name; a name with a number in it goes by any number."""
        if "%" not in self.name:
            return self.name == name
        return bool(re.fullmatch(r"\w+".join(map(re.escape, PLACE.split(self.name))), name))


class DeviceKind(Struct, frozen=True, dict=True):
    """A kind of device: its driver, the words that tell it apart, and what it carries.

    `open` holds the sorts (`attribute`, `capacity`) of which the code may carry more than could be followed.
    """

    driver: str
    offers: tuple[Offer, ...]
    open: frozenset[str] = frozenset()

    @cached_property
    def fixed(self) -> dict[str, str]:
        """Attributes that hold the same word on every device of this kind."""
        return {o.name: o.value for o in self.offers if o.value is not None}

    @property
    def name(self) -> str:
        """How a message calls it."""
        return "/".join(self.fixed.values()) or self.driver

    def offer(self, sort: str, domain: str, name: str) -> Offer | None:
        """What it carries under this name."""
        mine = (o for o in self.offers if o.sort == sort and o.domain == domain)
        return next((o for o in mine if o.is_called(name)), None)


class Published(Struct, dict=True):
    """All kinds of device, and words in the code that could not be followed to one of them."""

    kinds: tuple[DeviceKind, ...] = ()
    unfollowed: frozenset[str] = frozenset()

    @cached_property
    def drivers(self) -> frozenset[str]:
        """The drivers that announce them."""
        return frozenset(k.driver for k in self.kinds)

    def offers(self, sort: str, domain: str, name: str) -> list[Offer]:
        """The offers under this name, of whichever kinds."""
        return [o for k in self.kinds if (o := k.offer(sort, domain, name))]

    def knows(self, sort: str, domain: str, name: str) -> bool:
        """Whether some device may carry it."""
        return name in self.unfollowed or bool(self.offers(sort, domain, name))


def published(source: Source, profile: Profile) -> Published:
    """What the tree publishes; no kinds where its profile names no such code, or none could be followed."""
    return source.once("published devices", "", lambda: _published(source, profile))


def _published(source: Source, profile: Profile) -> Published:
    side = GoSide(source)
    kinds: list[DeviceKind] = []
    unfollowed: set[str] = set()
    for folder in _folders(source, profile):
        files = list(side.packages.mentioning(folder, *WORDS))
        driver = _driver(side, folder) if files else None
        built, loose = builders_in(side, files)
        unfollowed |= {w for f in files for w in _in_gaps(f)}
        if driver is None:
            unfollowed |= {g.name for b in built for g in b.given} | {g.name for g in loose}
            continue
        kinds += _kinds(driver, built, loose)
    return Published(tuple(kinds), frozenset(unfollowed))


def driver_folders(source: Source, profile: Profile) -> dict[str, str]:
    """The folders of plugins, each with the driver that it registers."""
    side = GoSide(source)
    found = {folder: _driver(side, folder) for folder in _folders(source, profile)}
    return {folder: driver for folder, driver in found.items() if driver}


def _folders(source: Source, profile: Profile) -> list[str]:
    paths = select(source.paths(), profile.contracts.device_attributes)
    return sorted({folder_of(p) for p in paths if p.endswith(".go")})


def _driver(side: GoSide, folder: str) -> str | None:
    """The name under which the plugin in this folder registers."""
    for file in side.packages.mentioning(folder, "DriverName("):
        for call in file.calls():
            if call.method == "DriverName" and len(call.arguments) == 1:
                known = file.string(call.arguments[0], lambda name, f=file: side.packages.string(f, name))  # type: ignore[misc]
                if known:
                    return known
    return None


def _in_gaps(file: GoFile) -> Iterator[str]:
    lines = file.source.decode("utf-8", "replace").split("\n") if file.gaps else []
    for gap in file.gaps:
        yield from QUOTED.findall("\n".join(lines[gap.line - 1 : gap.end_line]))


def _kinds(driver: str, built: list[Built], loose: list[Given]) -> Iterator[DeviceKind]:
    groups: dict[tuple[tuple[str, str], ...], list[Built]] = {}
    for one in built:
        groups.setdefault(one.fixed, []).append(one)
    for together in groups.values():
        offers = [*_merged(driver, together)]
        known = {(o.sort, o.domain, o.name) for o in offers}
        more = (_offer(driver, g, always=False) for g in loose)
        offers += [o for o in more if (o.sort, o.domain, o.name) not in known]
        yield DeviceKind(driver, tuple(offers), frozenset(s for b in together for s in b.open))


def _merged(driver: str, together: list[Built]) -> Iterator[Offer]:
    """Offers of one kind: what one of its builders leaves out, not every device has."""
    found: dict[tuple[str, str, str], list[Given]] = {}
    having: dict[tuple[str, str, str], int] = {}
    for one in together:
        keys = {(g.sort, *g.qualified(driver)) for g in one.given}
        for key in keys:
            having[key] = having.get(key, 0) + 1
        for given in one.given:
            found.setdefault((given.sort, *given.qualified(driver)), []).append(given)
    for key, places in found.items():
        everywhere = having[key] == len(together)
        always = everywhere and any(p.always for p in places)
        offer = _offer(driver, places[0], always=always)
        gates = frozenset.intersection(*(p.gates for p in places))
        types = frozenset(t for p in places for t in p.types)
        varies = not everywhere and any(p.always for p in places)
        gone = _gone_with(together, driver, key) if varies else frozenset()
        listed = [p.gates for p in places if any(t.endswith("list") for t in p.types)]
        under = frozenset.intersection(*listed) if listed and len(listed) < len(places) else frozenset()
        yield replace(offer, types=types, gates=gates, varies=varies, gone_with=gone, list_gates=under)


def _gone_with(together: list[Built], driver: str, key: tuple[str, str, str]) -> frozenset[str]:
    having = [b for b in together if any((g.sort, *g.qualified(driver)) == key for g in b.given)]
    lacking = [b for b in together if b not in having]
    return frozenset(g for b in lacking for g in b.under) - {g for b in having for g in b.under}


def _offer(driver: str, given: Given, *, always: bool) -> Offer:
    domain, name = given.qualified(driver)
    return Offer(
        sort=given.sort,
        domain=domain,
        name=name,
        types=given.types,
        always=always,
        gates=given.gates,
        value=given.value,
        path=given.path,
        line=given.line,
    )
