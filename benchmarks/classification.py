"""Classifies labelled changes of a repository and prints how the verdicts compare with people's.

    python benchmarks/classification.py [ROWS.jsonl] [--repo PATH] [--facts]

A row holds `pr`, `base`, `head`, `label` (`required`, `direct` or `borderline`), `criteria` that must be
found and `criteria_either` that may be, `exemption` and `title`. Borderline rows count only among the
undecided.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checks.engine import prepare
from checks.model import Classification, Verdict
from checks.subject import Subject
from config.load import shipped
from workers.repository import Repository
from workers.trees import snapshot

CORPUS = Path(__file__).parents[2] / "shared" / "corpus" / "classification-dev.jsonl"
CLONE = Path(__file__).parents[2] / "dra-driver-nvidia-gpu"  # with refs/pull/*/head
WANTED = {"required": Verdict.REQUIRED, "direct": Verdict.DIRECT}


@dataclass
class Outcome:
    """One row with what was said of it."""

    row: dict[str, Any]
    said: Classification
    facts: list[str]
    gathered: float
    thought: float

    @property
    def counts(self) -> bool:
        """Whether people agreed on the row."""
        return self.row["label"] in WANTED

    @property
    def is_right(self) -> bool:
        """Whether the verdict is people's."""
        return self.counts and self.said.verdict is WANTED[self.row["label"]]

    @property
    def criteria(self) -> set[str]:
        """Every criterion of a reason."""
        return {r.criterion for r in self.said.reasons}

    @property
    def criteria_right(self) -> bool:
        """Whether the criteria hold all that people named and none that neither did."""
        must = set(self.row.get("criteria") or ())
        return must <= self.criteria <= must | set(self.row.get("criteria_either") or ())

    @property
    def exemption_right(self) -> bool:
        """Whether the first exemption is people's."""
        said = self.said.exemptions[0].criterion if self.said.exemptions else None
        return said == self.row.get("exemption")


def classify_row(repository: Repository, row: dict[str, Any], with_title: bool) -> Outcome:
    """The verdict over one row, with the seconds that reading and thinking took."""
    profile = shipped("dra-driver-nvidia-gpu")
    started = time.perf_counter()
    change = snapshot(repository, row["base"], row["head"], profile.paths.vendored)
    read = time.perf_counter()
    subject = Subject(title=row.get("title", ""), posted=True) if with_title else Subject()
    context = prepare(change, profile, subject)
    done = time.perf_counter()
    facts = [f"{f.kind} {f.symbol} @{f.path}:{f.line} {f.detail}" for f in context.facts.all]
    return Outcome(row, context.classification, facts, read - started, done - read)


def report(outcomes: list[Outcome], show_facts: bool) -> None:
    """Prints the misses, the confusion table and the shares."""
    counted = [o for o in outcomes if o.counts]
    for outcome in counted:
        if not outcome.is_right or (outcome.row["label"] == "required" and not outcome.criteria_right):
            _miss(outcome, show_facts)
    table = Counter((o.row["label"], o.said.verdict.value) for o in outcomes)
    print(f"\n{'':12}" + "".join(f"{v.value:>20}" for v in Verdict))
    for label in ("required", "direct", "borderline"):
        print(f"{label:12}" + "".join(f"{table[label, v.value]:>20}" for v in Verdict))
    hits = table["required", Verdict.REQUIRED.value]
    needed = [o for o in counted if o.row["label"] == "required"]
    direct = [o for o in counted if o.row["label"] == "direct"]
    undecided = [o for o in outcomes if o.said.verdict is Verdict.UNDECIDED]
    _share("accuracy", sum(o.is_right for o in counted), len(counted))
    _share("recall", hits, len(needed))
    _share("precision", hits, hits + table["direct", Verdict.REQUIRED.value])
    _share("undecided of all", len(undecided), len(outcomes))
    _share("criteria right of required", sum(o.criteria_right for o in needed), len(needed))
    _share("exemption right of direct", sum(o.exemption_right for o in direct), len(direct))
    for name, seconds in (
        ("reading", [o.gathered for o in outcomes]),
        ("thinking", [o.thought for o in outcomes]),
    ):
        spread = statistics.quantiles(seconds, n=20)
        print(
            f"{name:28}{statistics.median(seconds) * 1000:.0f} ms median, {spread[-1] * 1000:.0f} ms at 95 %"
        )


def _share(name: str, part: int, whole: int) -> None:
    print(f"{name:28}{part / max(whole, 1):.3f}  ({part} of {whole})")


def _miss(outcome: Outcome, show_facts: bool) -> None:
    row = outcome.row
    print(f"\n#{row['pr']} {row['title'][:80]!r}: {row['label']}, said {outcome.said.verdict.value}")
    print(f"    people: {sorted(row.get('criteria') or ())} or {sorted(row.get('criteria_either') or ())}")
    for reason in outcome.said.reasons:
        place = f"{reason.path}:{reason.line}"
        print(f"    {reason.criterion}: {reason.fact} {reason.symbol} {place} {reason.detail}")
    print(f"    exemptions: {[e.criterion for e in outcome.said.exemptions]}")
    for fact in outcome.facts if show_facts else ():
        print(f"      {fact}")


def main() -> None:
    """Reads the arguments and runs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="?", type=Path, default=CORPUS)
    parser.add_argument("--repo", type=Path, default=CLONE)
    parser.add_argument("--facts", action="store_true", help="show every fact of a miss")
    parser.add_argument(
        "--without-titles", action="store_true", help="as offline, where nobody said anything"
    )
    parser.add_argument("--only", type=int, nargs="*", help="numbers of the rows to show whole")
    arguments = parser.parse_args()
    rows = [json.loads(line) for line in arguments.rows.read_text("utf-8").splitlines() if line.strip()]
    repository = Repository(arguments.repo)
    if arguments.only:
        for row in (r for r in rows if r["pr"] in arguments.only):
            _miss(classify_row(repository, row, not arguments.without_titles), True)
        return
    report([classify_row(repository, r, not arguments.without_titles) for r in rows], arguments.facts)


if __name__ == "__main__":
    main()
