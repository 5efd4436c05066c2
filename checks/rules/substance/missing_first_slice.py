"""Something small ships first."""

from __future__ import annotations

import re

from checks.answers import answer, asked_for, gap
from checks.context import Context
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import prose, word_count
from checks.rule import BLOCKING, Found, rule

ALL_AT_ONCE = lazy(
    r"\b(?:(?:everything|all of (?:it|this|the above)|the (?:whole|entire|full|complete) (?:feature|change"
    r"|proposal|design|thing))"
    r"[^.;]{0,40}\b(?:at once|together|in one (?:go|pr|pull request|change|release|step)|in a single \w+"
    r"|ships?|lands?)"
    r"|(?:one|a single) (?:big |large )?(?:pr|pull request) (?:with|containing|that (?:contains"
    r"|has)) (?:everything|all)"
    r"|(?:no|not any) smaller (?:slice|piece|increment)|(?:can(?:not|'t)|can not) be (?:split|divided"
    r"|broken|decomposed)"
    r"|all or nothing|all-or-nothing"
    r"|(?:same as|identical to|equal to) (?:the )?(?:whole|full|entire|complete|proposal|everything))\b",
    re.I,
)
UNDIVIDED = lazy(
    r"\b(?:everything|all of (?:it|this|the above)|the (?:whole|entire|full|complete)"
    r" (?:feature|change|proposal|design|thing|implementation|functionality|set))\b[^.;]{0,30}"
    r"\b(?:deliver(?:ed|s)?|merge[sd]?|release[sd]?|implemented|landed|lands?|shipped|ships?|built)\b",
    re.I,
)
PARTED = lazy(
    r"\b(?:in|over|across|as) (?:(?:the|its|these) )?(?:\w+ )?(?:two|three|four|five|several|small\w*"
    r"|separate|\d+|phases|steps|parts|slices|stages|pieces)\b"
    r"|\b(?:first|then|after|later|once|when|until|follow\w*)\b",
    re.I,
)
REASON = lazy(
    r"\b(?:because|since|as it|as the|for|otherwise|so that|would leave|due to|already)\b|\d+ lines", re.I
)
FEWEST_WORDS = 3


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a section on the first slice that has none: everything at once, or a few empty words.

    Large pull requests are asked to split; the plan belongs here. A whole that cannot be divided passes with
    its reason. Source: the template asks for the smallest piece that could ship first.
    """
    section = answer(proposal, "slice")
    if section is None:
        return
    text = prose(section)
    whole = ALL_AT_ONCE.search(text) or _undivided(text)
    named = any(b.code or b.kind == "fence" for b in section.all_blocks()) or any(map(str.isdigit, text))
    if (whole and not REASON.search(text[whole.end() :])) or (word_count(text) < FEWEST_WORDS and not named):
        message = (
            f"{section.title} names no piece that could merge alone and be of use; say what ships first."
        )
        yield gap(
            proposal,
            section,
            message,
            asked_for(context, "smallest piece that could", "ships first"),
            about="slice",
        )


def _undivided(text: str) -> re.Match[str] | None:
    """Where the whole is said to come, and nothing in the section of parts or of what comes first."""
    return None if PARTED.search(text) else UNDIVIDED.search(text)
