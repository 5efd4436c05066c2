"""A new checkpoint field that is written even where it is empty."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect, Fact, Suggestion
from checks.proofs import at_fact
from checks.rule import BLOCKING, rule

TAG = re.compile(r'json:"([\w-]+)"')


@rule(BLOCKING, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A field is added to a checkpoint's struct without `omitempty`.

    Reading an older checkpoint and writing it again gives another JSON, with the empty field in it, and so
    another checksum: the upgrade fails as soon as a claim is prepared.

    Left alone: fields of a struct that is new itself, and of a new version of the checkpoint.

    Source: issue 1080 of the project, and the template: use `omitempty` on new fields.
    """
    if fact.kind != "checkpoint-field-added" or fact.traits.get("omitempty") == "true":
        return
    message = (
        f"`{fact.symbol}` is new in the checkpoint and has no `omitempty`: a checkpoint of the version "
        "before fails its checksum, and claims in flight are lost at the upgrade."
    )
    asked = context.process.template_line("omitempty")
    mend = _mended(fact, context)
    yield at_fact(fact, context, message, *([asked] if asked else []), suggestion=mend)


def _mended(fact: Fact, context: Context) -> Suggestion | None:
    text = context.snapshot.head.text(fact.path)
    was = text.line(fact.line) if text else ""
    now = TAG.sub(r'json:"\1,omitempty"', was)
    return Suggestion(fact.path, fact.line, fact.line, now) if now != was else None
