"""The boxes of the affected components match the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.answers import answer, asked_for, brief, gap, quote, ticked
from checks.context import Context
from checks.model import Defect
from checks.parse.markdown import Block, same_title
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.proposed_values import new_values
from checks.prose import Sentence, code_of, denies, negated, sentences, terms
from checks.references import ELSEWHERE
from checks.rule import BLOCKING, Found, rule
from config.profile import Component

DEEDS = (
    r"(?:adds?|adding|introduces?|introducing|extends?|extending|gains?|renames?|renaming|removes?|removing"
    r"|new|bumps?|registers?|additional)"
)
DEED = lazy(rf"\b{DEEDS}\b", re.I)
WILL = lazy(
    r"^\W*(?:no longer \w+|(?:[\w.]+\W+)?(?:is|are|will be) added|gains|learns"
    r"|(?:will|would|now|must|shall|additionally) (?:also |then |only |first )*\w+)\b",
    re.I,
)
KIND = lazy(r"(?:\A|[|(—–:,-])\W*(?:an? |the |new |one )*\Z", re.I)  # a word after it says what a thing is
IS_NEW = lazy(r"\W{1,5}(?:an? |one |two |three )?(?:new|added|additional)\b", re.I)
DOES = lazy(r"^\W*(?:also |then |alone |only )*[a-z]+(?:s|es)\b", re.I)
IDENTIFIER = lazy(r"(?<![\w-])(?:--[a-z][a-z-]{1,60}|[A-Za-z_][\w-]{0,60}[A-Z_-][\w-]{0,60})")
VENDORED = ("vendor",)
REACH = 60  # characters between a deed and what it is done to
GAINS = lazy(  # "writes it to the checkpoint under a new `x` field", "| `x` | checkpoint field |"
    r"^[^.;]{0,30}\b(?:under|as|in|with|by) (?:an?|the|two|three) (?:new|further|additional)\b", re.I
)
STORES = lazy(
    r"\b(?:records?|stores?|writes?|saves?|sets?|keeps?|persists?|puts?|marks?"
    r"|(?:is|are|gets?) (?:recorded|stored|written|saved|kept|persisted))\b[^.;]{0,60}"
    r"\b(?:in|into|to) (?:the |its |a |each )?[^.;]{0,20}\Z",
    re.I,
)
SAID = ("summary", "proposal", "design")
NOT_SAID = ("components", "gate", "upgrade", "environment", "tests", "state-owner")


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a list of components with no box ticked, or an empty box for a component that the design changes.

    Reviewers are chosen by these boxes. A design changes a component where a sentence of the proposal or the
    design says that one is added to, extended, or does something new, or where the API changes list a new
    name as one of its kind; talk of alternatives, risks and tests does not count, nor a box whose author
    wrote why it stays empty. Source: the template's checklist.
    """
    section = answer(proposal, "components")
    boxes = list(proposal.components())
    if section is None or not boxes:
        return
    evidence = asked_for(context, "Check all that apply", "Tick what applies")
    if not any(tick for _, tick in boxes):
        message = f"{section.title} has no box ticked; tick every component that this change touches."
        yield gap(proposal, section, message, evidence, about="no box")
        return
    done = ticked(proposal, context)
    for component in context.profile.components:
        box = _empty_box(boxes, component, context)
        sentence = (
            next(_touching(proposal, component, context), None) if box and component.id not in done else None
        )
        if box and sentence:
            yield Defect(
                path=proposal.path,
                line=box.line,
                message=f"The box “{brief(box.plain, 50)}” is empty, and {sentence.section.title} says: "
                f"“{brief(sentence.text)}”. Tick it, or say beside it why it stays empty.",
                section=section.title,
                anchor=section.title,
                text=component.id,
                evidence=(quote(proposal, box.line), quote(proposal, sentence.line), *evidence),
            )


def _empty_box(boxes: list[tuple[Block, bool]], component: Component, context: Context) -> Block | None:
    """The component's unticked box, unless its author added a word to the template's own."""
    for block, tick in boxes:
        said = block.plain.casefold()
        if not tick and any(said.startswith(label.replace("`", "").casefold()) for label in component.labels):
            return block if _unexplained(block, context) else None
    return None


def _unexplained(block: Block, context: Context) -> bool:
    template = context.process.template
    if template is None:
        return "(" not in block.plain
    known = {same_title(b.plain) for b in template.blocks("item")}
    return same_title(block.plain) in known or not any(
        same_title(block.plain).startswith(k) for k in known if k
    )


def _touching(proposal: Proposal, component: Component, context: Context) -> Iterator[Sentence]:
    """Sentences of the proposal and the design that change the component."""
    skipped = {id(s) for purpose in NOT_SAID if (top := proposal.section(purpose)) for s in top.walk()}
    words = terms(component.words)
    for purpose in SAID:
        for sentence in sentences(proposal.section(purpose)):
            if id(sentence.section) in skipped or not words.search(sentence.text):
                continue
            if _changes(sentence.text, words) or _does_something_new(sentence, words, proposal, context):
                yield sentence
    for sentence in sentences(proposal.section("upgrade")):
        label = words.match(sentence.text.lstrip("*_`"))
        if label and IS_NEW.match(sentence.text.lstrip("*_`")[label.end() :]):
            yield sentence


def _changes(text: str, words: re.Pattern[str]) -> bool:
    for found in words.finditer(text):
        if negated(text, found.start()):
            continue
        before = text[max(found.start() - REACH, 0) : found.start()]
        deed = [m for m in DEED.finditer(before) if not re.search(r"[;:]", before[m.end() :])]
        if deed and not negated(text, found.start() - len(before) + deed[-1].start()):
            return True
        after = text[found.end() :]
        if WILL.match(after) or GAINS.match(after):
            return True
    return False


def _does_something_new(
    sentence: Sentence, words: re.Pattern[str], proposal: Proposal, context: Context
) -> bool:
    """Whether the component acts on, stores, is called, or is listed with, a name that the base lacks."""
    text = sentence.text
    named = [m for m in words.finditer(text) if not negated(text, m.start())]
    code = tuple(code_of(sentence))
    acts = any(
        DOES.match(text[m.end() :])
        or STORES.search(text[: m.start()])
        or (text[m.end() :].lstrip(" :").startswith(code) and not ELSEWHERE.search(text[: m.start()]))
        for m in named
    )
    if not acts and not (
        _is_listed(sentence, proposal) and any(KIND.search(text[: m.start()]) for m in named)
    ):
        return False
    return bool(_names(sentence) & _unknown_names(proposal, context)) or any(new_values(sentence, context))


def _is_listed(sentence: Sentence, proposal: Proposal) -> bool:
    """Whether it is a row or an item of the API changes that does not say no to something."""
    changes = proposal.section("api-changes")
    within = changes is not None and any(part is sentence.section for part in changes.walk())
    return within and sentence.block.kind in ("table", "item") and not denies(sentence.text)


def _names(sentence: Sentence) -> set[str]:
    return {name for code in code_of(sentence) for name in IDENTIFIER.findall(code)}


def _unknown_names(proposal: Proposal, context: Context) -> set[str]:
    """Names given as inline code beside a component that the base does not hold; looked up in one go."""
    kept = vars(proposal)
    if "_unknown_names" not in kept:
        components = terms(tuple(w for c in context.profile.components for w in c.words))
        said = sentences(*(proposal.section(purpose) for purpose in SAID))
        names = {name for s in said if components.search(s.text) for name in _names(s)}
        kept["_unknown_names"] = names - set(context.snapshot.base.grep(names, VENDORED))
    found: set[str] = kept["_unknown_names"]
    return found
