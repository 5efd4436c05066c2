"""Names that a proposal promises for the slice at hand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.parse.markdown import Section
from checks.pattern import lazy
from checks.prose import Sentence, denies, sentences

LATER = lazy(
    r"\b(?:later|follow[- ]?up|future|next (?:slice|release|phase|step)|second (?:slice|phase)|eventually"
    r"|out of scope|optional\w*|may|might|could|beta|stable|graduat\w+|existing|already|today)\b",
    re.I,
)


def promised(section: Section | None, form: re.Pattern[str]) -> Iterator[tuple[str, Sentence]]:
    """Inline code of this form in a section, each name once, but for what comes later or not at all."""
    seen: set[str] = set()
    for sentence in sentences(section):
        if LATER.search(sentence.text) or denies(sentence.text):
            continue
        for code in sentence.block.code:
            found = form.fullmatch(code.strip())
            if found and code in sentence.text and found[1] not in seen:
                seen.add(found[1])
                yield found[1], sentence
