"""A test plan that goes by the numbers of goals has a test for each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from checks.answers import answer, asked_for, gap
from checks.context import Context
from checks.parse.markdown import Section
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import listed, prose, sentences
from checks.rule import OPTIONAL, Found, rule

NUMBERED = lazy(r"\W*(?:(?P<letter>G)[- ]?|goal )?(?P<number>\d{1,2})(?:\W|\Z)", re.I)
ORDERED = lazy(r"\s*(\d{1,2})[.)]\s")
MANY = r"\d{1,2}(?:(?:,? and |, ?| to |\s?[-–—]\s?)(?:G[- ]?)?\d{1,2})*"
REFERENCE = lazy(rf"\bgoals? (?P<a>{MANY})|\bG[- ]?(?P<b>{MANY})", re.I)
RANGE = lazy(r"(\d+)(?: to |\s?[-–—]\s?)(?:G[- ]?)?(\d+)", re.I)
EACH = lazy(r"\b(?:all|each|every|both|these) (?:of the )?(?:\w+ )?goals?\b", re.I)
TESTED = lazy(r"\b(?:tests?|tested|asserts?|asserted|BATS|verified|checked|benchmark\w*)\b", re.I)

ENOUGH = 2  # one goal named by its number is a remark, not a way to go through them


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds numbered goals that the test plan leaves out while it names the tests of others by number.

    What is left out is most often what is hard to test. Silent where the plan does not go by the goals'
    numbers, names but one of many, speaks of all of them, or the goal itself says how it is tested. Source:
    the template asks for goals that imply a test.
    """
    goals, plan = answer(proposal, "goals"), answer(proposal, "tests")
    if goals is None or plan is None:
        return
    said = prose(plan)
    met = set(_referred(said))
    numbered = _numbered(goals, proposal)
    missing = [n for n, text in sorted(numbered.items()) if n not in met and not TESTED.search(text)]
    if not missing or EACH.search(said) or len(met & set(numbered)) < min(ENOUGH, len(numbered) - 1):
        return
    goal = "goals" if len(missing) > 1 else "goal"
    message = (
        f"{plan.title} names tests for other goals by number, and none for {goal} "
        f"{listed(str(n) for n in missing)}."
    )
    evidence = asked_for(context, "imply a test", "can be tested")
    yield gap(proposal, plan, message, evidence, about=f"goals {missing}")


def _numbered(goals: Section, proposal: Proposal) -> Mapping[int, str]:
    """The goals by number: `G1`, `Goal 1`, the first cell of a row, or the number of the item."""
    found: dict[int, str] = {}
    for sentence in sentences(goals):
        ordered = ORDERED.match(proposal.document.text.line(sentence.block.line))
        named = NUMBERED.match(sentence.text)
        if sentence.block.kind == "item" and ordered:
            number = int(ordered[1])
        elif named and (named["letter"] or sentence.block.kind == "table"):
            number = int(named["number"])
        else:
            continue
        found[number] = f"{found.get(number, '')} {sentence.text}"
    return found


def _referred(text: str) -> Iterator[int]:
    """Numbers of goals that the text names, ranges spelt out."""
    for reference in REFERENCE.finditer(text):
        numbers = reference["a"] or reference["b"]
        yield from map(int, re.findall(r"\d+", numbers))
        for first, last in RANGE.findall(numbers):
            yield from range(int(first), int(last))
