"""A pull request's diff as rows, with the threads and annotations that stand at each line."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.diffs import FileChange
from bot.sandbox.hunks import Line, hunks
from bot.sandbox.model import CheckRun, PullRequest, Thread

SHOWN_LINES, SHOWN_IN_ALL = 600, 6_000


@dataclass
class Row:
    """One line of a file's diff, or a hunk's header, and what stands under it."""

    line: Line | None
    header: str = ""
    threads: list[Thread] = field(default_factory=list)
    annotations: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class FileView:
    """One file of the diff; `collapsed` files show no rows until they are asked for."""

    change: FileChange
    rows: list[Row]
    collapsed: bool
    threads: list[Thread]
    annotations: list[dict[str, Any]]


def annotations_of(runs: list[CheckRun]) -> dict[str, list[dict[str, Any]]]:
    """Return the annotations of check runs by path."""
    by_path: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for run in runs:
        for one in run.annotations:
            by_path[one["path"]].append(one | {"run": run.name})
    return by_path


def diff_view(pull: PullRequest, runs: list[CheckRun], asked: str = "") -> list[FileView]:
    """Return the files of the pull request's diff; large ones are collapsed unless `asked` names them."""
    annotations, left = annotations_of(runs), SHOWN_IN_ALL
    views = []
    for change in pull.repository.git.diff(pull.merge_base, pull.head_sha):
        size = change.additions + change.deletions
        collapsed = change.path != asked and (size > SHOWN_LINES or size > left)
        left -= 0 if collapsed else size
        threads = [one for one in pull.threads if one.path == change.path]
        views.append(view(change, threads, annotations.get(change.path, []), collapsed))
    return views


def view(
    change: FileChange, threads: list[Thread], annotations: list[dict[str, Any]], collapsed: bool
) -> FileView:
    """Return one file, with what stands at a line there and what stands at none above the diff."""
    rows: list[Row] = []
    placed: set[int] = set()
    for hunk in [] if collapsed else hunks(change.patch or ""):
        rows.append(Row(None, hunk.header))
        for line in hunk.lines:
            here = [one for one in threads if not one.outdated and one.line and at(one, line)]
            notes = [one for one in annotations if line.new is not None and one["end_line"] == line.new]
            placed.update(map(id, [*here, *notes]))
            rows.append(Row(line, "", here, notes))
    loose = [one for one in annotations if id(one) not in placed]
    return FileView(change, rows, collapsed, [one for one in threads if id(one) not in placed], loose)


def at(thread: Thread, line: Line) -> bool:
    """Say whether a thread's last line is this one."""
    return line.number(thread.side) == thread.line and (thread.side == "RIGHT" or line.mark != " ")
