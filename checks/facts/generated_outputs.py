"""Generated files that the change edited by hand, and those that it left behind their sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from checks.generated import (
    Disagreement,
    Moved,
    copies_disagree,
    definitions_of,
    is_source,
    package_files,
    schemas_disagree,
    types_in,
)
from checks.globs import matches
from checks.model import Fact
from checks.parse.crd import Crd
from checks.pattern import lazy
from checks.snapshot import Change, Snapshot, Source
from config.profile import Generated, Profile

COMMENT = lazy(r"/\*.*?\*/|^[ \t]*//[^\n]*", re.S | re.M)
IMPORT = lazy(r'^\s*(import )?[\w.]*\s*"[^"\s]+"$')
FORMS = (".go", ".yaml", ".yml")


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """Outputs edited while nothing that they are made from moved, and sources that moved without them.

    Comments, imports, licence lines and a generator's version are no edit. Where a build file moved too,
    another generator may have written the outputs, and nothing is said. Vendored copies are not read.
    """
    built = any(matches(c.path, profile.paths.build) for c in snapshot.changes)
    packages: dict[str, Moved] = {}
    for generated in profile.generated:
        outputs = [c for c in snapshot.changes if _is_output(c, generated, profile)]
        sources = [c for c in snapshot.changes if is_source(c.path, generated)]
        if outputs and not sources and not built:
            for change in outputs:
                if _meaning(snapshot.base, change.old_path) != _meaning(snapshot.head, change.new_path):
                    yield _edited(change, generated)
        moving = _moving(sources)
        for folder, change in moving.items():
            if folder not in packages:
                packages[folder] = _moved(snapshot, profile, change)
        yield from _left_behind(snapshot, generated, {f: packages[f] for f in moving})


def _is_output(change: Change, generated: Generated, profile: Profile) -> bool:
    edited = change.status in "MR" and bool(change.hunks) and change.path.endswith(FORMS)
    return (
        edited
        and matches(change.path, generated.outputs)
        and not matches(change.path, profile.paths.vendored)
    )


def _meaning(source: Source, path: str | None) -> object:
    """What a generated file says, without what another run of its generator may write differently."""
    if path is None:
        return None
    if path.endswith(".go"):
        text = source.text(path)
        lines = COMMENT.sub("", text.text).split("\n") if text else []
        return [line for line in lines if line.strip() and not IMPORT.match(line)]
    file = source.yaml(path)
    specs = [root.get("spec") for root in file.roots] if file else []
    return [spec.plain() for spec in specs if spec]


def _edited(change: Change, generated: Generated) -> Fact:
    return Fact(
        "generated-output-edited",
        change.path,
        max(change.hunks[0].new_line, 1),
        change.path.rsplit("/", 1)[-1],
        "edited, and nothing that it is made from moved",
        traits={"command": generated.command},
    )


def _moving(sources: list[Change]) -> dict[str, Change]:
    """One change for each package, by folder, of those with lines that moved."""
    return {c.path.rpartition("/")[0]: c for c in sources if c.hunks and c.path.endswith(".go")}


def _moved(snapshot: Snapshot, profile: Profile, change: Change) -> Moved:
    old, new = ((path or change.path).rpartition("/")[0] for path in (change.old_path, change.new_path))
    return Moved(
        types_in(snapshot.base, package_files(snapshot.base, old, profile)),
        types_in(snapshot.head, package_files(snapshot.head, new, profile)),
    )


def _left_behind(snapshot: Snapshot, generated: Generated, packages: dict[str, Moved]) -> Iterator[Fact]:
    definitions: list[Crd] | None = None
    for folder, moved in packages.items():
        found = copies_disagree(snapshot.head, generated, moved, folder)
        if _makes_crds(generated):
            if definitions is None:
                definitions = definitions_of(snapshot.head, generated)
            found = chain(found, schemas_disagree(definitions, generated, moved))
        yield from (_stale(one, generated) for one in dict.fromkeys(found))


def _makes_crds(generated: Generated) -> bool:
    return any(glob.endswith((".yaml", ".yml")) for glob in generated.outputs)


def _stale(found: Disagreement, generated: Generated) -> Fact:
    return Fact(
        "generated-output-stale",
        found.path,
        found.line,
        found.symbol,
        f"{found.detail} in {found.output}" if found.in_source else found.detail,
        traits={"command": generated.command, "output": found.output},
    )
