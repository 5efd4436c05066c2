"""What documents about Dynamic Resource Allocation say: their touched sentences, commands and sections."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from checks.context import Context
from checks.model import Defect, Severity
from checks.parse.markdown import Block, Document, Section
from checks.pattern import lazy
from checks.proofs import line_at
from checks.prose import Sentence, sentences

SUBJECT = lazy(
    r"\bDRA\b|Dynamic Resource Allocation|\bResource(?:Claim|Slice)s?\b|\bResourceClaimTemplates?\b"
    r"|\bDeviceClass(?:es)?\b|resource\.k8s\.io"
)
NO_GUIDE = lazy(r"(?:^|/)(?:CHANGELOG|RELEASE|SECURITY|CODE_OF_CONDUCT)[^/]*\.md$|release[-_]notes", re.I)
CONTRAST = lazy(
    r"\b(?:unlike|whereas|compared (?:to|with)|in contrast|rather than|instead|than|versus|vs\.?)\b", re.I
)
LONGEST = 2_000  # characters of a command that are looked at
SHELLS = frozenset({"", "console", "bash", "sh", "shell", "shell-session", "zsh"})


class Command(Struct, frozen=True):
    """One line of a shell fence."""

    text: str
    line: int
    block: Block
    section: Section


def is_about_dra(document: Document) -> bool:
    """Whether a document speaks of claims, classes, slices or the API at all; changelogs do not count."""
    return not NO_GUIDE.search(document.path) and bool(SUBJECT.search(document.text.text))


def touched_sentences(document: Document, context: Context) -> Iterator[Sentence]:
    """The sentences that the change writes or edits, where the document is about DRA."""
    change = context.snapshot.changed(document.path)
    if change is None or not is_about_dra(document):
        return
    for sentence in sentences(document.top):
        if change.status == "A" or change.touches_head(sentence.line, sentence.end_line):
            yield sentence


def touches(document: Document, context: Context, first: int, last: int) -> bool:
    """Whether the change writes or edits these lines of a document."""
    change = context.snapshot.changed(document.path)
    return change is not None and (change.status == "A" or change.edits_head(first, last))


def touches_section(document: Document, context: Context, section: Section) -> bool:
    """Whether the change writes or edits a section or what stands below it."""
    last = max((s.end_line for s in section.walk()), default=section.end_line)
    return touches(document, context, section.line, last)


def commands(section: Section) -> Iterator[Command]:
    """The command lines of a section and below, in order; continued lines are one."""
    for part in section.walk():
        for block in part.blocks:
            language = block.info.split()[0].casefold() if block.info else ""
            if block.kind == "fence" and language in SHELLS:
                yield from _lines(block, part)


def _lines(block: Block, section: Section) -> Iterator[Command]:
    held, start = "", 0
    for number, line in enumerate(block.content.split("\n")):
        start = number if not held else start
        held += line.strip().lstrip("$ ")
        if held.endswith("\\"):
            held = held[:-1] + " "
            continue
        if held:
            yield Command(held[:LONGEST], block.content_line + start, block, section)
        held = ""


def first_match(patterns: Iterable[re.Pattern[str]], text: str) -> re.Match[str] | None:
    """The first of the patterns that is found."""
    return next((m for p in patterns if (m := p.search(text))), None)


def said_in(
    document: Document,
    sentence: Sentence,
    message: str,
    context: Context,
    *,
    about: str = "",
    severity: Severity | None = None,
) -> Defect:
    """A defect at a sentence."""
    return Defect(
        path=document.path,
        line=sentence.line,
        message=message,
        section=sentence.section.title,
        anchor=sentence.section.title,
        text=about or sentence.text[:200],
        evidence=(line_at(context.snapshot.head, document.path, sentence.line),),
        severity=severity,
    )


def at_section(document: Document, section: Section, message: str, context: Context, *, about: str) -> Defect:
    """A defect at a heading."""
    return Defect(
        path=document.path,
        line=section.line,
        message=message,
        section=section.title,
        anchor=section.title or document.path,
        text=about,
        evidence=(line_at(context.snapshot.head, document.path, section.line),),
    )


def quoted(text: str, longest: int = 120) -> str:
    """A sentence's beginning, for a message."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
