"""Rewriting that changes how a document is written and nothing of what it says."""

from __future__ import annotations

import re
import textwrap

from tests.proposals.edits import Edit

FENCE = re.compile(r"^(```.*?^```)$", re.M | re.S)
LIST = re.compile(r"(?:^[-*] .*\n(?:  .*\n)*){2,}", re.M)
SETEXT = {1: "=", 2: "-"}


def outside_fences(text: str, edit: Edit) -> str:
    """`text` with `edit` applied to the parts that are not code."""
    return "".join(part if part.startswith("```") else edit(part) for part in FENCE.split(text))


def after_front_matter(text: str, edit: Edit) -> str:
    """`text` with `edit` applied to what follows the front matter."""
    if not text.startswith("---\n"):
        return edit(text)
    front, rest = text[4:].split("---\n", 1)
    return f"---\n{front}---\n{edit(rest)}"


def crlf(text: str) -> str:
    """Lines end as on Windows."""
    return text.replace("\n", "\r\n")


def no_final_newline(text: str) -> str:
    """The last line is not ended."""
    return text.rstrip("\n")


def setext(text: str) -> str:
    """Headings of the second level are underlined."""
    return after_front_matter(
        text,
        lambda t: outside_fences(
            t, lambda p: re.sub(r"^## (.+)$", lambda m: f"{m[1]}\n{'-' * len(m[1])}", p, flags=re.M)
        ),
    )


def other_bullets(text: str) -> str:
    """`-` items begin with `*`, and the other way round."""
    swap = {"-": "*", "*": "-"}
    return outside_fences(text, lambda p: re.sub(r"^([-*])(?= )", lambda m: swap[m[1]], p, flags=re.M))


def wrapped(text: str) -> str:
    """Paragraphs and items are broken at sixty characters."""
    return after_front_matter(text, lambda t: outside_fences(t, lambda p: _wrap(p, 60)))


def unwrapped(text: str) -> str:
    """Each paragraph and item stands on one line."""
    return after_front_matter(text, lambda t: outside_fences(t, lambda p: _wrap(p, 4000)))


def _wrap(text: str, width: int) -> str:
    out: list[str] = []
    for block in re.split(r"(\n{2,})", text):
        if "|" in block or block.lstrip().startswith(("#", "<!--")) or not block.strip():
            out.append(block)
        else:
            out.append("\n".join(_fill(part, width) for part in _parts(block)))
    return "".join(out)


def _parts(block: str) -> list[str]:
    """Paragraphs and items of a block, each with its own lines."""
    parts: list[list[str]] = []
    for line in block.split("\n"):
        if not parts or re.match(r"\s*(?:[-*]|\d+\.) ", line) or not line.strip():
            parts.append([])
        parts[-1].append(line)
    return ["\n".join(part) for part in parts]


def _fill(part: str, width: int) -> str:
    if not part.strip():
        return part
    bullet = re.match(r"\s*(?:[-*]|\d+\.) (?:\[[ x]\] )?", part)
    indent = " " * len(re.match(r"\s*(?:[-*]|\d+\.) ", part)[0]) if bullet else ""  # type: ignore[index]
    lines = textwrap.wrap(
        " ".join(part.split()),
        width,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    unsafe = any(re.match(r"\s*(?:[-*+#>]|\d+[.)])", line) for line in lines[1:])
    return part if unsafe else "\n".join(lines)


def realigned(text: str) -> str:
    """Cells of tables have no padding."""
    return outside_fences(text, lambda p: re.sub(r"^\|.*\|$", _tight, p, flags=re.M))


def _tight(row: re.Match[str]) -> str:
    cells = [cell.strip() for cell in row[0].strip("|").split("|")]
    return "|" + "|".join("---" if set(c) == {"-"} else f" {c} " for c in cells) + "|"


def reordered(text: str) -> str:
    """Goals and non-goals stand in the other order."""
    return re.sub(
        r"(?<=^### (?:Goals)\n\n)" + LIST.pattern,
        lambda m: "".join(reversed(re.split(r"^(?=[-*] )", m[0], flags=re.M)[1:])),
        text,
        flags=re.M,
    )


REWRITINGS: dict[str, Edit] = {
    "crlf": crlf,
    "no final newline": no_final_newline,
    "setext headings": setext,
    "other bullets": other_bullets,
    "wrapped": wrapped,
    "unwrapped": unwrapped,
    "realigned tables": realigned,
    "reordered goals": reordered,
}
