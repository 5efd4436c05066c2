"""A note that waits for the release which the change moves to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.globs import matches
from checks.model import Defect, Evidence, Fact
from checks.pattern import lazy
from checks.proofs import at_fact
from checks.rule import OPTIONAL, rule

MOVES = ("dependency-bumped", "kubernetes-minor-bumped")
COMMENT = lazy(r"^\s*(?://|\*|#)")
WAITS = lazy(
    r"\b(?:once|when|until|as soon as|after)\b.{0,120}"
    r"\b(?:bump\w*|updat\w+|upgrad\w+|vendor\w*|releas\w+|available|includ\w+|mov\w+)\b",
    re.I,
)
ASKS = lazy(r"\b(?:TODO|FIXME|remove|replace|drop|switch|get rid)\b", re.I)
RELEASE = lazy(r"\b(?:kubernetes|k8s)\W{1,2}v?1\.(?P<minor>\d{2})\b", re.I)
AROUND = 3


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A module moves by a minor version or more, and a note in the code waits for that: a thing to remove or
    to replace once the module is newer.

    The wait may be over; nobody looks for such notes when a number in go.mod moves.

    Left alone: patch releases, notes that wait for a later version than the new one, notes of other modules,
    and notes in files that the change edits.

    Source: a constant of the project that was to go with the next Kubernetes libraries, and stayed.
    """
    bumps = [f for f in context.facts.of(*MOVES) if f.traits.get("level") != "patch"]
    if not bumps:
        return
    changed = {c.path for c in context.snapshot.changes}
    for note in _notes(context):
        fact = next((f for f in bumps if _waits_for(note.text, f, context)), None)
        if fact and note.path not in changed:
            yield Defect(
                path=note.path,
                line=note.line,
                message=f"This note waits for a newer {fact.symbol}, which moves to {fact.after} here. "
                "Is it done with?",
                anchor=fact.symbol,
                text=note.text,
                evidence=(note, *at_fact(fact, context, "").evidence),
            )


def _waits_for(note: str, fact: Fact, context: Context) -> bool:
    modules = context.profile.contracts.upstream_modules if fact.kind == MOVES[1] else (fact.symbol,)
    release = RELEASE.search(note)
    if release and fact.kind == MOVES[1]:
        now = re.search(r"1\.(\d+)", fact.after or "")
        return bool(now and int(release["minor"]) <= int(now[1]))
    return any(re.search(rf"(?<![\w/-]){re.escape(module)}(?![\w-])", note) for module in modules)


def _notes(context: Context) -> Iterator[Evidence]:
    """Comments of the product's code that wait for something newer, each as one text."""
    head, paths = context.snapshot.head, context.profile.paths
    apart = (*paths.vendored, *paths.generated, *paths.tests)
    files = [p for p in head.paths() if p.endswith(".go") and not matches(p, apart)]
    head.soon(files)
    for path in files:
        text = head.text(path)
        for number, line in enumerate(text.lines if text else (), 1):
            if text and COMMENT.match(line) and ASKS.search(line):
                lines = text.lines[number - 1 : number + AROUND]
                note = " ".join(part.strip(" \t/*#") for part in lines if COMMENT.match(part))
                if WAITS.search(note):
                    yield Evidence(path, number, note)
