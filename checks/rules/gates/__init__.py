"""Feature gates, in proposals and in code."""

from checks.context import Context


def applies(context: Context) -> bool:
    """Whether the change holds a proposal or moves a gate."""
    return bool(context.proposals) or any(context.facts.of("feature-gate-*"))
