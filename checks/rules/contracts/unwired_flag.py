"""A flag that the chart does not set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from checks.chart import charts
from checks.context import Context
from checks.globs import matches
from checks.model import Defect, Fact, Place, Side
from checks.parse.text import Text
from checks.pattern import lazy
from checks.proofs import at_fact, line_at
from checks.prose import abridged
from checks.rule import OPTIONAL, rule
from checks.snapshot import Snapshot, Source
from config.profile import Profile

APART = ("vendor", "deployments", "demo", "site", "docs", "tests", "test")
WORD = lazy(r"\b[A-Z][A-Z0-9_]+\b")
NAMED = lazy(r"^\s*- name: [\"']?([A-Z][A-Z0-9_]{2,60})[\"']?\s*$", re.M)
MOST_NAMED = 4


@rule(OPTIONAL, Context, audits=True)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A component gains a flag that an environment variable sets, and no manifest of the tree sets it; or the
    manifests set a variable no more that a component still reads.

    Whoever installs the chart cannot reach the flag.

    Left alone: hidden flags, flags without a variable unless they are required, components that no manifest
    starts, flags that a manifest passes as an argument, and variables that another component sets.

    Source: flags and the manifests that start their component move together in the project; variables that
    a rework of the chart dropped had to be brought back in two later changes.
    """
    unset: dict[str, list[Fact]] = {}
    for fact in context.facts.of("cli-flag-added"):
        if _is_unset(fact, context):
            unset.setdefault(_component(fact), []).append(fact)
    for component, facts in unset.items():
        names = abridged((f"`{_shown(fact)}`" for fact in facts), MOST_NAMED)
        which = "these flags" if len(facts) > 1 else "the flag"
        message = (
            f"No manifest of the chart sets {names}; those who install `{component}` cannot reach {which}."
        )
        more = [line_at(context.snapshot.head, f.path, f.line) for f in facts[1:MOST_NAMED]]
        about = "" if len(facts) == 1 else " ".join(f.symbol for f in facts)
        yield at_fact(facts[0], context, message, *more, about=about)
    yield from _dropped(context)


def _component(fact: Fact) -> str:
    return fact.traits.get("component", "").rpartition("/")[2]


def _variables(fact: Fact) -> list[str]:
    return [n for n in fact.traits.get("env", "").split(", ") if n]


def _shown(fact: Fact) -> str:
    return next(iter(_variables(fact)), f"--{fact.symbol}")


def _is_unset(fact: Fact, context: Context) -> bool:
    names = _variables(fact)
    required = fact.traits.get("required") == "true"
    if fact.traits.get("hidden") == "true" or not (names or required):
        return False
    texts = list(manifests(context.snapshot.head, context.profile))
    if not any(_component(fact) in text.text for text in texts):
        return False
    wanted = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, [*names, f'--{fact.symbol}']))})(?![\w-])")
    return not any(wanted.search(text.text) for text in texts) and not _set_elsewhere(fact, names, context)


def _dropped(context: Context) -> Iterator[Defect]:
    """Variables that the manifests of the base set, those of the head do not, and a component still reads."""
    snapshot, contracts = context.snapshot, context.profile.contracts
    shipped = (*contracts.templates, *(f"{g.rstrip('/')}/templates/**" for g in contracts.charts))
    if not any(c.old_path and matches(c.old_path, shipped) for c in snapshot.changes):
        return
    if not charts(snapshot.head, context.profile):
        return  # it went to where no chart is looked for
    before = {n: (t.path, m) for t in manifests(snapshot.base, context.profile) for n, m in _named(t)}
    still = {w for text in manifests(snapshot.head, context.profile) for w in WORD.findall(text.text)}
    gone = before.keys() - still
    lost: dict[tuple[str, str], list[tuple[str, int, Place]]] = {}
    for name, place in sorted(snapshot.head.grep(gone, APART).items()) if gone else ():
        if name in gone and place.path.endswith(".go") and _reads(name, place, context):
            path, line = before[name]
            lost.setdefault((path, place.path), []).append((name, line, place))
    for (path, reader), found in lost.items():
        yield _defect(path, reader, found, snapshot)


def _defect(path: str, reader: str, lost: list[tuple[str, int, Place]], snapshot: Snapshot) -> Defect:
    names = [name for name, _, _ in lost]
    _, line, place = lost[0]
    said = abridged((f"`{n}`" for n in names), MOST_NAMED)
    them = "it" if len(names) == 1 else "them"
    return Defect(
        path=path,
        line=line,
        message=f"No manifest sets {said} any more, and `{reader}` still reads {them}.",
        anchor=" ".join(names),
        text=f"{' '.join(names)} dropped",
        evidence=(line_at(snapshot.base, path, line), line_at(snapshot.head, reader, place.line)),
        side=Side.BASE,
    )


def _named(text: Text) -> Iterator[tuple[str, int]]:
    yield from ((found[1], text.line_at(found.start(1))) for found in NAMED.finditer(text.text))


def _reads(name: str, place: Place, context: Context) -> bool:
    """Whether a flag is set by the variable there, or the program asks the environment for it."""
    if matches(place.path, context.profile.paths.tests):
        return False
    line = line_at(context.snapshot.head, place.path, place.line).text
    return bool(re.search(rf"(?:EnvVars?|Getenv|LookupEnv)\b.*\"{name}\"", line))


def _set_elsewhere(fact: Fact, names: list[str], context: Context) -> bool:
    """Whether another component's code names the variable, as one does that injects it."""
    own = fact.path.rpartition("/")[0]
    found = context.snapshot.head.once("set elsewhere", own, lambda: _named_elsewhere(own, context))
    return any(found[name].path.endswith(".go") for name in names if name in found)


def _named_elsewhere(own: str, context: Context) -> Mapping[str, Place]:
    """Where else the variables of a component's new flags are named, looked up at once."""
    flags = [f for f in context.facts.of("cli-flag-added") if f.path.rpartition("/")[0] == own]
    names = {name for f in flags for name in f.traits.get("env", "").split(", ") if name}
    return context.snapshot.head.grep(names, ("vendor", own))


def manifests(source: Source, profile: Profile) -> Iterator[Text]:
    """The texts of all chart templates and object templates of a tree."""
    paths = [p for chart in charts(source, profile) for p in chart.templates]
    paths += source.matching(profile.contracts.templates)
    yield from (text for path in paths if (text := source.text(path)))
