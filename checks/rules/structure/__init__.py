"""How a proposal document is built."""

from checks.context import Context


def applies(context: Context) -> bool:
    """Whether the change adds, edits, moves or deletes a proposal."""
    folders = tuple(f.rstrip("/") + "/" for f in context.profile.proposals.folders)
    olds = (c.old_path for c in context.snapshot.changes if c.old_path)
    return bool(context.proposals) or any(p.startswith(folders) for p in olds)
