"""The test plan names files, suites or jobs."""

from __future__ import annotations

import re

from msgspec.structs import replace

from checks.answers import answer, asked_for, brief, gap, quote
from checks.context import Context
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import Item, listed, lists, prose
from checks.rule import BLOCKING, OPTIONAL, Found, rule
from checks.rules.substance.kinds_of_test import all_code, names_place

KINDS = (
    r"(?:unit|integration|e2e|end[- ]to[- ]end|bats|mock[- ]nvml(?: ci)?|lambda|real[- ]gpus?"
    r"|real[- ]hardware|hardware"
    r"|upgrade|scale|performance|helm|chart|controller|system|soak|conformance)"
)
KIND = lazy(
    rf"^\W*(?P<kind>{KINDS}(?:(?: tests?| suite| ci)?(?: ?[/,&+]| and| or) ?{KINDS})*(?: tests?| testing"
    rf"| suite| ci)*"
    r"(?: \([^)]{1,40}\))?)"
    r"(?:\W{0,3}(?:[:—–]| - )| (?:for|of|on|that|which|with|covers?|covering)\b|\W*\Z)",
    re.I,
)
NONE_NEEDED = lazy(
    r"\W*(?:n/a|not (?:applicable|needed|required|possible|affected)|none|nothing|no|does not apply)\b"
    r"(?:[^.;]{0,80}?\b(?:because|since|as|for|so|hence)\b|[^.;]{0,80}[,;:—–-])[^.]*\w",
    re.I,
)


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a test plan that names no file, suite, fixture or job, or (optional) kinds of test in it that
    name none.

    Categories alone promise nothing that a reviewer can look for later. Any path, test, make target, job or
    suite of the project counts, and so does the reason why a kind of test is not needed. Source: the template
    asks for the specific files and jobs.
    """
    section = answer(proposal, "tests")
    if section is None:
        return
    suites = context.profile.vocabulary.suites
    evidence = asked_for(context, "Name the specific files", "Files, suites")
    if not names_place(prose(section), all_code(section.all_blocks()), suites):
        message = f"{section.title} names no file, suite, fixture or job; name where each test goes."
        yield gap(proposal, section, message, evidence, about="no place")
        return
    items = [i for found in lists(section, proposal.document.text) for i in found]
    kinds = [i for i in items if KIND.match(i.words) and not NONE_NEEDED.match(_after_kind(i))]
    bare = [i for i in kinds if not names_place(i.words, _code(i), suites)]
    if bare:
        names = sorted(_name(i) for i in bare)
        message = f"{section.title} names no file, suite or job for {listed(names)}."
        first = min(bare, key=lambda item: item.line)
        found = gap(proposal, section, message, evidence, about=", ".join(names), severity=OPTIONAL)
        yield replace(found, line=first.line, evidence=(quote(proposal, first.line), *evidence))


def _code(item: Item) -> list[str]:
    return [*item.code, *(link.target for b in item.blocks for link in b.links)]


def _after_kind(item: Item) -> str:
    kind = KIND.match(item.words)
    return item.words[kind.end() :] if kind else item.words


def _name(item: Item) -> str:
    found = KIND.match(item.words)
    return f"“{brief(found['kind'] if found else item.words, 45).strip(' *(')}”"
