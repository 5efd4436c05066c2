"""A published attribute that the reference does not have."""

from __future__ import annotations

from collections.abc import Iterable

from checks.companions import companions_of, files_of, names
from checks.context import Context
from checks.model import Defect, Fact
from checks.proofs import at_fact, line_at
from checks.rule import OPTIONAL, rule
from checks.rules.contracts.migration import old_name

KINDS = ("device-attribute-added", "device-capacity-added")


@rule(OPTIONAL, Fact, audits=True)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A device gains an attribute or capacity, and the page that lists them does not name it.

    Users write selectors by that page; CEL tells nobody that a name is misspelt before a pod is pending.

    Left alone: projects without such a page, and names that are known at run time only and begin like one
    on the page.

    Source: the profile's companions of attributes.
    """
    if fact.kind not in KINDS:
        return
    name = old_name(fact)
    for companion in companions_of(fact, context.profile):
        files = files_of(companion, context.snapshot)
        if not files or not name or names(companion, context.snapshot, name):
            continue
        if "%" in fact.symbol and _begins(name, files, context):
            continue
        proof = line_at(context.snapshot.head, files[0], 1)
        said = f"{companion.name[:1].upper()}{companion.name[1:]} does not name `{fact.symbol}`."
        yield at_fact(fact, context, said, proof)


def _begins(name: str, files: list[str], context: Context) -> bool:
    texts = (context.snapshot.head.text(path) for path in files)
    return any(name in text.text for text in texts if text)
