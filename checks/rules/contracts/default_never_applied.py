"""A default that a client written in Go never gets."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect, Fact, Suggestion
from checks.pattern import lazy
from checks.proofs import at_fact
from checks.rule import OPTIONAL, rule

PLAIN = lazy(r"^\s*\w+\s+(?P<type>[\w.]+)\s+`[^`]*json:\"(?P<tag>\w+)\"")
ENUM = lazy(r"\+kubebuilder:validation:(?:Enum|MinLength|Pattern|Minimum)")


@rule(OPTIONAL, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A field is added with a default, by value and without `omitempty`.

    The API server fills in a default where the field is absent. A client in Go that leaves it empty sends the
    empty value, which is not absent: it is kept, or refused by the field's own validation.

    Left alone: pointers, fields with `omitempty`, and fields whose default is their empty value.

    Source: the conventions of the Kubernetes API, and a field of the project that was mended a week later.
    """
    if fact.kind != "api-field-added" or fact.traits.get("default", "") in ("", "0", "false", '""'):
        return
    text = context.snapshot.head.text(fact.path)
    line = text.line(fact.line) if text else ""
    found = PLAIN.match(line)
    if found is None or found["type"].startswith("*"):
        return
    above = text.between(max(fact.line - 6, 1), fact.line - 1) if text else ""
    fate = "refused by its validation" if ENUM.search(above) else "kept"
    message = (
        f"`{fact.symbol}` has the default {fact.traits['default']}, and no `omitempty`: a client in Go that "
        f"does not set it sends an empty value, which is {fate}. Make it optional with `omitempty`."
    )
    now = line.replace(f'json:"{found["tag"]}"', f'json:"{found["tag"]},omitempty"')
    yield at_fact(fact, context, message, suggestion=Suggestion(fact.path, fact.line, fact.line, now))
