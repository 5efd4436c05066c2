"""Every CEL selector that a change writes or touches, with the class and the conditions it stands under."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from checks.cel.environment import Compiled, Fault, Judgement, NotChecked, judge
from checks.cel.references import Reading
from checks.cel.syntax import Checked
from checks.context import Context
from checks.dra.claims import Selector, claim_of, is_class, selectors_of
from checks.dra.classes import class_called
from checks.dra.judged import is_judged
from checks.looks import changed_documents
from checks.manifests import COUNTER_EXAMPLE, Manifest
from checks.model import Defect, Evidence, Severity, Unread
from checks.parse.markdown import Block, Document
from checks.parse.text import Text
from checks.parse.yaml import Node, parse_fragment
from checks.pattern import lazy
from checks.proofs import line_at
from checks.snapshot import Change

BARE = lazy(r"\s*\(*!?\s*(?:has\()?device\.(?:attributes|capacity|driver)\b")
SKETCH = lazy(r"\.\.\.|…|<[A-Za-z][\w -]*>")
FILLED = lazy(r"\$\{|\$\(|\{\{|\bexpanded\b")
MOST_TOGETHER = 32  # Kubernetes takes no more in one list
MOST = 250  # selectors of one change


class SelectorUse(Struct, frozen=True, eq=False, dict=True):
    """A selector where it stands.

    `manifest` is None in a fence that shows a part of an object. `of_class` holds for a DeviceClass's own;
    `class_name` is the class that a request names, `class_expressions` what that class asks, None where it
    is not known. `before` are the selectors above it in the same list.
    """

    path: str
    selector: Selector
    manifest: Manifest | None
    anchor: str
    of_class: bool = False
    class_name: str = ""
    class_expressions: tuple[str, ...] | None = None
    before: tuple[str, ...] = ()

    @property
    def expression(self) -> str:
        """What it says."""
        return self.selector.expression

    @cached_property
    def literal(self) -> bool:
        """Whether nothing in it is filled in later."""
        return self.selector.literal and not FILLED.search(self.expression)

    @cached_property
    def judgement(self) -> Judgement:
        """What the library says of it."""
        return judge(self.expression)

    @property
    def refused(self) -> Fault | None:
        """Why the API server refuses it, where nothing in it is filled in later."""
        fault = self.judgement
        return fault if isinstance(fault, Fault) and self.literal else None

    @cached_property
    def reading(self) -> Reading | None:
        """What it reads, where it compiles."""
        compiled = self.judgement
        return Reading(Checked(compiled.checked)) if isinstance(compiled, Compiled) else None

    def line_of(self, offset: int) -> int:
        """The line of a character of the expression."""
        node = self.selector.node
        within = self.expression.count("\n", 0, offset) if node.style == "|" else 0
        return min(node.content_line + within, max(node.end_line, node.line))

    def refusal(self, context: Context, message: str) -> Defect:
        """A defect where the API server's refusal points."""
        fault = self.refused or Fault("")
        lines = self.expression.split("\n")[: fault.line - 1]
        offset = sum(len(line) + 1 for line in lines)
        return self.defect(context, message, about=self.expression, offset=offset)

    def defect(
        self,
        context: Context,
        message: str,
        *more: Evidence,
        about: str,
        offset: int = 0,
        severity: Severity | None = None,
    ) -> Defect:
        """A defect at a place of the expression."""
        line = self.line_of(offset)
        return Defect(
            path=self.path,
            line=line,
            message=message,
            anchor=self.anchor,
            text=about,
            evidence=(line_at(context.snapshot.head, self.path, line), *more),
            severity=severity,
        )


def selectors(context: Context) -> tuple[SelectorUse, ...]:
    """Those that the change touches, by path and line. What could not be checked is noted as unread."""
    head = context.snapshot.head
    return head.once("selectors", "", lambda: tuple(_collect(context)))


def _collect(context: Context) -> Iterator[SelectorUse]:
    for number, use in enumerate((*_in_manifests(context), *_in_parts(context))):
        if number >= MOST:
            context.snapshot.head.note_unread(use.path, f"selectors beyond the first {MOST:,}", partly=True)
            return
        judgement = use.judgement
        if isinstance(judgement, NotChecked):
            why = f"the selector on line {use.line_of(0)} is not checked: it {judgement.why}"
            context.snapshot.head.note_unread(use.path, why, partly=True)
        yield use


