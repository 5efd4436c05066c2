"""A gate that is registered for another version than the one under development."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from checks.answers import answer, said_wrong
from checks.context import Context
from checks.model import Defect, Evidence, Fact, Suggestion
from checks.proofs import at_fact
from checks.proposal import Proposal
from checks.proposed_gates import proposed_gate
from checks.prose import sentences
from checks.rule import BLOCKING, Found, rule
from checks.rules.gates.spec import key_line

VERSION = re.compile(
    r"^(?:VERSION[ \t]*[?:]?=[ \t]*)?v?(\d{1,4})\.(\d{1,4})(?:\.\d+)?(?:[-+.]\S*)?[ \t]*$", re.M
)
CALLED = re.compile(r"\b(MajorMinor\()\s*\d+\s*,\s*\d+\s*(\))")
KINDS = ("feature-gate-added", "feature-gate-graduated")
DRIVER = re.compile(
    r"(?<!nvidia )(?<!gpu )\bdriver (?:(?:version|release|minor) )?v?(\d{1,2})\.(\d{1,3})(?![\d.]*\d)", re.I
)
ALPHA = re.compile(r"\balpha\b", re.I)
KUBERNETES = 20  # no minor of the driver under major version 1 is as high as those of Kubernetes


@rule(BLOCKING, Context)
def check(context: Context, _: Context) -> Found:
    """A gate is added, or graduates, with the version of an earlier release or of Kubernetes, in code; or a
    proposal gives such a version as the driver's.

    The version tells users since when they can set it; an emulated older version would show a gate that was
    not there.

    Left alone: a gate for a later release than the present one, projects whose version is not in the tree,
    and specs that the change only moves.

    Source: the comment above the registered gates: `Version` is the driver's major and minor.
    """
    for proposal in context.proposals:
        yield from in_proposal(proposal, context)
    for fact in context.facts.of(*KINDS):
        yield from in_code(fact, context)


def in_proposal(proposal: Proposal, context: Context) -> Found:
    """Versions that the gate's section calls the driver's: of Kubernetes, or of a past release for Alpha."""
    found = next(_under_development(context), None)
    section = answer(proposal, "gate")
    gate = proposed_gate(proposal, context)
    if found is None or section is None or gate is None:
        return
    (major, minor), proof = found
    for sentence in sentences(section):
        said = next(DRIVER.finditer(sentence.text), None)
        version = (int(said[1]), int(said[2])) if said else (major, minor)
        past = version < (major, minor) and ALPHA.search(sentence.text) and not gate.graduates
        if _of_kubernetes(version, major) or past:
            what = "of an earlier release" if past else "of a Kubernetes release"
            message = (
                f"{version[0]}.{version[1]} is the version {what}; the driver's version that is "
                f"under development is {major}.{minor}."
            )
            yield said_wrong(proposal, sentence, message, (proof,))


def in_code(fact: Fact, context: Context) -> Iterator[Defect]:
    """The version that a gate is registered with, where it comes in or graduates."""
    found = next(_under_development(context), None)
    wanted = re.fullmatch(r"(\d+)\.(\d+)", fact.traits.get("version", ""))
    if found is None or wanted is None:
        return
    (major, minor), proof = found
    said = (int(wanted[1]), int(wanted[2]))
    of_kubernetes = _of_kubernetes(said, major)
    if said >= (major, minor) and not of_kubernetes:
        return
    what = "the version of a Kubernetes release" if of_kubernetes else "that of an earlier release"
    line = key_line(fact, context, "Version")
    message = (
        f"`{fact.symbol}` is registered since {said[0]}.{said[1]}, {what}; "
        f"{major}.{minor} is under development."
    )
    mend = _mended(fact, context, line, f"{major}, {minor}")
    yield replace(at_fact(fact, context, message, proof, suggestion=mend), line=line)


def _of_kubernetes(version: tuple[int, int], major: int) -> bool:
    return version[0] == 1 and version[1] >= KUBERNETES and major != 1


def _under_development(context: Context) -> Iterator[tuple[tuple[int, int], Evidence]]:
    """The version that the tree says it is becoming, with the line that says so."""
    head = context.snapshot.head
    for name in context.profile.contracts.feature_gates.versions:
        for path in head.matching((name,)):
            text = head.text(path)
            found = VERSION.search(text.text) if text else None
            if text and found:
                line = text.line_at(found.start())
                yield (int(found[1]), int(found[2])), Evidence(path, line, text.line(line).strip())


def _mended(fact: Fact, context: Context, line: int, numbers: str) -> Suggestion | None:
    text = context.snapshot.head.text(fact.path)
    was = text.line(line) if text else ""
    now = CALLED.sub(rf"\g<1>{numbers}\g<2>", was)
    return Suggestion(fact.path, line, line, now) if now != was else None
