"""JSON for other programs, in the published shape."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
from msgspec.structs import replace

from checks.model import Review
from config import VERSION
from workers.formats import Shown, weight
from workers.formats.shape import ClassificationReport, Report

TOOL = "design-review"
STEERING = re.compile("[\x7f-\x9f\u202a-\u202e\u2066-\u2069]")  # what JSON leaves as it is


def render(shown: Shown) -> str:
    """The report, two spaces a level; what could steer a terminal is written as an escape."""
    said = json.dumps(report(shown), ensure_ascii=False, indent=2)
    return STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", said)


def report(shown: Shown) -> dict[str, Any]:
    """The report as plain data: `Report`, or `ClassificationReport` where only that is asked for."""
    kind = ClassificationReport if shown.only_classification else Report
    review = _flat(shown.review)
    said = {field: getattr(review, field) for field in kind.__struct_fields__ if hasattr(review, field)}
    said |= {"schema_version": 1, "tool": {"name": TOOL, "version": VERSION}}
    plain: dict[str, Any] = msgspec.to_builtins(msgspec.convert(said, kind, from_attributes=True))
    return plain


def _flat(review: Review) -> Review:
    """The review with each finding's weight as a reader should take it."""
    return replace(review, findings=tuple(replace(f, severity=weight(f)) for f in review.findings))
