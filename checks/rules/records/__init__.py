"""Decision records and implementation plans."""

from checks.context import Context


def applies(context: Context) -> bool:
    """Whether the change adds or edits a document."""
    return any(c.new_path and c.new_path.endswith(".md") for c in context.snapshot.changes)
