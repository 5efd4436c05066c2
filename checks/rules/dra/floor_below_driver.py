"""A page asks for no less than the driver does."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.context import Context
from checks.dra.kubernetes import said
from checks.dra.requirements import Requirement, requirements
from checks.dra.versions import ASKS, HISTORY, floors_in, projects_floor
from checks.facts.shape import kind_of
from checks.floors import is_below, stated_versions
from checks.model import Defect, Evidence
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.proofs import line_at
from checks.prose import Sentence, sentences
from checks.rule import BLOCKING, Found, rule

JOINED = lazy(
    r"(?:\W|\b(?:version|versions|release|branch|CLI|client|at|least|minimum|is|are|of|or|the|any|v)\b)*",
    re.I,
)
OR_LATER = lazy(r"^\s*(?:\+|or\s+(?:later|newer|higher|above|greater)|and\s+(?:later|newer|above|up))", re.I)
OF_A_RELEASE = lazy(r"(?:[\w ]{0,40}\s)?v?\d+\.(?:\d+|x)[\w.+-]*(?:\s+or\s+\w+)?", re.I)
SIGN = lazy(r">=|≥|at least|minimum", re.I)


@rule(BLOCKING, Document)
def check(document: Document, context: Context) -> Found:
    """Finds pages that say a version of Kubernetes, or of another thing that the project needs, is enough
    which is below the one on the project's page of requirements.

    Who follows the page ends with a driver that does not start or publish devices. Where that page asks more
    for one use, this counts in sentences about the use. Versions are compared as far as both are written.
    Sentences about what a release brought, had or lost pass, and so do rows about one release of the driver;
    so do proposals, which have a rule of their own, and the page of requirements itself.

    Source: the table on the project's page of requirements at the head.
    """
    change = context.snapshot.changed(document.path)
    if change is None or any(p.path == document.path for p in context.proposals):
        return
    if kind_of(document.path, context.profile.paths) not in ("docs", "examples"):
        return
    for sentence, name, version, needed, line in (*_releases(document, context), *_others(document, context)):
        if line.path == document.path or _is_of_another_release(sentence):
            continue
        if change.touches_head(sentence.line, sentence.end_line):
            message = f"This says that {name} {version} is enough; the driver needs {needed}."
            yield _defect(document, sentence, f"{name} {version}", message, line, context)


def _is_of_another_release(sentence: Sentence) -> bool:
    """Whether a row says what one release of the driver needs, by the version in its first cell."""
    first, _, rest = sentence.text.partition(" | ")
    named = re.search(r"Kubernetes|K8s", first, re.I)
    return sentence.block.kind == "table" and bool(
        rest and not named and OF_A_RELEASE.fullmatch(first.strip())
    )


def _releases(document: Document, context: Context) -> Iterator[tuple[Sentence, str, str, str, Evidence]]:
    """Minor releases of Kubernetes below the project's own."""
    stated = list(floors_in(document))
    own = projects_floor(context) if stated else None
    for floor, sentence in stated if own else ():
        if own and floor.release < own.release:
            yield sentence, "Kubernetes", said(floor.release), said(own.release), own.evidence


def _others(document: Document, context: Context) -> Iterator[tuple[Sentence, str, str, str, Evidence]]:
    """Other versions below what the project needs, and patch releases of the same minor release."""
    floors = {f.name: f for f in context.profile.vocabulary.floors}
    for sentence in sentences(document.top):
        if HISTORY.search(sentence.text) or not re.search(r"\d", sentence.text):
            continue
        for name, floor in floors.items():
            for found in stated_versions(sentence, floor):
                need = _needed(name, sentence, context) if _is_floor(found, sentence) else None
                version = found["version"]
                if need and is_below(version, need.version) and not _is_told(name, version, need):
                    use = f" for {need.use}" if need.use else ""
                    yield sentence, name, version, f"{need.version}{use}", need.evidence


def _is_floor(found: re.Match[str], sentence: Sentence) -> bool:
    """Whether the version is the name's own, and asked for as the least."""
    if not JOINED.fullmatch(found["between"]):
        return False
    asked = SIGN.search(found["between"]) or OR_LATER.search(sentence.text[found.end() :])
    return bool(asked or ASKS.search(sentence.text))


def _needed(name: str, sentence: Sentence, context: Context) -> Requirement | None:
    """What the project needs of it, for the use that the sentence or its heading speaks of."""
    about = f"{sentence.section.title} {sentence.text}".casefold()
    mine = [r for r in requirements(context) if r.name == name and r.use.casefold() in about]
    return mine[-1] if mine else None


def _is_told(name: str, version: str, need: Requirement) -> bool:
    """Whether a minor release of Kubernetes is too old, which is told by the release."""
    return name == "Kubernetes" and version.split(".")[:2] != need.version.split(".")[:2]


def _defect(
    document: Document, sentence: Sentence, about: str, message: str, own: Evidence, context: Context
) -> Defect:
    section = document.section_at(sentence.line)
    return Defect(
        path=document.path,
        line=sentence.line,
        message=message,
        section=section.title,
        anchor=section.title,
        text=about,
        evidence=(line_at(context.snapshot.head, document.path, sentence.line), own),
    )
