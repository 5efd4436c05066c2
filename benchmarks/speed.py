"""How long a whole review takes beside `git diff`, how much memory, and how both grow with the change.

    python benchmarks/speed.py [ROWS.jsonl] [--repo PATH] [--limit N] [--growth | --stages]

Each row of the file names `base` and `head`; every one is a process of its own, as a user starts it.
`--growth` measures synthetic changes of 10 to 10,000 files instead, and `--stages` where the time goes.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

CORPUS = Path(__file__).parents[2] / "shared" / "corpus" / "classification-dev.jsonl"
CLONE = Path(__file__).parents[2] / "dra-driver-nvidia-gpu"  # with refs/pull/*/head
PROGRAM = Path(sys.executable).with_name("design-review")
SIZES = (10, 100, 1_000, 3_000, 10_000)


STAGES = ("start", "read", "think", "show")


@dataclass(frozen=True)
class Cost:
    """What one process took: wall seconds, processor seconds and the most memory, in megabytes."""

    wall: float
    cpu: float
    memory: float


def measure(command: Sequence[str]) -> Cost:
    """Runs a command with its output thrown away, and what it and what it started took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        raise SystemExit(f"{' '.join(command)} failed.")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(wall, cpu, usage.ru_maxrss / 1024)


def costs(repo: Path, base: str, head: str) -> tuple[Cost, Cost]:
    """A review, and `git diff` over the same range."""
    review = [str(PROGRAM), "review", "--repo", str(repo), "--base", base, "--head", head, "--format", "json"]
    return measure(review), measure(["git", "-C", str(repo), "diff", "-M", f"{base}...{head}"])


def line(name: str, values: Sequence[float], form: str) -> str:
    """Median, 95th percentile and maximum of a row of numbers."""
    ordered = sorted(values)
    at95 = ordered[min(int(len(ordered) * 0.95), len(ordered) - 1)]
    shown = " ".join(f"{v:>9{form}}" for v in (statistics.median(ordered), at95, ordered[-1]))
    return f"{name:<28}{shown}"


def over_rows(rows: Sequence[dict[str, str]], repo: Path) -> None:
    """Prints what reviews of the rows took."""
    pairs = [costs(repo, row["base"], row["head"]) for row in rows]
    idle = [measure([str(PROGRAM), "--version"]).wall for _ in range(5)]
    print(f"{len(pairs)} changes{'':<18}   median       p95       max")
    print(line("review, seconds", [r.wall for r, _ in pairs], ".3f"))
    print(line("review, processor seconds", [r.cpu for r, _ in pairs], ".3f"))
    print(line("review, megabytes", [r.memory for r, _ in pairs], ".0f"))
    print(line("git diff, seconds", [g.wall for _, g in pairs], ".3f"))
    print(line("review / git diff", [r.wall / g.wall for r, g in pairs], ".1f"))
    print(line("start alone, seconds", idle, ".3f"))


def synthetic(files: int) -> Iterator[bytes]:
    """A change of so many files, in the tongue of `git fast-import`: Go, YAML and prose in turn."""
    who = b"committer bench <bench@example.com> 0 +0000\ndata 0\n"
    kinds = (
        ("pkg/p{0}/f{1}.go", "package p{0}\n\n// F{1} counts.\nfunc F{1}() int {{\n\treturn {2}\n}}\n"),
        (
            "deploy/d{0}/o{1}.yaml",
            "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: o{1}\ndata:\n  n: '{2}'\n",
        ),
        ("docs/d{0}/t{1}.md", "# Topic {1}\n\nThere are {2} of them.\n"),
    )
    for version in (1, 2):
        yield f"commit refs/heads/v{version}\n".encode() + who
        if version == 2:
            yield b"from refs/heads/v1\n"
        for number in range(files):
            path, text = kinds[number % 3]
            content = text.format(number // 50, number, version).encode()
            yield (
                f"M 100644 inline {path.format(number // 50, number)}\ndata {len(content)}\n".encode()
                + content
            )


def growth() -> None:
    """Prints what reviews of ever larger changes take, and how the cost of a file changes."""
    idle = measure([str(PROGRAM), "--version"]).cpu
    print(
        f"{'files':>7} {'seconds':>9} {'processor':>10} {'ms a file':>10} {'megabytes':>10} {'git diff':>9}"
    )
    for files in SIZES:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            subprocess.run(["git", "init", "--quiet", "--bare", folder], check=True)
            subprocess.run(
                ["git", "-C", folder, "fast-import", "--quiet"], input=b"".join(synthetic(files)), check=True
            )
            review, diff = costs(folder, "v1", "v2")
            each = (review.cpu - idle) / files * 1000
            print(
                f"{files:>7} {review.wall:>9.2f} {review.cpu:>10.2f} {each:>10.2f} {review.memory:>10.0f} "
                f"{diff.wall:>9.2f}"
            )


def stages_of(repo: Path, base: str, head: str) -> list[float]:
    """Processor seconds of this process, git's left out: until loaded, and to read, to think and to show."""
    marks = [0.0]
    from checks.engine import review
    from workers.asked import Asked, opened
    from workers.formats import Shown, render

    marks.append(time.process_time())
    asked = Asked(repo=repo, base=base, head=head, worktree=False, title="", body_file=None, profile=None)
    with opened(asked) as (change, profile, subject):
        marks.append(time.process_time())
        said = review(change, profile, subject)
        marks.append(time.process_time())
        render("json", Shown(said, change))
    marks.append(time.process_time())
    return [after - before for before, after in pairwise(marks)]


def stages(rows: Sequence[dict[str, str]], repo: Path) -> None:
    """Prints where reviews of the rows spend their time, each in a process of its own."""
    found = []
    for row in rows:
        command = [sys.executable, __file__, "--repo", str(repo), "--one", row["base"], row["head"]]
        found.append(json.loads(subprocess.check_output(command)))
    print(f"{len(found)} changes, processor seconds{'':<3}median       p95       max")
    for name, values in zip(STAGES, zip(*found, strict=True), strict=True):
        print(line(name, values, ".3f"))


def main() -> None:
    """Reads the arguments and measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="?", type=Path, default=CORPUS)
    parser.add_argument("--repo", type=Path, default=CLONE)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--stages", action="store_true")
    parser.add_argument("--one", nargs=2, metavar=("BASE", "HEAD"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        print(json.dumps(stages_of(asked.repo, *asked.one)))
        return
    if asked.growth:
        growth()
        return
    rows = [json.loads(row) for row in asked.rows.read_text().splitlines() if row.strip()]
    (stages if asked.stages else over_rows)(rows[: asked.limit], asked.repo)


if __name__ == "__main__":
    main()
