"""Reviews the corpus proposals on a project's main and prints hits, misses and what no gold row asks for.

    python benchmarks/proposals.py [--repo PATH] [--corpus PATH] [--rows]

Each document is put on a commit of its own in a throw-away repository that borrows the project's objects.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from checks.engine import review
from checks.model import Finding
from checks.parse.markdown import same_title
from checks.subject import Subject
from config.load import shipped
from workers.repository import Repository
from workers.trees import snapshot

Row = Mapping[str, Any]
CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
CLONE = Path(__file__).parents[2] / "dra-driver-nvidia-gpu"
FOLDER = "site/content/contribute/proposals"
ELSEWHERE = {"host-managed-imex": "docs/proposals"}  # where its pull request put it
TAKEN = {"controller-v2": {"0001": "0001-persistent-compute-domain-agents.md"}}  # open beside it

RULES: Mapping[str, tuple[str, ...]] = {
    "affected-components-checklist": ("unticked-component", "unnamed-generated-consequence"),
    "alternatives-gap": ("alternatives-gap",),
    "api-field-unlabelled": ("unlabelled-api-field",),
    "code-reference-stale": ("stale-code-reference",),
    "document-too-long": ("sprawling-design",),
    "downgrade-gap": ("upgrade-gap", "gate-as-upgrade-story"),
    "drawbacks-gap": ("empty-drawbacks",),
    "environment-floor-gap": ("environment-floor-gap", "floor-contradiction"),
    "example-incomplete": ("incomplete-example", "missing-user-facing-example", "placeholder-example"),
    "example-invalid": ("invalid-example",),
    "failure-mode-gap": ("unaddressed-risk", "missing-observability"),
    "gate-behaviour-gap": ("gate-behaviour-undefined",),
    "gate-composition-gap": ("gate-composition-undefined",),
    "gate-criteria-gap": ("gate-without-graduation-criteria", "graduation-without-evidence"),
    "gate-name-conflict": ("gate-name-taken",),
    "gate-stage-default": ("gate-default-against-stage", "default-on-at-birth", "gate-version-mismatch"),
    "goal-not-measurable": ("unmeasurable-goal",),
    "invalid-status": ("unknown-status", "unearned-status"),
    "layer-not-compared": ("uncompared-layer",),
    "missing-front-matter": ("malformed-front-matter",),
    "missing-header-table": ("incomplete-header",),
    "missing-section": ("missing-section", "unfilled-section"),
    "no-named-consumer": ("unnamed-consumer",),
    "no-user-example": ("missing-user-facing-example", "placeholder-example"),
    "non-goals-missing": ("unfenced-scope",),
    "number-conflict": ("number-taken",),
    "observability-gap": ("missing-observability",),
    "open-question-not-decision": ("statement-as-question",),
    "placeholder-left": ("leftover-placeholder",),
    "privilege-surface-gap": ("unaddressed-privilege",),
    "renamed-section": ("missing-section",),
    "skew-gap": ("upgrade-gap",),
    "slice-missing": ("missing-first-slice",),
    "state-owner-unclear": ("unowned-state", "split-state-ownership"),
    "summary-not-release-note": ("scattered-summary",),
    "test-plan-hardware-only": ("hardware-only-test-plan",),
    "test-plan-manual": ("manual-test-plan",),
    "test-plan-unit-only": ("unit-only-test-plan",),
    "test-plan-vague": ("vague-test-plan",),
    "unsupported-claim": ("unsourced-measurement",),
    "upgrade-gap": ("upgrade-gap", "gate-as-upgrade-story"),
    "wrong-directory": ("misplaced-proposal",),
}


def main() -> None:
    """Prints the comparison, and the counts by how detectable the gold rows are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repo", type=Path, default=CLONE, help="a clone of the project; only read")
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    parser.add_argument("--rows", action="store_true", help="show semantic rows that no rule reaches, too")
    options = parser.parse_args()
    gold = [json.loads(line) for line in (options.corpus / "proposals-gold.jsonl").read_text().splitlines()]
    score: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        borrowed = borrow(options.repo.resolve(), Path(folder) / "repo")
        for document in sorted((options.corpus / "proposals").glob("*.md")):
            findings = findings_of(borrowed, document)
            rows = [row for row in gold if row["doc"] == document.stem]
            print(f"\n{document.stem}: {len(findings)} findings, {len(rows)} gold rows")
            compare(rows, findings, score, options.rows)
    for kind in ("structural", "heuristic", "semantic"):
        print(f"{kind}: {score[kind, 'hit']} of {score[kind, 'hit'] + score[kind, 'miss']}")
    print(f"false alarms on clean rows: {score['clean', 'alarm']} of {score['clean', 'rows']}")


