"""The lines of a go.mod file: module path, Go version, requirements and replacements."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from checks.parse.text import Text
from checks.pattern import lazy

DIRECTIVE = lazy(r"(module|go|toolchain|require|replace|exclude|retract|tool|ignore|godebug)\b\s*(.*)")
LONGEST_LINE = 1_000
MAJOR_SUFFIX = lazy(r"(?:/v|\.v)\d+$")
VERSION = lazy(r"v?(\d+)\.(\d+)(?:\.(\d+))?")


class Requirement(Struct, frozen=True):
    """A required module. `indirect` says that only other modules need it."""

    module: str
    version: str
    line: int
    indirect: bool

    @property
    def name(self) -> str:
        """The module without the suffix of its major version."""
        return MAJOR_SUFFIX.sub("", self.module)


class Replacement(Struct, frozen=True):
    """A module and what stands in for it, as written."""

    module: str
    target: str
    line: int


class GoMod(Struct, frozen=True):
    """A parsed go.mod. A line that is none of its directives is passed over."""

    module: str
    go: str
    go_line: int
    requirements: tuple[Requirement, ...]
    replacements: tuple[Replacement, ...]


def parse(text: Text) -> GoMod:
    """The module file; of a text that is none, nothing."""
    module, go, go_line = "", "", 1
    requirements: list[Requirement] = []
    replacements: list[Replacement] = []
    for line, verb, rest in _directives(text):
        words, _, comment = rest.partition("//")
        if verb == "module":
            module = words.strip().strip('"')
        elif verb == "go":
            go, go_line = words.strip(), line
        elif verb == "require" and len(parts := words.split()) == 2:
            indirect = comment.strip().startswith("indirect")
            requirements.append(Requirement(parts[0].strip('"'), parts[1], line, indirect))
        elif verb == "replace" and "=>" in words:
            old, _, new = words.partition("=>")
            replacements.append(Replacement(old.split()[0] if old.split() else "", new.strip(), line))
    return GoMod(module, go, go_line, tuple(requirements), tuple(replacements))


def _directives(text: Text) -> Iterator[tuple[int, str, str]]:
    """Line, verb and the rest of each directive, those in a block one by one."""
    verb = ""
    for number, line in enumerate(text.lines, 1):
        words = line.strip()[:LONGEST_LINE]
        if verb and words.startswith(")"):
            verb = ""
        elif verb and words and not words.startswith("//"):
            yield number, verb, words
        elif not verb and (found := DIRECTIVE.match(words)):
            if found[2].startswith("("):
                verb = found[1]
            else:
                yield number, found[1], found[2]


def level(before: str, after: str) -> str:
    """Which part of the version differs first: `major`, `minor` or `patch` (a pre-release, or a commit)."""
    old, new = VERSION.match(before), VERSION.match(after)
    if not old or not new:
        return "patch"
    if old[1] != new[1]:
        return "major"
    return "minor" if old[2] != new[2] else "patch"
