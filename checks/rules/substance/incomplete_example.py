"""What a user must switch on is in the example."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.answers import answer, asked_for, said_wrong, touched
from checks.context import Context
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import Sentence, denies, sentences
from checks.rule import OPTIONAL, Found, rule
from checks.rules.substance.examples import user_examples

MUST = lazy(
    r"\b(?:must|has to|have to|needs? to) (?:also |first |both |explicitly )*(?:be )?(?:enabled?|set"
    r"|switched on|turned on)\b",
    re.I,
)
SETTING = lazy(r"\b(?:gates?|Helm|chart|values?|allow-?list|flags?)\b", re.I)
SHOWN = lazy(r"featureGates|--set\b|FEATURE_GATES|--feature-gates|values\.ya?ml|^\s*#.*\b[Vv]alues\b", re.M)
KIND = lazy(r"^\s*(?:kind|apiVersion):", re.M)
SETTINGS_KEY = lazy(r"^[a-z][A-Za-z]+:\s*(?:\S.*)?$", re.M)


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a sentence that says a gate, value or flag must be set, where no example sets any.

    A user who copies the example gets nothing. Silent where any fence or inline code shows a setting. Source:
    the template asks for the surface users touch, Helm values among it.
    """
    examples = user_examples(proposal)
    if not examples or any(_sets(fence.content) for fence in examples):
        return
    if any(SHOWN.search(code) for b in proposal.document.blocks() for code in b.code):
        return
    sentence = next(_demands(proposal), None)
    if sentence:
        message = "This must be set before the example works; show the Helm values or flags that set it."
        evidence = asked_for(context, "a Helm values snippet", "What a user types")
        yield said_wrong(proposal, sentence, message, evidence)


def _demands(proposal: Proposal) -> Iterator[Sentence]:
    """Sentences of the proposal and the design that say a setting must be made."""
    for sentence in sentences(
        answer(proposal, "proposal"), answer(proposal, "example"), answer(proposal, "design")
    ):
        wanted = MUST.search(sentence.text)
        if not wanted or denies(sentence.text[: wanted.end()]):
            continue
        if SETTING.search(sentence.text[: wanted.start()]) and touched(proposal, sentence.section):
            yield sentence


def _sets(content: str) -> bool:
    """Whether a fence shows a setting: a gate, a `--set`, or chart values (keys without an object's kind)."""
    return bool(SHOWN.search(content) or (not KIND.search(content) and SETTINGS_KEY.search(content)))
