"""Markdown: the same page as the App writes to its check run."""

from __future__ import annotations

from bot.publish.render import markdown
from workers.formats import Shown


def render(shown: Shown) -> str:
    """The whole review, or the verdict with its reasons."""
    return markdown(shown.review)
