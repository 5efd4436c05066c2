"""A backtest for programs."""

from __future__ import annotations

from typing import Any

import msgspec

from config import VERSION
from workers.backtest.pages import Paper
from workers.backtest.replay import Outcome
from workers.backtest.tally import Tally

SCHEMA_VERSION = 1


def render(tally: Tally, _: Paper) -> str:
    """The counts, then each change, newest first."""
    said = {
        "schema_version": SCHEMA_VERSION,
        "tool": {"name": "design-review", "version": VERSION},
        "changes": len(tally.outcomes),
        "verdicts": {v.value: n for v, n in sorted(tally.verdicts.items())},
        "states": {s.value: n for s, n in sorted(tally.states.items())},
        "criteria": dict(tally.criteria.most_common()),
        "held_back": len(tally.stopped),
        "quiet": len(tally.quiet),
        "not_reviewed": len(tally.failed),
        "months": {m: {v.value: n for v, n in sorted(c.items())} for m, c in tally.months.items()},
        "rules": [
            {
                "rule": t.rule,
                "severity": t.severity.value,
                "changes": t.changes,
                "findings": t.findings,
                "example": {"change": t.seen_in, "path": t.example.path, "line": t.example.line},
            }
            for t in tally.rules
        ],
        "outcomes": [_outcome(o) for o in tally.outcomes],
    }
    return msgspec.json.format(msgspec.json.encode(said), indent=2).decode()


def _outcome(outcome: Outcome) -> dict[str, Any]:
    past = outcome.past
    return {
        "pull_request": past.number,
        "title": past.title,
        "at": past.at,
        "base": past.base,
        "head": past.head,
        "merged": past.merged,
        "profile": outcome.profile,
        "verdict": outcome.verdict.value if outcome.verdict else None,
        "criteria": outcome.criteria,
        "exemption": outcome.exemption,
        "state": outcome.state.value if outcome.state else None,
        "findings": [
            {
                "rule": f.rule,
                "severity": f.severity.value,
                "path": f.path,
                "line": f.line,
                "message": f.message,
            }
            for f in outcome.findings
        ],
        "decisions": outcome.decisions,
        "unread": outcome.unread,
        "seconds": round(outcome.seconds, 3),
        "failed": outcome.failed,
    }
