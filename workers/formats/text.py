"""Text for a terminal: the verdict first, then what triggers it, findings by file, and what is left to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from checks.model import Decision, Finding, Reason, Severity, Side, State, Verdict
from checks.snapshot import Snapshot
from workers.formats import Shown, weight
from workers.formats.terminal import Page, harmless

COLOURS = {State.READY: "green", State.NEEDS_REVISION: "red", State.BLOCKED: "yellow"}
VERDICTS = {
    Verdict.REQUIRED: ("PROPOSAL REQUIRED", "red", "This change needs a design proposal."),
    Verdict.DIRECT: (
        "DIRECT",
        "green",
        "This change can go straight to review: no design proposal is needed.",
    ),
    Verdict.UNDECIDED: (
        "UNDECIDED",
        "yellow",
        "People must judge whether this change needs a design proposal.",
    ),
}
STEP = "  "
EXCERPT = 3
SHOWN_REASONS = 3


def render(shown: Shown) -> str:
    """The page for a terminal of the given width."""
    page = Page(shown.width, colour=shown.colour)
    if not shown.only_classification:
        _headline(page, shown)
    if not shown.only_documents:
        _classification(page, shown)
    if not shown.only_classification:
        for part in (_findings, _decisions, _checklist, _to_advance):
            part(page, shown)
    _unread(page, shown)
    return page.text()


def _headline(page: Page, shown: Shown) -> None:
    review = shown.review
    page.line(page.style(review.readiness.headline, fg=COLOURS[review.readiness.state], bold=True))
    for proposal in review.proposals:
        status = f" ({harmless(proposal.status)})" if proposal.status else ""
        page.words(f"Proposal: {proposal.path}, {proposal.title}{status}", indent=STEP)


def _classification(page: Page, shown: Shown) -> None:
    said = shown.review.classification
    name, colour, sentence = VERDICTS[said.verdict]
    page.blank()
    page.words(sentence, first=f"{page.style(name, fg=colour, bold=True)}  ", indent=STEP)
    if said.override:
        page.words(f"Decided by {said.override.by}: {said.override.reason}", first=STEP, indent=STEP)
    for criterion, reasons in groupby(said.reasons, key=lambda r: (r.criterion, r.because)):
        _reasons(page, shown.snapshot, *criterion, list(reasons))
    for exemption in said.exemptions:
        page.blank()
        page.words(
            f"“{exemption.because}”",
            first=f"{STEP}{page.style(exemption.criterion, bold=True)}  ",
            indent=STEP * 2,
        )
        if exemption.detail:
            page.words(exemption.detail, first=STEP * 2, indent=STEP * 2)


def _reasons(page: Page, snapshot: Snapshot, criterion: str, because: str, reasons: Sequence[Reason]) -> None:
    page.blank()
    page.words(f"“{because}”", first=f"{STEP}{page.style(criterion, bold=True)}  ", indent=STEP * 2)
    for reason in reasons[:SHOWN_REASONS]:
        detail = f": {reason.detail}" if reason.detail else ""
        _place(page, reason.path, reason.line, f"{reason.symbol}{detail}", STEP * 2)
        source = _line_of_reason(snapshot, reason)
        if source is not None:
            page.source(reason.line, source, STEP * 2)
    if len(reasons) > SHOWN_REASONS:
        page.line(f"{STEP * 2}and {len(reasons) - SHOWN_REASONS} more like this")


def _line_of_reason(snapshot: Snapshot, reason: Reason) -> str | None:
    """The line that shows the fact: at the head, or where that does not name the symbol, at the base."""
    sides = [_line(snapshot, side, reason.path, reason.line) for side in (Side.HEAD, Side.BASE)]
    there = [s for s in sides if s]
    return next((s for s in there if reason.symbol.rsplit(".", 1)[-1] in s), there[0] if there else None)


def _line(snapshot: Snapshot, side: Side, path: str, number: int) -> str | None:
    source = snapshot.head if side is Side.HEAD else snapshot.base
    text = source.text(path) if source.exists(path) else None
    return text.line(number) if text else None


def _place(page: Page, path: str, line: int, words: str, indent: str) -> None:
    where = page.style(f"{harmless(path)}:{line}", fg="cyan")
    page.words(words, first=f"{indent}{where}  ", indent=indent + STEP)


def _findings(page: Page, shown: Shown) -> None:
    for title, colour, belongs in GROUPS:
        found = [f for f in shown.review.findings if belongs(f)]
        if found:
            page.blank()
            page.line(page.style(f"{title} ({len(found)})", fg=colour, bold=True))
        for path, at_path in groupby(found, key=lambda f: f.path):
            page.line(STEP + page.style(harmless(path), fg="cyan"))
            for finding in at_path:
                _finding(page, shown.snapshot, finding)


def _is_open(severity: Severity, *, awaits_others: bool) -> Callable[[Finding], bool]:
    return lambda f: f.waived is None and weight(f) is severity and f.awaits_others is awaits_others


GROUPS: tuple[tuple[str, str, Callable[[Finding], bool]], ...] = (
    ("BLOCKING", "red", _is_open(Severity.BLOCKING, awaits_others=False)),
    ("BLOCKING, FOR OTHERS TO SETTLE", "yellow", _is_open(Severity.BLOCKING, awaits_others=True)),
    ("OPTIONAL", "yellow", lambda f: f.waived is None and weight(f) is Severity.OPTIONAL),
    ("WAIVED", "green", lambda f: f.waived is not None),
)


def _finding(page: Page, snapshot: Snapshot, finding: Finding) -> None:
    page.words(finding.message, first=f"{STEP * 2}{page.style(finding.rule, bold=True)}  ", indent=STEP * 3)
    if finding.waived:
        page.words(f"Waived by {finding.waived.by}: {finding.waived.reason}", first=STEP * 3, indent=STEP * 3)
        return
    last = min(finding.end_line or finding.line, finding.line + EXCERPT - 1)
    for number in range(finding.line, last + 1):
        source = _line(snapshot, finding.side, finding.path, number)
        if source is not None:
            page.source(number, source, STEP * 2)
    for evidence in finding.evidence:
        if (evidence.path, evidence.line) != (finding.path, finding.line):
            _place(page, evidence.path, evidence.line, evidence.text, STEP * 3)
    if finding.suggestion:
        page.line(f"{STEP * 3}{page.style('replace with', fg='green')}")
        for number, text in _replacement(finding):
            page.source(number, text, STEP * 2, sign="+")


def _replacement(finding: Finding) -> Iterator[tuple[int, str]]:
    if finding.suggestion:
        yield from enumerate(finding.suggestion.text.split("\n")[:EXCERPT], finding.suggestion.line)


def _decisions(page: Page, shown: Shown) -> None:
    if shown.review.decisions:
        page.heading("DECISIONS")
    for decision in shown.review.decisions:
        page.words(
            _question(decision), first=f"{STEP}{page.style(decision.id, bold=True)}  ", indent=STEP * 3
        )


def _question(decision: Decision) -> str:
    if decision.answer:
        return f"{decision.question} Decided by {decision.answer.by}: {decision.answer.text}"
    owner = f" Asked of {decision.owner}." if decision.owner else ""
    return f"{decision.question}{owner} ({decision.path}:{decision.line})"


def _checklist(page: Page, shown: Shown) -> None:
    if shown.review.checklist:
        page.heading("CHECKLIST")
    for item in shown.review.checklist:
        page.cut(item, first=f"{STEP}[ ] ")


def _to_advance(page: Page, shown: Shown) -> None:
    review = shown.review
    if review.to_advance:
        page.heading(f"TO REACH {harmless(review.readiness.next_status or 'the next status').upper()}")
    for item in review.to_advance:
        page.words(item, first=f"{STEP}- ", indent=STEP * 2)


def _unread(page: Page, shown: Shown) -> None:
    if shown.review.unread:
        page.heading("NOT READ")
    for unread in shown.review.unread:
        page.words(f"{unread.path}: {unread.why}", first=STEP, indent=STEP * 2)
