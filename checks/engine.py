"""The whole thinking: observe, classify, check, conclude. Same input, same words."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

from msgspec.structs import replace

from checks.classify import classify
from checks.context import Context
from checks.facts.observe import Facts, observe
from checks.identity import apart, fingerprint, number_decisions
from checks.isolation import Failures
from checks.links import linked_proposals
from checks.looks import KINDS, Things
from checks.model import Answer, Decision, Defect, Finding, ProposalEntry, Question, Review, Severity
from checks.owners import missing_approvals
from checks.process import Process
from checks.proposal import Proposal, proposals_in
from checks.readiness import checklist, conclude, to_advance
from checks.registry import families, index, load
from checks.rule import Rule
from checks.settle import settle
from checks.snapshot import Snapshot
from checks.subject import Subject
from checks.unjudged import note_unfollowed, unjudged
from config.profile import Profile

MAX_MESSAGE = 2_000
MAX_EVIDENCE = 500
MOST_IN_A_FILE = 100  # findings of one rule; nobody mends more at once
ABOUT_THE_CHANGE = frozenset({"change", "contracts", "drift"})


def review(
    snapshot: Snapshot, profile: Profile, subject: Subject | None = None, *, documents_only: bool = False
) -> Review:
    """Everything there is to say about a change, with no input or output beyond the trees of `snapshot`.

    With `documents_only`, what the change does to the code is left aside: only its documents and
    manifests are judged, each as it stands. Of a change that is larger than any we know, a part is not read.
    """
    failures = Failures()
    snapshot.bound()
    note_unfollowed(snapshot)
    context = prepare(snapshot, profile, subject or Subject(), failures, documents_only=documents_only)
    return outcome(context, list(observed(context, failures, documents_only=documents_only)), failures)


def observed(
    context: Context, failures: Failures, *, documents_only: bool = False
) -> Iterator[tuple[Rule, Defect | Question]]:
    """What every rule has to say that has something to look at."""
    things = Things(context, failures)
    for family in families():
        if not (documents_only and family in ABOUT_THE_CHANGE):
            rules = failures.guard(family, "", partial(_applying, family, context, things, failures))
            yield from run_rules(context, rules, things, failures)


def _applying(family: str, context: Context, things: Things, failures: Failures) -> Iterable[Rule]:
    """The rules of a family that have something to look at; those that cannot be loaded are failures."""
    if not importlib.import_module(f"checks.rules.{family}").applies(context):
        return ()
    wanted = {kind for kind in index().get(family, {}).values() if kind in KINDS}
    found = load(family, frozenset(kind for kind in wanted if things.of(kind)))
    failures.all += found.failures
    return found.rules


def run_rules(
    context: Context, rules: Iterable[Rule], things: Things, failures: Failures
) -> Iterator[tuple[Rule, Defect | Question]]:
    """What these rules have to say, those that are off here left out, and of each what a file can take."""
    for rule in rules:
        if context.profile.rules.get(rule.name) == "off":
            continue
        told: Counter[str] = Counter()
        for thing in things.of(rule.looks_at.__name__):
            path = str(getattr(thing, "path", ""))
            for found in failures.guard(rule.name, path, partial(rule.check, thing, context)):
                told[found.path] += 1
                if told[found.path] <= MOST_IN_A_FILE:
                    yield rule, found
        for path in (p for p, count in told.items() if count > MOST_IN_A_FILE):
            why = f"findings of `{rule.name}` beyond the first {MOST_IN_A_FILE}"
            context.snapshot.head.note_unread(path, why, partly=True)


def outcome(context: Context, found: list[tuple[Rule, Defect | Question]], failures: Failures) -> Review:
    """The review that follows from what the rules said."""
    findings = _findings(context, [(r, d) for r, d in found if isinstance(d, Defect)])
    asked = [(r.name, q) for r, q in found if isinstance(q, Question)]
    asked += unjudged(context, failures)
    findings, decisions = settle(findings, _decisions(context, asked))
    return Review(
        profile=context.profile.name,
        base=context.snapshot.base_sha,
        head=context.snapshot.head_sha,
        classification=context.classification,
        readiness=conclude(context, findings, decisions),
        proposals=tuple(map(_entry, (*context.proposals, *context.linked))),
        findings=findings,
        decisions=decisions,
        checklist=checklist(findings, decisions),
        to_advance=to_advance(context, findings, decisions, missing_approvals(context)),
        unread=context.snapshot.unread,
        failures=tuple(failures.all),
    )


def prepare(
    snapshot: Snapshot,
    profile: Profile,
    subject: Subject,
    failures: Failures | None = None,
    *,
    documents_only: bool = False,
) -> Context:
    """Reads, observes and classifies: everything before the rules."""
    process = Process(snapshot.base, profile)
    facts = Facts() if documents_only else observe(snapshot, profile, failures)
    return Context(
        snapshot=snapshot,
        profile=profile,
        process=process,
        subject=subject,
        facts=facts,
        classification=classify(snapshot, profile, process, facts, subject),
        proposals=proposals_in(snapshot, process),
        linked=linked_proposals(snapshot, process, subject),
    )


def _findings(context: Context, found: list[tuple[Rule, Defect]]) -> tuple[Finding, ...]:
    found.sort(key=lambda pair: (pair[1].path, pair[1].line, pair[0].name, pair[1].message))
    names = apart(fingerprint(rule.name, defect) for rule, defect in found)
    findings = [_finding(context, rule, d, name) for (rule, d), name in zip(found, names, strict=True)]
    return tuple(sorted(findings, key=_impact))


def _finding(context: Context, rule: Rule, defect: Defect, name: str) -> Finding:
    level = context.profile.rules.get(rule.name)
    severity = Severity(level) if level in ("blocking", "optional") else defect.severity or rule.severity
    return Finding(
        id=name,
        rule=rule.name,
        severity=severity,
        path=defect.path,
        line=defect.line,
        end_line=defect.end_line,
        message=_cut(defect.message, MAX_MESSAGE),
        section=defect.section,
        evidence=tuple(replace(e, text=_cut(e.text, MAX_EVIDENCE)) for e in defect.evidence),
        suggestion=defect.suggestion,
        waived=context.subject.waivers.get(name) or context.subject.waivers.get(rule.name),
        preview=level == "preview" or (rule.preview and level is None),
        side=defect.side,
        awaits_others=defect.awaits_others,
    )


def _cut(text: str, length: int) -> str:
    """The text, or its beginning: an author's word may be as long as a file."""
    return text if len(text) <= length else f"{text[: length - 1]}…"


def _impact(finding: Finding) -> tuple[object, ...]:
    weight = (finding.waived is not None, finding.preview, finding.severity is not Severity.BLOCKING)
    return (*weight, finding.path, finding.line, finding.rule)


def _decisions(context: Context, asked: list[tuple[str, Question]]) -> list[tuple[str, Decision]]:
    """Each question as a decision, with the rule that asks it."""
    numbers = number_decisions(q for _, q in asked)
    rules = {q: rule for rule, q in reversed(asked)}
    return [
        (rules[q], _decision(q, numbers[q], context.subject.answers.get(numbers[q])))
        for q in sorted(numbers, key=lambda q: (q.path, q.line, q.question))
    ]


def _decision(question: Question, name: str, answer: Answer | None) -> Decision:
    return Decision(
        id=name,
        question=question.question,
        path=question.path,
        line=question.line,
        section=question.section,
        owner=question.owner,
        answer=answer,
        blocks=question.blocks,
    )


def _entry(proposal: Proposal) -> ProposalEntry:
    return ProposalEntry(
        path=proposal.path,
        number=proposal.number,
        title=proposal.title,
        status=proposal.status.value if proposal.status else None,
        in_this_change=proposal.change is not None,
    )
