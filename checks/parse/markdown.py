"""Markdown to sections, blocks, tables, tasks, fences and links, each with its lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from textwrap import dedent
from typing import TYPE_CHECKING

from msgspec import Struct, field

from checks.model import Unread
from checks.parse.text import Text
from checks.pattern import lazy

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MAX_CHARACTERS = 400_000
MAX_INLINE = 8_000  # a longer paragraph is read as plain words: unmatched brackets cost its square
MAX_SEARCHED = 500_000  # characters, where no bracket is closed; a page of a hundred links takes less
COMMENT = lazy(r"<!--.*?(?:-->|\Z)", re.S)
TASK = lazy(r"\[([ xX])\](?:\s+|$)")
OPTIONAL = lazy(r"\(optional\)")


class Link(Struct, frozen=True):
    """A link or image: where it points, what it says, and its line."""

    target: str
    text: str
    line: int
    image: bool = False


class Row(Struct, frozen=True):
    """A table row: its cells as plain text."""

    cells: tuple[str, ...]
    line: int


class Block(Struct, frozen=True):
    """A piece of content under one heading.

    `kind` is paragraph, item, fence, table, quote or html. `text` is the Markdown source without comments,
    `plain` the words a reader sees, `code` the inline code spans. An item is one list item's own text;
    `task` is its checkbox, `depth` its nesting from 0. A fence has `info` and `content`, whose first line
    is `line + 1`.
    """

    kind: str
    line: int
    end_line: int
    text: str = ""
    plain: str = ""
    code: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    info: str = ""
    content: str = ""
    rows: tuple[Row, ...] = ()
    task: bool | None = None
    depth: int = 0
    quoted: bool = False

    @property
    def content_line(self) -> int:
        """The line of a fence's first content line."""
        return self.line + 1


class Section(Struct, dict=True):
    """A heading and what stands under it, up to the next heading of any level.

    The part before the first heading is a section of level 0 with an empty title.
    """

    title: str
    level: int
    line: int
    end_line: int
    parent: Section | None = None
    blocks: list[Block] = field(default_factory=list)
    children: list[Section] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    @property
    def path(self) -> tuple[str, ...]:
        """Titles from the outermost heading to this one."""
        above = self.parent.path if self.parent else ()
        return (*above, self.title) if self.title else above

    def walk(self) -> Iterator[Section]:
        """This section and all below it, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def all_blocks(self) -> Iterator[Block]:
        """Blocks of this section and of all below it, in document order."""
        for section in self.walk():
            yield from section.blocks

    @property
    def words(self) -> str:
        """What a reader sees in it and below, as one string."""
        return "\n".join(b.plain or b.content for b in self.all_blocks())

    @property
    def is_empty(self) -> bool:
        """Whether nothing but comments stands in it and below."""
        return not any(b.plain.strip() or b.content.strip() or b.rows for b in self.all_blocks())


class Document(Struct):
    """A parsed Markdown file. `front_matter` is the YAML between the `---` lines at byte 0, or None."""

    path: str
    text: Text
    front_matter: str | None
    front_matter_end: int
    top: Section

    def sections(self) -> Iterator[Section]:
        """Every section with a heading, in document order."""
        return (s for s in self.top.walk() if s.level)

    def section(self, *titles: str) -> Section | None:
        """The first section with one of these titles, whatever its level, case and punctuation."""
        wanted = {same_title(t) for t in titles}
        return next((s for s in self.sections() if same_title(s.title) in wanted), None)

    def blocks(self, kind: str | None = None) -> Iterator[Block]:
        """Every block, or those of one kind, in document order."""
        return (b for b in self.top.all_blocks() if kind is None or b.kind == kind)

    def section_at(self, line: int) -> Section:
        """The innermost section that holds `line`."""
        return next((s for s in reversed(list(self.top.walk())) if s.line <= line), self.top)


def same_title(title: str) -> str:
    """A title without what does not distinguish headings: case, punctuation, `&` for `and`, `(optional)`."""
    said = OPTIONAL.sub("", title.casefold()).replace("&", " and ")
    return " ".join(re.sub(r"[^\w&]+", " ", said).split())


def is_optional(title: str) -> bool:
    """Whether a heading says of itself that authors may leave it out."""
    return bool(OPTIONAL.search(title.casefold()))


def parse(text: Text) -> Document | Unread:
    """The document, or why it is not read (it is too large, or too deeply nested)."""
    if len(text.text) > MAX_CHARACTERS:
        return Unread(text.path, f"{len(text.text):,} characters of Markdown, more than are read")
    try:
        return _Builder(text).build(_tokens(text.text))
    except RecursionError:
        return Unread(text.path, "Markdown nested too deeply")


def _tokens(source: str) -> list[Token]:
    reader, links = _reader(), {}  # type: tuple[MarkdownIt, dict[str, object]]
    tokens = reader.parse(source, links)
    for token in tokens:
        if token.type == "inline":
            if _is_short(token.content):
                token.children = reader.inline.parse(token.content, reader, links, [])
            else:
                token.children = [type(token)("text", "", 0, content=token.content)]
    return tokens


def _is_short(words: str) -> bool:
    """Whether inline text costs little: each open bracket may be sought an end for up to the text's own."""
    return len(words) <= MAX_INLINE and words.count("[") * len(words) <= MAX_SEARCHED


@cache
def _reader() -> MarkdownIt:
    """Blocks only: inline text is parsed afterwards, when its length is known."""
    from markdown_it import MarkdownIt  # slow to load, and most changes hold no document
    from mdit_py_plugins.front_matter import front_matter_plugin

    reader = MarkdownIt("commonmark", {"maxNesting": 60}).enable("table").use(front_matter_plugin)
    reader.core.ruler.disable(["inline", "text_join"])
    return reader


