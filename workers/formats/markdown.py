"""Markdown: the same page as the App writes to its check run."""

from __future__ import annotations

from msgspec.structs import replace

from bot.publish.render import markdown, summary
from workers.formats import Shown

NO_LIMIT = 10**9


def render(shown: Shown) -> str:
    """The whole review, or the verdict with its reasons."""
    if shown.only_classification:
        return summary(replace(shown.review, decisions=(), to_advance=()), NO_LIMIT)
    return markdown(shown.review)
