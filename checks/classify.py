"""Whether a change needs a proposal, from what it did to observable contracts."""

from __future__ import annotations

from checks.classification.criteria import criteria_met
from checks.classification.exemptions import exemptions_for
from checks.classification.weight import verdict_of, weighed
from checks.facts.observe import Facts
from checks.identity import reasons_key
from checks.model import Classification, Override, Reason, Verdict
from checks.process import Process
from checks.snapshot import Snapshot
from checks.subject import Subject
from config.profile import Profile


def classify(
    snapshot: Snapshot, profile: Profile, process: Process, facts: Facts, subject: Subject
) -> Classification:
    """The verdict with its reasons, the weightiest first, each at the line that triggers it.

    Only facts decide. Title and body choose between exemptions where the diff leaves more than one open. An
    approver's override is the verdict while the reasons are those it was given for.
    """
    met = weighed(criteria_met(profile, facts))
    verdict = verdict_of(met)
    is_direct = verdict is Verdict.DIRECT
    reasons = tuple(m.reason(process) for m in met)
    override = _holding(subject.override, reasons)
    return Classification(
        verdict=override.verdict if override else verdict,
        reasons=reasons,
        exemptions=exemptions_for(profile, process, facts, subject) if is_direct else (),
        override=override,
    )


def _holding(override: Override | None, reasons: tuple[Reason, ...]) -> Override | None:
    """The override, unless it was given for other reasons than the change has now."""
    if override is None or override.bound in (None, reasons_key(reasons)):
        return override
    return None
