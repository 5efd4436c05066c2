"""The change under review: both trees, what lies between them, and every file parsed at most once."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import islice, takewhile
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, field

from checks.allowance import BEYOND, Allowance
from checks.globs import select
from checks.model import Place, Unread
from checks.parse.text import Text, decode
from checks.pattern import lazy
from checks.tree import Tree

if TYPE_CHECKING:
    from checks.parse.go import GoFile
    from checks.parse.markdown import Document
    from checks.parse.template import Template
    from checks.parse.yaml import YamlFile

WILD = lazy(r"[*?\[{(!@+]")
MAX_BYTES = 1_500_000  # the largest hand-written file of the projects we know is a tenth of this
T = TypeVar("T")


class Hunk(Struct, frozen=True):
    """A run of changed lines without context; a length of 0 is a pure insertion or deletion."""

    old_line: int
    old_count: int
    new_line: int
    new_count: int


class Change(Struct, frozen=True):
    """One changed path. `status` is git's letter: A, M, D, R, C or T."""

    status: str
    old_path: str | None
    new_path: str | None
    hunks: tuple[Hunk, ...] = ()
    binary: bool = False

    @property
    def path(self) -> str:
        """The path at the head, or at the base for a deletion."""
        return self.new_path or self.old_path or ""

    def touches_head(self, first: int, last: int | None = None) -> bool:
        """Whether lines `first` to `last` of the head hold an added line."""
        until = bisect_right(self.hunks, first if last is None else last, key=lambda h: h.new_line)
        back = (self.hunks[n] for n in range(until - 1, -1, -1))
        return _reaches(((h.new_line, h.new_count) for h in back), first)

    def edits_head(self, first: int, last: int | None = None) -> bool:
        """Whether something was added or changed in these lines of the head, or taken away between them."""
        last = first if last is None else last
        gone = any(not h.new_count and first <= h.new_line <= last for h in self.hunks)
        return gone or self.touches_head(first, last)

    def touches_base(self, first: int, last: int | None = None) -> bool:
        """Whether lines `first` to `last` of the base hold a removed line."""
        until = bisect_right(self.hunks, first if last is None else last, key=lambda h: h.old_line)
        back = (self.hunks[n] for n in range(until - 1, -1, -1))
        return _reaches(((h.old_line, h.old_count) for h in back), first)


def _reaches(backwards: Iterable[tuple[int, int]], first: int) -> bool:
    """Whether runs of lines, the last first and none over another, come down to `first` or beyond."""
    for line, count in backwards:
        if count and line + count > first:
            return True
        if line < first:
            return False
    return False


