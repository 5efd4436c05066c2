"""The published shape of a review, `schema_version` 1; the JSON Schema in docs/ is made from it."""

from __future__ import annotations

from typing import Literal

import msgspec

from checks.model import Severity, State, Verdict


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One object of the report. Every key is always there."""


class Tool(Part, frozen=True, kw_only=True):
    """The program that made the report."""

    name: str
    version: str


class Reason(Part, frozen=True, kw_only=True):
    """A criterion that the change meets: the project's own sentence, the fact, and the line that shows it."""

    criterion: str
    because: str
    fact: str
    path: str
    line: int
    symbol: str
    detail: str


class Exemption(Part, frozen=True, kw_only=True):
    """A reason for which the change needs no proposal."""

    criterion: str
    because: str
    detail: str


class Override(Part, frozen=True, kw_only=True):
    """An approver's word on the classification."""

    by: str
    verdict: Verdict
    reason: str
    at: str
    url: str


class Classification(Part, frozen=True, kw_only=True):
    """Whether the change needs a proposal, and why."""

    verdict: Verdict
    reasons: tuple[Reason, ...]
    exemptions: tuple[Exemption, ...]
    override: Override | None


class Proposal(Part, frozen=True, kw_only=True):
    """A proposal that the change holds or is bound to."""

    path: str
    number: str | None
    title: str
    status: str | None
    in_this_change: bool


class Readiness(Part, frozen=True, kw_only=True):
    """Whether maintainers can take the change up."""

    state: State
    headline: str
    current_status: str | None
    next_status: str | None


class Evidence(Part, frozen=True, kw_only=True):
    """A line that proves something, quoted as it stands."""

    path: str
    line: int
    text: str


class Suggestion(Part, frozen=True, kw_only=True):
    """Text that replaces whole lines at the head."""

    path: str
    line: int
    end_line: int
    text: str


class Waiver(Part, frozen=True, kw_only=True):
    """An approver's word that a finding may stand."""

    by: str
    reason: str
    at: str
    url: str


class Finding(Part, frozen=True, kw_only=True):
    """One thing that is wrong. `id` does not change when lines shift."""

    id: str
    rule: str
    severity: Severity
    path: str
    line: int
    end_line: int | None
    section: str | None
    message: str
    evidence: tuple[Evidence, ...]
    suggestion: Suggestion | None
    waived: Waiver | None


class Answer(Part, frozen=True, kw_only=True):
    """What was decided, by whom and where."""

    by: str
    text: str
    at: str
    url: str


class Decision(Part, frozen=True, kw_only=True):
    """A named question that only people can settle."""

    id: str
    question: str
    path: str
    line: int
    section: str | None
    owner: str | None
    answer: Answer | None


class Unread(Part, frozen=True, kw_only=True):
    """A file that was not read, which never counts as clean."""

    path: str
    why: str


class ClassificationReport(Part, frozen=True, kw_only=True):
    """What `classify --format json` prints."""

    schema_version: Literal[1]
    tool: Tool
    profile: str
    base: str
    head: str
    classification: Classification
    unread: tuple[Unread, ...]


class Report(Part, frozen=True, kw_only=True):
    """What `review --format json` and `check --format json` print. Lines are 1-based, at the head."""

    schema_version: Literal[1]
    tool: Tool
    profile: str
    base: str
    head: str
    classification: Classification
    proposals: tuple[Proposal, ...]
    readiness: Readiness
    findings: tuple[Finding, ...]
    decisions: tuple[Decision, ...]
    checklist: tuple[str, ...]
    to_advance: tuple[str, ...]
    unread: tuple[Unread, ...]
