"""Observable contracts in code: what breaks whoever relies on them, and what has to move with them."""

from checks.context import Context
from checks.facts.shape import PRODUCT, kind_of

CARRY = (PRODUCT, "generated", "build")


def applies(context: Context) -> bool:
    """Whether the change touches the product, its generated parts or its modules."""
    return any(kind_of(c.path, context.profile.paths) in CARRY for c in context.snapshot.changes)
