"""A compact decision record; where the decision meets the threshold it says that a proposal is the form."""

from __future__ import annotations

from checks.context import Context
from checks.drafts.known import bullets, deciding, quoted, sentence, unknown
from checks.model import Verdict

FOLDERS = ("docs/adr", "docs/adrs", "doc/adr", "adr", "docs/decisions", "docs/architecture/decisions")


def draft(context: Context) -> str:
    """The record in the answer, since a place for it is not invented; an existing convention is named.

    Source: the seed text's "ADR".
    """
    folder = next((f for f in FOLDERS if context.snapshot.tip.under(f)), None)
    where = (
        f"This project keeps such records in `{folder}`." if folder else "This project has no place for them."
    )
    above = ""
    if context.classification.verdict is Verdict.REQUIRED:
        said = "The decision meets the threshold for a proposal, which is then the form to use:"
        above = f"\n\n{said}\n{bullets(quoted(context), '')}"
    return f"""{where}{above}

## {context.subject.title or unknown("the decision in one line")}

- Status: proposed
- Date: {unknown("YYYY-MM-DD")}

**Context.** {unknown("what forces the decision")}

**Drivers.** {unknown("what an answer must achieve")}

**Considered options.** {unknown("at least two, with what speaks for and against each")}

**Decision.** {unknown("what is decided")}

**Decided facts (seen in the change).**
{bullets((sentence(f) for f in deciding(context)), "what is settled, with a path and a line")}

**Consequences.** {unknown("what gets easier, what gets harder")}

**Compatibility and rollback.** {unknown("running claims, older versions, the way back")}

**Follow-up.** {unknown("what is to be done next")}

**Open questions.**
- {unknown("what is not decided; kept apart from the facts above")}"""
