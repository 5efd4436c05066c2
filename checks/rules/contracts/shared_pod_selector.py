"""Two workloads of a chart that select the same pods."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from checks.chart import TemplateObject, charts, objects, settled
from checks.context import Context
from checks.model import Defect
from checks.proofs import line_at
from checks.rule import OPTIONAL, rule

MOST_LABELS = 4
WORKLOADS = frozenset({"Deployment", "DaemonSet", "StatefulSet", "ReplicaSet"})


@rule(OPTIONAL, Context, audits=True)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """Two workloads of a chart have the same pod selector, and the change writes one of the two selectors.

    Budgets, services, affinities and commands that go by the selector take the pods of both; some
    controllers fight over them. The selector of what is installed cannot be changed later.

    Left alone: selectors that differ in a label or in an argument, and those that stood before.

    Source: issue 355 of the project, where the controller and the plugin shared their selector.
    """
    changed = {c.new_path for c in context.snapshot.changes if c.new_path}
    for chart in charts(context.snapshot.head, context.profile):
        if not changed.intersection(chart.templates):
            continue
        first: dict[str, TemplateObject] = {}
        for made in objects(chart.source, chart.templates):
            selector = made.root.get("spec", "selector") if made.kind in WORKLOADS else None
            entry = selector.entry("matchLabels") if selector else None
            if entry is None:
                continue
            before = first.setdefault(_labels(made, entry.line), made)
            if before is not made and before.name != made.name and _is_written(before, made, context):
                yield Defect(
                    path=made.file,
                    line=entry.line,
                    message=f"The {made.kind} selects the same pods as the {before.kind} in `{before.file}`; "
                    "give each a label of its own.",
                    anchor=made.name,
                    text=f"{before.file} {made.file}",
                    evidence=(
                        line_at(chart.source, made.file, entry.line),
                        line_at(chart.source, before.file, before.line),
                    ),
                )


def _is_written(one: TemplateObject, other: TemplateObject, context: Context) -> bool:
    """Whether the change writes the selector of either."""
    for made in (one, other):
        change = context.snapshot.changed(made.file)
        spec = made.root.get("spec")
        selector = spec.entry("selector") if spec else None
        if change and selector and change.touches_head(selector.line, selector.line + MOST_LABELS):
            return True
    return False


def _labels(made: TemplateObject, line: int) -> str:
    """The lines below `matchLabels:` as they stand, actions and all, in a settled form."""
    lines = made.template.text.lines
    indent = len(lines[line - 1]) - len(lines[line - 1].lstrip())
    below = takewhile(lambda text: len(text) - len(text.lstrip()) > indent or not text.strip(), lines[line:])
    return "\n".join(sorted(settled(text) for text in below if text.strip()))
