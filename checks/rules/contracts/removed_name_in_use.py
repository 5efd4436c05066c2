"""Something that the change takes away, and that files of the tree still use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from checks.context import Context
from checks.globs import matches
from checks.model import Defect, Evidence, Fact
from checks.packages import folder_of
from checks.proofs import at_fact
from checks.prose import abridged
from checks.rule import OPTIONAL, rule
from checks.rules.contracts.migration import old_name

USES = {
    "api-kind-removed": r"^\s*(?:- )?kind:\s*[\"']?{name}[\"']?\s*$",
    "opaque-kind-removed": r"^\s*(?:- )?kind:\s*[\"']?{name}[\"']?\s*$",
    "device-class-removed": r"\bdeviceClassName:\s*[\"']?{name}[\"']?\s*$",
    "device-attribute-removed": r"\.attributes\[[^\]\n]{1,80}\]\.\??{name}\b",
    "device-capacity-removed": r"\.capacity\[[^\]\n]{1,80}\]\.\??{name}\b",
    "cli-flag-removed": r"(?<![\w-])--{name}(?![\w-])",
    "helm-value-removed": r"--set(?:-\w+)?[ =][\"']?(?:[\w.]+=[^,\s]*,)*{name}(?:\.[\w.]+)?=",
    "feature-gate-removed": r"\bfeatureGates\.{name}\b|\b{name}\s*[:=]\s*[\"']?(?:true|false)\b",
    "environment-variable-removed": r"^\s*- name:\s*[\"']?{name}[\"']?\s*$",
}
READ = (".md", ".yaml", ".yml", ".bats", ".sh", ".tmpl", "Makefile", ".mk")
NO_CODE = ("vendor", "deployments", "demo", "site", "docs", "tests", "test")
MOST_FILES = 1_500
MOST_FACTS = 100
MOST_NAMED = 3


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A kind, class, attribute, flag, chart value, gate or variable is removed, and an example, a page, a
    test or a script of the tree still uses it.

    The examples are what users copy; they fail from the day of the change on.

    Left alone: what another part of the change declares anew, changelogs, proposals, and names in running
    text.

    Source: examples of the project that were mended months after the API or the attribute had gone.
    """
    found: dict[Fact, list[Evidence]] = {}
    patterns = [
        (f, re.compile(USES[f.kind].replace("{name}", re.escape(_name(f))), re.M)) for f in _gone(context)
    ]
    for path in _files(context) if patterns else ():
        text = context.snapshot.head.text(path)
        for fact, pattern in patterns:
            use = pattern.search(text.text) if text and _name(fact) in text.text else None
            if text and use:
                line = text.line_at(use.start() + len(use[0]) - len(use[0].lstrip()))
                found.setdefault(fact, []).append(Evidence(path, line, text.line(line).strip()))
    alike: dict[tuple[str, ...], list[Fact]] = {}
    for fact, uses in found.items():
        alike.setdefault((fact.kind, folder_of(fact.path), *(u.path for u in uses)), []).append(fact)
    for facts in alike.values():
        yield _defect(facts, found[facts[0]], context)


def _defect(facts: list[Fact], uses: list[Evidence], context: Context) -> Defect:
    names = abridged((f"`{_name(fact)}`" for fact in facts), MOST_NAMED)
    places = abridged((f"`{use.path}`" for use in uses), MOST_NAMED)
    message = f"{names} {'are' if len(facts) > 1 else 'is'} gone, and still used in {places}."
    about = f"{' '.join(fact.symbol for fact in facts)} in use"
    return at_fact(facts[0], context, message, *uses[:MOST_NAMED], about=about)


def _gone(context: Context) -> list[Fact]:
    """What went and is not added elsewhere; a variable that a program still reads has not gone."""
    gone = [f for f in islice(context.facts.of(*USES), MOST_FACTS) if _name(f)]
    variables = {f.symbol for f in gone if f.kind.startswith("environment-variable")}
    still = context.snapshot.head.grep(variables, NO_CODE) if variables else {}
    kept = {name for name, place in still.items() if place.path.endswith(".go")}
    kinds = {f.kind.replace("-removed", "-added") for f in gone}
    again = {(f.kind, _name(f)) for f in context.facts.of(*kinds)} if kinds else set()
    return [
        f
        for f in gone
        if f.symbol not in kept and (f.kind.replace("-removed", "-added"), _name(f)) not in again
    ]


def _files(context: Context) -> Iterator[str]:
    """Pages, examples, tests and scripts of the head."""
    paths, folders = context.profile.paths, context.profile.proposals.folders
    apart = (*paths.vendored, *paths.generated, *(f"{f.rstrip('/')}/**" for f in folders), "**/CHANGELOG*")
    kept = [p for p in context.snapshot.head.paths() if p.endswith(READ) and not matches(p, apart)]
    context.snapshot.head.soon(kept[:MOST_FILES])
    yield from kept[:MOST_FILES]


def _name(fact: Fact) -> str:
    """What users write: a device class by its whole name, other things as users know them."""
    return fact.symbol if fact.kind.startswith("device-class") else old_name(fact)
