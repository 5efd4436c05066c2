"""A field of an upstream object that needs an upstream gate, and that the chart always sets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checks.chart import charts
from checks.context import Context
from checks.model import Defect, Evidence
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import BLOCKING, rule
from checks.snapshot import Change

KEY = lazy(r"^\s*(?:- )?([A-Za-z]\w*):")
KIND = lazy(r"^kind:\s*\w")
VALUE = lazy(r"\.Values\.([\w.]+)")
KEY_OF_DATA = lazy(r"\.([A-Z]\w*)")


@rule(BLOCKING, Context, audits=True)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A chart template, or one that a component renders, sets a field that the API server keeps only with an
    upstream feature gate on, and no value decides whether it does.

    That the API version is served says nothing of the gate: the field is dropped, or the object refused.

    Left alone: fields under a condition on a value, also in a template that is new as a whole and off by
    default, fields that print a value, and what the change does not touch.

    Source: issue 1086 of the project; the fields and their gates are the profile's.
    """
    gated = context.profile.contracts.upstream_gated
    changed = {c.new_path: c for c in context.snapshot.changes if c.new_path} if gated else {}
    for chart in charts(context.snapshot.head, context.profile) if changed else ():
        touched = [path for path in chart.templates if path in changed]
        falsy = {leaf.name for leaf in chart.leaves if not leaf.node.plain()} if touched else set()
        for path in touched:
            yield from _always_set(changed[path], path, VALUE, falsy, context)
    for path in context.snapshot.head.matching(context.profile.contracts.templates) if changed else ():
        if path in changed:
            yield from _always_set(changed[path], path, KEY_OF_DATA, set(), context)


def _always_set(
    change: Change, path: str, setting: re.Pattern[str], falsy: set[str], context: Context
) -> Iterator[Defect]:
    gated = context.profile.contracts.upstream_gated
    template = context.snapshot.head.template(path)
    kind_line = 0
    for number, line in enumerate(template.text.lines if template else (), 1):
        kind_line = number if KIND.match(line) else kind_line
        key = KEY.match(line)
        if template is None or key is None or key[1] not in gated or not change.touches_head(number):
            continue
        around = template.conditions_at(kind_line)
        inner = template.conditions_at(number)[len(around) if setting is VALUE else 0 :]
        asked = [v for condition in inner for v in setting.findall(condition)]
        whole = (
            [v for condition in around for v in setting.findall(condition)] if change.status == "A" else []
        )
        if asked or setting.search(line) or any(v in falsy for v in whole):
            continue
        yield _defect(Evidence(path, number, line.strip()), key[1], gated[key[1]], kind_line, context)


def _defect(proof: Evidence, name: str, gate: str, kind_line: int, context: Context) -> Defect:
    kind = line_at(context.snapshot.head, proof.path, kind_line)
    return Defect(
        path=proof.path,
        line=proof.line,
        message=f"`{name}` needs the Kubernetes gate `{gate}`, and it is set here wherever the API version "
        "is served. Let a value turn it on.",
        anchor=name,
        text=name,
        evidence=(proof, kind) if kind_line else (proof,),
    )
