"""Whether a change needs a proposal, from what it did to observable contracts."""

from __future__ import annotations

from checks.classification.criteria import criteria_met
from checks.classification.exemptions import exemptions_for
from checks.classification.weight import verdict_of, weighed
from checks.facts.observe import Facts
from checks.model import Classification, Verdict
from checks.process import Process
from checks.snapshot import Snapshot
from checks.subject import Subject
from config.profile import Profile


def classify(
    snapshot: Snapshot, profile: Profile, process: Process, facts: Facts, subject: Subject
) -> Classification:
    """The verdict with its reasons, the weightiest first, each at the line that triggers it.

    Only facts decide. Title and body choose between exemptions where the diff leaves more than one open. An
    approver's override is the verdict, and the reasons stand beside it.
    """
    met = weighed(criteria_met(profile, facts))
    verdict = verdict_of(met)
    is_direct = verdict is Verdict.DIRECT
    return Classification(
        verdict=subject.override.verdict if subject.override else verdict,
        reasons=tuple(m.reason(process) for m in met),
        exemptions=exemptions_for(profile, process, facts, subject) if is_direct else (),
        override=subject.override,
    )
