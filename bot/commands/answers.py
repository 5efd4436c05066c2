"""What each command is answered: a reaction where that is enough, one comment where words are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.commands.replay import Given, Ledger
from bot.commands.spec import ALL, WHO
from bot.github.state import Comment
from bot.publish.drafts import draft_text
from bot.publish.edits import Edit, PostAnswer, React
from bot.publish.escape import code
from bot.publish.markers import mark
from bot.publish.render import finding_text, next_text, rule_text, status_text
from checks.identity import reasons_key
from checks.model import Finding, Review
from checks.registry import all_rules
from checks.rule import Rule

LONGEST_NAME = 100
DONE = "THUMBS_UP"
REFUSED = "CONFUSED"
Draft = Callable[[str], str]


@dataclass(frozen=True)
class Desk:
    """Everything that was asked in the thread, with what is needed to answer it.

    `draft` takes a kind of draft and gives its text.
    """

    ledger: Ledger
    review: Review
    draft: Draft

    def edits(self) -> list[Edit]:
        """Reactions and answers that are still owed; none for what was answered before."""
        owed: list[Edit] = []
        for given in self.ledger.given:
            reaction = REFUSED if given.refused else DONE
            if reaction not in given.comment.reacted and not _among(owed, given.comment, reaction):
                owed.append(React(node=given.comment.node, content=reaction))
            if self._needs_words(given) and not given.answered:
                owed.append(self._answer(given))
        return owed

    def _needs_words(self, given: Given) -> bool:
        return (
            bool(given.refused) or self.bound_to(given) is not None or bool(given.spec and given.spec.answers)
        )

    def _answer(self, given: Given) -> PostAnswer:
        to, command = given.key
        bound = self.bound_to(given)
        signature = mark("answer", to=to, command=command, **({"bound": bound} if bound is not None else {}))
        body = f"{self._words(given)}\n\n{signature}"
        beneath = given.comment.thread_start or given.comment.id  # replies to replies are refused
        return PostAnswer(where=given.comment.where, comment=beneath, body=body)

    def bound_to(self, given: Given) -> str | None:
        """What an override, or a waiver of a whole rule, is tied to now; None for anything else."""
        if given.refused or given.written.verb not in ("classify", "waive"):
            return None
        if given.written.verb == "classify":
            return reasons_key(self.review.classification.reasons)
        target = given.written.rest.split()[0]
        found = [f.id for f in self.review.findings if f.rule == target]
        return ",".join(found) if target in {r.name for r in all_rules()} else None

    def _words(self, given: Given) -> str:
        if given.refused:
            return given.refused
        verb, rest = given.written.verb, given.written.rest
        if verb == "help":
            return help_text()
        if verb == "status":
            return status_text(self.review)
        if verb == "next":
            return next_text(self.review)
        if verb == "explain":
            return _explanation(rest, self.review.findings)
        if verb == "draft":
            return draft_text(self.draft(rest.casefold()))
        if verb == "classify":
            verdict = self.review.classification.verdict.value
            return f"Noted: this change counts as `{verdict}` until what it does to contracts changes."
        number = sum(f.rule == rest.split()[0] for f in self.review.findings)
        return f"Waived: {number} of `{rest.split()[0]}`. A new one is not covered."


def _among(edits: Iterable[Edit], comment: Comment, reaction: str) -> bool:
    return React(node=comment.node, content=reaction) in edits


def help_text() -> str:
    """A table of the commands. Lines do not begin with a slash, so that it summons nobody."""
    rows = (f"| `/design {s.verb} {s.usage}".rstrip() + f"` | {s.does} | {WHO[s.rank]} |" for s in ALL)
    return "\n".join(
        ("| command | does | who |", "|---|---|---|", *(r.replace("|ID", "\\|ID") for r in rows))
    )


def _explanation(name: str, findings: Iterable[Finding]) -> str:
    finding = next((f for f in findings if f.id == name), None)
    rule = _rule(finding.rule if finding else name)
    if finding and rule:
        return f"{finding_text(finding)}\n\n{rule_text(rule)}"
    return rule_text(rule) if rule else f"There is no rule or finding called {code(name[:LONGEST_NAME])}."


def _rule(name: str) -> Rule | None:
    return next((r for r in all_rules() if r.name == name), None)
