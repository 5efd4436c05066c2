"""A finding that awaits others and the decision that asks for it are settled together, whichever is."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from checks.model import Decision, Finding, Waiver


def settle(
    findings: Iterable[Finding], asked: Iterable[tuple[str, Decision]]
) -> tuple[tuple[Finding, ...], tuple[Decision, ...]]:
    """The findings and decisions, where an answer waives what it is about and a waiver leaves nothing to ask.

    `asked` holds each decision with the rule that asks it; the two belong together by rule, path and line.
    """
    asked = list(asked)
    answers = {(rule, d.path, d.line): d.answer for rule, d in asked if d.answer}
    settled = []
    for finding in findings:
        answer = answers.get(_key(finding)) if finding.awaits_others and not finding.waived else None
        waiver = Waiver(answer.by, answer.text, answer.at, answer.url) if answer else finding.waived
        settled.append(replace(finding, waived=waiver))
    waived = {_key(f) for f in settled if f.awaits_others and f.waived}
    left = (d for rule, d in asked if d.answer or (rule, d.path, d.line) not in waived)
    return tuple(settled), tuple(left)


def _key(finding: Finding) -> tuple[str, str, int]:
    return finding.rule, finding.path, finding.line