def borrow(source: Path, target: Path) -> Path:
    """A bare repository with the objects of `source`."""
    git(
        target.parent,
        "clone",
        "-q",
        "--bare",
        "--shared",
        "--single-branch",
        "--branch",
        "main",
        str(source),
        str(target),
    )
    return target


def git(folder: Path, *arguments: str, feed: bytes | None = None, index: Path | None = None) -> str:
    """Standard output of a git command."""
    names = {
        f"GIT_{who}_{what}": "benchmark@localhost"
        for who in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    settings = {**os.environ, **names, **({"GIT_INDEX_FILE": str(index)} if index else {})}
    done = subprocess.run(
        ["git", *arguments], cwd=folder, env=settings, input=feed, capture_output=True, check=True
    )
    return done.stdout.decode().strip()


def findings_of(repository: Path, document: Path) -> tuple[Finding, ...]:
    """What the engine says of a commit that adds the document to main."""
    base = git(repository, "rev-parse", "main")
    index = repository / "proposal-index"
    path = f"{ELSEWHERE.get(document.stem, FOLDER)}/0001-{document.name}"
    blob = git(repository, "hash-object", "-w", "--stdin", feed=document.read_bytes())
    git(repository, "read-tree", base, index=index)
    git(repository, "update-index", "--add", "--cacheinfo", f"100644,{blob},{path}", index=index)
    tree = git(repository, "write-tree", index=index)
    head = git(repository, "commit-tree", tree, "-p", base, "-m", "Add a proposal")
    subject = Subject(numbers_taken=TAKEN.get(document.stem, {}))
    change = snapshot(Repository(repository), base, head)
    return review(change, shipped("dra-driver-nvidia-gpu"), subject).findings


def compare(
    rows: list[Row], findings: tuple[Finding, ...], score: Counter[tuple[str, str]], verbose: bool
) -> None:
    """Prints each row's fate, then the findings that no row asks for."""
    used: set[str] = set()
    for row in rows:
        met = list(matching(row, findings))
        if "clean" in row:
            score["clean", "rows"] += 1
            score["clean", "alarm"] += bool(met)
            for finding in met:
                print(f"  FALSE ALARM on clean {row['clean']}: {shown(finding)}")
            continue
        used |= {finding.id for finding in met}
        score[row["detectable"], "hit" if met else "miss"] += 1
        if met or verbose or row["detectable"] != "semantic":
            fate = "hit " if met else "MISS"
            print(f"  {fate} {row['detectable']:10} {row['severity']:9} {row['slug']} at {row['section']}")
    for finding in findings:
        if finding.id not in used:
            print(f"  no row: {shown(finding)}")


def matching(row: Row, findings: tuple[Finding, ...]) -> Iterator[Finding]:
    """Findings of the slug's rules at the row's section; a row on the file or whole document takes any."""
    slug, section = row.get("slug") or row["clean"], row["section"]
    for finding in findings:
        if finding.rule in RULES.get(slug, ()) and same_place(finding, section, "clean" in row):
            yield finding


def same_place(finding: Finding, section: str, clean: bool) -> bool:
    """Whether a finding stands where the row says; sections of clean rows carry remarks in brackets."""
    if section.startswith(("(", "whole document", "front matter", "header table", "title")):
        return True
    wanted, found = same_title(section), same_title(finding.section or "")
    return found == wanted or (clean and bool(found) and found in wanted)


def shown(finding: Finding) -> str:
    """One line on a finding."""
    return f"{finding.severity} {finding.rule} at {finding.section} (line {finding.line}): {finding.message}"


if __name__ == "__main__":
    main()
