"""Drafts for a pull request, as the command and the button ask for them."""

from __future__ import annotations

from workers.reading import Reading


def draft_text(kind: str, reading: Reading) -> str:
    """A draft of one kind for the change of `reading`."""
    raise NotImplementedError(kind)
