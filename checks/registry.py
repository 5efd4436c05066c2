"""Finds the rules: every module of a family, loaded only when there is something for it to look at."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache, partial

from msgspec import Struct

import checks.rules
from checks.isolation import Failure, Failures
from checks.rule import Rule


class Family(Struct, frozen=True):
    """The rules of one family, by name, and its modules that could not be loaded."""

    rules: tuple[Rule, ...]
    failures: tuple[Failure, ...] = ()


@cache
def families() -> tuple[str, ...]:
    """Names of the rule families, sorted."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(checks.rules.__path__) if m.ispkg))


@cache
def load(family: str) -> Family:
    """The family. A module without a rule is a part that rules share; one that fails costs its own rule."""
    failures = Failures()
    found: list[Rule] = []
    for module in pkgutil.iter_modules([f"{folder}/{family}" for folder in checks.rules.__path__]):
        declared = partial(_declared, f"checks.rules.{family}.{module.name}")
        found += failures.guard(module.name.replace("_", "-"), "", declared)
    return Family(tuple(sorted(found, key=lambda r: r.name)), tuple(failures.all))


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
