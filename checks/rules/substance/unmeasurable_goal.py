"""Each goal implies a test."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.answers import answer, asked_for, brief, said_wrong, touched
from checks.context import Context
from checks.proposal import Proposal
from checks.prose import Sentence, sentences
from checks.rule import OPTIONAL, Found, rule

HEDGE = re.compile(
    r"\b(?:where|wherever|when|whenever|if|as far as|as much as|insofar as) "
    r"(?:practical|practicable|feasible|reasonable)\b|\b(?:where|if|as far as|as much as) possible\b"
    r"|\bas \w+ as (?:possible|practical|feasible)\b|\bto the extent (?:possible|practical|feasible)\b",
    re.I,
)
WISH = re.compile(
    r"\b(?:user-friendly|intuitive|seamless(?:ly)?|painless(?:ly)?|world-class|state[- ]of[- ]the[- ]art"
    r"|first-class"
    r" experience|future-proof|easy to use|nice|elegant(?:ly)?|robust(?:ly)?)\b",
    re.I,
)
BETTER = re.compile(
    r"(?:improve|enhance|optimi[sz]e|simplify|streamline|moderni[sz]e|boost|better|increase|ease|facilitate"
    r"|make (?:[\w -]+ )?(?:easier|better|simpler|faster|nicer|more \w+))\b",
    re.I,
)
DEGREE = re.compile(
    r"\W*(?:\w+ )?(?:low|lower|high|higher|good|minimal|small|less|little|acceptable|reasonable|fast|faster)"
    r" (?:\w+ )?(?:load|overhead|latency|impact|cost|footprint|performance|throughput|utili[sz]ation"
    r"|complexity|pressure|traffic|quality)\b",
    re.I,
)
PRAISE = (
    r"(?:fast|quick|simple|easy|reliable|scalable|efficient|performant|secure|safe|trustworthy|usable|flexible"
    r"|maintainable|reasonable|acceptable|convenient|transparent|smooth|responsive|lightweight)"
)
PRAISED = re.compile(
    rf"\b(?:is|are|be|stays?|remains?|becomes?) (?:\w+ly |very |more |as )?{PRAISE}"
    rf"(?: and (?:\w+ )?{PRAISE})?\W*\Z"
    r"|\b(?:is|are|be|gets?) (?:\w+ly )?"
    r"(?:improved|enhanced|simplified|streamlined|optimi[sz]ed|moderni[sz]ed)\W*\Z"
    r"|\b(?:goes?|comes?) (?:up|down)\W*\Z|\w (?:improves?|increases?|decreases?|rises?|shrinks?)\W*\Z"
    rf"|\A\W*(?:make|keep) (?:[\w-]+ ){{1,4}}(?:more )?{PRAISE}\b",
    re.I,
)
CONCRETE = re.compile(
    r"\d|`|\b(?:by|so that|without|instead of|from|no longer|to|until|only|every|each|when|where|no|if)\b",
    re.I,
)
CRITERIA = re.compile(
    r"\b(?:exit|acceptance|success|promotion|graduation|completion) criteria\b|\bpromotion requires", re.I
)


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds goals, and exit or acceptance criteria, that nobody could test, and quotes them.

    Three kinds: a hedge ("where practical"), a wish ("seamless", "must be fast"), and a bare "improve" or
    "low load" with no number, name or condition. Source: the template asks that each goal is measurable
    enough to imply a test.
    """
    evidence = asked_for(context, "measurable", "can be tested")
    goals = answer(proposal, "goals")
    for sentence in sentences(goals):
        if _hedged(sentence) or _wishful(sentence):
            yield said_wrong(proposal, sentence, _message("goal", sentence), evidence)
    for sentence in _criteria(proposal):
        if _hedged(sentence):
            yield said_wrong(proposal, sentence, _message("criterion", sentence), evidence)


def _message(kind: str, sentence: Sentence) -> str:
    return f"The {kind} “{brief(sentence.text)}” implies no test; say what one would measure or compare."


def _hedged(sentence: Sentence) -> bool:
    return bool(HEDGE.search(sentence.text))


def _wishful(sentence: Sentence) -> bool:
    if sentence.block.kind != "item" or CONCRETE.search(sentence.text) or sentence.block.code:
        return False
    tests = (WISH.search, BETTER.match, DEGREE.match, PRAISED.search)
    return any(found(sentence.text) for found in tests)


def _criteria(proposal: Proposal) -> Iterator[Sentence]:
    """Items of lists that a paragraph calls criteria."""
    for section in proposal.document.sections():
        announced = bool(CRITERIA.search(section.title))
        if not touched(proposal, section):
            continue
        for sentence in sentences(section, below=False):
            if sentence.block.kind == "paragraph":
                announced = bool(CRITERIA.search(sentence.text))
            elif announced and sentence.block.kind == "item":
                yield sentence
