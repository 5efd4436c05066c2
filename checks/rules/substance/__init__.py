"""What a proposal document says, and what it leaves out."""

from checks.context import Context


def applies(context: Context) -> bool:
    """Whether the change adds or edits a proposal."""
    return bool(context.proposals)
