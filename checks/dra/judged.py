"""Which objects are judged, and findings that stand on their lines."""

from __future__ import annotations

import re

from checks.context import Context
from checks.manifests import Manifest
from checks.model import Defect, Evidence, Severity, Suggestion
from checks.parse.yaml import Node
from checks.pattern import lazy
from checks.proofs import line_at

ELLIPSIS = lazy(r"^\s*(?:#\s*)?(?:-\s*)?(?:\.{3}|…)|:\s*(?:\.{3}|…)\s*$", re.M)
BEHIND = lazy(r"\s*(?:$|#|\.{3}|…)")
MADE = lazy(r"\{\{|\$\{|\$\(|\$[A-Z_]{2,}|\[\[")


def is_judged(manifest: Manifest, context: Context) -> bool:
    """Whether an object is meant to be applied as it stands.

    What is shown because it is wrong is not, nor a sketch with ellipses, nor the output of a cluster.
    """
    kept: bool | None = vars(manifest).get("_judged")
    if kept is None:
        made_by_cluster = manifest.root.get("metadata", "uid") is not None
        kept = not (manifest.counter_example or made_by_cluster or _is_sketch(manifest, context))
        vars(manifest)["_judged"] = kept
    return kept


def _is_sketch(manifest: Manifest, context: Context) -> bool:
    return bool(ELLIPSIS.search(words_of(manifest, context)))


def words_of(manifest: Manifest, context: Context) -> str:
    """The lines of an object as they stand in its file, with the comments in it and behind it."""
    text = context.snapshot.head.text(manifest.path)
    if text is None:
        return ""
    last = manifest.root.end_line
    while last < text.line_count and BEHIND.match(text.line(last + 1)):
        last += 1
    return text.between(manifest.root.line, last)


def is_whole(manifest: Manifest, context: Context) -> bool:
    """Whether nothing in an object is filled in when it is applied, so that what is missing is missing."""
    kept: bool | None = vars(manifest).get("_whole")
    if kept is None:
        kept = manifest.form != "template" and not MADE.search(words_of(manifest, context))
        vars(manifest)["_whole"] = kept
    return kept


def fault(
    manifest: Manifest,
    node: Node,
    message: str,
    context: Context,
    *more: Evidence,
    about: str,
    severity: Severity | None = None,
    suggestion: Suggestion | None = None,
) -> Defect:
    """A defect at the line of a node; `about` tells it from others of its kind in the same object."""
    line = node.line
    return Defect(
        path=manifest.path,
        line=line,
        message=message,
        anchor=f"{manifest.kind}/{manifest.name}",
        text=about,
        evidence=(line_at(context.snapshot.head, manifest.path, line), *more),
        severity=severity,
        suggestion=suggestion,
    )


def is_written(manifest: Manifest, node: Node, context: Context) -> bool:
    """Whether the change wrote a line of a node, which otherwise stood there before."""
    changes = (c for c in context.snapshot.changes if c.new_path == manifest.path)
    return any(c.touches_head(node.line, node.end_line) for c in changes)


def line_of(manifest: Manifest, node: Node, context: Context) -> Evidence:
    """The line of a node of another object, as evidence."""
    return line_at(context.snapshot.head, manifest.path, node.line)
