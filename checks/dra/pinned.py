"""Attributes that a selector holds to one value, whatever else it asks."""

from __future__ import annotations

from checks.cel.environment import Compiled, judge
from checks.cel.references import Comparison, Reading
from checks.cel.syntax import Checked
from checks.dra.claims import Selector
from checks.pattern import lazy

OTHERWISE = lazy(r"\|\||\?|!(?!=)")


def pinned(selector: Selector) -> list[Comparison]:
    """Its equalities with literal values; none where it may go another way or does not compile."""
    judged = judge(selector.expression) if selector.literal else None
    sure = not OTHERWISE.search(selector.expression)
    reading = Reading(Checked(judged.checked)) if sure and isinstance(judged, Compiled) else None
    return [c for c in reading.comparisons if c.operator == "==" and c.values] if reading else []
