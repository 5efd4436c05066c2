"""Feature gates, in proposals and in code."""

from checks.context import Context


def applies(context: Context) -> bool:
    """Whether the change holds a proposal, moves a gate, or touches what may speak of one."""
    code = any(
        c.new_path and c.new_path.endswith((".go", "values.yaml", ".md")) for c in context.snapshot.changes
    )
    return bool(context.proposals) or code or any(context.facts.of("feature-gate-*"))