class Source:
    """A tree with its texts and parsed files kept, and a note of what could not be read."""

    def __init__(self, tree: Tree, unread: dict[str, Unread] | None = None) -> None:
        self.tree = tree
        self.unread: dict[str, Unread] = {} if unread is None else unread
        self._parsed: dict[tuple[str, str], object] = {}
        self._twin: tuple[Source, frozenset[str]] | None = None
        self.allowance: Allowance | None = None

    def share(self, other: Source, apart: Iterable[str]) -> None:
        """Takes files from `other` as they were read there; only those `apart` differ between the trees."""
        self._twin = (other, frozenset(apart))

    def _same(self, path: str) -> Source | None:
        """Where the same file is read, or None where it is read here."""
        return self._twin[0] if self._twin and path not in self._twin[1] else None

    def paths(self) -> Sequence[str]:
        """Every regular file of the tree, sorted."""
        return self._paths

    @cached_property
    def _paths(self) -> Sequence[str]:
        return self.tree.paths()

    @cached_property
    def _path_set(self) -> frozenset[str]:
        return frozenset(self._paths)

    def exists(self, path: str) -> bool:
        """Whether a regular file stands at `path`."""
        return path in self._path_set

    def under(self, folder: str) -> list[str]:
        """The files below `folder`, sorted."""
        start = folder.rstrip("/") + "/"
        first = bisect_left(self._paths, start)
        return list(takewhile(lambda path: path.startswith(start), islice(self._paths, first, None)))

    def matching(self, globs: Sequence[str]) -> list[str]:
        """The files that one of the globs matches, sorted; only folders that the globs name are searched."""
        return self.once("matching", "\0".join(globs), lambda: self._find_matching(tuple(globs)))

    def _find_matching(self, globs: tuple[str, ...]) -> list[str]:
        found = {glob for glob in globs if self.exists(glob)}
        for glob in globs:
            start = WILD.split(glob, maxsplit=1)[0].rpartition("/")[0] if WILD.search(glob) else None
            if start is not None:
                found.update(select(self.under(start) if start else self.paths(), (glob,)))
        return sorted(found)

    def soon(self, paths: Iterable[str]) -> None:
        """Says that these files are read next, so that they are fetched in one go."""
        wanted = [path for path in paths if ("text", path) not in self._parsed]
        self.tree.prefetch(path for path in wanted if not self._same(path))
        if self._twin:
            self._twin[0].soon(path for path in wanted if self._same(path))

    def text(self, path: str) -> Text | None:
        """The file's text with line ends made plain, or None with a note in `unread`."""
        same = self._same(path)
        return same.text(path) if same else self.once("text", path, lambda: self._read_text(path))

    def go(self, path: str) -> GoFile | None:
        """The Go file parsed, or None."""
        from checks.parse.go import parse

        parsed = self._parse("go", path, parse)
        for part in parsed.unread if parsed else ():
            self.note_unread(part.path, part.why, partly=True)
        return parsed

    def yaml(self, path: str) -> YamlFile | None:
        """The YAML file parsed with places, or None."""
        from checks.parse.yaml import parse

        return self._parse("yaml", path, parse)

    def template(self, path: str) -> Template | None:
        """The Go template, or None."""
        from checks.parse.template import parse

        return self._parse("template", path, parse)

    def markdown(self, path: str) -> Document | None:
        """The Markdown document, or None."""
        from checks.parse.markdown import parse

        return self._parse("markdown", path, parse)

    def note_unread(self, path: str, why: str, *, partly: bool = False) -> None:
        """Remembers that `path`, or a part of it, was not read; once."""
        self.unread.setdefault(path, Unread(path, why, partly))

    def grep(self, words: Iterable[str], without: Sequence[str] = ()) -> Mapping[str, Place]:
        """The first place of each whole word that occurs in the tree."""
        return self.tree.grep(words, without)

    def _parse(self, form: str, path: str, parse: Callable[[Text], T | Unread]) -> T | None:
        if same := self._same(path):
            return same._parse(form, path, parse)

        def run() -> T | None:
            text = self.text(path)
            if text is None:
                return None
            if self.allowance and not self.allowance.grants(form, path, len(text.text)):
                self.note_unread(path, BEYOND)
                return None
            parsed = parse(text)
            if isinstance(parsed, Unread):
                self.note_unread(parsed.path, parsed.why)
                return None
            return parsed

        return self.once(form, path, run)

    def once(self, form: str, path: str, make: Callable[[], T]) -> T:
        """What `make` returns, made at most once for this form of the path."""
        key = (form, path)
        if key not in self._parsed:
            self._parsed[key] = make()
        return self._parsed[key]  # type: ignore[return-value]

    def _read_text(self, path: str) -> Text | None:
        size = self.tree.size(path)
        if size > MAX_BYTES:
            self.note_unread(path, f"{size:,} bytes, more than the {MAX_BYTES:,} that are read")
            return None
        raw = self.tree.read(path)
        if raw is None:
            return None
        text = decode(path, raw)
        if isinstance(text, Unread):
            self.note_unread(path, text.why)
            return None
        return text


class Snapshot(Struct, dict=True):
    """The merge base, the head, and the changes between them.

    `tip` is the base branch as it is now: owners, settings, taken numbers and agreed proposals are read
    there. What the change is compared with is always the merge base.
    """

    base: Source
    head: Source
    changes: tuple[Change, ...]
    base_sha: str = ""
    head_sha: str = ""
    tip: Source = field(default=None)  # type: ignore[assignment]

    def __post_init__(self) -> None:
        self.head.share(self.base, (path for c in self.changes for path in (c.old_path, c.new_path) if path))
        self.tip = self.tip or self.base

    def bound(self) -> None:
        """Bounds how much of the changed files is read, at either side."""
        self.base.allowance = Allowance(c.old_path for c in self.changes if c.old_path)
        self.head.allowance = Allowance(c.new_path for c in self.changes if c.new_path)

    @cached_property
    def by_path(self) -> Mapping[str, Change]:
        """Each change by its path."""
        return {c.path: c for c in self.changes}

    def changed(self, path: str) -> Change | None:
        """The change at `path` (its name at the head, or at the base for a deletion), or None."""
        return self.by_path.get(path)

    @property
    def unread(self) -> tuple[Unread, ...]:
        """What could not be read, at either side, by path."""
        noted = {**self.tip.unread, **self.base.unread, **self.head.unread}
        return tuple(noted[path] for path in sorted(noted))
