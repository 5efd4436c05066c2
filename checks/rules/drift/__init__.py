"""The proposal against the code: what is promised and what is done, both lines cited."""

from checks.context import Context


def applies(context: Context) -> bool:
    """Whether there is a proposal, in the change or linked, and a change to hold against it."""
    return bool(context.proposals or context.linked) and bool(context.snapshot.changes)
