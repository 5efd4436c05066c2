"""Reviews changes that later ones had to mend, and shows whether a rule says what was left behind.

    python -m benchmarks.follow_ups [--repo CLONE] [--pairs FILE]

The pairs stand in `follow-ups.yaml`; the clone needs the history of the main branch.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import yaml
from msgspec import Struct, convert

from benchmarks.threads import CLONE, PROJECT
from checks.engine import review
from checks.model import Finding
from workers.profiles import settled_change
from workers.repository import Repository

PAIRS = Path(__file__).with_name("follow-ups.yaml")
MERGED = re.compile(r"^(?P<commit>\w+) (?P<parents>[\w ]+)\t.*(?:request #|\(#)(?P<number>\d+)", re.M)


class Pair(Struct, frozen=True):
    """A change, what mended it, and the rule that says so; `why` where none can."""

    introduced: int
    mended: int | str
    rule: str
    why: str = ""


def merged(repository: Repository) -> dict[int, tuple[str, str]]:
    """Base and head of each merged pull request by its number."""
    log = repository.run("log", "--first-parent", "--format=%H %P%x09%s", "main").decode()
    return {
        int(m["number"]): _ends(repository, m["commit"], m["parents"].split()) for m in MERGED.finditer(log)
    }


def _ends(repository: Repository, commit: str, parents: list[str]) -> tuple[str, str]:
    if len(parents) < 2:
        return parents[0], commit
    return repository.run("merge-base", *parents).decode().strip(), parents[1]


def said(repository: Repository, ends: tuple[str, str], rule: str) -> Iterator[Finding]:
    """What the rule finds in a change."""
    change, profile = settled_change(repository, *ends, [PROJECT])
    yield from (f for f in review(change, profile).findings if f.rule == rule)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repo", type=Path, default=CLONE, help="a clone of the project; only read")
    parser.add_argument("--pairs", type=Path, default=PAIRS)
    arguments = parser.parse_args()
    repository = Repository(arguments.repo)
    known = merged(repository)
    print("| introduced | mended | rule | said | where |\n|---|---|---|---|---|")
    for pair in convert(yaml.safe_load(arguments.pairs.read_text("utf-8")), list[Pair]):
        found = list(said(repository, known[pair.introduced], pair.rule)) if pair.rule else []
        outcome = ("yes" if found else "no") if pair.rule else f"not possible: {pair.why}"
        where = "; ".join(f"{f.path}:{f.line}" for f in found) or "-"
        print(f"| #{pair.introduced} | #{pair.mended} | {pair.rule or '-'} | {outcome} | {where} |")


if __name__ == "__main__":
    main()
