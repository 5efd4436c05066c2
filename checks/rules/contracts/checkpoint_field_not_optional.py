"""A new checkpoint field that is written even where it is empty."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect, Fact, Suggestion
from checks.pattern import lazy
from checks.proofs import at_fact
from checks.rule import BLOCKING, rule

TAG = lazy(r'json:"([\w-]+)"')
BY_VALUE = lazy(r"^\s*\w+\s+(?P<type>[\w.]+)\s+`")
STRUCTS = lazy(r"(?:^struct|\.(?:Micro)?Time|\.Quantity|\.\w*(?:Status|Spec|Metadata|Meta))\Z")


@rule(BLOCKING, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A field is added to a checkpoint's struct without `omitempty`, or as a struct by value, of which
    `omitempty` leaves nothing out.

    Reading an older checkpoint and writing it again gives another JSON, with the empty field in it, and so
    another checksum: the upgrade fails as soon as a claim is prepared.

    Left alone: pointers, lists and `omitzero`, fields of a struct that is new itself, and of a new version of
    the checkpoint.

    Source: issue 1080 of the project, and the template: use `omitempty` on new fields.
    """
    if fact.kind != "checkpoint-field-added":
        return
    asked = context.process.template_line("omitempty")
    more = [asked] if asked else []
    if fact.traits.get("omitempty") != "true":
        message = (
            f"`{fact.symbol}` is new in the checkpoint and has no `omitempty`: a checkpoint of the version "
            "before fails its checksum, and claims in flight are lost at the upgrade."
        )
        yield at_fact(fact, context, message, *more, suggestion=_mended(fact, context))
    elif _is_written_anyway(fact, context):
        message = (
            f"`{fact.symbol}` is a struct by value, which `omitempty` never leaves out: a checkpoint of the "
            "version before fails its checksum. Make it a pointer, or use `omitzero`."
        )
        yield at_fact(fact, context, message, *more)


def _is_written_anyway(fact: Fact, context: Context) -> bool:
    text = context.snapshot.head.text(fact.path)
    line = text.line(fact.line) if text else ""
    return bool(BY_VALUE.match(line) and "omitzero" not in line and STRUCTS.search(fact.detail))


def _mended(fact: Fact, context: Context) -> Suggestion | None:
    text = context.snapshot.head.text(fact.path)
    was = text.line(fact.line) if text else ""
    now = TAG.sub(r'json:"\1,omitempty"', was)
    return Suggestion(fact.path, fact.line, fact.line, now) if now != was else None
