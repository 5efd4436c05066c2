"""A backtest to paste into an issue."""

from __future__ import annotations

from collections.abc import Iterator

from bot.publish.escape import code, prose
from checks.model import Verdict
from workers.backtest.pages import STATES, UNKNOWN, VERDICTS, Paper, headline, parts
from workers.backtest.tally import Tally

SIGNS = {Verdict.DIRECT: "🟩", Verdict.REQUIRED: "🟨", Verdict.UNDECIDED: "🟪"}
BAR = 30


def render(tally: Tally, _: Paper) -> str:
    """The sentence, the months as bars, and tables of rules and of changes held back."""
    return "\n".join(
        [f"**{headline(tally)}**", *_months(tally), *_rules(tally), *_changes(tally), "", UNKNOWN, ""]
    )


def _months(tally: Tally) -> Iterator[str]:
    if not tally.months:
        return
    yield from ("", "### By month", "", "| month | changes | |", "|---|---:|---|")
    most = max(counts.total() for counts in tally.months.values())
    for month, counts in tally.months.items():
        bar = "".join(SIGNS[v] * n for v, n in parts(counts, BAR, max(most, BAR)))
        yield f"| {month} | {counts.total()} | {bar} |"
    yield ""
    yield ", ".join(f"{SIGNS[v]} {words}" for v, words in VERDICTS.items())


def _rules(tally: Tally) -> Iterator[str]:
    if not tally.rules:
        return
    yield from ("", "### Rules", "", "| rule | severity | changes | findings | last seen in |")
    yield "|---|---|---:|---:|---|"
    for t in tally.rules:
        place = f"{t.seen_in} {code(f'{t.example.path}:{t.example.line}')}".replace("|", "\\|")
        yield f"| {t.rule} | {t.severity.value} | {t.changes} | {t.findings} | {place} |"


def _changes(tally: Tally) -> Iterator[str]:
    if tally.stopped:
        yield from ("", "### Held back", "")
    for o in tally.stopped:
        rules = ", ".join(dict.fromkeys(f.rule for f in o.blocking))
        state = STATES[o.state] if o.state else ""
        criteria = f" ({', '.join(o.criteria)})" if o.criteria else ""
        why = f"{state}{criteria}{f': {rules}' if rules else ''}"
        yield f"- {o.past.at} {o.past.name} **{prose(o.past.title)}**: {why}"
    if tally.failed:
        yield from ("", "### Not reviewed", "")
    yield from (f"- {o.past.at} {o.past.name}: {prose(o.failed or '')}" for o in tally.failed)
