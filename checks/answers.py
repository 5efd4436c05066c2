"""What a proposal answers where: sections that a rule may speak about, and findings at them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect, Evidence, Severity
from checks.parse.markdown import Section, same_title
from checks.pattern import lazy
from checks.proposal import Proposal, set_aside
from checks.prose import Sentence, own_sentences, word_count

NOTHING = lazy(r"\W*none\b(?!\s+of\b)(?P<reason>.*)", re.I | re.S)
MAY_BE_NONE = frozenset({"gate", "api-changes", "questions", "environment", "state-owner"})
UNWRITTEN = lazy(
    r"\W*(?:tbd|todo|tba|fixme|\?{2,}|…|\.{3}|coming soon|fill (?:in|this)"
    r"|to be (?:determined|decided|written|done|added|defined|filled\s+in))\b[^\n]{0,40}\Z",
    re.I,
)
NAMED_ONLY = lazy(
    r"\W*(?P<case>[\w /&-]{1,60}?)[*_`]*\W{1,5}(?P<said>n/a|not applicable|tbd|todo|-+|—)\W*", re.I
)


def answer(proposal: Proposal, purpose: str, *, loosely: bool = False) -> Section | None:
    """The section that serves `purpose`, where a rule may speak about it; else None.

    It may not where the section is absent, empty or still to be written (other rules say so), where its
    author set it aside, where an edit to an accepted document did not touch it, or, unless `loosely`, where
    its heading only sounds as if it served.
    """
    section = proposal.section(purpose)
    if section is None or not touched(proposal, section):
        return None
    if not loosely and not is_known_title(proposal, purpose, section):
        return None
    return section if written(section, none_answers=purpose in MAY_BE_NONE) else None


def is_known_title(proposal: Proposal, purpose: str, section: Section) -> bool:
    """Whether the heading is the template's, or one that the profile knows for the purpose."""
    placed = proposal.places.get(purpose)
    known = proposal.process.profile.proposals.sections.get(purpose)
    titles = {same_title(t) for t in known.titles} if known else set()
    return bool(placed and placed.exact) or same_title(section.title) in titles


def written(section: Section, *, none_answers: bool = False) -> bool:
    """Whether an author wrote something in it that is not `not applicable` or `to be written`.

    A bare "None" sets a section aside only where that can be the answer; with a reason it always does.
    """
    words = section.words.strip()
    if not words or set_aside(section) is not None or UNWRITTEN.match(words):
        return False
    nothing = NOTHING.match(words)
    return nothing is None or not (none_answers or word_count(nothing["reason"]) > 2)


def touched(proposal: Proposal, section: Section) -> bool:
    """Whether the change brings in or edits anything from the heading to the end of all below it."""
    return proposal.touches(section.line, last_line(section))


def last_line(section: Section) -> int:
    """The last line of a section with all below it."""
    return max(s.end_line for s in section.walk())


def goes_by_name(proposal: Proposal, purpose: str) -> bool:
    """Whether the section for `purpose` bears the template's title, not one that only sounds alike."""
    placed = proposal.places.get(purpose)
    return placed is not None and placed.exact


def ticked(proposal: Proposal, context: Context) -> frozenset[str]:
    """Ids of the components whose box is ticked."""
    found = set()
    for block, tick in proposal.components():
        if tick:
            found |= {c.id for c in context.profile.components if _labelled(block.text, c.labels)}
    return frozenset(found)


def _labelled(text: str, labels: Iterable[str]) -> bool:
    """Whether a box is this component's: its label is what the box begins with."""
    said = text.replace("`", "").casefold()
    return any(said.startswith(label.replace("`", "").casefold()) for label in labels)


def has_boxes(proposal: Proposal) -> bool:
    """Whether the affected components are a list of checkboxes."""
    return next(iter(proposal.components()), None) is not None


def quote(proposal: Proposal, line: int) -> Evidence:
    """A line of the proposal as it stands."""
    return Evidence(proposal.path, line, proposal.document.text.line(line).strip())


def asked_for(context: Context, *words: str) -> tuple[Evidence, ...]:
    """The template's own line that holds one of these words, the first word that any line holds first."""
    template = context.process.template
    if template is None:
        return ()
    for word in words:
        for number, line in enumerate(template.text.lines, 1):
            if word.casefold() in line.casefold():
                return (Evidence(template.path, number, line.strip()),)
    return ()


def gap(
    proposal: Proposal,
    section: Section,
    message: str,
    evidence: tuple[Evidence, ...] = (),
    *,
    about: str = "",
    severity: Severity | None = None,
) -> Defect:
    """Something that a section leaves out: it stands at the heading. `about` gives it its name."""
    return Defect(
        path=proposal.path,
        line=section.line,
        message=message,
        section=section.title,
        anchor=section.title,
        text=about or message,
        evidence=(quote(proposal, section.line), *evidence),
        severity=severity,
    )


def said_wrong(
    proposal: Proposal,
    sentence: Sentence,
    message: str,
    evidence: tuple[Evidence, ...] = (),
    *,
    severity: Severity | None = None,
) -> Defect:
    """Something wrong with what a sentence says: it stands at the sentence."""
    return Defect(
        path=proposal.path,
        line=sentence.line,
        end_line=sentence.end_line if sentence.end_line > sentence.line else None,
        message=message,
        section=sentence.section.title,
        anchor=sentence.section.title,
        text=sentence.text,
        evidence=(quote(proposal, sentence.line), *evidence),
        severity=severity,
    )


def document_prose(proposal: Proposal, without: tuple[str, ...] = ()) -> str:
    """The prose of the whole document but for its header and the sections of these purposes; made once."""
    kept: dict[tuple[str, ...], str] = vars(proposal).setdefault("_prose", {})
    if without not in kept:
        left_out = [s for s in map(proposal.section, without) if s]
        skipped = {id(inner) for s in left_out for inner in s.walk()}
        header = {row.line for row in proposal.header.values()}
        parts: list[str] = []
        for section in proposal.document.top.walk():
            if id(section) not in skipped:
                parts.append(section.title)
                parts += [s.text for s in own_sentences(section) if s.line not in header]
        kept[without] = " \n".join(parts)
    return kept[without]


def brief(text: str, most: int = 90) -> str:
    """A text short enough to stand in a message."""
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[: most - 1].rsplit(" ", 1)[0] + "…"
