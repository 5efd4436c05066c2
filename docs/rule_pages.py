"""A page for each rule, from its docstring and its first cases, and the table of them all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path

from checks.registry import all_rules
from checks.rule import Rule

CASES = Path(__file__).parent.parent / "tests" / "rules"
FOLDER = "reference/rules"
FENCED = re.compile(r"^(`{3,}).*?^\1$", re.M | re.S)
USES = re.compile(r"```uses: [^\n]*\n```\n+")


def rule_pages(note: str) -> dict[str, Callable[[], str]]:
    """File name below docs/ to the maker of its page; `note` says that the page is made."""
    pages: dict[str, Callable[[], str]] = {f"{FOLDER}/README.md": partial(_table, note)}
    return pages | {f"{FOLDER}/{rule.name}.md": partial(_page, rule, note) for rule in all_rules()}


def weight(rule: Rule) -> str:
    """How much a finding of the rule weighs, in one word."""
    return "preview" if rule.preview else rule.severity.value


def _table(note: str) -> str:
    return f"# Rules\n\n{note}\nA rule is named after the defect, so that waiving it reads well.\n" + "".join(
        _family(name, list(rules)) for name, rules in groupby(_by_family(), key=lambda r: r.family)
    )


def _by_family() -> list[Rule]:
    return sorted(all_rules(), key=lambda r: (r.family, r.name))


def _family(name: str, rules: list[Rule]) -> str:
    rows = "".join(f"| [{r.name}]({r.name}.md) | {weight(r)} | {_first(r.doc)} |\n" for r in rules)
    return f"\n## {name}\n\n| rule | weight | finds |\n|---|---|---|\n{rows}"


def _first(doc: str) -> str:
    return " ".join(doc.split("\n\n")[0].split()).replace("|", "\\|")


def _page(rule: Rule, note: str) -> str:
    cases = list(_cases(rule))
    silent = next((c for c in cases if "```expect" not in c), "")
    fires = next((c for c in cases if "```expect" in c), "")
    parts = [f"# {rule.name}", note.strip(), f"Family *{rule.family}*, {weight(rule)}.", rule.doc.strip()]
    parts += [_shown(head, case) for head, case in (("Silent", silent), ("Fires", fires)) if case]
    return "\n\n".join(parts) + "\n"


def _cases(rule: Rule) -> Iterator[str]:
    """The cases of a rule, each from its heading on; a heading inside a fence belongs to what is shown."""
    file = CASES / rule.family / f"{rule.name}.md"
    text = file.read_text("utf-8") if file.is_file() else ""
    outside = FENCED.sub(lambda fence: "-" * len(fence[0]), text)
    starts = [heading.end() for heading in re.finditer(r"^## ", outside, re.M)]
    yield from (text[a:b].removesuffix("## ") for a, b in pairwise([*starts, len(text)]))


def _shown(head: str, case: str) -> str:
    name, _, text = USES.sub("", case).strip().partition("\n")
    return f"## {head}: {name}\n\n{text.strip()}".rstrip()
