"""Replays the thread: which commands count, what they decide, and what each is answered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from bot.commands.grammar import Written, commands_in
from bot.commands.spec import BY_VERB, WHO, Rank, Spec
from bot.github.state import Comment, Pull
from bot.publish.markers import read_mark, short_digest
from checks.model import Answer, Override, Verdict, Waiver

VERDICTS = {"required": Verdict.REQUIRED, "direct": Verdict.DIRECT}
FINDING = re.compile(r"[0-9a-f]{16}(?:-\d+)?\Z")
DECISION = re.compile(r"D-\d+\Z", re.I)
MOST_COMMANDS = 10  # a comment; each may cost an answer, and anybody may ask
TOO_MANY = f"A comment may hold {MOST_COMMANDS} commands. This one and those after it were not read."
DRAFTS = ("scope", "proposal", "adr", "plan", "gate", "dra")


@dataclass(frozen=True, slots=True)
class Given:
    """A command that somebody gave, where, and why it is refused if it is."""

    comment: Comment
    written: Written
    refused: str | None
    answers: Mapping[tuple[str, str], str | None]

    @property
    def key(self) -> tuple[str, str]:
        """What our answer to it is marked with: the comment, and a digest of the command."""
        return f"{self.comment.where.value}-{self.comment.id}", short_digest(self.written.line)

    @property
    def answered(self) -> bool:
        """Whether we answered it before."""
        return self.key in self.answers

    @property
    def bound(self) -> str | None:
        """What our answer tied it to, or None where it is new or ties to nothing."""
        return self.answers.get(self.key)

    @property
    def by(self) -> str:
        """Who gave it."""
        return self.comment.author.login if self.comment.author else ""

    @property
    def spec(self) -> Spec | None:
        """What the command is, or None where there is no such verb."""
        return BY_VERB.get(self.written.verb)


@dataclass
class Ledger:
    """What the thread decides, after every command that counts was applied in order."""

    given: list[Given] = field(default_factory=list)
    override: Override | None = None
    waivers: dict[str, Waiver] = field(default_factory=dict)
    covered: dict[str, tuple[str, ...]] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)


RankOf = Callable[[str], Rank]


def replay(pull: Pull, rank_of: RankOf, rules: Iterable[str]) -> Ledger:
    """Reads every command of the thread, oldest first. `rank_of` is asked only where rank matters."""
    known = frozenset(rules)
    bound = bound_answers(pull)
    ledger = Ledger()
    for comment in pull.all_comments():
        for number, written in enumerate(_written(comment)):
            refused = TOO_MANY if number == MOST_COMMANDS else _refusal(comment, written, rank_of, known)
            given = Given(comment, written, refused, bound)
            ledger.given.append(given)
            if given.refused is None:
                APPLY.get(written.verb, _nothing)(ledger, given)
    return ledger


def bound_answers(pull: Pull) -> dict[tuple[str, str], str | None]:
    """What we answered so far: comment and command to what the answer ties the command to, if anything.

    An answer that somebody edited ties its command to nothing that there is, so that it no longer holds.
    """
    bound: dict[tuple[str, str], str | None] = {}
    for comment in pull.all_comments():
        read = read_mark(comment.body) if comment.ours else None
        if read and read[0] == "answer":
            key = read[1].get("to", ""), read[1].get("command", "")
            bound[key] = "" if comment.edited_by_other else read[1].get("bound")
    return bound


def _written(comment: Comment) -> Iterator[Written]:
    if comment.author is None or comment.author.is_bot or comment.ours:
        return
    yield from commands_in(comment.body)[: MOST_COMMANDS + 1]


def _refusal(comment: Comment, written: Written, rank_of: RankOf, rules: frozenset[str]) -> str | None:
    spec = BY_VERB.get(written.verb)
    if comment.edited_by_other:
        return "Somebody else edited this comment, so its commands do not count."
    if spec is None:
        near = get_close_matches(written.verb, BY_VERB, 1)
        hint = f" Did you mean `{near[0]}`?" if near else ""
        return f"There is no such command.{hint} `design help` lists them."
    if written.rest and not spec.takes_text:
        return f"`{spec.verb}` takes no text after it."
    said = SHAPES[spec.verb](written.rest, rules) if spec.verb in SHAPES else None
    if said:
        return said
    author = comment.author.login if comment.author else ""
    if spec.rank > Rank.ANYONE and rank_of(author) < spec.rank:
        return f"`{spec.verb}` is for {WHO[spec.rank]}."
    return None


def _explain_shape(rest: str, rules: frozenset[str]) -> str | None:
    return None if rest else "`explain` needs the name of a rule or the id of a finding."


def _draft_shape(rest: str, rules: frozenset[str]) -> str | None:
    kinds = ", ".join(DRAFTS)
    return None if rest.casefold() in DRAFTS else f"`draft` needs one kind: {kinds}."


def _classify_shape(rest: str, rules: frozenset[str]) -> str | None:
    verdict, _, reason = rest.partition(" ")
    if verdict.casefold() not in VERDICTS:
        return "`classify` needs `required` or `direct`, then a reason."
    return None if reason else "`classify` needs a reason after the verdict."


def _target_shape(verb: str) -> Callable[[str, frozenset[str]], str | None]:
    def check(rest: str, rules: frozenset[str]) -> str | None:
        target, _, reason = rest.partition(" ")
        if not target:
            return f"`{verb}` needs the id of a finding or the name of a rule."
        if not FINDING.match(target) and target not in rules:
            near = get_close_matches(target, rules, 1)
            return f"`{verb}`: no rule or finding has that name." + (
                f" Did you mean `{near[0]}`?" if near else ""
            )
        return "`waive` needs a reason after the name." if verb == "waive" and not reason else None

    return check


def _decide_shape(rest: str, rules: frozenset[str]) -> str | None:
    number, _, answer = rest.partition(" ")
    if not DECISION.match(number):
        return "`decide` needs a decision such as `D-12`, then the answer."
    return None if answer else "`decide` needs an answer after the decision."


SHAPES: Mapping[str, Callable[[str, frozenset[str]], str | None]] = {
    "explain": _explain_shape,
    "draft": _draft_shape,
    "classify": _classify_shape,
    "waive": _target_shape("waive"),
    "unwaive": _target_shape("unwaive"),
    "decide": _decide_shape,
}


def _nothing(ledger: Ledger, given: Given) -> None:
    return None


def _classify(ledger: Ledger, given: Given) -> None:
    verdict, _, reason = given.written.rest.partition(" ")
    comment = given.comment
    ledger.override = Override(
        given.by, VERDICTS[verdict.casefold()], reason, comment.created_at, comment.url, given.bound
    )


def _waive(ledger: Ledger, given: Given) -> None:
    """A waiver of a rule that was answered covers the findings that stood then, by id; a new one all."""
    target, _, reason = given.written.rest.partition(" ")
    waiver = Waiver(given.by, reason, given.comment.created_at, given.comment.url)
    covered = [target] if given.bound is None else [i for i in given.bound.split(",") if i]
    ledger.waivers |= dict.fromkeys(covered, waiver)
    ledger.covered[target] = tuple(covered)


def _unwaive(ledger: Ledger, given: Given) -> None:
    target = given.written.rest.partition(" ")[0]
    for name in (target, *ledger.covered.pop(target, ())):
        ledger.waivers.pop(name, None)


def _decide(ledger: Ledger, given: Given) -> None:
    number, _, answer = given.written.rest.partition(" ")
    comment = given.comment
    ledger.answers[number.upper()] = Answer(given.by, answer, comment.created_at, comment.url)


APPLY: Mapping[str, Callable[[Ledger, Given], None]] = {
    "classify": _classify,
    "waive": _waive,
    "unwaive": _unwaive,
    "decide": _decide,
}
