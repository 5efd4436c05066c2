"""From what a rule declares to look at, to the things of that type in the change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module

from checks.context import Context
from checks.functions import product_go
from checks.isolation import Failures
from checks.manifests import may_hold_manifests
from checks.parse.markdown import Document
from checks.rule import CODE, CONFIGS, SELECTORS


def changed_documents(context: Context) -> Iterable[Document]:
    """Markdown files that the change adds or edits, proposals among them."""
    for change in context.snapshot.changes:
        if change.new_path and change.new_path.endswith(".md"):
            document = context.snapshot.head.markdown(change.new_path)
            if document is not None:
                yield document


def _parts(module: str, collect: str, words: Sequence[str], context: Context) -> Iterable[object]:
    """Selectors or configurations, where a changed file has one of `words`: their modules load slowly."""
    head = context.snapshot.head
    paths = (c.new_path for c in context.snapshot.changes if c.new_path and not c.binary)
    texts = (head.text(path) for path in paths if may_hold_manifests(path))
    if not any(word in text.text for text in texts if text for word in words):
        return ()
    found: Iterable[object] = getattr(import_module(f"checks.dra.{module}"), collect)(context)
    return found


Kind = Callable[[Context], Iterable[object]]
KINDS: Mapping[str, Kind] = {
    "Context": lambda context: (context,),
    "Snapshot": lambda context: (context.snapshot,),
    "Proposal": lambda context: context.proposals,
    "Document": lambda context: changed_documents(context),
    "Manifest": lambda context: context.manifests,
    "Fact": lambda context: context.facts.all,
    CODE: lambda context: product_go(context.snapshot, context.profile),
    SELECTORS: partial(_parts, "selectors", "selectors", ("expression", "device.")),
    CONFIGS: partial(_parts, "opaque", "config_uses", ("opaque",)),
}
"By the name of a type that rules look at, or are about parts of: the change itself, or each such thing."


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
