"""A flag that the chart does not set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from checks.chart import charts
from checks.context import Context
from checks.model import Defect, Fact, Place
from checks.parse.text import Text
from checks.proofs import at_fact
from checks.rule import OPTIONAL, rule
from checks.snapshot import Source
from config.profile import Profile


@rule(OPTIONAL, Fact, audits=True)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A component gains a flag that an environment variable sets, and no manifest of the tree sets it.

    Whoever installs the chart cannot reach the flag.

    Left alone: hidden flags, flags without a variable unless they are required, components that no manifest
    starts, and flags that a manifest passes as an argument.

    Source: flags and the manifests that start their component move together in the project.
    """
    required = fact.traits.get("required") == "true"
    names = [n for n in fact.traits.get("env", "").split(", ") if n]
    if fact.kind != "cli-flag-added" or fact.traits.get("hidden") == "true" or not (names or required):
        return
    component = fact.traits.get("component", "").rpartition("/")[2]
    texts = list(manifests(context.snapshot.head, context.profile))
    if not any(component in text.text for text in texts):
        return
    wanted = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, [*names, f'--{fact.symbol}']))})(?![\w-])")
    if not any(wanted.search(text.text) for text in texts) and not _set_elsewhere(fact, names, context):
        how = f"`{names[0]}`" if names else f"`--{fact.symbol}`"
        message = (
            f"No manifest of the chart sets {how}; those who install `{component}` cannot reach the flag."
        )
        yield at_fact(fact, context, message)


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
