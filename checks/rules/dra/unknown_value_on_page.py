"""A page that sets a chart value which the chart does not have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from checks.chart import Chart, charts
from checks.context import Context
from checks.model import Defect
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import OPTIONAL, rule

SET = lazy(r"--set(?:-string|-json)?[ =][\"']?(?P<pairs>[\w.\[\]\\/-]+=[^\s\"']*)")
KEY = lazy(r"(?:^|,)(?P<path>[a-zA-Z][\w.]*?)(?:\[\d+\][\w.\[\]]*)?=")
INSTALLS = lazy(r"\bhelm\s+(?:upgrade|install|template)\b")
CLOSE = 0.75


@rule(OPTIONAL, Document)
def check(document: Document, context: Context) -> Iterable[Defect]:
    """A command on a page sets a value of the project's chart that values.yaml does not have and no template
    reads.

    Helm takes any value without a word: what the reader meant to set is not set.

    Left alone: commands that install another chart, values below an open map, proposals, and lines that the
    change does not touch.

    Source: a chart value that pages promise has to be there; reviews of the project's install pages.
    """
    change = context.snapshot.changed(document.path)
    chart = next(iter(charts(context.snapshot.head, context.profile)), None)
    if change is None or chart is None or any(p.path == document.path for p in context.proposals):
        return
    for line, path in _set(document, chart):
        parts = tuple(path.split("."))
        if change.touches_head(line) and not chart.declares(parts) and not _is_read(parts, chart):
            near = get_close_matches(path, [leaf.name for leaf in chart.leaves], 1, CLOSE)
            hint = f" It is called `{near[0]}`." if near else ""
            yield Defect(
                path=document.path,
                line=line,
                message=f"The chart has no value `{path}`; setting it does nothing.{hint}",
                anchor=path,
                text=path,
                evidence=(
                    line_at(context.snapshot.head, document.path, line),
                    line_at(context.snapshot.head, chart.values_path, 1),
                ),
            )


def _is_read(parts: tuple[str, ...], chart: Chart) -> bool:
    return any(chart.uses_of(parts[:n]) for n in range(1, len(parts) + 1))


def _set(document: Document, chart: Chart) -> Iterator[tuple[int, str]]:
    """Values that commands installing this chart set, with their lines."""
    for block in document.blocks("fence"):
        text = block.content
        if chart.name not in text or len(INSTALLS.findall(text)) != 1:
            continue
        for number, line in enumerate(text.split("\n"), block.content_line):
            for found in SET.finditer(line):
                yield from ((number, key["path"]) for key in KEY.finditer(found["pairs"].replace("\\.", "_")))
