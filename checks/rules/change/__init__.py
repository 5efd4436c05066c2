"""The pull request as a whole."""

from checks.context import Context


def applies(context: Context) -> bool:
    """Whether there is anything of this family's kind to look at."""
    return bool(context.snapshot.changes)
