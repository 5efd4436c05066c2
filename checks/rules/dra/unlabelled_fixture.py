"""A new fixture carries the label by which the suite cleans up."""

from __future__ import annotations

from collections import Counter
from functools import partial

from checks.context import Context
from checks.dra.judged import fault, is_judged
from checks.globs import matches
from checks.manifests import YAML_ENDINGS, Manifest, manifests_in
from checks.rule import OPTIONAL, Found, rule
from checks.snapshot import Source

ENOUGH = 5
SHARE = 0.8
MOST_FILES = 60


@rule(OPTIONAL, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds new test objects that lack a label which nearly all of their kind in the same folder have.

    Suites delete what they made by label; what has none is left over, and takes devices from the next
    test. Folders with few such objects are left alone. Source: the fixtures that stand in the folder at
    the base.
    """
    change = context.snapshot.changed(manifest.path)
    in_tests = matches(manifest.path, context.profile.paths.tests)
    if change is None or change.status != "A" or not in_tests or manifest.form != "file":
        return
    if not is_judged(manifest, context):
        return
    base, folder = context.snapshot.base, manifest.path.rpartition("/")[0]
    usual = base.once("usual labels", folder, partial(_usual, base, folder)).get(manifest.kind, [])
    for key, value in usual:
        if manifest.word("metadata", "labels", key) != value and manifest.name:
            node = manifest.root.get("metadata") or manifest.root
            message = (
                f"Every other {manifest.kind} here has the label `{key}: {value}`, by which the "
                "suite cleans up."
            )
            yield fault(manifest, node, message, context, about=key)


def _usual(base: Source, folder: str) -> dict[str, list[tuple[str, str]]]:
    """For each kind the labels that nearly all of its objects directly in the folder have."""
    paths = [p for p in base.under(folder) if p.rpartition("/")[0] == folder and p.endswith(YAML_ENDINGS)]
    there = [m for p in paths[:MOST_FILES] for m in manifests_in(base, p) if m.name]
    kinds = Counter(m.kind for m in there)
    labels = Counter((m.kind, key, value) for m in there for key, value in _labels(m))
    found: dict[str, list[tuple[str, str]]] = {}
    for (kind, key, value), number in sorted(labels.items()):
        if kinds[kind] >= ENOUGH and number >= SHARE * kinds[kind]:
            found.setdefault(kind, []).append((key, value))
    return found


def _labels(manifest: Manifest) -> list[tuple[str, str]]:
    labels = manifest.root.get("metadata", "labels")
    return [(e.key, e.value.text) for e in labels.entries if e.value.kind == "scalar"] if labels else []
