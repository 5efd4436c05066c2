"""Case files: Markdown that shows two trees and says what must be found in them.

A heading is a case, the sentence under it says why. Its fences are read by their info string:

- `base:PATH`, `head:PATH`, `both:PATH`: a file of one tree or of both;
- `edit:PATH`: groups parted by blank lines, applied at the head: `-` lines go, `+` lines come, lines
  that begin with a space stay and say where;
- `delete:PATH`: the file is not at the head; `move:OLD NEW`: it stands elsewhere at the head;
- `uses: NAME`: the files of `tests/fixtures/NAME/{both,base,head}` come first;
- `title`, `body`: what people wrote; `subject`: further fields of Subject, as YAML;
- `facts`: facts as YAML, beside those that are observed, where what they stand for is long to show;
- `expect`: one line each, `path:line name: words of the message`. No such fence: silence.

An expectation may end its name with `(optional)`, `(blocking)` or `(question)`, and be followed by `| `
lines, the text of the suggestion. Fences before the first case belong to every case of the file.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec
import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

from checks.model import Fact
from checks.snapshot import Change, Hunk, Snapshot, Source
from checks.subject import Subject
from checks.tree import DictTree

FIXTURES = Path(__file__).parent / "fixtures"
EXPECTED = re.compile(r"(?P<path>[^:]+):(?P<line>\d+) (?P<name>[\w-]+)(?: \((?P<mark>\w+)\))?: (?P<words>.+)")
RENAMED = 0.5  # git's own threshold


@dataclass(frozen=True, slots=True)
class Expected:
    """One line of an `expect` fence."""

    path: str
    line: int
    name: str
    words: str
    mark: str | None = None
    suggestion: str | None = None


@dataclass
class Case:
    """One heading of a case file with the trees it shows."""

    name: str
    path: Path
    fences: list[tuple[str, str]] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.path.parent.name}/{self.path.stem}: {self.name}"

    def of(self, kind: str) -> Iterator[tuple[str, str]]:
        """What follows the colon in the info string, and the content, for each fence of this kind."""
        for info, content in self.fences:
            said, _, argument = info.partition(":")
            if said == kind:
                yield argument.strip(), content

    @property
    def silent(self) -> bool:
        """Whether nothing is expected."""
        return not self.lines

    @property
    def lines(self) -> list[str]:
        """The lines of the `expect` fences."""
        return [line for _, content in self.of("expect") for line in content.splitlines() if line.strip()]

    @property
    def expected(self) -> list[Expected]:
        """The expectations, in their order."""
        return expectations(self.lines)

    def trees(self) -> tuple[dict[str, str], dict[str, str]]:
        """The files at the base and at the head."""
        base: dict[str, str] = {}
        head: dict[str, str] = {}
        for name, _ in self.of("uses"):
            add_fixture(name, base, head)
        for side, trees in (("both", (base, head)), ("base", (base,)), ("head", (head,))):
            for path, content in self.of(side):
                for tree in trees:
                    tree[path] = content
        for path, content in self.of("edit"):
            head[path] = edited(head[path], content)
        for path, _ in self.of("delete"):
            del head[path]
        for paths, _ in self.of("move"):
            old, new = paths.split()
            head[new] = head.pop(old)
        return base, head

    def snapshot(self) -> Snapshot:
        """The change between the two trees."""
        return snapshot_of(*self.trees())

    def subject(self) -> Subject:
        """What people said, as far as the case tells; without title and body it is not posted."""
        said = {kind: content.strip() for kind in ("title", "body") for _, content in self.of(kind)}
        for _, content in self.of("subject"):
            said |= yaml.safe_load(content)
        return msgspec.convert({"posted": bool(said), **said}, Subject)

    def facts(self) -> list[Fact]:
        """Facts that the case gives beside those observed."""
        return [f for _, text in self.of("facts") for f in msgspec.convert(yaml.safe_load(text), list[Fact])]


def read_cases(path: Path) -> list[Case]:
    """The cases of one file, in order."""
    preamble = Case("", path)
    cases: list[Case] = []
    tokens = MarkdownIt("commonmark").parse(path.read_text("utf-8"))
    for index, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag != "h1":
            cases.append(Case(tokens[index + 1].content, path, list(preamble.fences)))
        elif token.type == "fence":
            (cases[-1] if cases else preamble).fences.append(_fence(token))
    return cases


def _fence(token: Token) -> tuple[str, str]:
    return token.info.strip(), token.content


def expectations(lines: Iterable[str]) -> list[Expected]:
    """The lines of an `expect` fence, each with its suggestion."""
    found: list[Expected] = []
    for line in lines:
        if line.startswith("|"):
            assert found, f"a suggestion stands before what it belongs to: {line}"
            before = found[-1].suggestion
            found[-1] = replace(found[-1], suggestion=line[2:] if before is None else f"{before}\n{line[2:]}")
            continue
        match = EXPECTED.fullmatch(line.strip())
        assert match, f"not `path:line name: words`: {line}"
        found.append(
            Expected(match["path"], int(match["line"]), match["name"], match["words"], match["mark"])
        )
    return found


def add_fixture(name: str, base: dict[str, str], head: dict[str, str]) -> None:
    folder = FIXTURES / name
    assert folder.is_dir(), f"no fixture {name}"
    for side, trees in (("both", (base, head)), ("base", (base,)), ("head", (head,))):
        for file in sorted((folder / side).rglob("*")):
            if file.is_file():
                for tree in trees:
                    tree[file.relative_to(folder / side).as_posix()] = file.read_text("utf-8")


def edited(text: str, edit: str) -> str:
    """`text` with an `edit` fence applied; what a group replaces must stand there exactly once."""
    for group in re.split(r"\n(?:\n)+", edit.strip("\n")):
        lines = group.split("\n")
        old = "".join(line[1:] + "\n" for line in lines if line[0] in "- ")
        new = "".join(line[1:] + "\n" for line in lines if line[0] in "+ ")
        assert f"\n{text}".count(f"\n{old}") == 1, f"does not stand there exactly once:\n{old}"
        text = f"\n{text}".replace(f"\n{old}", f"\n{new}")[1:]
    return text


def snapshot_of(base: Mapping[str, str], head: Mapping[str, str]) -> Snapshot:
    """The change between two dicts, with renames found as git finds them."""
    return Snapshot(Source(DictTree(base)), Source(DictTree(head)), tuple(_changes(base, head)))


def _changes(base: Mapping[str, str], head: Mapping[str, str]) -> list[Change]:
    gone = [p for p in sorted(base) if p not in head]
    found = []
    for path in sorted(head):
        if path in base and base[path] != head[path]:
            found.append(Change("M", path, path, _hunks(base[path], head[path])))
        elif path not in base:
            old = next((p for p in gone if _alike(base[p], head[path])), None)
            if old:
                gone.remove(old)
                found.append(Change("R", old, path, _hunks(base[old], head[path])))
            else:
                found.append(Change("A", None, path, _hunks("", head[path])))
    found += [Change("D", path, None, _hunks(base[path], "")) for path in gone]
    return sorted(found, key=lambda c: c.path)


def _alike(old: str, new: str) -> bool:
    matcher = difflib.SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False)
    return bool(old) and matcher.ratio() >= RENAMED


def _hunks(old: str, new: str) -> tuple[Hunk, ...]:
    matcher = difflib.SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False)
    found = []
    for tag, i, j, k, m in matcher.get_opcodes():
        if tag != "equal":
            found.append(Hunk(i + (j > i), j - i, k + (m > k), m - k))
    return tuple(found)
