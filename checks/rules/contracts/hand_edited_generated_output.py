"""A generated file that was edited by hand."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect, Fact
from checks.proofs import at_fact
from checks.rule import BLOCKING, rule


@rule(BLOCKING, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A generated file differs in meaning while nothing that it is made from moved.

    The next run of the generator undoes the edit, and until then the file and its source disagree.

    Left alone: comments, imports and licence lines, and changes in which a build file moved, since another
    generator may have written the file.

    Source: the generated outputs of the profile, each with the command that owns it.
    """
    if fact.kind == "generated-output-edited":
        command = fact.traits.get("command", "")
        message = f"`{fact.symbol}` is generated: change what it is made from, and run `{command}`."
        yield at_fact(fact, context, message)
