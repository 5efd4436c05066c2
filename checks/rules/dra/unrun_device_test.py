"""A test that needs a device runs where there is one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from checks.context import Context
from checks.globs import matches
from checks.model import Defect
from checks.packages import folder_of
from checks.parse.text import Text
from checks.pattern import lazy
from checks.proofs import line_at
from checks.prose import listed
from checks.rule import OPTIONAL, Found, rule
from config.profile import Simulation

TARGET = lazy(r"^([A-Za-z][\w-]*)[ \t]*:(?!=)")
TEST = ("@test ", "@test\t")
TAGS = lazy(r"^#\s*bats\s+(?P<of>test|file)_tags=(?P<tags>[\w:,-]+)")
ENDING = ".bats"
MOST_LINES = 10_000


class DeviceTest(Struct, frozen=True):
    """One test: where it stands, and why a job with simulated devices leaves it out."""

    line: int
    end_line: int
    why: str


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Found:
    """Finds new tests that only the job with simulated devices runs, and that this job leaves out: by a tag,
    or because the test skips itself there.

    Nothing ever runs them. A test that another make target lists passes, be it one that people run by hand,
    and so does one that no job lists yet.

    Source: the project's job on mock NVML, which leaves out dynamic MIG and CUDA workloads.
    """
    simulation = context.profile.contracts.simulation
    for change in context.snapshot.changes if simulation.jobs else ():
        path = change.new_path
        if not path or not path.endswith(ENDING) or not matches(path, context.profile.paths.tests):
            continue
        text = context.snapshot.head.text(path)
        jobs = _jobs(path, context) if text else []
        if text is None or not jobs or not all(matches(job, simulation.jobs) for job in jobs):
            continue
        for test in _left_out(text, _excluded(jobs, simulation, context), simulation):
            if change.touches_head(test.line):
                message = f"Only {listed(f'`{j}`' for j in jobs)} runs this test, and there {test.why}."
                yield Defect(
                    path=path,
                    line=test.line,
                    message=message,
                    anchor=text.line(test.line).strip(),
                    text="left out",
                    evidence=(line_at(context.snapshot.head, path, test.line),),
                )


def _jobs(path: str, context: Context) -> list[str]:
    """The scripts of jobs that run a test file; none where a make target lists it that no job runs, for that
    one is run by hand.
    """
    head, folder, file = context.snapshot.head, folder_of(path), path.rpartition("/")[2]
    makefile = head.text(f"{folder}/Makefile") if head.exists(f"{folder}/Makefile") else None
    scripts = [p for p in head.matching(context.profile.paths.ci) if p.endswith((".sh", ".yaml", ".yml"))]
    head.soon(scripts)
    found = [_naming(_named(target), scripts, context) for target in sorted(_targets(makefile, file))]
    found.append(_naming(rf"(?<![\w-]){re.escape(file)}(?![\w-])", scripts, context))
    return sorted({job for jobs in found for job in jobs}) if all(found[:-1]) else []


def _naming(pattern: str, scripts: list[str], context: Context) -> list[str]:
    """The scripts that this pattern stands in, outside of comments."""
    run, head = re.compile(pattern), context.snapshot.head
    return [p for p in scripts if (t := head.text(p)) and any(run.search(line) for line in _code(t))]


def _named(target: str) -> str:
    """How a script names a target: anywhere, unless it is a plain word, which means it in a call of make."""
    word = rf"(?<![\w./-]){re.escape(target)}(?![\w./-])"
    return word if "-" in target else rf"\bmake\b.{{0,300}}{word}"


def _code(text: Text) -> Iterator[str]:
    return (line for line in text.lines[:MOST_LINES] if not line.lstrip().startswith("#"))


def _targets(makefile: Text | None, file: str) -> set[str]:
    found, current = set(), ""
    for line in makefile.lines[:MOST_LINES] if makefile else ():
        target = TARGET.match(line)
        current = target[1] if target else current
        if current and line.startswith("\t") and re.search(rf"(?<!\w){re.escape(file)}(?!\w)", line):
            found.add(current)
    return found


def _excluded(jobs: list[str], simulation: Simulation, context: Context) -> set[str]:
    """The tags of what needs a device that these jobs filter out."""
    texts = [t.text for j in jobs if (t := context.snapshot.head.text(j))]
    return {
        tag for tag in simulation.lacks if any(re.search(rf"!{re.escape(tag)}(?![\w-])", t) for t in texts)
    }


def _left_out(text: Text, excluded: set[str], simulation: Simulation) -> Iterator[DeviceTest]:
    of_file: set[str] = set()
    tags: set[str] = set()
    start = 0
    for number, line in enumerate(text.lines[:MOST_LINES], 1):
        if said := TAGS.match(line):
            (of_file if said["of"] == "file" else tags).update(said["tags"].split(","))
        elif line.startswith(TEST):
            start = number
            if hit := sorted((of_file | tags) & excluded):
                yield DeviceTest(start, number, f"the tag {listed(f'`{t}`' for t in hit)} is left out")
                start = 0
            tags = set()
        elif start and simulation.switch and simulation.switch in line and re.search(r"\bskip\b", line):
            yield DeviceTest(start, number, "it skips itself")
            start = 0
