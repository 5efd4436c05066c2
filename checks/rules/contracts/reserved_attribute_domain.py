"""An attribute in the domain that belongs to Kubernetes."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect, Fact
from checks.pattern import lazy
from checks.proofs import at_fact
from checks.rule import OPTIONAL, rule

RESERVED = "resource.kubernetes.io/"
ORIGIN = lazy(r"//.*https://(?:github\.com/kubernetes/|[\w.]*(?:kubernetes|k8s)\.io/)")
LIBRARY = "vendor/k8s.io/dynamic-resource-allocation/deviceattribute"


@rule(OPTIONAL, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A device gains an attribute in `resource.kubernetes.io/` that the library of standard attributes, as it
    is vendored, does not have.

    Kubernetes defines that domain. When it defines the name, with another type or meaning, selectors of this
    driver and of others disagree.

    Left alone: names that the vendored library knows, or whose origin in Kubernetes a comment of the function
    links, and projects that do not vendor the library.

    Source: the API of ResourceSlice reserves the domain; a review asked for the source of such a name.
    """
    if fact.kind != "device-attribute-added" or not fact.symbol.startswith(RESERVED):
        return
    name = fact.symbol.removeprefix(RESERVED)
    texts = [context.snapshot.head.text(p) for p in context.snapshot.head.under(LIBRARY) if p.endswith(".go")]
    known = any(text and f'"{name}"' in text.text for text in texts)
    if name and texts and not known and not _is_linked(fact, context):
        message = (
            f"`{fact.symbol}` stands in a domain that Kubernetes defines, and its library of standard "
            "attributes has no such name here. Name the proposal that brings it, or publish it in the domain "
            "of the driver."
        )
        yield at_fact(fact, context, message)


def _is_linked(fact: Fact, context: Context) -> bool:
    file = context.snapshot.head.go(fact.path)
    function = file.function_at(fact.line) if file else None
    return bool(file and function and ORIGIN.search(file.text(function.node)))
