"""Manifests, selectors and prose about Dynamic Resource Allocation."""

from checks.context import Context
from checks.manifests import may_hold_manifests


def applies(context: Context) -> bool:
    """Whether the change touches a file that may hold such material, or what devices carry."""
    changes = context.snapshot.changes
    written = any(c.new_path and not c.binary and may_hold_manifests(c.new_path) for c in changes)
    return written or any(context.facts.of("device-*"))
