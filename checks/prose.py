"""Prose to sentences with their lines, and the words that authors use looked up in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import Struct

from checks.parse.markdown import Block, Section
from checks.parse.text import Breaks, Text
from checks.pattern import lazy

ABBREVIATION = r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\betc\.)"
SENTENCE_END = lazy(rf"(?<=[.!?]){ABBREVIATION}[\"')\]]*\s+(?=[\"'(\[`*_]*[A-Z0-9])")
NEGATION = lazy(
    r"\b(?:no|not|never|none|nothing|without|neither|nor|cannot|unchanged|unaffected|untouched|unmodified"
    r"|rather than|instead of|avoids?|out of scope)\b|n't\b",
    re.I,
)
NOTHING_NEW = lazy(rf"{NEGATION.pattern}|\b(?:reuses?d?|existing|already|today)\b", re.I)
CLAUSE_END = lazy(r"[;:—()]|,\s+(?:and|but|so|which|while|whereas)\b|\bbut\b")
BULLET = lazy(r"\s*(?:>\s*)*(?:[-*+]|\d{1,9}[.)])(?:\s|$)")
MOST_CODE = 300
NEAR = 70  # characters before a word within which a "no" still concerns it


class Sentence(Struct, frozen=True):
    """One sentence, list item's sentence or table row, on one line of text, with where it stands."""

    text: str
    line: int
    end_line: int
    block: Block
    section: Section


def sentences(*sections: Section | None, below: bool = True) -> Iterator[Sentence]:
    """The sentences of these sections and, unless told otherwise, of all below them; fences hold none."""
    for top in sections:
        for section in (top.walk() if below else (top,)) if top else ():
            yield from own_sentences(section)


def own_sentences(section: Section) -> tuple[Sentence, ...]:
    """The sentences of one section without those below, taken apart once and kept with it."""
    kept: tuple[Sentence, ...] | None = vars(section).get("_sentences")
    if kept is None:
        kept = tuple(s for block in section.blocks for s in block_sentences(block, section))
        vars(section)["_sentences"] = kept
    return kept


def block_sentences(block: Block, section: Section) -> Iterator[Sentence]:
    """The sentences of one block. Line breaks inside it do not matter."""
    if block.kind == "fence":
        return
    if block.kind == "table":
        for row in block.rows:
            yield Sentence(" | ".join(row.cells), row.line, row.line, block, section)
        return
    flat = block.plain.replace("\n", " ")
    breaks, written = Breaks(block.plain), len(block.plain.rstrip())
    start = 0
    for end in [*(m.end() for m in SENTENCE_END.finditer(flat)), len(flat)]:
        text = " ".join(flat[start:end].split())
        if text:
            first = block.line + breaks.before(_first_word(flat, start))
            last = block.line + breaks.before(min(end, written))
            yield Sentence(text, min(first, block.end_line), min(last, block.end_line), block, section)
        start = end


def _first_word(text: str, start: int) -> int:
    while start < len(text) and text[start].isspace():
        start += 1
    return start


class Item(Struct, frozen=True):
    """An outermost list item with its further paragraphs and the items below it."""

    blocks: tuple[Block, ...]
    section: Section

    @property
    def line(self) -> int:
        """Where it begins."""
        return self.blocks[0].line

    @property
    def words(self) -> str:
        """All that it says, on one line."""
        return " ".join(" ".join(b.plain.split()) for b in self.blocks)

    @property
    def code(self) -> tuple[str, ...]:
        """Its inline code."""
        return tuple(c for b in self.blocks for c in b.code)

    @property
    def first_sentence(self) -> Sentence:
        """What it begins with."""
        block = self.blocks[0]
        empty = Sentence("", block.line, block.end_line, block, self.section)
        return next(block_sentences(block, self.section), empty)


def lists(section: Section, text: Text) -> Iterator[tuple[Item, ...]]:
    """The lists of this section and below, each as its outermost items; `text` is the document's."""
    for part in section.walk():
        run: list[list[Block]] = []
        for block in part.blocks:
            if block.kind == "item":
                if not run or (block.depth == 0 and BULLET.match(text.line(block.line))):
                    run.append([])
                run[-1].append(block)
            elif block.kind != "fence" and run:
                yield tuple(Item(tuple(blocks), part) for blocks in run)
                run = []
        if run:
            yield tuple(Item(tuple(blocks), part) for blocks in run)


def prose(*sections: Section | None) -> str:
    """All sentences of these sections and the headings below them as one string; fences are no prose."""
    parts: list[str] = []
    for top in sections:
        for section in top.walk() if top else ():
            parts += [section.title] if section is not top else []
            parts += [sentence.text for sentence in own_sentences(section)]
    return " \n".join(parts)


def code_of(sentence: Sentence) -> list[str]:
    """The inline code of its block that stands in it; of a long table only the first pieces are looked at."""
    return [code for code in sentence.block.code[:MOST_CODE] if code in sentence.text]


def called(sentence: Sentence, nouns: re.Pattern[str]) -> Iterator[str]:
    """Its inline code that one of these nouns stands directly before: "the Helm value `a.b`"."""
    for code in code_of(sentence):
        before = sentence.text[: sentence.text.find(code)]
        last = [m.end() for m in nouns.finditer(before[-NEAR:])]
        if last and not before[-NEAR:][last[-1] :].strip(" :*'\""):
            yield code


def without_code(sentence: Sentence) -> str:
    """Its words alone: a value such as `Exclusive` is no word of the author's."""
    text = sentence.text
    for code in code_of(sentence):
        text = text.replace(code, "")
    return text


@lru_cache(maxsize=512)
def terms(words: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern for any of these words: case does not count, a space also stands for a hyphen or a line's
    end, a last `*` for any ending, and a plural `s` may follow. It matches nothing where there are none.
    """
    ordered = sorted(set(words), key=len, reverse=True)
    inner = "|".join(_term(word) for word in ordered if word[:1].isalnum())
    other = [_term(word) for word in ordered if not word[:1].isalnum()]
    parts = [rf"(?<![\w-])(?:{inner})"] if inner else []
    return re.compile("|".join([*parts, *other]) or r"(?!)", re.I)


def _term(word: str) -> str:
    body = re.escape(word.removesuffix("*")).replace(r"\ ", r"[\s-]+")
    if word.endswith("*"):
        return f"{body}[\\w-]*"
    return f"{body}s?(?![\\w])" if word[-1:].isalnum() else body


def names_any(text: str, words: Iterable[str]) -> bool:
    """Whether the text holds one of these words."""
    return bool(terms(tuple(words)).search(text))


def negated(text: str, start: int) -> bool:
    """Whether a "no", "not", "existing"... stands shortly before `start` in the same clause."""
    before = text[max(start - NEAR, 0) : start]
    clause = CLAUSE_END.split(before)[-1]
    return bool(NOTHING_NEW.search(clause))


def denies(text: str) -> bool:
    """Whether the text says no to something, wherever in it."""
    return bool(NEGATION.search(text))


def affirmed(text: str, pattern: re.Pattern[str]) -> re.Match[str] | None:
    """The first match that no negation stands before, or None."""
    return next((m for m in pattern.finditer(text) if not negated(text, m.start())), None)


def word_count(text: str) -> int:
    """Words that hold a letter or digit."""
    return len(re.findall(r"[^\W_][\w'-]*", text))


def abridged(names: Iterable[str], most: int) -> str:
    """`a, b and c`, or the first `most` of them and how many are left: `a, b and 4 more`."""
    items = list(names)
    more = len(items) - most
    return listed([*items[:most], f"{more} more"] if more > 0 else items)


def listed(names: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    items = list(names)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
