"""How a parsed example fits the CRDs, chart values and gates of the repository."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from checks.chart import charts
from checks.context import Context
from checks.globs import select
from checks.model import Evidence
from checks.parse.crd import Crd, CrdField, crds
from checks.parse.markdown import Block
from checks.parse.yaml import Node
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.registered_gates import registered_gates

CLOSE = 0.8
SET = lazy(r"--set(?:-string|-json)?[ =]+[\"']?(?P<pairs>[\w.\[\]\\/-]+=[^\s\\]*)")
GATES = "featureGates"


class Misfit(Struct, frozen=True):
    """Something in an example that the repository does not take; `subject` names it."""

    line: int
    message: str
    subject: str
    evidence: tuple[Evidence, ...] = ()


def unfitting(root: Node, fence: Block, proposal: Proposal, context: Context) -> Iterator[Misfit]:
    """What one YAML document of an example gets wrong."""
    if root.kind != "map":
        return
    kind, version = root.get("kind"), root.get("apiVersion")
    if kind and version:
        found = _definition(context, kind.text, version.text)
        if found:
            yield from _object_misfits(root, *found, _Known(fence, proposal))
    elif not kind:
        yield from _value_misfits(root, fence, proposal, context)


class _Known:
    """What the document itself speaks of, outside one fence."""

    def __init__(self, fence: Block, proposal: Proposal) -> None:
        blocks = (b for b in proposal.document.blocks() if b is not fence)
        self.words = "\n".join(b.plain or b.content for b in blocks)

    def speaks_of(self, name: str) -> bool:
        """Whether a name stands anywhere in it as a whole word."""
        return bool(re.search(rf"(?<![\w]){re.escape(name)}(?![\w])", self.words))


def _definition(context: Context, kind: str, version: str) -> tuple[Crd, Mapping[str, CrdField]] | None:
    head = context.snapshot.head
    group, _, name = version.partition("/")
    for path in select(head.paths(), context.profile.contracts.crds):
        file = head.yaml(path)
        for crd in crds(file) if file else ():
            if crd.kind == kind and crd.name.partition(".")[2] == group and name in crd.versions:
                return crd, crd.versions[name]
    return None


def _object_misfits(root: Node, crd: Crd, fields: Mapping[str, CrdField], known: _Known) -> Iterator[Misfit]:
    spec = root.get("spec")
    if spec is None:
        return
    for path, node in spec.walk(("spec",)):
        name = _dotted(path)
        wanted = fields.get(name)
        if wanted is None:
            if _parent_is_closed(path, fields) and not known.speaks_of(str(path[-1])):
                message = f"`{name}` is no field of {crd.kind}, and this document does not introduce it."
                yield Misfit(node.line, message, name, _shown(crd, fields, path))
        elif (
            wanted.enum
            and node.kind == "scalar"
            and node.text not in wanted.enum
            and not known.speaks_of(node.text)
        ):
            message = f"`{name}: {node.text}` is none of {', '.join(wanted.enum)}, which {crd.kind} takes."
            yield Misfit(node.line, message, f"{name} {node.text}", (Evidence(crd.path, wanted.line, name),))
        elif _wrong_type(node, wanted):
            message = f"`{name}` is not of type {wanted.type}, which {crd.kind} asks for."
            yield Misfit(node.line, message, f"type {name}", (Evidence(crd.path, wanted.line, name),))
    for name, wanted in fields.items():
        parent, _, leaf = name.rpartition(".")
        if wanted.required and name.startswith("spec.") and "[]" not in name:
            holder = root.get(*parent.split("."))
            if holder is not None and holder.kind == "map" and holder.get(leaf) is None:
                message = f"`{name}` is required by {crd.kind} and missing here."
                yield Misfit(
                    holder.line, message, f"missing {name}", (Evidence(crd.path, wanted.line, name),)
                )


def _dotted(path: Iterable[str | int]) -> str:
    out = ""
    for step in path:
        out += "[]" if isinstance(step, int) else (f".{step}" if out else step)
    return out


def _parent_is_closed(path: tuple[str | int, ...], fields: Mapping[str, CrdField]) -> bool:
    """Whether the schema lists the keys of what holds this node, and this node is a key."""
    if isinstance(path[-1], int) or len(path) < 2:
        return False
    above = _dotted(path[:-1])
    holder = fields.get(above)
    if holder is None or "x-kubernetes-preserve-unknown-fields" in holder.limits:
        return False
    return f"{above}[]" not in fields and any(f.startswith(f"{above}.") for f in fields)


def _wrong_type(node: Node, wanted: CrdField) -> bool:
    if "x-kubernetes-int-or-string" in wanted.limits or "nullable" in wanted.limits:
        return False
    value = node.plain()
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int}
    kind = kinds.get(wanted.type)
    if kind is None or value is None:
        return False
    return not isinstance(value, kind) or (kind is int and isinstance(value, bool))


def _shown(crd: Crd, fields: Mapping[str, CrdField], path: tuple[str | int, ...]) -> tuple[Evidence, ...]:
    holder = fields.get(_dotted(path[:-1]))
    return (Evidence(crd.path, holder.line, holder.path),) if holder else ()


def _value_misfits(root: Node, fence: Block, proposal: Proposal, context: Context) -> Iterator[Misfit]:
    """Misspelt keys of a fence that shows chart values: one of its keys, at least, is the chart's own."""
    found = charts(context.snapshot.head, context.profile)
    tops = {e.key for c in found if c.values for e in c.values.entries}
    if not any(_near(entry.key, tops) or entry.key in tops for entry in root.entries):
        return
    known = _Known(fence, proposal)
    for path, node in root.walk():
        if path and all(isinstance(step, str) for step in path):
            yield from _setting(tuple(map(str, path)), node.line, known, context)


