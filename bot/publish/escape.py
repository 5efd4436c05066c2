"""Makes an author's words harmless: no live mention, reference, link, HTML, marker or command leaves us."""

from __future__ import annotations

import re

ZERO_WIDTH = "\N{ZERO WIDTH SPACE}"
SPAN = re.compile(r"(?<!`)(`{1,8})(?!`)(.+?)(?<!`)\1(?!`)", re.S)
LIVE = re.compile(r"@(?=\w)|#(?=\d)|\bGH(?=-\d)|(?<=:)(?=//)|\bwww(?=\.)")
UNSENDABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
MARKS = re.compile(r"([\\\[\]!*_~|`])")


def prose(text: str) -> str:
    """Words of ours that may quote an author: code spans stay, all else is made plain. One line."""
    text = _one_line(text)
    out, at = [], 0
    for span in SPAN.finditer(text):
        out += [_plain(text[at : span.start()]), code(span[2])]
        at = span.end()
    return _no_command("".join([*out, _plain(text[at:])]))


def code(text: str) -> str:
    """A code span, whatever backticks are inside. One line."""
    text = _one_line(text)
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}" if text else ""


def sendable(text: str) -> str:
    """A mark for what no encoding has, what no terminal should get, and what would turn our words around."""
    return UNSENDABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def _one_line(text: str) -> str:
    return sendable(" ".join(text.split()))


def _plain(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return LIVE.sub(lambda m: f"{m[0]}{ZERO_WIDTH}", MARKS.sub(r"\\\1", text))


def _no_command(text: str) -> str:
    """No line of ours begins with a slash, in whatever way it is read."""
    return ZERO_WIDTH + text if text.lstrip("`> ").startswith("/") else text
