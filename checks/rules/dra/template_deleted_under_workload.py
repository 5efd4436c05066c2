"""A template stays as long as pods are made from it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.context import Context
from checks.dra.claimed import Command, commands, is_about_dra, quoted, said_in, touched_sentences, touches
from checks.dra.pods import Pod, pods_of
from checks.manifests import Manifest, manifests_in
from checks.model import Defect
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.proofs import line_at
from checks.prose import Sentence, denies, own_sentences
from checks.rule import OPTIONAL, Found, rule

DELETES = lazy(
    r"\bkubectl\s(?:[^|;&]{0,200}\s)?delete\s{1,9}(?:-n\s+\S+\s+)?"
    r"resourceclaimtemplates?(?:\.resource\.k8s\.io)?(?:/|\s{1,9})(?P<name>[\w.-]{1,253})",
    re.I,
)
RESTARTS = frozenset({"Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "LeaderWorkerSet"})
STOPS = lazy(
    r"\bkubectl\s[^|;&]{0,300}\bdelete\b|\bkubectl\s[^|;&]{0,300}\bscale\b[^|;&]{0,300}--replicas[= ]0"
    r"|\bhelm\s+(?:uninstall|delete)\b|\bkind\s+delete\b",
    re.I,
)
SAID = lazy(
    r"^\W*(?:\d+[.)]\s*)?(?:then |now |finally,? )?(?:remove|delete|drop|clean up) "
    r"(?:the |all |old |your |unused |obsolete ){0,3}"
    r"(?:ResourceClaimTemplates?|(?:resource )?claim templates?)\b",
    re.I,
)
WORKLOADS = r"\b(?:pods?|workloads?|deployments?|statefulsets?|replicas|jobs?)\b"
RUNNING = lazy(
    r"\b(?:while|keep(?:s|ing)?|still|continues?|without (?:stopping|touching|restarting))\b[^.]{0,60}"
    rf"{WORKLOADS}|{WORKLOADS}[^.]{{0,40}}\b(?:keep|stay|are still|continue|remain)\b",
    re.I,
)
WORKLOAD = lazy(WORKLOADS, re.I)
RESTARTED = lazy(
    rf"\b(?:restart|re-?create|roll|redeploy|delete|drain|stop|move|switch|scale)\b[^.]{{0,40}}{WORKLOADS}",
    re.I,
)


@rule(OPTIONAL, Document)
def check(document: Document, context: Context) -> Found:
    """Finds steps that delete a ResourceClaimTemplate while what makes pods from it stays.

    A pod that is made after that, because its node went or its Deployment was rolled, waits for its claim
    for ever. It finds a deletion where the same document shows a workload that restarts its pods from this
    template, and deletes nothing before; and a step in words that removes templates while the workload goes
    on, or before the step that restarts it. Deletions after the end of a Job, or beside that of the
    workload, pass.

    Source: kubernetes/kubernetes issue 129362.
    """
    if is_about_dra(document):
        yield from _ordered(document, context)
        yield from _told(document, context)


def _ordered(document: Document, context: Context) -> Iterator[Defect]:
    steps = list(commands(document.top))
    if any(STOPS.search(c.text) and not _only_templates(c) for c in steps):
        return
    users = _users(manifests_in(context.snapshot.head, document.path)) if steps else {}
    for step in steps:
        found = DELETES.search(step.text)
        user = users.get(found["name"]) if found else None
        if found and user and touches(document, context, step.line, step.line):
            yield _defect(document, step, found["name"], user, context)


def _only_templates(step: Command) -> bool:
    return DELETES.search(step.text) is not None


def _users(shown: list[Manifest]) -> dict[str, Manifest]:
    """Names of templates to what makes pods from them over and over."""
    pods: list[Pod] = [p for m in shown if m.kind in RESTARTS for p in pods_of(m)]
    return {c.template.text: p.manifest for p in pods for c in p.claims if c.template is not None}


def _told(document: Document, context: Context) -> Iterator[Defect]:
    for sentence in touched_sentences(document, context):
        text = sentence.text
        if SAID.search(text) and not denies(text) and (RUNNING.search(text) or _comes_first(sentence)):
            message = (
                f"“{quoted(text)}” — a pod that starts after that finds no template; keep it as long as "
                "there are pods to make."
            )
            yield said_in(document, sentence, message, context)


def _comes_first(step: Sentence) -> bool:
    """Whether what uses the templates is stopped or restarted in a later item of the same list only."""
    if step.block.kind != "item" or WORKLOAD.search(step.text):
        return False
    items = [s for s in own_sentences(step.section) if s.block.kind == "item"]
    before = [s for s in items if s.line < step.line and RESTARTED.search(s.text)]
    return not before and any(s.line > step.line and RESTARTED.search(s.text) for s in items)


def _defect(document: Document, step: Command, name: str, user: Manifest, context: Context) -> Defect:
    head = context.snapshot.head
    return Defect(
        path=document.path,
        line=step.line,
        message=f"`{name}` goes while the {user.kind} of line {user.line} still makes pods from it; the next "
        "pod waits for its claim for ever. Delete the workload first.",
        section=step.section.title,
        anchor=step.section.title,
        text=step.text[:200],
        evidence=(line_at(head, document.path, step.line), line_at(head, document.path, user.line)),
    )
