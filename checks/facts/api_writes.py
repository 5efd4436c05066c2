"""Kinds of API object that a component newly writes, or no longer does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from checks.functions import product_go
from checks.globs import matches
from checks.model import Fact, Side
from checks.pattern import lazy
from checks.snapshot import Snapshot, Source
from config.profile import Profile

FILES = (".go",)

VERBS = {
    "Create": "create",
    "Update": "update",
    "Patch": "update",
    "Apply": "update",
    "UpdateStatus": "update the status of",
    "ApplyStatus": "update the status of",
    "Delete": "delete",
    "DeleteCollection": "delete",
}
WRITE = lazy(rf"V\d\w{{0,20}}\(\)\s*\.([A-Z]\w+)\([^()]*\)\s*\.({'|'.join(VERBS)})\(")
OF_STATUS = lazy(r'"status"\s*,?\s*\Z')  # the subresource, last argument of a patch
LONGEST_CALL = 2_000
MOST_FILES = 200  # of one component; the largest known has a fifth of it


class Write(Struct, frozen=True):
    """A call that writes objects of a kind."""

    kind: str
    verb: str
    path: str
    line: int

    @property
    def deed(self) -> tuple[str, str]:
        """What is done, wherever it stands."""
        return self.kind, self.verb


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """`api-write-added` and `api-write-removed` once a component, kind and verb.

    A component is the folder of a program. Its other files count too: a call that was elsewhere is not new.
    The trait `layer` says `coordination` where the profile names the file so.
    """
    changes = product_go(snapshot, profile)
    before = _by_folder(c.old_path for c in changes)
    after = _by_folder(c.new_path for c in changes)
    for folder in sorted(before.keys() | after.keys()):
        old = _writes(snapshot.base, before.get(folder, ()))
        new = _writes(snapshot.head, after.get(folder, ()))
        yield from _only(snapshot.base, folder, new, old, profile, "api-write-added", Side.HEAD)
        yield from _only(snapshot.head, folder, old, new, profile, "api-write-removed", Side.BASE)


def writes_below(source: Source, folder: str, profile: Profile) -> Iterator[Write]:
    """Every write of the product's code below a folder."""
    apart = (*profile.paths.tests, *profile.paths.vendored, *profile.paths.generated)
    files = [p for p in source.under(folder) if p.endswith(".go") and not matches(p, apart)]
    source.soon(files)
    yield from (write for path in files for write in _written(source, path))


def _by_folder(paths: Iterable[str | None]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in paths:
        if path:
            found.setdefault(path.rpartition("/")[0], []).append(path)
    return found


def _writes(source: Source, paths: Sequence[str]) -> dict[tuple[str, str], Write]:
    """The first of each deed in the files."""
    source.soon(paths)
    found: dict[tuple[str, str], Write] = {}
    for path in paths:
        for write in _written(source, path):
            found.setdefault(write.deed, write)
    return found


def _written(source: Source, path: str) -> Iterator[Write]:
    text = source.text(path)
    for match in WRITE.finditer(text.text) if text else ():
        line = text.line_at(match.start()) if text else 0
        if text and not text.line(line).lstrip().startswith("//"):
            yield Write(match[1], _verb(match[2], text.text, match.end()), path, line)


def _verb(method: str, text: str, start: int) -> str:
    """What a call does; who applies a status on the server shares its fields with others, and says so."""
    arguments = _arguments(text, start) if method == "Patch" else ""
    if OF_STATUS.search(arguments):
        return "apply the status of" if "ApplyPatchType" in arguments else VERBS["UpdateStatus"]
    return VERBS[method]


def _arguments(text: str, start: int) -> str:
    """What stands between the parenthesis before `start` and the one that closes it."""
    depth = 1
    for at, character in enumerate(text[start : start + LONGEST_CALL], start):
        depth += (character == "(") - (character == ")")
        if not depth:
            return text[start:at]
    return ""


def _only(
    other: Source,
    folder: str,
    here: dict[tuple[str, str], Write],
    there: dict[tuple[str, str], Write],
    profile: Profile,
    kind: str,
    side: Side,
) -> Iterator[Fact]:
    new = [write for deed, write in here.items() if deed not in there]
    if not new:
        return
    rest = [p for p in other.under(folder) if p.endswith(".go") and not matches(p, profile.paths.tests)]
    known = {write.deed for path in rest[:MOST_FILES] for write in _written(other, path)}
    yield from (_fact(kind, folder, w, profile, side) for w in new if w.deed not in known)


def _fact(kind: str, folder: str, write: Write, profile: Profile, side: Side) -> Fact:
    component = folder.rpartition("/")[2]
    deed = f"{write.verb} {write.kind}"
    detail = f"{component} {'begins' if side is Side.HEAD else 'ceases'} to {deed}"
    traits = {"layer": "coordination" if matches(write.path, profile.contracts.coordination) else "product"}
    if write.verb == "delete":  # to clean up behind oneself is no new owner of state
        traits["weight"] = "beside"
    return Fact(kind, write.path, write.line, deed, detail, side=side, traits=traits)