def _in_manifests(context: Context) -> Iterator[SelectorUse]:
    for manifest in context.manifests:
        change = context.snapshot.changed(manifest.path)
        if change is None or not is_judged(manifest, context):
            continue
        anchor = f"{manifest.kind}/{manifest.name}"
        if is_class(manifest):
            spec = manifest.root.get("spec")
            if spec is not None and _edited(change, spec):
                yield from _listed(selectors_of(spec), manifest, anchor, of_class=True)
        claim = claim_of(manifest)
        for request in claim.requests if claim else ():
            if request.selectors and _edited(change, request.node):
                expressions = _class_expressions(request.class_name, manifest.bundle, context)
                yield from _listed(
                    request.selectors,
                    manifest,
                    f"{anchor} {request.full_name}",
                    class_name=request.class_name,
                    class_expressions=expressions,
                )


def _edited(change: Change, node: Node) -> bool:
    return change.status == "A" or change.edits_head(node.line, node.end_line)


def _listed(
    found: list[Selector],
    manifest: Manifest,
    anchor: str,
    *,
    of_class: bool = False,
    class_name: str = "",
    class_expressions: tuple[str, ...] | None = None,
) -> Iterator[SelectorUse]:
    for number, selector in enumerate(found[:MOST_TOGETHER]):
        before = tuple(s.expression for s in found[:number])
        yield SelectorUse(
            manifest.path, selector, manifest, anchor, of_class, class_name, class_expressions, before
        )


def _class_expressions(name: str, bundle: list[Manifest], context: Context) -> tuple[str, ...] | None:
    found = class_called(name, bundle, context.snapshot.head, context.profile) if name else None
    listed = selectors_of(found.root.get("spec")) if found else []
    return tuple(s.expression for s in listed) if found and all(s.literal for s in listed) else None


def _in_parts(context: Context) -> Iterator[SelectorUse]:
    """Selectors in fences that show a part of an object, or the expression alone."""
    for document in changed_documents(context):
        change = context.snapshot.changed(document.path)
        for section in document.top.walk():
            said = section.title
            for block in section.blocks:
                if block.kind != "fence":
                    said = f"{section.title}\n{block.plain}"
                elif change and _is_part(block, said) and _touched(change, block):
                    yield from _in_part(document, block, context)


def _is_part(block: Block, said: str) -> bool:
    """Whether a fence shows selectors outside a whole object, and not because they are wrong."""
    shown = "device." in block.content and "apiVersion:" not in block.content
    return shown and not (COUNTER_EXAMPLE.search(said) or SKETCH.search(block.content))


def _touched(change: Change, block: Block) -> bool:
    return change.status == "A" or change.edits_head(block.line, block.end_line)


def _in_part(document: Document, block: Block, context: Context) -> Iterator[SelectorUse]:
    language = block.info.split()[0].casefold().strip("{}.") if block.info else ""
    if language in ("", "cel", "text") and BARE.match(block.content):
        lines = block.content.rstrip("\n").count("\n")
        node = Node("scalar", block.line, 1, block.line + 1 + lines, text=block.content.strip(), style="|")
        yield SelectorUse(
            document.path, Selector(node, node.text, True), None, document.section_at(block.line).title
        )
        return
    if language not in ("", "yaml", "yml") or "expression:" not in block.content:
        return
    parsed = parse_fragment(Text(document.path, block.content), block.content_line)
    for root in () if isinstance(parsed, Unread) else parsed.roots:
        for holder in (n for _, n in root.walk() if n.kind == "map" and n.get("selectors")):
            name = holder.get("deviceClassName")
            known = name.text if name is not None and name.kind == "scalar" else ""
            found = selectors_of(holder)
            for number, selector in enumerate(found[:MOST_TOGETHER]):
                yield SelectorUse(
                    document.path,
                    selector,
                    None,
                    document.section_at(block.line).title,
                    class_name=known,
                    class_expressions=_class_expressions(known, [], context),
                    before=tuple(s.expression for s in found[:number]),
                )
