"""Which profile holds for a repository: chosen, named by its settings, recognised, or the generic one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from checks.discover import discover_since
from checks.globs import matches
from checks.registry import rule_names
from checks.snapshot import Snapshot, Source
from config.load import GENERIC, SETTINGS_PATH, parse_profile, shipped, shipped_names, text_of
from config.profile import Profile
from workers.git import GitError
from workers.repository import Repository
from workers.trees import between, source

if TYPE_CHECKING:
    from config.faults import Fault

NAMED_FAULTS = 3
MODULE = re.compile(r"^module[ \t]+(\S+)", re.M)
OWNER_AND_NAME = re.compile(r"([^/:]+/[^/:]+?)(?:\.git)?/?$")


def named_profile(choice: str) -> Profile:
    """The shipped profile of that name, or the one in that file.

    Raises `ProfileFaults` for a file with faults and `GitError` where there is neither.
    """
    if choice in shipped_names():
        return shipped(choice)
    file = Path(choice)
    if not file.is_file():
        raise GitError(f"{choice!r} is neither a file nor a profile: {', '.join(shipped_names())}.")
    try:
        return parse_profile(text_of(file), choice, rule_names())
    except OSError as error:
        raise GitError(f"{choice} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise GitError(f"{choice} is not valid UTF-8 at byte {error.start}.") from error


def recognised(base: Source, names: Iterable[str]) -> Profile:
    """The shipped profile for this project, by Go module at the base or by `owner/name`; else generic."""
    candidates = [shipped(n) for n in shipped_names() if n != GENERIC]
    go_mod = base.text("go.mod") if base.exists("go.mod") else None
    module = MODULE.search(go_mod.text) if go_mod else None
    for profile in candidates:
        if module and module[1] in profile.recognise.modules:
            return profile
    spoken = [name.casefold() for name in names]
    for profile in candidates:
        globs = [g.casefold() for g in profile.recognise.repositories]
        if any(matches(name, globs) for name in spoken):
            return profile
    return shipped(GENERIC)


def settled_profile(
    base: Source, names: Iterable[str] = (), chosen: Profile | None = None, start: Source | None = None
) -> Profile:
    """The profile that holds, with the settings at the base laid over it and what the tree shows filled in.

    `start` is where the change began, if that is not `base`. What is faulty in the settings is left aside and
    noted as unread at the base.
    """
    profile = chosen or recognised(base, names)
    text = base.text(SETTINGS_PATH) if base.exists(SETTINGS_PATH) else None
    if text:
        from config.overrides import settle  # slow to load, and few repositories have settings

        settled = settle(text.text, profile, rule_names(), fixed=chosen is not None)
        profile = settled.profile
        if settled.faults:
            base.note_unread(SETTINGS_PATH, _left_aside(settled.faults))
    return discover_since(start or base, base, profile)


def _left_aside(faults: Sequence[Fault]) -> str:
    """What to say of faulty settings: the first faults, and how many more there are."""
    said = "; ".join(
        f"line {f.line}: {f'{f.key}: ' if f.key else ''}{f.message}" for f in faults[:NAMED_FAULTS]
    )
    more = f"; and {len(faults) - NAMED_FAULTS:,} more" if len(faults) > NAMED_FAULTS else ""
    how = ", which `design-review config validate` names" if more else ""
    return f"faulty settings at the base are left aside: {said}{more}{how}"


def names_of(repository: Repository) -> Iterator[str]:
    """`owner/name` of each remote of a clone, looked up once somebody asks."""
    for address in repository.remotes():
        found = OWNER_AND_NAME.search(address)
        if found:
            yield found[1]


def settled_change(
    repository: Repository, base: str, head: str, names: Iterable[str], chosen: Profile | None = None
) -> tuple[Snapshot, Profile]:
    """The change from the merge base to the head, both object ids, and the profile that holds for it.

    The profile is settled at `base` itself, the tip of the base branch.
    """
    start = repository.merge_base(base, head)
    before = source(repository, start)
    tip = before if start == base else source(repository, base)
    profile = settled_profile(tip, names, chosen, before)
    change = between(repository, before, start, head, profile.paths.vendored)
    change.tip = tip
    return change, profile
