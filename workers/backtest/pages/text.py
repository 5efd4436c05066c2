"""A backtest on a terminal."""

from __future__ import annotations

from checks.model import Severity, Verdict
from workers.backtest.pages import STATES, UNKNOWN, VERDICTS, Paper, headline, parts
from workers.backtest.replay import Outcome
from workers.backtest.tally import Tally
from workers.formats.terminal import Page, harmless

SIGNS = {
    Verdict.DIRECT: ("░", "green"),
    Verdict.REQUIRED: ("█", "yellow"),
    Verdict.UNDECIDED: ("▒", "magenta"),
}
BAR = 40
STEP = "  "


def render(tally: Tally, paper: Paper) -> str:
    """The page: a sentence, the months, the rules, and each change that would have been held back."""
    page = Page(paper.width, colour=paper.colour)
    page.words(headline(tally))
    for part in (_months, _rules, _stopped, _failed):
        part(page, tally)
    page.blank()
    page.words(UNKNOWN)
    return page.text()


def _months(page: Page, tally: Tally) -> None:
    if not tally.months:
        return
    page.heading("BY MONTH")
    most = max(counts.total() for counts in tally.months.values())
    for month, counts in tally.months.items():
        bar = "".join(page.style(SIGNS[v][0] * n, fg=SIGNS[v][1]) for v, n in parts(counts, BAR, most))
        page.line(f"{STEP}{month}  {bar} {counts.total() or ''}".rstrip())
    page.line(f"{STEP}{'   '.join(f'{page.style(s, fg=c)} {VERDICTS[v]}' for v, (s, c) in SIGNS.items())}")


def _rules(page: Page, tally: Tally) -> None:
    if not tally.rules:
        return
    page.heading("RULES")
    wide = max(len(t.rule) for t in tally.rules)
    page.line(f"{STEP}{'':{wide}}  {'':8}  changes  findings  last seen in")
    for t in tally.rules:
        severity = page.style(
            f"{t.severity.value:8}", fg="red" if t.severity is Severity.BLOCKING else "blue"
        )
        place = harmless(f"{t.seen_in} {t.example.path}:{t.example.line}")
        page.line(f"{STEP}{t.rule:{wide}}  {severity}  {t.changes:7}  {t.findings:8}  {place}")


def _stopped(page: Page, tally: Tally) -> None:
    if not tally.stopped:
        return
    page.heading(f"HELD BACK ({len(tally.stopped)})")
    for outcome in tally.stopped:
        page.cut(outcome.past.title, first=f"{STEP}{outcome.past.at}  {outcome.past.name:>6}  ")
        page.words(_why(outcome), first=" " * 22, indent=" " * 22)


def _why(outcome: Outcome) -> str:
    rules = ", ".join(dict.fromkeys(f.rule for f in outcome.blocking))
    state = STATES[outcome.state] if outcome.state else ""
    criteria = f" ({', '.join(outcome.criteria)})" if outcome.criteria else ""
    return f"{state}{criteria}{f': {rules}' if rules else ''}"


def _failed(page: Page, tally: Tally) -> None:
    if not tally.failed:
        return
    page.heading(f"NOT REVIEWED ({len(tally.failed)})")
    for outcome in tally.failed:
        page.words(
            outcome.failed or "", first=f"{STEP}{outcome.past.at}  {outcome.past.name}  ", indent=STEP * 2
        )