class _Builder:
    """Walks the token stream once; `_item` and `_quote` say what encloses the present token."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.front_matter: str | None = None
        self.front_matter_end = 0
        self.top = Section("", 0, 1, text.line_count)
        self.here = self.top
        self.depth = -1
        self.quotes = 0
        self.item_first: list[bool] = []

    def build(self, tokens: list[Token]) -> Document:
        index = 0
        while index < len(tokens):
            index = self._take(tokens, index)
        self._close_sections()
        return Document(self.text.path, self.text, self.front_matter, self.front_matter_end, self.top)

    def _take(self, tokens: list[Token], index: int) -> int:
        token = tokens[index]
        if token.type == "front_matter":
            self.front_matter = token.content
            self.front_matter_end = token.map[1] if token.map else 0
        elif token.type == "heading_open":
            self._heading(token, tokens[index + 1])
            return index + 3
        elif token.type == "table_open":
            return self._table(tokens, index)
        elif token.type in ("fence", "code_block"):
            self._fence(token)
        elif token.type == "html_block":
            self._html(token)
        elif token.type == "inline":
            self._inline(token)
        else:
            self._enclose(token)
        return index + 1

    def _enclose(self, token: Token) -> None:
        if token.type in ("bullet_list_open", "ordered_list_open"):
            self.depth += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            self.depth -= 1
        elif token.type == "list_item_open":
            self.item_first.append(True)
        elif token.type == "list_item_close":
            self.item_first.pop()
        elif token.type == "blockquote_open":
            self.quotes += 1
        elif token.type == "blockquote_close":
            self.quotes -= 1

    def _heading(self, opening: Token, inline: Token) -> None:
        first, last = _lines(opening)
        level = int(opening.tag[1:])
        if self.quotes or self.item_first:
            self.here.blocks.append(Block("paragraph", first, last, inline.content, _plain(inline)))
            return
        parent = self.here
        while parent.level >= level and parent.parent:
            parent = parent.parent
        section = Section(_plain(inline).strip(), level, first, last, parent)
        parent.children.append(section)
        self.here = section

    def _close_sections(self) -> None:
        order = list(self.top.walk())
        for section, following in pairwise(order):
            section.end_line = following.line - 1
        order[-1].end_line = max(self.text.line_count, order[-1].line)

    def _inline(self, token: Token) -> None:
        first, last = _lines(token)
        kind, task, content = "paragraph", None, token.content
        plain = _plain(token)
        if self.item_first:
            kind = "item"
            if self.item_first[-1]:
                self.item_first[-1] = False
                box = TASK.match(content)
                if box:
                    task = box[1] != " "
                    content, plain = content[box.end() :], TASK.sub("", plain, count=1)
        elif self.quotes:
            kind = "quote"
        self.here.comments.extend(COMMENT.findall(content))
        links = tuple(_links(token, first))
        code = tuple(c.content for c in token.children or () if c.type == "code_inline")
        self.here.blocks.append(
            Block(
                kind,
                first,
                last,
                COMMENT.sub("", content),
                plain,
                code,
                links,
                task=task,
                depth=max(self.depth, 0),
                quoted=self.quotes > 0,
            )
        )

    def _fence(self, token: Token) -> None:
        first, last = _lines(token)
        line = first if token.type == "fence" else first - 1
        content = dedent(token.content)  # what is set in throughout is copied without it
        self.here.blocks.append(
            Block("fence", line, last, info=token.info.strip(), content=content, quoted=self.quotes > 0)
        )

    def _html(self, token: Token) -> None:
        first, last = _lines(token)
        self.here.comments.extend(COMMENT.findall(token.content))
        rest = COMMENT.sub("", token.content)
        if rest.strip():
            words = re.sub(r"<[^>]{0,2000}>", " ", rest)
            self.here.blocks.append(Block("html", first, last, rest, words.strip()))

    def _table(self, tokens: list[Token], index: int) -> int:
        first, last = _lines(tokens[index])
        rows: list[Row] = []
        cells: list[str] = []
        links: list[Link] = []
        code: list[str] = []
        line = first
        while tokens[index].type != "table_close":
            token = tokens[index]
            if token.type == "tr_open":
                cells, line = [], _lines(token)[0]
            elif token.type == "inline":
                cells.append(_plain(token).strip())
                links.extend(_links(token, line))
                code.extend(c.content for c in token.children or () if c.type == "code_inline")
            elif token.type == "tr_close":
                rows.append(Row(tuple(cells), line))
            index += 1
        plain = "\n".join(" | ".join(r.cells) for r in rows)
        source = self.text.between(first, last)
        self.here.blocks.append(
            Block("table", first, last, source, plain, tuple(code), tuple(links), rows=tuple(rows))
        )
        return index + 1


def _lines(token: Token) -> tuple[int, int]:
    """First and last line of a block token, 1-based."""
    start, end = token.map or [0, 1]
    return start + 1, max(end, start + 1)


def _plain(inline: Token) -> str:
    parts: list[str] = []
    for child in inline.children or ():
        if child.type in ("text", "text_special", "code_inline"):
            parts.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append("\n")
        elif child.type == "image":
            parts.append(child.content)
    return "".join(parts)


def _links(inline: Token, first: int) -> Iterator[Link]:
    words: list[str] = []
    line, target, open_line = first, "", first
    for child in inline.children or ():
        if child.type in ("softbreak", "hardbreak"):
            line += 1
        elif child.type == "link_open":
            target, words, open_line = str(child.attrGet("href") or ""), [], line
        elif child.type == "link_close":
            yield Link(target, "".join(words), open_line)
        elif child.type == "image":
            yield Link(str(child.attrGet("src") or ""), child.content, line, image=True)
        elif child.type in ("text", "text_special", "code_inline"):
            words.append(child.content)
