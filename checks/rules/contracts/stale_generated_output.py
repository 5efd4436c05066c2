"""A generated file that was left behind."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect, Evidence, Fact
from checks.proofs import at_fact
from checks.rule import BLOCKING, rule


@rule(BLOCKING, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A type, field or marker moved, and a file that is made from it says otherwise.

    What is generated is what gets installed: the API server drops fields that its schema does not have.

    Left alone: outputs that the profile does not name, and edits of sources that show in no output.

    Source: the generated outputs of the profile, each with the command that owns it.
    """
    if fact.kind == "generated-output-stale":
        output = fact.traits.get("output", "")
        command = fact.traits.get("command", "")
        message = f"`{fact.symbol}` {fact.detail}. Run `{command}` and commit what it writes."
        beside = (Evidence(output, 1, "made from it"),) if output and output != fact.path else ()
        yield at_fact(fact, context, message, *beside)
