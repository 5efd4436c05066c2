"""Feature gates of the driver that a file turns on."""

from __future__ import annotations

import re

from checks.context import Context


def sets_gate(path: str, gate: str, context: Context) -> bool:
    """Whether a file sets the gate to true, or says that it is on, enabled or required."""
    text = context.snapshot.head.text(path)
    return bool(text and _on(gate).search(text.text))


def names_gate(path: str, gate: str, context: Context) -> bool:
    """Whether a file names the gate at all."""
    text = context.snapshot.head.text(path)
    return bool(text and re.search(rf"\b{re.escape(gate)}\b", text.text))


def _on(gate: str) -> re.Pattern[str]:
    name = re.escape(gate)
    after = rf"\b(?:enabl\w+|requires?|needs?|turn\w* on)\b[^.\n]{{0,60}}\b{name}\b"
    before = rf"\b{name}[`\"']?[^.\n]{{0,30}}\b(?:on|enabled)\b"
    return re.compile(rf"\b{name}[`\"']?\s*[:=]\s*[\"']?true\b|{after}|{before}", re.I)
