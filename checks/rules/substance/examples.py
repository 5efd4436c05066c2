"""Fences told apart: what a user would type or apply, and what only an implementer would."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checks.parse.markdown import Block, Section
from checks.pattern import lazy
from checks.proposal import Proposal

MANIFESTS = ("yaml", "yml", "json", "toml", "hcl", "ini", "properties")
SHELLS = ("sh", "bash", "shell", "console", "zsh", "shell-session", "shellsession", "cmd", "powershell")
PROGRAMS = ("go", "golang", "c", "cpp", "rust", "proto", "protobuf")
GO = lazy(r"^\s*(?:func [\w(]|type \w+ (?:struct|interface)\b|package \w+\s*$)", re.M)
MANIFEST = lazy(r"^(?:- )?[\w./-]+:(?:\s|$)", re.M)
COMMAND = lazy(
    r"^\s*(?:[$#>] )?(?:helm|kubectl|make|curl|nvidia-smi|docker|kind|[\w-]+) .*--?\w|"
    r"\b(?:helm|kubectl) \w+|--set\b",
    re.M,
)
INLINE = lazy(r"^(?:--?[\w-]+(?:[ =].+)?|(?:helm|kubectl) .+|[\w.-]+[=:]\s*\S.*)$")
FILLER = lazy(r"^\s*(?:[#/]{1,2}.*|\.{2,}|…|<[^<>]+>|-+|TBD|TODO)?\s*$", re.I)


def language(fence: Block) -> str:
    """The first word of a fence's info string, in lower case."""
    return (fence.info.split() or [""])[0].strip("{}.").casefold()


def is_internal(fence: Block) -> bool:
    """Whether a fence shows a program."""
    return language(fence) in PROGRAMS or (language(fence) == "" and bool(GO.search(fence.content)))


def is_user_facing(fence: Block) -> bool:
    """Whether a fence shows a manifest, values or a command."""
    name = language(fence)
    if name in MANIFESTS or name in SHELLS:
        return True
    plain = name in ("", "text", "txt", "plaintext")
    return (
        plain
        and not is_internal(fence)
        and bool(MANIFEST.search(fence.content) or COMMAND.search(fence.content))
    )


def fences(*sections: Section | None) -> Iterator[Block]:
    """Fences of these sections and below."""
    for section in sections:
        yield from (b for b in (section.all_blocks() if section else ()) if b.kind == "fence")


def user_examples(proposal: Proposal) -> list[Block]:
    """Fences of the whole document that show what a user would touch."""
    return [f for f in fences(proposal.document.top) if is_user_facing(f)]


def shows_inline(blocks: Iterable[Block]) -> bool:
    """Whether prose itself shows a flag, a setting or a command as code."""
    return any(INLINE.match(code.strip()) for block in blocks for code in block.code)


def is_filler(fence: Block) -> bool:
    """Whether nothing but comments and ellipses stands in a fence."""
    return all(FILLER.match(line) for line in fence.content.splitlines())
