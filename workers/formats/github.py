"""GitHub workflow commands: annotations on the lines of a pull request, from inside a workflow."""

from __future__ import annotations

from collections.abc import Iterator

from bot.publish.escape import sendable
from checks.model import Finding, Review, Severity, Side
from workers.formats import Shown, weight


def render(shown: Shown) -> str:
    """One command a line: reasons as notices, findings as errors and warnings, the verdict last."""
    return "\n".join((*_reasons(shown.review), *_findings(shown), _verdict(shown)))


def _reasons(review: Review) -> Iterator[str]:
    for reason in review.classification.reasons:
        where: dict[str, str | int] = {"file": reason.path, "line": reason.line, "title": reason.criterion}
        yield command("notice", f"{reason.because} {reason.symbol} {reason.detail}".strip(), where)


def _findings(shown: Shown) -> Iterator[str]:
    for finding in () if shown.only_classification else shown.review.findings:
        if finding.waived is None:
            yield command(_level(finding), finding.message, _where(finding))


def _level(finding: Finding) -> str:
    if finding.preview:
        return "notice"
    return "error" if weight(finding) is Severity.BLOCKING else "warning"


def _where(finding: Finding) -> dict[str, str | int]:
    where: dict[str, str | int] = {"file": finding.path, "title": finding.rule}
    if finding.side is Side.HEAD:
        where |= {"line": finding.line, "endLine": finding.end_line or finding.line}
    return where


def _verdict(shown: Shown) -> str:
    review = shown.review
    said = review.classification.verdict.value if shown.only_classification else review.readiness.headline
    unread = "".join(f"\nNot read: {u.path}: {u.why}" for u in review.unread)
    return command("notice", f"{said}{unread}", {"title": "design-review"})


def command(level: str, message: str, properties: dict[str, str | int]) -> str:
    """`::error file=a,line=1::words`, with what would end a property, the line or the command escaped."""
    said = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{level} {said}::{_data(message)}"


def _data(text: str) -> str:
    return sendable(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
