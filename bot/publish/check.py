"""The check run of a review: conclusion, texts within GitHub's limits, annotations and buttons."""

from __future__ import annotations

from collections.abc import Collection

from bot.publish.edits import Action, Annotation, Output
from bot.publish.escape import sendable
from bot.publish.markers import short_digest
from bot.publish.render import details, summary
from checks.model import Finding, Review, Severity, Side, State, Verdict
from config.profile import Mode

MAX_TEXT = 65_535
MAX_TITLE = 250
MAX_MESSAGE = 4_000
CONCLUSIONS = {
    State.READY: "success",
    State.NEEDS_REVISION: "failure",
    State.BLOCKED: "action_required",
}


def conclusion_of(review: Review, mode: Mode) -> str:
    """What the required check says; observe mode never stands in anybody's way."""
    return "neutral" if mode == "observe" else CONCLUSIONS[review.readiness.state]


def output_of(review: Review) -> Output:
    """Title, summary, details and annotations; where limits ask for it, the least important goes."""
    return Output(
        title=sendable(review.readiness.headline)[:MAX_TITLE],
        summary=summary(review, MAX_TEXT),
        text=details(review, MAX_TEXT),
        annotations=tuple(_annotation(f) for f in review.findings if _annotates(f)),
    )


def key_of(output: Output, pulls: Collection[int] = ()) -> str:
    """A check run's external id: a digest of all that it says, and for whom where that is several."""
    parts = (output.title, output.summary, output.text, repr(output.annotations))
    digest = short_digest("\0".join(parts))
    return f"{digest}:{'+'.join(map(str, sorted(pulls)))}" if len(pulls) > 1 else digest


def speaks_for(key: str) -> frozenset[int]:
    """The pull requests that a check run speaks for by its external id, where they are several."""
    return frozenset(int(number) for number in key.partition(":")[2].split("+") if number.isdecimal())


def _annotates(finding: Finding) -> bool:
    return finding.waived is None and finding.side is Side.HEAD and not finding.preview


def _annotation(finding: Finding) -> Annotation:
    blocking = finding.severity is Severity.BLOCKING
    return Annotation(
        path=sendable(finding.path),
        start_line=finding.line,
        end_line=finding.end_line or finding.line,
        level="failure" if blocking else "warning",
        title=finding.rule,
        message=sendable(finding.message)[:MAX_MESSAGE],
    )


def actions_for(review: Review) -> tuple[Action, ...]:
    """The buttons: read again always; a draft of the proposal where one is needed and absent."""
    recheck = Action(label="Recheck", description="Read the pull request again", identifier="recheck")
    absent = review.classification.verdict is Verdict.REQUIRED and not review.proposals
    if not absent:
        return (recheck,)
    draft = Action(label="Draft a proposal", description="Post a draft from the template", identifier="draft")
    return (recheck, draft)
