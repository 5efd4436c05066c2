"""From what a rule declares to look at, to the things of that type in the change."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.manifests import Manifest
from checks.model import Fact
from checks.parse.markdown import Document
from checks.proposal import Proposal
from checks.snapshot import Snapshot


def things_to_look_at(kind: type, context: Context) -> Iterable[object]:
    """The change itself, or each proposal, document, manifest or fact in it."""
    if kind is Context:
        return (context,)
    if kind is Snapshot:
        return (context.snapshot,)
    if kind is Proposal:
        return context.proposals
    if kind is Document:
        return changed_documents(context)
    if kind is Manifest:
        return context.manifests
    if kind is Fact:
        return context.facts.all
    raise TypeError(f"no rule can look at {kind.__name__}")


def changed_documents(context: Context) -> Iterable[Document]:
    """Markdown files that the change adds or edits, proposals among them."""
    for change in context.snapshot.changes:
        if change.new_path and change.new_path.endswith(".md"):
            document = context.snapshot.head.markdown(change.new_path)
            if document is not None:
                yield document
