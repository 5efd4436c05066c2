"""Kubernetes releases that a text asks for, and the gates that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from checks.context import Context
from checks.dra.kubernetes import Release
from checks.facts.dependencies import kubernetes_minors, read_module
from checks.globs import select
from checks.manifests import Manifest
from checks.model import Evidence
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.prose import Sentence, sentences

KUBERNETES = r"\b(?:Kubernetes|K8s|k8s|kube)\b"
NUMBER = r"v?1\.(?P<minor>\d{2})(?:\.\d+)?(?![\d.]*\d)"
FLOOR = lazy(
    rf"{KUBERNETES}[^\d.;()|]{{0,30}}?(?P<sign>(?:>=|≥|at least|minimum)\s*)?\b{NUMBER}"
    r"(?P<after>\s*(?:\+|or\s+(?:later|newer|higher|above|greater)|and\s+(?:later|newer|above|up)))?",
    re.I,
)
ASKS = lazy(
    r"\b(?:requires?|required|needs?|minimum|at least|prerequisites?|supported|supports|works? (?:on|with)"
    r"|tested (?:on|with)|floor)\b",
    re.I,
)
HISTORY = lazy(
    r"\b(?:before|below (?:v?1\.|k)|older than|prior to|until|up to|was|were|introduced|added|deprecated"
    r"|removed|since|on by default|off by default|alpha|beta|GA|not supported|unsupported|no longer)\b",
    re.I,
)


class Floor(Struct, frozen=True):
    """The lowest minor release that a text asks for, and the line that says so."""

    release: Release
    evidence: Evidence


def floors_in(document: Document) -> Iterator[tuple[Floor, Sentence]]:
    """The Kubernetes floors that the sentences of a document state, in order."""
    for sentence in sentences(document.top):
        found = FLOOR.search(sentence.text)
        if found is None or HISTORY.search(sentence.text):
            continue
        if found["sign"] or found["after"] or ASKS.search(sentence.text):
            line = sentence.line
            evidence = Evidence(document.path, line, document.text.line(line).strip()[:200])
            yield Floor((1, int(found["minor"])), evidence), sentence


def projects_floor(context: Context) -> Floor | None:
    """The Kubernetes release that the project's own page of requirements asks for."""
    return context.snapshot.head.once("required Kubernetes", "", lambda: _required(context))


def _required(context: Context) -> Floor | None:
    head = context.snapshot.head
    rows = {r for f in context.profile.vocabulary.floors if "Kubernetes" in f.words for r in f.rows}
    for path in select(head.paths(), context.profile.vocabulary.requirements_page):
        page = head.markdown(path)
        for row in (r for b in page.blocks("table") for r in b.rows) if page else ():
            found = re.search(NUMBER, " ".join(row.cells[1:]))
            if page and found and row.cells[0].strip() in rows:
                evidence = Evidence(path, row.line, page.text.line(row.line).strip()[:200])
                return Floor((1, int(found["minor"])), evidence)
    return None


def built_for(context: Context) -> Release | None:
    """The Kubernetes release whose libraries the project builds on, by its go.mod; None where none says."""
    return context.snapshot.head.once("built for Kubernetes", "", lambda: _built_for(context))


def _built_for(context: Context) -> Release | None:
    head = context.snapshot.head
    paths = select(head.paths(), context.profile.contracts.modules)
    modules = [module for path in paths if (module := read_module(head, path))]
    minors = [minor for m in modules for minor, _ in kubernetes_minors(context.profile, m).values()]
    return (1, max(minors)) if minors else None


def floor_for(manifest: Manifest, context: Context) -> Floor | None:
    """The floor that the document around a manifest states, else the project's own."""
    head = context.snapshot.head
    document = head.markdown(manifest.path) if manifest.path.endswith(".md") else None
    stated = head.once("floors", manifest.path, lambda: _floors(document))
    return min(stated, key=lambda f: f.release) if stated else projects_floor(context)


def _floors(document: Document | None) -> list[Floor]:
    return [floor for floor, _ in floors_in(document)] if document else []


def names_gate(manifest: Manifest, gate: str, context: Context) -> bool:
    """Whether the file around a manifest, or a README beside it, names a gate, with or without its prefix."""
    head = context.snapshot.head
    folder = manifest.path.rpartition("/")[0]
    readme = f"{folder}/README.md".lstrip("/")
    texts = (head.text(p) for p in dict.fromkeys((manifest.path, readme)) if head.exists(p))
    short = gate.removeprefix("DRA")
    return any(short in text.text for text in texts if text)
