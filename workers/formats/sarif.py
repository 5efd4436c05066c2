"""SARIF 2.1.0 for code scanning: rules with their help, results with stable fingerprints."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from checks.model import Evidence, Finding, Reason, Severity, Suggestion, Unread
from checks.registry import all_rules
from checks.rule import Rule
from config import VERSION
from workers.formats import Shown, weight

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
FINGERPRINT = "designReview/v1"
Node = dict[str, Any]


def render(shown: Shown) -> str:
    """One run with a result for each finding, or for each reason where only the verdict is asked for."""
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(shown)]}, indent=2)


def _run(shown: Shown) -> Node:
    review = shown.review
    results = [_reason(r) for r in review.classification.reasons]
    if not shown.only_classification:
        results = [_result(f) for f in review.findings]
    return {
        "tool": {"driver": _driver({r["ruleId"] for r in results})},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"ROOT": {"description": {"text": "The repository's root."}}},
        "invocations": [
            {
                "executionSuccessful": True,
                "toolExecutionNotifications": [_notification(u) for u in review.unread],
            }
        ],
        "results": results,
        "properties": {
            "classification": review.classification.verdict.value,
            "readiness": review.readiness.state.value,
            "headline": review.readiness.headline,
        },
    }


def _driver(used: set[str]) -> Node:
    rules = [_rule(r) for r in all_rules() if r.name in used]
    named = {r["id"] for r in rules}
    rules += [{"id": name, "name": name} for name in sorted(used - named)]
    return {"name": "design-review", "semanticVersion": VERSION, "rules": rules}


def _rule(rule: Rule) -> Node:
    return {
        "id": rule.name,
        "name": rule.name,
        "shortDescription": {"text": rule.doc.split("\n\n")[0] or rule.name},
        "help": {"text": rule.doc or rule.name, "markdown": rule.doc or rule.name},
        "defaultConfiguration": {"level": _level(rule.severity, preview=rule.preview)},
        "properties": {"tags": [rule.family]},
    }


def _level(severity: Severity, *, preview: bool) -> str:
    if preview:
        return "note"
    return "error" if severity is Severity.BLOCKING else "warning"


def _result(finding: Finding) -> Node:
    result: Node = {
        "ruleId": finding.rule,
        "level": _level(weight(finding), preview=finding.preview),
        "message": {"text": finding.message},
        "locations": [_location(finding.path, finding.line, finding.end_line)],
        "partialFingerprints": {FINGERPRINT: finding.id},
    }
    if finding.evidence:
        result["relatedLocations"] = [_proof(e) for e in finding.evidence]
    if finding.suggestion:
        result["fixes"] = [_fix(finding.suggestion)]
    if finding.waived:
        said = f"{finding.waived.by}: {finding.waived.reason}"
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": said}]
    return result


def _reason(reason: Reason) -> Node:
    said = " ".join(filter(None, (reason.because, reason.symbol, reason.detail)))
    where = [_location(reason.path, reason.line)]
    return {"ruleId": reason.criterion, "level": "note", "message": {"text": said}, "locations": where}


def _location(path: str, line: int, end_line: int | None = None) -> Node:
    region = {"startLine": max(line, 1), "endLine": max(end_line or line, line, 1)}
    return {"physicalLocation": {"artifactLocation": _artifact(path), "region": region}}


def _artifact(path: str) -> Node:
    return {"uri": quote(path.encode("utf-8", "surrogateescape")), "uriBaseId": "ROOT"}


def _proof(evidence: Evidence) -> Node:
    return {**_location(evidence.path, evidence.line), "message": {"text": evidence.text or evidence.path}}


def _fix(suggestion: Suggestion) -> Node:
    replacement = {
        "deletedRegion": {"startLine": suggestion.line, "endLine": suggestion.end_line},
        "insertedContent": {"text": suggestion.text},
    }
    change = {"artifactLocation": _artifact(suggestion.path), "replacements": [replacement]}
    return {"artifactChanges": [change]}


def _notification(unread: Unread) -> Node:
    where = [{"physicalLocation": {"artifactLocation": _artifact(unread.path)}}]
    return {"level": "warning", "message": {"text": f"Not read: {unread.why}"}, "locations": where}
