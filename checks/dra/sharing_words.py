"""What the text around a claim says of sharing: that it is meant, by what gate, and in which mode."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from checks.context import Context
from checks.dra.shares import Shares
from checks.manifests import Manifest
from checks.parse.markdown import Document
from checks.pattern import lazy

SHARED = lazy(
    r"(?<![\w-])shar(?:e[sd]?|ing)\b(?!\s+(?:memory|volume|librar|namespace|secret|file|storage|nothing|code))",
    re.I,
)
WORD = lazy(r"[A-Z]{2,}(?![a-z])|[A-Z]?[a-z0-9]+")
COMMENT = lazy(r"^\s*#(?!!)(.*)$", re.M)
OFF = "disabled"


def says_shared(manifest: Manifest, context: Context) -> bool:
    """Whether the section around a fence, or the comments of a file, speak of sharing."""
    return bool(SHARED.search(said_around(manifest, context)))


def said_around(manifest: Manifest, context: Context) -> str:
    """The title and prose of the section that an object stands in, or the comments of its file."""
    document = _document(manifest, context)
    if document is not None:
        section = document.section_at(manifest.line)
        return "\n".join([section.title, *(b.plain for b in section.blocks if b.kind != "fence")])
    return comments_of(manifest.path, context)


def comments_of(path: str, context: Context) -> str:
    """The comments of a file that stand on lines of their own."""
    return context.snapshot.head.once("comments", path, partial(_comments, path, context))


def _comments(path: str, context: Context) -> str:
    text = context.snapshot.head.text(path)
    return "\n".join(COMMENT.findall(text.text)) if text else ""


def _document(manifest: Manifest, context: Context) -> Document | None:
    return context.snapshot.head.markdown(manifest.path) if manifest.path.endswith(".md") else None


def names_any(manifest: Manifest, names: Iterable[str], context: Context) -> bool:
    """Whether the file around an object has one of these names, as flags, variables or prose write it."""
    return any(_names(manifest.path, name, context) for name in names if name)


def _names(path: str, name: str, context: Context) -> bool:
    def find() -> bool:
        text = context.snapshot.head.text(path)
        return bool(text and re.search(written(name), text.text, re.I))

    return context.snapshot.head.once("names written", f"{path} {name}", find)


def modes_set(manifest: Manifest, shares: Shares, context: Context) -> frozenset[str]:
    """The modes that the file around an object sets, on a command line, in a variable or in values."""
    if not shares.setting:
        return frozenset()
    find = partial(_modes, manifest.path, shares.setting, context)
    return context.snapshot.head.once("modes set", f"{manifest.path} {shares.setting}", find)


def _modes(path: str, name: str, context: Context) -> frozenset[str]:
    text = context.snapshot.head.text(path)
    setting = re.compile(rf"\b{written(name)}[\"']?\s{{0,3}}[:=]\s{{0,3}}[\"']?(\w{{1,40}})", re.I)
    return frozenset(setting.findall(text.text) if text else ()) - {OFF}


def written(name: str) -> str:
    """A pattern for a name in camel case, with what stands between its words elsewhere."""
    return r"[-_ ]?".join(map(re.escape, WORD.findall(name)))
