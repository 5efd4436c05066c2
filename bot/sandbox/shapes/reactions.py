"""Reactions as JSON."""

from collections import Counter
from collections.abc import Iterable

from bot.sandbox.model import Reaction
from bot.sandbox.shapes.accounts import user
from bot.sandbox.site import Json, Site, timestamp
from bot.sandbox.state import node_id

CONTENTS = ("+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes")


def rollup(reactions: Iterable[Reaction], url: str) -> Json:
    """Return GitHub's *reaction rollup* of what has the address `url`."""
    counts = Counter(reaction.content for reaction in reactions)
    totals = {content: counts[content] for content in CONTENTS}
    return {"url": f"{url}/reactions", "total_count": counts.total(), **totals}


def reaction(site: Site, of: Reaction) -> Json:
    """Return GitHub's *reaction*."""
    return {
        "id": of.id,
        "node_id": node_id(of),
        "user": user(site, of.author),
        "content": of.content,
        "created_at": timestamp(of.created_at),
    }
