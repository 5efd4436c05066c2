"""What a selector does on the devices that the driver publishes: the errors that would hold up a pod."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from checks.cel.evaluation import Failed, Program, program_of, version_bytes
from checks.cel.references import Reference
from checks.context import Context
from checks.dra.published import DeviceKind, Offer, Published, published
from checks.dra.selectors import SelectorUse
from checks.snapshot import Source

SAMPLES: dict[str, Any] = {
    "string": "word",
    "int": 1,
    "bool": True,
    "version": version_bytes("1.2.3"),
    "string list": ["word"],
    "int list": [1],
    "bool list": [True],
    "version list": [version_bytes("1.2.3")],
}
FOREIGN = DeviceKind("another.example.com", ())
Key = tuple[str, str, str]


class Problem(Struct, frozen=True):
    """An error on one kind of device. `absent` is what not every such device has, where that is the cause."""

    kind: DeviceKind
    failed: Failed
    absent: Offer | None = None


class Trial(Struct, frozen=True):
    """A selector tried on every kind of device that comes to it; `kinds` are those."""

    use: SelectorUse
    kinds: tuple[DeviceKind, ...]
    problems: tuple[Problem, ...]


def try_selector(use: SelectorUse, context: Context) -> Trial:
    """The selector on each kind of device that the class and the selectors above it let through.

    Nothing is tried where the class is not known, or where what the driver publishes is not.
    """
    head = context.snapshot.head
    key = f"{use.path}:{use.selector.line}:{use.anchor}:{len(use.before)}"
    return head.once("selector trials", key, lambda: _try(use, published(head, context.profile), head))


def _try(use: SelectorUse, known: Published, head: Source) -> Trial:
    program = program_of(use.expression) if use.reading else None
    guards = _guards(use)
    if program is None or guards is None or not known.kinds:
        return Trial(use, (), ())
    kinds = (*known.kinds, FOREIGN) if use.of_class else known.kinds
    before = "\n".join((*(use.class_expressions or ()), *use.before))
    reached = head.once(
        "kinds reached",
        f"{use.of_class} {before}",
        lambda: tuple(k for k in kinds if all(_may_pass(g, k, known) for g in guards)),
    )
    return Trial(use, reached, tuple(p for k in reached for p in _problems(program, k, known)))


def _guards(use: SelectorUse) -> list[Program] | None:
    """Programs of all that stands before a selector, or None where that is not known."""
    asked = use.before if use.of_class else None
    if asked is None and use.class_expressions is not None:
        asked = (*use.class_expressions, *use.before)
    programs = [program_of(e) for e in asked] if asked is not None else [None]
    return [p for p in programs if p] if all(programs) else None


def _may_pass(program: Program, kind: DeviceKind, known: Published) -> bool:
    return program.run(*_model(program, kind, known)).may_pass


def _problems(program: Program, kind: DeviceKind, known: Published) -> Iterator[Problem]:
    device, fixed = _model(program, kind, known)
    always = program.run(device, fixed).failures
    yield from (Problem(kind, f) for f in always)
    told = {f.offset for f in always}
    for offer, name in _optional(program, kind):
        holder = device["device.attributes" if offer.sort == "attribute" else "device.capacity"]
        without = holder[offer.domain].pop(name)
        for failed in program.run(device, fixed).failures:
            if failed.offset not in told and failed.missing:
                yield Problem(kind, failed, offer)
        holder[offer.domain][name] = without


def _optional(program: Program, kind: DeviceKind) -> list[tuple[Offer, str]]:
    """What the expression reads and not every device of the kind has."""
    found: dict[Key, tuple[Offer, str]] = {}
    for reference in _references(program):
        offer = kind.offer(*reference.key)
        if offer and not offer.always:
            found[reference.key] = (offer, reference.name)
    return list(found.values())


def _references(program: Program) -> list[Reference]:
    return [r for c in program.conditions for r in c.reading.references]


def _model(program: Program, kind: DeviceKind, known: Published) -> tuple[dict[str, Any], frozenset[Key]]:
    """A device of the kind with all that it may have, and the keys whose values are the same on each."""
    attributes: dict[str, dict[str, Any]] = {}
    capacities: dict[str, dict[str, Any]] = {}
    fixed: set[Key] = set()
    for offer in kind.offers:
        if offer.sort == "attribute":
            attributes.setdefault(offer.domain, {})[offer.name] = _sample(offer)
        else:
            capacities.setdefault(offer.domain, {})[offer.name] = 1.0
        if offer.value is not None:
            fixed.add((offer.sort, offer.domain, offer.name))
    for reference in _references(program):
        holder = attributes if reference.sort == "attribute" else capacities
        holder = holder.setdefault(reference.domain, {})
        if reference.name not in holder and _may_have(kind, known, reference):
            found = kind.offer(*reference.key)
            value: Any = (_sample(found) if found else "word") if reference.sort == "attribute" else 1.0
            holder[reference.name] = value
    device = {
        "device.driver": kind.driver,
        "device.attributes": attributes,
        "device.capacity": capacities,
        "device.allowMultipleAllocations": False,
    }
    return device, frozenset(fixed)


def _may_have(kind: DeviceKind, known: Published, reference: Reference) -> bool:
    if kind is FOREIGN:
        return False
    if kind.offer(*reference.key) or reference.name in known.unfollowed:
        return True
    return reference.sort in kind.open and known.knows(*reference.key)


def _sample(offer: Offer) -> Any:
    if offer.value is not None:
        return offer.value
    return next((SAMPLES[t] for t in sorted(offer.types) if t in SAMPLES), "word")


def missing_reads(use: SelectorUse, context: Context) -> list[Reference]:
    """What a selector reads and no device that comes to it has, each once.

    Where the class is not known, all that the code publishes is tried: what is missing on every kind of
    the driver is missing whatever the class.
    """
    trial = try_selector(use, context)
    found = [r for p in trial.problems if not p.absent and p.kind is not FOREIGN for r in p.failed.missing]
    if not trial.kinds and use.reading:
        head = context.snapshot.head
        key = f"{use.path}:{use.selector.line}:{use.anchor}:{len(use.before)}"
        found = head.once("reads missing on all", key, lambda: _on_all(use, published(head, context.profile)))
    return list({r.key: r for r in reversed(found)}.values())[::-1]


def _on_all(use: SelectorUse, known: Published) -> list[Reference]:
    program = program_of(use.expression)
    kinds = known.kinds if program else ()
    per_kind = [
        {r for p in _problems(program, k, known) if not p.absent for r in p.failed.missing}
        for k in kinds
        if program
    ]
    return sorted(set.intersection(*per_kind), key=lambda r: r.offset) if per_kind else []


def failures_everywhere(use: SelectorUse, context: Context) -> list[Failed]:
    """The errors of a selector whose class is not known, on every kind of device that has all it reads."""
    program = program_of(use.expression) if use.reading else None
    known = published(context.snapshot.head, context.profile)
    having = [k for k in known.kinds if program and all(k.offer(*r.key) for r in _references(program))]
    per_kind = [{p.failed for p in _problems(program, k, known) if not p.absent} for k in having if program]
    return sorted(set.intersection(*per_kind), key=lambda f: f.offset) if per_kind else []
