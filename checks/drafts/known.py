"""What a change itself tells a draft, and the mark of what it does not tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.facts.observe import Facts
from checks.globs import matches
from checks.model import Fact, Side
from config.profile import Component, Generated

UNKNOWN = "[FILL IN: {}]"


def unknown(what: str) -> str:
    """A placeholder that says what belongs there."""
    return UNKNOWN.format(what)


def sentence(fact: Fact) -> str:
    """A fact in words, with its proof: ``cli-flag added: `--mode` (`cmd/main.go:12`)``."""
    detail = f", {fact.detail}" if fact.detail else ""
    return f"{fact.kind.replace('-', ' ')}: `{fact.symbol}`{detail} (`{fact.path}:{fact.line}`)"


def bullets(items: Iterable[str], empty: str) -> str:
    """A list, or the placeholder where there is nothing to list."""
    lines = [f"- {item}" for item in items]
    return "\n".join(lines) if lines else f"- {unknown(empty)}"


def deciding(context: Context) -> list[Fact]:
    """The facts that meet a criterion, each once, in order."""
    reasons = {(r.fact, r.path, r.line, r.symbol) for r in context.classification.reasons}
    return [f for f in context.facts.all if (f.kind, f.path, f.line, f.symbol) in reasons]


def changed(context: Context) -> list[Fact]:
    """The facts about what stood before: it went, or it has another value now."""
    return [f for f in context.facts.all if f.before is not None or f.side is Side.BASE]


def components(context: Context) -> list[Component]:
    """The components that the change touches, by path or by what it did."""
    paths = [c.path for c in context.snapshot.changes]
    return [c for c in context.profile.components if _touches(c, paths, context.facts)]


def _touches(component: Component, paths: list[str], facts: Facts) -> bool:
    by_path = any(matches(path, component.paths) for path in paths)
    return by_path or bool(component.facts and any(facts.of(*component.facts)))


def generated(context: Context) -> Iterator[Generated]:
    """What has to be made again after this change, with the command that owns it."""
    paths = [c.path for c in context.snapshot.changes]
    for owned in context.profile.generated:
        if owned.sources and any(matches(path, owned.sources) for path in paths):
            yield owned


def tests(context: Context) -> list[str]:
    """Test files that the change adds or edits."""
    globs = context.profile.paths.tests
    return [c.new_path for c in context.snapshot.changes if c.new_path and matches(c.new_path, globs)]


def quoted(context: Context) -> list[str]:
    """The project's own sentences that the change meets, each once."""
    return list(dict.fromkeys(r.because for r in context.classification.reasons))
