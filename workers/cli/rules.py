"""`design-review rules`: lists the rules, or explains one."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from itertools import groupby

import click

from checks.registry import all_rules
from checks.rule import Rule
from workers.options import Refused, deliver


@click.command()
@click.argument("name", metavar="[RULE]", required=False)
def command(name: str | None) -> None:
    """Lists the rules by family, or explains RULE."""
    rules = all_rules()
    if name is None:
        deliver("\n".join((*_listed(rules), "")), None)
        return
    found = next((r for r in rules if r.name == name), None)
    if found is None:
        near = get_close_matches(name, [r.name for r in rules], n=1)
        raise Refused(f"no rule is called {name!r}{f'; did you mean {near[0]!r}?' if near else '.'}")
    deliver(f"{found.name} ({found.family}, {_weight(found)})\n\n{found.doc}\n", None)


def _listed(rules: tuple[Rule, ...]) -> Iterator[str]:
    width = max((len(r.name) for r in rules), default=0)
    for family, members in groupby(sorted(rules, key=lambda r: (r.family, r.name)), key=lambda r: r.family):
        yield family
        for rule in members:
            said = rule.doc.split("\n\n")[0].replace("\n", " ")
            yield f"  {rule.name:<{width}}  {_weight(rule):<8}  {said}"


def _weight(rule: Rule) -> str:
    return "preview" if rule.preview else rule.severity.value
