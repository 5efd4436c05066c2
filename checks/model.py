"""The values a review is made of: places, facts, defects, findings, decisions and the review itself."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from checks.isolation import Failure


class Severity(StrEnum):
    """How much a finding weighs: a blocking one keeps the check from passing."""

    BLOCKING = "blocking"
    OPTIONAL = "optional"


class Side(StrEnum):
    """Which of the two compared commits a place is in."""

    BASE = "base"
    HEAD = "head"


class Verdict(StrEnum):
    """Whether the change needs a design proposal."""

    REQUIRED = "proposal-required"
    DIRECT = "direct"
    UNDECIDED = "undecided"


class State(StrEnum):
    """Whether maintainers can take the change up."""

    READY = "ready"
    NEEDS_REVISION = "needs-revision"
    BLOCKED = "blocked"


class Place(Struct, frozen=True):
    """A 1-based line, or run of lines, of one file."""

    path: str
    line: int = 1
    end_line: int | None = None


class Evidence(Struct, frozen=True):
    """A line that proves something, quoted as it stands."""

    path: str
    line: int
    text: str


class Suggestion(Struct, frozen=True):
    """Text that replaces the whole lines `line` to `end_line` of `path` at the head; no last newline."""

    path: str
    line: int
    end_line: int
    text: str


class Fact(Struct, frozen=True):
    """What the change did to one observable thing.

    `kind` names the deed (`feature-gate-added`), `symbol` the thing (`ConsumableShares`), `path` and
    `line` the proof: at the head, or at the base where `side` says so (a removal). `before` and `after`
    are the old and new value, None where there was none. `traits` carries what rules compare, such as
    a gate's stage and default.
    """

    kind: str
    path: str
    line: int
    symbol: str
    detail: str = ""
    before: str | None = None
    after: str | None = None
    side: Side = Side.HEAD
    traits: Mapping[str, str] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.kind, self.path, self.line, self.symbol, self.detail, self.before, self.after))


class Defect(Struct, frozen=True, kw_only=True):
    """What a rule yields: one thing that is wrong, at one place.

    `anchor` says what the defect hangs on (a heading, a symbol) and `text` the words concerned; with the
    rule and the path they make the finding's identity, which must not change when lines shift. `section`
    is the heading for documents. `severity` is set only where it differs from the rule's own. What
    `awaits_others` is not the author's to mend: a question with the same path and anchor asks for it.
    """

    path: str
    line: int
    message: str
    end_line: int | None = None
    section: str | None = None
    anchor: str = ""
    text: str = ""
    evidence: tuple[Evidence, ...] = ()
    suggestion: Suggestion | None = None
    severity: Severity | None = None
    side: Side = Side.HEAD
    awaits_others: bool = False


class Question(Struct, frozen=True, kw_only=True):
    """What only people can decide: a rule yields it, and it becomes a named decision.

    `blocks` tells whether the change cannot go on without the answer; an open question of a provisional
    proposal does not block, it stands under what moves the proposal on.
    """

    path: str
    line: int
    question: str
    section: str | None = None
    anchor: str = ""
    owner: str | None = None
    blocks: bool = True


class Waiver(Struct, frozen=True):
    """An approver's word that a finding may stand."""

    by: str
    reason: str
    at: str
    url: str


class Override(Struct, frozen=True):
    """An approver's word on the classification. `bound` names the reasons it was given for, once known."""

    by: str
    verdict: Verdict
    reason: str
    at: str
    url: str
    bound: str | None = None


class Answer(Struct, frozen=True):
    """What was decided, by whom and where."""

    by: str
    text: str
    at: str
    url: str


class Finding(Struct, frozen=True, kw_only=True):
    """A defect with its rule, weight and identity, as every surface shows it."""

    id: str
    rule: str
    severity: Severity
    path: str
    line: int
    message: str
    end_line: int | None = None
    section: str | None = None
    evidence: tuple[Evidence, ...] = ()
    suggestion: Suggestion | None = None
    waived: Waiver | None = None
    preview: bool = False
    side: Side = Side.HEAD
    awaits_others: bool = False

    @property
    def open_blocking(self) -> bool:
        """Whether this finding alone keeps the change from being ready."""
        return self.severity is Severity.BLOCKING and self.waived is None and not self.preview

    @property
    def needs_mending(self) -> bool:
        """Whether the author has to mend it before the change can be ready."""
        return self.open_blocking and not self.awaits_others


class Decision(Struct, frozen=True, kw_only=True):
    """A named question with its owner and, once given, its answer."""

    id: str
    question: str
    path: str
    line: int
    section: str | None = None
    owner: str | None = None
    answer: Answer | None = None
    blocks: bool = True


class Reason(Struct, frozen=True, kw_only=True):
    """Why a change meets a criterion: the project's own sentence and the line that triggers it."""

    criterion: str
    because: str
    fact: str
    path: str
    line: int
    symbol: str
    detail: str


class Exemption(Struct, frozen=True, kw_only=True):
    """Why a change may go straight to a pull request."""

    criterion: str
    because: str
    detail: str


class Classification(Struct, frozen=True, kw_only=True):
    """The verdict with its reasons; `override` is an approver's, and then `verdict` is theirs."""

    verdict: Verdict
    reasons: tuple[Reason, ...] = ()
    exemptions: tuple[Exemption, ...] = ()
    override: Override | None = None


class ProposalEntry(Struct, frozen=True, kw_only=True):
    """A proposal that the change holds or is bound to."""

    path: str
    number: str | None
    title: str
    status: str | None
    in_this_change: bool


class Readiness(Struct, frozen=True, kw_only=True):
    """The state of the change and the statuses of its proposal."""

    state: State
    headline: str
    current_status: str | None = None
    next_status: str | None = None


class Unread(Struct, frozen=True):
    """A file that was not read, and why; it never counts as clean. `partly` holds where the rest was."""

    path: str
    why: str
    partly: bool = False


class Review(Struct, frozen=True, kw_only=True):
    """Everything the engine has to say about one change."""

    profile: str
    base: str
    head: str
    classification: Classification
    readiness: Readiness
    proposals: tuple[ProposalEntry, ...] = ()
    findings: tuple[Finding, ...] = ()
    decisions: tuple[Decision, ...] = ()
    checklist: tuple[str, ...] = ()
    to_advance: tuple[str, ...] = ()
    unread: tuple[Unread, ...] = ()
    failures: tuple[Failure, ...] = ()
