"""Finds the rules: every module of a family, loaded only when there is something for it to look at."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache, partial
from pathlib import Path

import msgspec
from msgspec import Struct

import checks.rules
from checks.isolation import Failure, Failures
from checks.rule import Rule

INDEX = Path(checks.rules.__path__[0]) / "index.json"
SHARED = "-"


class Family(Struct, frozen=True):
    """The rules of one family, by name, and its modules that could not be loaded."""

    rules: tuple[Rule, ...]
    failures: tuple[Failure, ...] = ()


@cache
def families() -> tuple[str, ...]:
    """Names of the rule families, sorted."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(checks.rules.__path__) if m.ispkg))


@cache
def load(family: str, kinds: frozenset[str] | None = None) -> Family:
    """The family; with `kinds`, only what looks at things of these names, as the index of rules says.

    A module without a rule is a part that rules share; one that fails costs its own rule. What the index
    does not know is loaded.
    """
    failures = Failures()
    found: list[Rule] = []
    known = index().get(family, {})
    for module in pkgutil.iter_modules([f"{folder}/{family}" for folder in checks.rules.__path__]):
        if kinds is None or known.get(module.name, "") in {"", *kinds}:
            declared = partial(_declared, f"checks.rules.{family}.{module.name}")
            found += failures.guard(module.name.replace("_", "-"), "", declared)
    return Family(tuple(sorted(found, key=lambda r: r.name)), tuple(failures.all))


@cache
def index() -> Mapping[str, Mapping[str, str]]:
    """What each rule looks at, by family and module, so that rules without work need not be loaded."""
    found: Mapping[str, Mapping[str, str]] = (
        msgspec.json.decode(INDEX.read_bytes()) if INDEX.is_file() else {}
    )
    return found


def made_index() -> Mapping[str, Mapping[str, str]]:
    """The index as the rules now say it; a dash stands for a part that rules share."""
    return {
        family: {
            **{m.name: SHARED for m in pkgutil.iter_modules([f"{INDEX.parent}/{family}"])},
            **{r.name.replace("-", "_"): r.among or r.looks_at.__name__ for r in rules_of(family)},
        }
        for family in families()
    }


def rules_of(family: str) -> tuple[Rule, ...]:
    """The rules of one family, by name."""
    return load(family).rules


def all_rules() -> tuple[Rule, ...]:
    """Every rule, by name."""
    return tuple(sorted((r for f in families() for r in rules_of(f)), key=lambda r: r.name))


def rule_names() -> tuple[str, ...]:
    """What a rule may be called, those that could not be loaded among them."""
    failed = (failure.what for family in families() for failure in load(family).failures)
    return tuple(sorted({*(rule.name for rule in all_rules()), *failed}))


def _declared(module: str) -> Iterator[Rule]:
    loaded = importlib.import_module(module)
    return (value.rule for value in vars(loaded).values() if _is_rule(value, module))


def _is_rule(value: object, module: str) -> bool:
    return isinstance(getattr(value, "rule", None), Rule) and getattr(value, "__module__", "") == module
