"""A ResourceSlice that is written for a node by somebody who is not on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.dra.published import driver_folders
from checks.functions import product_go
from checks.model import Defect
from checks.packages import folder_of
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import CODE, OPTIONAL, rule
from checks.snapshot import Change

SPEC = "ResourceSliceSpec"
OWN = lazy(r"(?:\A|[.&(])\w*[nN]odeName\b")


@rule(OPTIONAL, Context, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A component that is no kubelet plugin newly writes a ResourceSlice with `nodeName`, or a plugin writes
    one for a name that is not its own node's.

    The kubelet deletes the slices of a node whose plugin is gone, and the chart's admission policy lets each
    plugin write those of its own node alone.

    Left alone: pools with `nodeSelector` or `allNodes`, as those of devices behind a network have, and
    projects of which no plugin is known.

    Source: the chart's ValidatingAdmissionPolicy on ResourceSlices; `nodeName` in k8s.io/api/resource.
    """
    plugins = None
    for change in product_go(context.snapshot, context.profile):
        file = context.snapshot.head.go(change.new_path) if change.new_path else None
        if file is None or not file.mentions(SPEC):
            continue
        plugins = driver_folders(context.snapshot.head, context.profile) if plugins is None else plugins
        if plugins:
            yield from _in_code(change, folder_of(file.path) in plugins, context)


def _in_code(change: Change, is_plugin: bool, context: Context) -> Iterator[Defect]:
    file = context.snapshot.head.go(change.path)
    for literal in file.literals() if file else ():
        entry = literal.entry("NodeName") if literal.type.rpartition(".")[2] == SPEC else None
        if file is None or entry is None or not change.touches_head(entry.line):
            continue
        if not is_plugin or not OWN.search(file.flat(entry.value)):
            who = (
                "for a node that may not be its own"
                if is_plugin
                else "from a component that is no kubelet plugin"
            )
            yield Defect(
                path=change.path,
                line=entry.line,
                message=f"A ResourceSlice with `nodeName` is written {who}; a node's are its plugin's.",
                anchor=SPEC,
                text=file.flat(entry.value),
                evidence=(line_at(context.snapshot.head, change.path, entry.line),),
            )
