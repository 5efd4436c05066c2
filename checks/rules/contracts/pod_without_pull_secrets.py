"""Pods made at run time that cannot pull the image which the chart's pods pull."""

from __future__ import annotations

from collections.abc import Iterable

from checks.chart import charts, objects
from checks.context import Context
from checks.globs import matches
from checks.model import Defect
from checks.proofs import line_at
from checks.rule import OPTIONAL, rule
from checks.snapshot import Source
from config.profile import Profile

KEY = "imagePullSecrets"


@rule(OPTIONAL, Context, audits=True)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A template from which a component makes pods has no pull secrets, while every pod of the chart has,
    and the change brings in the one or the other.

    Where the registry asks for a login the component starts and what it makes does not.

    Left alone: templates without pods, and charts in which not every pod has pull secrets.

    Source: two changes of the project that handed the chart's pull secrets on to its daemons, a year apart.
    """
    snapshot = context.snapshot
    new = {c.new_path for c in snapshot.changes if c.new_path and c.status == "A"}
    if not any(_may_bring_in(path, context) for path in {c.new_path for c in snapshot.changes if c.new_path}):
        return
    with_secrets = _pods_have_secrets(snapshot.head, context.profile)
    if not with_secrets:
        return
    begins = not _pods_have_secrets(snapshot.base, context.profile)
    for path in snapshot.head.matching(context.profile.contracts.templates):
        text = snapshot.head.text(path) if begins or path in new else None
        if text is None or KEY in text.text:
            continue
        for made in objects(snapshot.head, [path]):
            containers = made.root.get("spec", "template", "spec", "containers")
            if containers and any(item.get("image") for item in containers.items):
                yield Defect(
                    path=path,
                    line=made.line,
                    message=f"The pods that this {made.kind} makes have no `{KEY}`, those of the chart have: "
                    "behind a registry that asks for a login they do not start.",
                    anchor=made.kind,
                    text=KEY,
                    evidence=(
                        line_at(snapshot.head, path, made.line),
                        line_at(snapshot.head, with_secrets, 1),
                    ),
                )


def _may_bring_in(path: str, context: Context) -> bool:
    """Whether this is a template of such pods, or a part of a chart that speaks of pull secrets."""
    contracts = context.profile.contracts
    if matches(path, contracts.templates):
        return True
    text = context.snapshot.head.text(path) if "/templates/" in path else None
    return text is not None and KEY in text.text


def _pods_have_secrets(source: Source, profile: Profile) -> str:
    """A template of a chart in which every workload has pull secrets, or nothing."""
    for chart in charts(source, profile):
        made = [o for o in objects(source, chart.templates) if o.root.get("spec", "template", "spec")]
        if made and all(KEY in (text.text if (text := source.text(o.file)) else "") for o in made):
            return made[0].file
    return ""
