"""A backtest as its readers want it, one form a file, each loaded only when it is asked for."""

from __future__ import annotations

import importlib
from collections import Counter
from typing import Literal, get_args

from msgspec import Struct

from checks.model import State, Verdict
from checks.readiness import count
from workers.backtest.tally import Tally

Form = Literal["text", "markdown", "html", "json"]
FORMS: tuple[str, ...] = get_args(Form)
VERDICTS = {
    Verdict.DIRECT: "straight to review",
    Verdict.REQUIRED: "needs a proposal",
    Verdict.UNDECIDED: "for people to judge",
}
STATES = {
    State.READY: "ready",
    State.NEEDS_REVISION: "needs revision",
    State.BLOCKED: "blocked on a decision",
}
UNKNOWN = (
    "Descriptions and comments of past pull requests are not in git: a proposal that was only named there "
    "counts as absent, and no waiver is known."
)


class Paper(Struct, frozen=True):
    """What text is written on; only a terminal takes colour."""

    width: int = 100
    colour: bool = False


def render(form: str, tally: Tally, paper: Paper) -> str:
    """The backtest in one of `FORMS`, ending in a newline."""
    text: str = importlib.import_module(f"workers.backtest.pages.{form}").render(tally, paper)
    plain = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    return plain if plain.endswith("\n") else plain + "\n"


def headline(tally: Tally) -> str:
    """What a maintainer wants to know first."""
    if not tally.judged:
        return "No change was reviewed."
    days = sorted(o.past.at for o in tally.judged)
    return (
        f"{count(len(tally.judged), 'change')} from {days[0]} to {days[-1]}: "
        f"{tally.verdicts[Verdict.REQUIRED]} needed a design proposal, "
        f"{tally.verdicts[Verdict.DIRECT]} could go straight to review, "
        f"{tally.verdicts[Verdict.UNDECIDED]} were for people to judge. "
        f"The check would have held back {len(tally.stopped)}, and said nothing of {len(tally.quiet)}."
    )


def parts(counts: Counter[Verdict], width: int, most: int) -> list[tuple[Verdict, int]]:
    """How many of `width` cells each verdict of a bar takes; what is there at all takes one at least."""
    return [(v, max(1, round(counts[v] * width / most))) for v in VERDICTS if counts[v]]
