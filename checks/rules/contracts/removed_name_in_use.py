"""Something that the change takes away, and that files of the tree still use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.globs import matches
from checks.model import Defect, Evidence, Fact
from checks.proofs import at_fact
from checks.prose import listed
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
    gone = [f for f in context.facts.of(*USES) if _name(f) and not _comes_again(f, context)]
    gone = gone[:MOST_FACTS]
    patterns = [(f, re.compile(USES[f.kind].replace("{name}", re.escape(_name(f))), re.M)) for f in gone]
    if not patterns:
        return
    found: dict[int, list[Evidence]] = {}
    for path in _files(context):
        text = context.snapshot.head.text(path)
        for index, (fact, pattern) in enumerate(patterns):
            use = pattern.search(text.text) if text and _name(fact) in text.text else None
            if text and use:
                line = text.line_at(use.start() + len(use[0]) - len(use[0].lstrip()))
                found.setdefault(index, []).append(Evidence(path, line, text.line(line).strip()))
    for index, uses in found.items():
        yield _defect(patterns[index][0], uses, context)


def _defect(fact: Fact, uses: list[Evidence], context: Context) -> Defect:
    shown = [f"`{use.path}`" for use in uses[:MOST_NAMED]]
    more = [f"{len(uses) - MOST_NAMED} more"] if len(uses) > MOST_NAMED else []
    message = f"`{_name(fact)}` is gone, and still used in {listed([*shown, *more])}."
    return at_fact(fact, context, message, *uses[:MOST_NAMED], about=f"{fact.symbol} in use")


def _comes_again(fact: Fact, context: Context) -> bool:
    """Whether something of this name is added elsewhere, or a flag reads the variable now: it moved."""
    added = context.facts.of(f"{fact.kind.rpartition('-')[0]}-added")
    if fact.kind.startswith("environment-variable"):
        place = context.snapshot.head.grep([fact.symbol], NO_CODE).get(fact.symbol)
        return bool(place and place.path.endswith(".go"))
    return any(_name(other) == _name(fact) for other in added)


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
