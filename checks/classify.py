"""Whether a change needs a proposal, from what it did to observable contracts."""

from __future__ import annotations

from checks.facts.observe import Facts
from checks.model import Classification, Reason, Verdict
from checks.process import Process
from checks.snapshot import Snapshot
from checks.subject import Subject
from config.profile import Profile


def classify(
    snapshot: Snapshot, profile: Profile, process: Process, facts: Facts, subject: Subject
) -> Classification:
    """The verdict with a reason for each criterion that a fact meets, each at the line that triggers it."""
    reasons = tuple(
        Reason(
            criterion=criterion.id,
            because=process.sentence(criterion.sentence, criterion.fallback),
            fact=fact.kind,
            path=fact.path,
            line=fact.line,
            symbol=fact.symbol,
            detail=fact.detail,
        )
        for criterion in profile.criteria
        for fact in facts.of(*criterion.facts)
    )
    verdict = Verdict.REQUIRED if reasons else Verdict.DIRECT
    if subject.override:
        verdict = subject.override.verdict
    return Classification(verdict=verdict, reasons=reasons, override=subject.override)
