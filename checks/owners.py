"""Who may approve a path: OWNERS or CODEOWNERS at the base, never commit history."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from checks.context import Context
from checks.readiness import leading_proposal
from checks.snapshot import Source
from config.profile import Profile

MOST_FILTERS, LONGEST_FILTER = 200, 200
CODEOWNERS = ("CODEOWNERS", ".github/CODEOWNERS", "docs/CODEOWNERS")


def approvers(source: Source, path: str, profile: Profile) -> frozenset[str]:
    """Lower-case logins (and `org/team` names) who may approve `path`, as the files of this tree say.

    With OWNERS, those of every folder from the path's up to the root count, unless one of them shuts its
    parents out; aliases stand for their members. With CODEOWNERS, the last line that matches counts.
    """
    if profile.ownership == "CODEOWNERS":
        return _by_lines(source, path)
    return frozenset(_by_folders(source, path))


def missing_approvals(context: Context) -> tuple[str, ...]:
    """What approval the proposals still lack, one sentence each; empty where the tree names no owners."""
    leading = leading_proposal(context)
    paths = [p.path for p in context.proposals] or ([leading.path] if leading else [])
    given = {login.casefold() for login in context.subject.approved_by}
    lacking: dict[frozenset[str], list[str]] = {}
    for path in paths:
        may = approvers(context.snapshot.tip, path, context.profile)
        if may and not may & given:
            lacking.setdefault(may, []).append(path)
    return tuple(
        f"Approval of {', '.join(f'`{p}`' for p in paths)} by one of {', '.join(sorted(may))}."
        for may, paths in lacking.items()
    )


def _by_folders(source: Source, path: str) -> Iterator[str]:
    aliases = source.once("aliases of owners", "", lambda: _aliases(source))
    for folder in _upwards(path):
        owners = _read(source, f"{folder}/OWNERS" if folder else "OWNERS")
        below = path[len(folder) :].lstrip("/")
        for entry in _entries(owners, below):
            yield from _logins(entry.get("approvers"), aliases)
        if _options(owners).get("no_parent_owners"):
            return


def _upwards(path: str) -> Iterator[str]:
    """The path's folders from the innermost to the root, which is empty."""
    parts = path.split("/")[:-1]
    for length in range(len(parts), -1, -1):
        yield "/".join(parts[:length])


def _entries(owners: Mapping[str, Any], below: str) -> Iterator[Mapping[str, Any]]:
    """The parts of an OWNERS file that hold for a path below it: all of it, or the filters that match."""
    filters = owners.get("filters")
    if not isinstance(filters, dict):
        yield owners
        return
    for pattern, entry in islice(filters.items(), MOST_FILTERS):
        if isinstance(entry, dict) and _matches(str(pattern), below):
            yield entry


def _matches(pattern: str, path: str) -> bool:
    if pattern == ".*":
        return True
    from config.violations import is_pattern  # slow to load, and few OWNERS files have filters

    # What may search for ever gives nobody a right.
    return len(pattern) <= LONGEST_FILTER and is_pattern(pattern) and re.search(pattern, path) is not None


def _options(owners: Mapping[str, Any]) -> Mapping[str, Any]:
    options = owners.get("options")
    return options if isinstance(options, dict) else {}


def _aliases(source: Source) -> Mapping[str, Any]:
    aliases = _read(source, "OWNERS_ALIASES").get("aliases")
    return {str(k).casefold(): v for k, v in aliases.items()} if isinstance(aliases, dict) else {}


def _logins(names: object, aliases: Mapping[str, Any]) -> Iterator[str]:
    for login in _distinct(names):
        members = aliases.get(login)
        yield from _distinct(members) if isinstance(members, list) else (login,)


def _distinct(names: object) -> Iterable[str]:
    """The logins of a list, each once: a name that stands there a thousand times is one."""
    return {str(name).casefold().lstrip("@"): None for name in (names if isinstance(names, list) else ())}


def _read(source: Source, path: str) -> Mapping[str, Any]:
    """An OWNERS file as a mapping; empty where there is none or it cannot be read."""
    file = source.yaml(path) if source.exists(path) else None
    said = file.roots[0].plain() if file and file.roots else None
    return said if isinstance(said, dict) else {}


def _by_lines(source: Source, path: str) -> frozenset[str]:
    there = next((p for p in CODEOWNERS if source.exists(p)), None)
    text = source.text(there) if there else None
    lines = text.lines if text else []
    for line in reversed(lines):
        pattern, *owners = line.partition(" #")[0].split()[:100] or ("",)
        if pattern and not pattern.startswith("#") and _names([pattern], path):
            return frozenset(o.casefold().lstrip("@") for o in owners if o.startswith("@"))
    return frozenset()


def _names(patterns: Iterable[str], path: str) -> bool:
    from pathspec import PathSpec  # slow to load, and few projects own code by lines

    return bool(PathSpec.from_lines("gitignore", patterns).match_file(path))
