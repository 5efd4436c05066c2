"""What a selector does with an attribute that the attribute's published type does not take."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from checks.cel.evaluation import Condition, Failed, program_of
from checks.cel.references import Reference
from checks.context import Context
from checks.dra.outcomes import FOREIGN, failures_everywhere, try_selector
from checks.dra.published import Published, published
from checks.dra.selectors import SelectorUse
from checks.pattern import lazy

NO_OVERLOAD = lazy(r"No matching overloads? found\s*:\s*(?P<call>.{1,80})")
LIBRARY = {"int64": "int", "bytes": "version", "double": "quantity"}  # what the library runs in their place
VALUES: dict[str, tuple[type, ...]] = {"string": (str,), "bool": (bool,), "int": (int, float)}
EQUALITY = ("==", "!=", "in")


class Misuse(Struct, frozen=True):
    """An attribute, the type that it is published with, and the words for what does not fit it."""

    read: Reference
    type: str
    words: str
    offset: int


def misuses(use: SelectorUse, context: Context) -> Iterator[Misuse]:
    """Each attribute once: calls that end in an error on the device, and comparisons that never hold.

    Silent where an attribute comes in several types that are not all wrong, or in one that does not show.
    """
    known = published(context.snapshot.head, context.profile)
    found = [*_failing(use, context, known), *_unequal(use, known)]
    yield from {m.read.key: m for m in reversed(found)}.values()


def _failing(use: SelectorUse, context: Context, known: Published) -> Iterator[Misuse]:
    trial = try_selector(use, context)
    failed = [p.failed for p in trial.problems if p.kind is not FOREIGN and p.absent is None]
    for one in failed if trial.kinds else failures_everywhere(use, context):
        said = NO_OVERLOAD.search(one.said)
        read = _read(use, one) if said and not one.missing else None
        type_ = _type(read, known) if read else ""
        if said and read and type_ and not _is_ordering(said["call"], type_):
            call = re.sub("|".join(LIBRARY), lambda m: LIBRARY[m[0]], said["call"].strip())
            yield Misuse(read, type_, f"there is no `{_plain(call)}`", one.offset)


def _read(use: SelectorUse, failed: Failed) -> Reference | None:
    """The one attribute that the failing condition reads; of several it does not show which is meant."""
    program = program_of(use.expression)
    reads = {
        r.key: r for c in _at(program.conditions if program else (), failed) for r in c.reading.references
    }
    attributes = [r for r in reads.values() if r.sort == "attribute" and r.use != "has"]
    return attributes[0] if len(attributes) == 1 and len(reads) == 1 else None


def _at(conditions: list[Condition] | tuple[()], failed: Failed) -> Iterator[Condition]:
    return (c for c in conditions if c.offset == failed.offset)


def _is_ordering(call: str, type_: str) -> bool:
    """Whether a version is compared by an operator, which is told with the way to write it."""
    return type_ == "version" and call.lstrip().startswith("_")


def _plain(call: str) -> str:
    """`_>_(int, string)` as `int > string`."""
    operator = re.fullmatch(r"_(?P<sign>[^\w\s]+)_\((?P<left>\w+), (?P<right>\w+)\)", call)
    return f"{operator['left']} {operator['sign']} {operator['right']}" if operator else call


def _unequal(use: SelectorUse, known: Published) -> Iterator[Misuse]:
    for one in use.reading.comparisons if use.reading else ():
        type_ = _type(one.reference, known)
        judged = one.operator in EQUALITY and type_ in VALUES and one.values
        if judged and not any(_may_equal(value, type_) for value in one.values):
            yield Misuse(one.reference, type_, f"it never equals {_shown(one.values[0])}", one.offset)


def _may_equal(value: object, type_: str) -> bool:
    return isinstance(value, VALUES[type_]) and isinstance(value, bool) == (type_ == "bool")


def _shown(value: object) -> str:
    return f'the text "{value[:40]}"' if isinstance(value, str) else f"`{str(value).lower()}`"


def _type(read: Reference, known: Published) -> str:
    """The one type that an attribute is published with; empty where one of its places does not show it."""
    offers = known.offers(*read.key)
    types = {t for o in offers for t in o.types}
    sure = all(o.types for o in offers) and read.name not in known.unfollowed
    return types.pop() if sure and len(types) == 1 else ""
