"""A backtest as one page that needs nothing beside it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from checks.model import Verdict
from workers.backtest.pages import STATES, UNKNOWN, VERDICTS, Paper, headline
from workers.backtest.tally import Tally

COLOURS = {Verdict.DIRECT: "direct", Verdict.REQUIRED: "required", Verdict.UNDECIDED: "undecided"}
HEIGHT, WIDTH = 160, 1000  # of the picture, in pixels
NARROWEST, WIDEST = 34, 90  # a month with the gap beside it


def render(tally: Tally, _: Paper) -> str:
    """The page; every word of an author's is escaped."""
    pages = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    step = min(WIDEST, max(NARROWEST, WIDTH // max(len(tally.months), 1)))
    return pages.get_template("page.html").render(
        tally=tally,
        headline=headline(tally),
        unknown=UNKNOWN,
        columns=_columns(tally),
        height=HEIGHT,
        step=step,
        bar=step * 2 // 3,
        verdicts={COLOURS[v]: words for v, words in VERDICTS.items()},
        states=STATES,
        most_changes=max((t.changes for t in tally.rules), default=1),
    )


def _columns(tally: Tally) -> list[dict[str, Any]]:
    """A column of the picture for each month, its boxes stacked from below."""
    most = max((counts.total() for counts in tally.months.values()), default=1)
    return [
        {"month": month, "total": counts.total(), "boxes": _boxes(counts, most)}
        for month, counts in tally.months.items()
    ]


def _boxes(counts: Counter[Verdict], most: int) -> list[dict[str, Any]]:
    boxes: list[dict[str, Any]] = []
    top = float(HEIGHT)
    for verdict, words in VERDICTS.items():
        size = counts[verdict] * (HEIGHT - 20) / most
        top -= size
        boxes.append(
            {"y": top, "size": size, "kind": COLOURS[verdict], "words": f"{counts[verdict]} {words}"}
        )
    return [b for b in boxes if b["size"]]
