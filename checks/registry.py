"""Finds the rules: every module of a family, loaded only when there is something for it to look at."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

import checks.rules
from checks.rule import Rule


@cache
def families() -> tuple[str, ...]:
    """Names of the rule families, sorted."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(checks.rules.__path__) if m.ispkg))


@cache
def rules_of(family: str) -> tuple[Rule, ...]:
    """The rules of one family, by name. A module without a rule is a part that rules share."""
    package = importlib.import_module(f"checks.rules.{family}")
    found = []
    for module in pkgutil.iter_modules(package.__path__):
        loaded = importlib.import_module(f"{package.__name__}.{module.name}")
        declared = [v.rule for v in vars(loaded).values() if _is_rule(v, loaded.__name__)]
        found.extend(declared)
    return tuple(sorted(found, key=lambda r: r.name))


def all_rules() -> tuple[Rule, ...]:
    """Every rule, by name."""
    return tuple(sorted((r for f in families() for r in rules_of(f)), key=lambda r: r.name))


def _is_rule(value: object, module: str) -> bool:
    return isinstance(getattr(value, "rule", None), Rule) and getattr(value, "__module__", "") == module
