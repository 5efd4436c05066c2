"""A kind of configuration that a decoder or the webhook does not know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.dra.webhook import CASE, has_case, kind_switches
from checks.model import Defect, Evidence, Fact
from checks.packages import packages_of
from checks.parse.text import Text
from checks.proofs import at_fact, line_at
from checks.rule import BLOCKING, rule
from checks.snapshot import Source


@rule(BLOCKING, Fact, audits=True)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A kind is added to the API and not to the scheme, or opaque configuration is added to the scheme and
    the admission webhook, or every plugin, has no case for it.

    What the scheme does not know cannot be decoded. What the webhook does not know it refuses, so that every
    claim with such a configuration is rejected where the webhook is on. What no plugin knows is refused when
    the pod starts.

    Left alone: packages that register nothing, and webhooks and plugins that do not tell kinds apart.

    Source: the switch of the project's webhook, which refuses any other type.
    """
    if fact.kind == "api-kind-added":
        folder = fact.path.rpartition("/")[0]
        head = context.snapshot.head
        register = head.once("registering", folder, lambda: _registering(folder, head))
        if register and not re.search(rf"&{fact.symbol}\{{", register[1].text):
            message = f"`{fact.symbol}` is not registered with the scheme: nothing can decode it."
            yield at_fact(fact, context, message, register[0])
    elif fact.kind == "opaque-kind-added":
        switch = next(kind_switches(context), None)
        if switch and not any(has_case(t, fact.symbol) for _, t in kind_switches(context)):
            message = f"The webhook has no case for `{fact.symbol}` and refuses every claim that holds one."
            yield at_fact(fact, context, message, switch[0])
        applying = list(_applying(context))
        if applying and not any(has_case(t, fact.symbol) for t in applying):
            message = f"No plugin has a case for `{fact.symbol}`: a pod whose claim holds one does not start."
            proof = line_at(context.snapshot.head, applying[0].path, _first_case(applying[0]))
            yield at_fact(fact, context, message, proof, about=f"{fact.symbol} applied")


def _applying(context: Context) -> Iterator[Text]:
    """Files of the plugins that tell kinds of configuration apart to apply them."""
    head, contracts = context.snapshot.head, context.profile.contracts
    packages = packages_of(head)
    for folder in packages.folders(contracts.checkpoints):
        for path in packages.files(folder):
            text = head.text(path)
            if text and ".(type)" in text.text and CASE.search(text.text):
                yield text


def _first_case(text: Text) -> int:
    found = CASE.search(text.text)
    return text.line_at(found.end() - 1) if found else 1


def _registering(folder: str, head: Source) -> tuple[Evidence, Text] | None:
    """Where a package registers its types; all such files of it as one text."""
    texts = [head.text(p) for p in head.under(folder) if p.endswith(".go") and p.rpartition("/")[0] == folder]
    calling = [t for t in texts if t and "AddKnownTypes(" in t.text and not t.path.endswith("_test.go")]
    if not calling:
        return None
    line = calling[0].line_at(calling[0].text.index("AddKnownTypes("))
    proof = Evidence(calling[0].path, line, calling[0].line(line).strip())
    return proof, Text(calling[0].path, "\n".join(t.text for t in calling))
