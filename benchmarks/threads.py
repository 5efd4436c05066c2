"""Reviews the changes that maintainers spoke about, and shows which rule says what they said.

    python benchmarks/threads.py [REPOSITORY] [--threads FILE] [--all]

The threads are read from `../shared/corpus/maintainer-threads.md`: each names a range of commits to replay,
and whether a program could have seen the defect. A defect that was mended before the head must not be found.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from checks.engine import review
from checks.model import Finding, Review
from workers.profiles import settled_change
from workers.repository import Repository

THREADS = Path(__file__).parents[2] / "shared" / "corpus" / "maintainer-threads.md"
CLONE = Path(__file__).parents[2] / "dra-driver-nvidia-gpu"  # with refs/pull/*/head
PROJECT = "kubernetes-sigs/dra-driver-nvidia-gpu"
THREAD = re.compile(r"^### (?P<number>\d+) \[\w\] (?P<subject>[^—]+)—", re.M)
SEEN_BY = re.compile(r"\*\*Det: (\w+)\*\*")
REPLAY = re.compile(
    r"Replay #(?P<pr>\d+) (?P<base>[0-9a-f]{7,40})\.\.(?P<head>[0-9a-f]{7,40})[ ]?(?P<note>.*)"
)
MENDED = re.compile(r"fixed at head|fix PR|proposed fix|accepted compromise", re.I)
EXPECTED = {
    "03": ("upgrade-gap",),
    "05": ("mode-behind-gate",),
    "09": ("upstream-gated-chart-field",),
    "15": ("gate-off-fall-through",),
    "37": ("publish-per-device",),
    "39": ("prepare-without-unprepare", "late-validation"),
    "41": ("unlocked-checkpoint-access",),
    "45": ("widened-privilege",),
    "47": ("unsourced-threshold",),
    "49": ("incomplete-gate-wiring",),
    "51": ("unprepare-asks-api-server",),
    "63": ("checkpoint-without-downgrade-test",),
    "65": ("widened-permission", "untested-surface"),
    "67": ("checkpoint-field-not-optional",),
    "73": ("default-on-at-birth",),
    "79": ("pinned-last-release",),
    "83": ("prepare-without-unprepare", "partial-rollback-gap"),
    "85": ("begun-claim-kept",),
    "87": ("foreign-label-read",),
    "89": ("gate-version-mismatch",),
    "91": ("stale-gate-note",),
    "93": ("incomplete-gate-wiring",),
    "99": ("graduation-without-evidence",),
}
CAUGHT_UP = frozenset({"51", "87", "93"})  # the replayed change is the one that mends


@dataclass(frozen=True)
class Thread:
    """One block of the file: what it is about, whether a program could see it, and what to replay."""

    number: str
    subject: str
    seen_by_program: str
    pull: str
    base: str
    head: str
    note: str

    @property
    def is_mended(self) -> bool:
        """Whether the head no longer holds the defect."""
        return bool(MENDED.search(self.note)) or self.number in CAUGHT_UP


def threads(text: str) -> Iterator[Thread]:
    """The threads that can be replayed."""
    for block in re.split(r"^(?=### )", text, flags=re.M):
        title, seen, replay = THREAD.search(block), SEEN_BY.search(block), REPLAY.search(block)
        if title and seen and replay:
            yield Thread(
                title["number"],
                title["subject"].strip(),
                seen[1],
                replay["pr"],
                replay["base"],
                replay["head"],
                replay["note"].strip(" ()"),
            )


def replayed(repository: Repository, thread: Thread) -> Review:
    """The review of a thread's range."""
    base, head = (
        repository.run("rev-parse", f"{n}^{{commit}}").decode().strip() for n in (thread.base, thread.head)
    )
    change, profile = settled_change(repository, base, head, [PROJECT])
    return review(change, profile)


def verdict(thread: Thread, found: list[Finding]) -> str:
    """What became of it, in a word."""
    if found:
        return "found beside the mend" if thread.is_mended else "found"
    if thread.is_mended:
        return "silent: mended before the head"
    return "not detected" if thread.number in EXPECTED else "no rule"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repo", type=Path, default=CLONE)
    parser.add_argument("--threads", type=Path, default=THREADS)
    parser.add_argument("--all", action="store_true", help="also threads that no program could see")
    arguments = parser.parse_args()
    repository = Repository(arguments.repo)
    print("| thread | program | pull | expected | outcome | where | s |\n|---|---|---|---|---|---|---|")
    for thread in threads(arguments.threads.read_text("utf-8")):
        if thread.seen_by_program == "no" and not arguments.all:
            continue
        started = time.perf_counter()
        wanted = EXPECTED.get(thread.number, ())
        found = [f for f in replayed(repository, thread).findings if f.rule in wanted]
        spent = time.perf_counter() - started
        where = "; ".join(f"{f.rule} {f.path}:{f.line}" for f in found) or "-"
        said = f"{thread.number} {thread.subject} | {thread.seen_by_program} | #{thread.pull}"
        print(f"| {said} | {', '.join(wanted) or '-'} | {verdict(thread, found)} | {where} | {spent:.2f} |")


if __name__ == "__main__":
    main()
