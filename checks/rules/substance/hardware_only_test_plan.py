"""Tests on real hardware are not the only ones."""

from __future__ import annotations

from checks.answers import answer, asked_for, gap
from checks.context import Context
from checks.proposal import Proposal
from checks.prose import prose
from checks.rule import BLOCKING, Found, rule
from checks.rules.substance.kinds_of_test import CANNOT_MOCK, HARDWARE, WITHOUT_HARDWARE


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a test plan that runs on real GPUs alone and does not say where a mock ends.

    What only hardware can show is found late, by few. A reason why nothing can be mocked is an answer.
    Source: the template asks whether CPU-only runners can exercise it, and if not, why.
    """
    section = answer(proposal, "tests")
    if section is None:
        return
    text = prose(section)
    if not HARDWARE.search(text) or WITHOUT_HARDWARE.search(text) or CANNOT_MOCK.search(text):
        return
    message = (
        f"{section.title} needs real GPUs for every test; say what can run on CPU-only runners, or why "
        f"nothing can."
    )
    yield gap(
        proposal,
        section,
        message,
        asked_for(context, "CPU-only", "Mock NVML", "Files, suites"),
        about="hardware only",
    )
