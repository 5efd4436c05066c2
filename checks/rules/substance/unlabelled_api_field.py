"""Each new field, flag and value says whom it is for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.answers import answer, asked_for, brief, gap, said_wrong
from checks.context import Context
from checks.parse.markdown import Section
from checks.parse.text import Text
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.proposed_values import new_values
from checks.prose import code_of, denies, listed, lists, names_any, sentences
from checks.rule import BLOCKING, Found, rule

LABEL = lazy(
    r"\b(?:user|admin|operator|customer)s?[- ]?(?:facing|visible)\b|\bexposed to\b"
    r"|\bimplementation[- ]details?\b|\binternal(?:[- ]only|ly)?\b"
    r"|\bnot exposed\b"
    r"|\bpublic\b|\bprivate\b|\bopaque to users\b|\bfor (?:users|admins?|operators)\b|\bundocumented\b",
    re.I,
)
NEW = lazy(r"\b(?:adds?|added|adding|new|introduc\w+|additional|extends?|gains?)\b", re.I)
NAME = lazy(r"[A-Za-z][A-Za-z0-9]*[A-Z_-][A-Za-z0-9_-]*")  # `spec.warmPages.count`, `--warm-pages`
SURFACE = tuple(
    "field flag value annotation label attribute capacity option parameter CRD kind enum setting key"
    " condition mode".split()
)


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds new fields, flags and values with no word on whether users touch them.

    What users depend on cannot be taken back. Where nothing in the section is labelled, one finding says
    so; where some items of a list or rows of a table are, each bare one beside them is found. A heading, a
    lead-in or a column labels all below it. Source: the template asks for the label explicitly.
    """
    section = answer(proposal, "api-changes")
    if section is None:
        return
    evidence = asked_for(context, "explicitly label it", "labelled user-facing")
    labelled = any(LABEL.search(s.text) for s in sentences(section)) or any(
        LABEL.search(s.title) for s in section.walk()
    )
    if not labelled:
        new = list(
            dict.fromkeys(
                (*_introduced(section, proposal.document.text), *_unknown(proposal, section, context))
            )
        )
        if new:
            names = listed([f"`{brief(n, 40)}`" for n in new[:3]])
            message = f"{section.title} does not label {names} user-facing or implementation detail."
            yield gap(proposal, section, message, evidence, about="label " + " ".join(sorted(new)))
        return
    for items in lists(section, proposal.document.text):
        bare = [i for i in items if i.code and not LABEL.search(i.words) and not denies(i.words)]
        if len(bare) == len(items) or not all(i.code for i in items):
            continue
        for item in bare:
            message = f"`{brief(item.code[0], 40)}` is not labelled user-facing or implementation detail."
            yield said_wrong(proposal, item.first_sentence, message, evidence)


def _introduced(section: Section, text: Text) -> Iterator[str]:
    """Inline code of sentences, items and rows that bring something in."""
    for sentence in sentences(section):
        code = code_of(sentence)
        if (
            code
            and NEW.search(sentence.text)
            and names_any(sentence.text, SURFACE)
            and not denies(sentence.text)
        ):
            yield code[0]
    for item in (item for items in lists(section, text) for item in items):
        if item.code and not denies(item.words) and names_any(item.words, SURFACE):
            yield item.code[0]


def _unknown(proposal: Proposal, section: Section, context: Context) -> list[str]:
    """Names that items begin with and that the base does not hold; what they are need not be said."""
    heads = [
        (item.code[0], name)
        for items in lists(section, proposal.document.text)
        for item in items
        if item.code and item.words.startswith(item.code[0]) and not denies(item.words)
        for name in NAME.findall(item.code[0])
    ]
    there = context.snapshot.base.grep({name for _, name in heads}, context.profile.proposals.folders)
    values = [v for s in sentences(section) if not denies(s.text) for v in new_values(s, context)]
    return [code for code, name in heads if name not in there] + values
