"""A whole tree held against itself: its contracts as if all were new, by the rules that make sense so."""

from __future__ import annotations

from collections.abc import Container

from checks.chart import charts
from checks.context import Context
from checks.engine import observed, outcome, prepare, run_rules
from checks.globs import matches
from checks.isolation import Failures
from checks.looks import Things
from checks.model import Review
from checks.registry import families, load, rules_of
from checks.snapshot import Change, Hunk, Snapshot, Source
from checks.subject import Subject
from checks.tree import DictTree
from config.profile import Profile

CHART_FILES = ("Chart.yaml", "values.yaml")


def audit(documents: Snapshot, profile: Profile) -> Review:
    """The documents and manifests of `documents`, each as it stands, and the contracts of its whole head."""
    failures = Failures()
    context = prepare(documents, profile, Subject(), failures, documents_only=True)
    found = list(observed(context, failures, documents_only=True))
    born = _born(context, failures)
    auditing = [r for family in families() for r in rules_of(family) if r.audits]
    failures.all += (f for family in families() for f in load(family).failures if f not in failures.all)
    found += run_rules(born, auditing, Things(born, failures), failures)
    return outcome(context, found, failures)


def _born(context: Context, failures: Failures) -> Context:
    """The same tree as if it came in one change, vendored copies left out; of a chart, all its values."""
    head, vendored = Source(context.snapshot.head.tree), context.profile.paths.vendored
    before = {f"{c.folder}/{name}": "{}\n" for c in charts(head, context.profile) for name in CHART_FILES}
    paths = (path for path in head.paths() if not matches(path, vendored))
    changes = tuple(_whole(head, path, before) for path in paths)
    snapshot = Snapshot(Source(DictTree(before)), head, changes, head_sha=context.snapshot.head_sha)
    return prepare(snapshot, context.profile, Subject(), failures)


def _whole(head: Source, path: str, before: Container[str]) -> Change:
    """A file as if all of it were added; its length is not worth reading it for."""
    hunk = Hunk(0, 0, 1, max(head.tree.size(path), 1))
    return Change("M", path, path, (hunk,)) if path in before else Change("A", None, path, (hunk,))
