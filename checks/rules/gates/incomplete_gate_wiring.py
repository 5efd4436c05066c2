"""A gate that moved, and what did not move with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.companions import companions_of, files_of, has_moved, names
from checks.context import Context
from checks.facts.shape import PRODUCT, kind_of
from checks.model import Defect, Evidence, Fact
from checks.pattern import lazy
from checks.proofs import at_fact, line_at
from checks.prose import listed
from checks.registered_gates import registered_gates
from checks.rule import OPTIONAL, rule
from config.profile import Companion

STAGES = lazy(r"(?<!\w)(Alpha|Beta|GA|Stable)(?!\w)")
DEFAULT = lazy(r"(?<!\w)(true|false)(?!\w)")
WORD = lazy(r"\w+")
SET_TO = lazy(r"\((enabled|disabled)\)")
NOBODY = "no code asks for it"


@rule(OPTIONAL, Fact, audits=True)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A gate is added, removed, or changes its stage or default, and a table, form, comment or test that goes
    with gates did not follow.

    Users find a gate by the reference, and its faults are sorted by the form: what is missing there is
    forgotten for releases.

    Left alone: companions that the project does not have at this commit, and gates whose version alone moves.

    Source: the profile's companions; issue 1265 of the project caught up with a form that gates had missed.
    """
    if fact.kind not in ("feature-gate-added", "feature-gate-removed", "feature-gate-graduated") and (
        fact.kind != "feature-gate-changed" or not _moves_default(fact)
    ):
        return
    left = list(_left_behind(fact, context))
    if not left:
        return
    proofs = [proof for _, proof in left if proof]
    about = f"{fact.symbol} {listed(name for name, _ in left)}"
    yield at_fact(fact, context, _said(fact, [name for name, _ in left]), *proofs, about=about)


def _said(fact: Fact, left: list[str]) -> str:
    places = listed(name for name in left if name != NOBODY)
    if fact.kind == "feature-gate-removed":
        return f"`{fact.symbol}` is gone, and still named in {places}."
    if fact.kind != "feature-gate-added":
        return f"`{fact.symbol}` changed; {places} did not, and should."
    if not places:
        return f"No code asks for `{fact.symbol}`."
    unused = f", and {NOBODY}" if NOBODY in left else ""
    return f"`{fact.symbol}` is missing from {places}{unused}."


def _moves_default(fact: Fact) -> bool:
    return fact.traits.get("default") != fact.traits.get("default-before")


def _left_behind(fact: Fact, context: Context) -> Iterator[tuple[str, Evidence | None]]:
    """Each companion that did not follow, by name, with the line that shows it if there is one."""
    snapshot = context.snapshot
    for companion in companions_of(fact, context.profile):
        if not files_of(companion, snapshot):
            continue
        if companion.by == "change":
            if not has_moved(companion, snapshot):
                yield companion.name, None
            continue
        found = names(companion, snapshot, fact.symbol)
        line = line_at(snapshot.head, *found) if found else None
        if fact.kind == "feature-gate-added":
            if line is None:
                yield companion.name, _beside(companion, context)
        elif line and (fact.kind == "feature-gate-removed" or _is_stale(line.text, fact)):
            yield companion.name, line
    if fact.kind == "feature-gate-added" and not _is_asked_for(fact, context):
        yield NOBODY, None


def _beside(companion: Companion, context: Context) -> Evidence | None:
    """Where the companion names another gate: there the new one is missed."""
    known = registered_gates(context.snapshot.base, context.profile)
    found = names(companion, context.snapshot, *known) if known else None
    return line_at(context.snapshot.head, *found) if found else None


def _is_stale(line: str, fact: Fact) -> bool:
    """Whether a row tells another stage or default than the gate now has."""
    stage, default = fact.traits.get("stage", ""), fact.traits.get("default", "")
    stages = {"GA" if s == "Stable" else s for s in STAGES.findall(line)}
    other = {"true": "enabled", "false": "disabled"}.get(default)
    values = set(DEFAULT.findall(line))
    return bool(
        (stages and stage not in stages)
        or (values and default not in values)
        or other in SET_TO.findall(line)
    )


def _is_asked_for(fact: Fact, context: Context) -> bool:
    """Whether product code of the change, other than the declaration, names the gate."""
    words = context.snapshot.head.once("words of code", "", lambda: dict(_words_of_code(context)))
    return any(fact.symbol in named for path, named in words.items() if path != fact.path)


def _words_of_code(context: Context) -> Iterator[tuple[str, frozenset[str]]]:
    for change in context.snapshot.changes:
        path = change.new_path
        if path and kind_of(path, context.profile.paths) == PRODUCT and not path.endswith("values.yaml"):
            text = context.snapshot.head.text(path)
            yield path, frozenset(WORD.findall(text.text) if text else ())