def setting_misfits(fence: Block, proposal: Proposal, context: Context) -> Iterator[Misfit]:
    """Misspelt paths of `--set` in a shell example."""
    known = _Known(fence, proposal)
    for number, line in enumerate(fence.content.splitlines(), fence.content_line):
        for found in SET.finditer(line):
            for pair in found["pairs"].split(","):
                path = pair.partition("=")[0].replace("\\.", "\0").split(".")
                yield from _setting(tuple(p.replace("\0", ".") for p in path), number, known, context)


def _setting(path: tuple[str, ...], line: int, known: _Known, context: Context) -> Iterator[Misfit]:
    """One misspelt value or gate: unknown to chart and document, and close to a known one."""
    if path[0] == GATES and len(path) == 2:
        gates = registered_gates(context.snapshot.head, context.profile)
        near = _near(path[1], gates)
        if path[1] not in gates and near and not known.speaks_of(path[1]):
            message = f"There is no gate `{path[1]}`; `{near}` is registered."
            yield Misfit(line, message, path[1], (gates[near],))
        return
    for chart in charts(context.snapshot.head, context.profile):
        holder = chart.values.get(*path[:-1]) if chart.values else None
        if holder is None or holder.kind != "map" or chart.declares(path):
            continue
        near = _near(path[-1], [e.key for e in holder.entries])
        if near and not known.speaks_of(path[-1]):
            entry = holder.entry(near)
            message = f"The chart has no value `{'.'.join(path)}`; `{'.'.join((*path[:-1], near))}` exists."
            shown = (Evidence(chart.values_path, entry.line, near),) if entry else ()
            yield Misfit(line, message, ".".join(path), shown)


def _near(name: str, known: Iterable[str]) -> str | None:
    """The known name that this one most likely misspells, or None; itself is none."""
    names = sorted(k for k in known if k != name)
    alike = [k for k in names if k.casefold() == name.casefold()]
    return next(iter(alike or difflib.get_close_matches(name, names, 1, CLOSE)), None)
