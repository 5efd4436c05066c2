"""How a proposal document is built."""

from checks.context import Context


def applies(context: Context) -> bool:
    """Whether the change touches the proposals folder."""
    folders = context.profile.proposals.folders
    paths = (p for c in context.snapshot.changes for p in (c.old_path, c.new_path) if p)
    return any(p.startswith(f.rstrip("/") + "/") for p in paths for f in folders)
