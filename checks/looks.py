"""From what a rule declares to look at, to the things of that type in the change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from checks.context import Context
from checks.isolation import Failures
from checks.parse.markdown import Document

Kind = Callable[[Context], Iterable[object]]
KINDS: Mapping[str, Kind] = {
    "Context": lambda context: (context,),
    "Snapshot": lambda context: (context.snapshot,),
    "Proposal": lambda context: context.proposals,
    "Document": lambda context: changed_documents(context),
    "Manifest": lambda context: context.manifests,
    "Fact": lambda context: context.facts.all,
}
"By the name of a type that rules look at: the change itself, or each thing of that type in it."


class Things:
    """What there is to look at in a change, each kind found once; a kind that fails is empty, and said."""

    def __init__(self, context: Context, failures: Failures) -> None:
        self._context, self._failures = context, failures
        self._found: dict[str, list[object]] = {}

    def of(self, kind: str) -> list[object]:
        """All things of a kind, by the name of its type. Raises `KeyError` for what no rule can look at."""
        if kind not in self._found:
            look = partial(KINDS[kind], self._context)
            self._found[kind] = self._failures.guard(f"{kind.lower()}s", "", look)
        return self._found[kind]


def changed_documents(context: Context) -> Iterable[Document]:
    """Markdown files that the change adds or edits, proposals among them."""
    for change in context.snapshot.changes:
        if change.new_path and change.new_path.endswith(".md"):
            document = context.snapshot.head.markdown(change.new_path)
            if document is not None:
                yield document
