"""Every node watches all objects of the cluster."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.functions import product_go
from checks.globs import matches
from checks.model import Defect
from checks.packages import folder_of
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import CODE, OPTIONAL, rule

WATCHES = lazy(
    r"\.V\d\w*\(\)\.(?P<kind>ResourceClaims|ResourceSlices|Pods|Nodes|Secrets|ConfigMaps)\(\)\.Informer\(\)"
)
NARROWED = lazy(r"TweakListOptions|FieldSelector|LabelSelector|WithNamespace|OneTermEqualSelector")


@rule(OPTIONAL, Context, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A component that runs on every node newly watches claims, pods or other objects that the whole cluster
    makes, and no selector or namespace narrows what it gets.

    Each node keeps all of them in memory, and each change goes to every node.

    Left alone: files that name a selector or a namespace, kinds of the project's own, and controllers.

    Source: review of a change of the project: a watch on all claims needs a selector, or another channel.
    """
    for change in product_go(context.snapshot, context.profile):
        path = change.new_path
        if not path or not matches(folder_of(path), context.profile.contracts.checkpoints):
            continue
        text = context.snapshot.head.text(path)
        if text is None or NARROWED.search(text.text):
            continue
        for found in WATCHES.finditer(text.text):
            line = text.line_at(found.start("kind"))
            if change.touches_head(line):
                yield Defect(
                    path=path,
                    line=line,
                    message=f"Every node watches the {found['kind']} of the whole cluster. Narrow it by a "
                    "selector, or let the controller watch and tell the nodes.",
                    anchor=found["kind"],
                    text=found["kind"],
                    evidence=(line_at(context.snapshot.head, path, line),),
                )
