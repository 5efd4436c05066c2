"""A gate's name is its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from checks.answers import quote
from checks.context import Context
from checks.model import Defect, Evidence, Fact
from checks.pattern import lazy
from checks.proofs import at_fact
from checks.proposal import Proposal
from checks.proposed_gates import ProposedGate, proposed_gate
from checks.registered_gates import declared_gates, registered_gates
from checks.rule import BLOCKING, OPTIONAL, Found, rule

WORD = lazy(r"[A-Z]+(?![a-z])|[A-Z][a-z0-9]*|[a-z0-9]+")
MOST_GATES = 50  # of one change; each is held against all others
ALIKE = 0.75  # shared words of all words
EMPTY_WORDS = frozenset("Support Mode Enabled Settings Setting Feature Gate Device Devices New".split())


@rule(BLOCKING, Context)
def check(context: Context, _: Context) -> Found:
    """Finds a new gate, proposed or registered, whose name is registered already, or so near a registered
    one that both mean one thing.

    Near means that the new name is the beginning of the other, adds only an empty word such as "Mode" to it,
    or shares three quarters of all words. A word that tells makes another gate. Graduations name an existing
    gate and pass, and so does a gate that takes another's place. In code a near name is optional to mend: the
    choice was made.

    Source: the gates registered at the base.
    """
    for proposal in context.proposals:
        yield from in_proposal(proposal, context)
    for fact in islice(context.facts.of("feature-gate-added"), MOST_GATES):
        yield from in_code(fact, context)


def in_proposal(proposal: Proposal, context: Context) -> Iterator[Defect]:
    """The gate that a proposal brings in."""
    gate = proposed_gate(proposal, context)
    first = context.profile.proposals.first_status
    if gate is None or gate.graduates or not proposal.is_new:
        return
    if proposal.status and proposal.status.value != first:
        return
    known = registered_gates(context.snapshot.base, context.profile)
    near = nearest(gate.name, known)
    if near:
        yield _taken(
            proposal, gate, near, gate.name == near, (quote(proposal, gate.sentence.line), known[near])
        )


def in_code(fact: Fact, context: Context) -> Iterator[Defect]:
    """The gate that the change registers."""
    gone = {f.symbol for f in context.facts.of("feature-gate-removed")}
    known = registered_gates(context.snapshot.base, context.profile)
    twice = _declared_before(fact, context)
    near = nearest(fact.symbol, known.keys() - gone - {fact.symbol})
    if twice:
        message = f"`{fact.symbol}` is declared twice; the second constant stands for the same gate."
        yield at_fact(fact, context, message, twice)
    elif near:
        message = (
            f"`{fact.symbol}` is nearly the name of the registered gate `{near}`; one that cannot be "
            "taken for it would help whoever sets either."
        )
        yield at_fact(fact, context, message, known[near], severity=OPTIONAL, about=f"{fact.symbol} {near}")


def _declared_before(fact: Fact, context: Context) -> Evidence | None:
    """The second line that declares a constant for this gate, or None."""
    found = declared_gates(context.snapshot.head, context.profile).get(fact.symbol, [])
    return found[1].line if len(found) > 1 else None


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The registered name that this one repeats or nearly repeats, or None."""
    words = WORD.findall(name)
    for other in sorted(known, key=lambda o: (o != name, o)):
        if other == name or _says_the_same(words, WORD.findall(other)):
            return other
    return None


def _says_the_same(words: list[str], theirs: list[str]) -> bool:
    """Whether two names differ by no word that tells; what a longer name adds mostly does."""
    new, registered = set(words), set(theirs)
    if new > registered:
        return new - registered <= EMPTY_WORDS
    begins = len(words) > 1 and theirs[: len(words)] == words and len(theirs) - len(words) < 2
    return begins or len(new & registered) / len(new | registered) >= ALIKE


def _taken(
    proposal: Proposal, gate: ProposedGate, near: str, same: bool, evidence: tuple[Evidence, ...]
) -> Defect:
    how = "is registered already" if same else f"is nearly the name of the registered gate `{near}`"
    return Defect(
        path=proposal.path,
        line=gate.sentence.line,
        message=f"`{gate.name}` {how}; say how this differs from it, choose another name, or write this as a "
        f"change to it.",
        section=gate.section.title,
        anchor=gate.section.title,
        text=f"{gate.name} {near}",
        evidence=evidence,
    )
