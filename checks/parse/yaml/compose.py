"""Text to YAML documents, each read by itself from the first faulty one on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate

import yaml
from yaml.reader import ReaderError

from checks.model import Unread
from checks.parse.text import Text
from checks.parse.yaml.budget import Budget, Faulty, TooMuch
from checks.parse.yaml.document import Lines, Reading
from checks.parse.yaml.nodes import Fault, YamlDocument, YamlFile
from checks.pattern import lazy

DOCUMENT_START = lazy(r"^---(?=\s|$)", re.M)


def compose(text: Text, line: int) -> YamlFile | Unread:
    """The documents of text whose first line is `line` of its file, or why none of it is read."""
    composer = _Composer()
    try:
        documents = tuple(composer.documents(text.text, line - 1))
    except TooMuch as error:
        return Unread(text.path, str(error))
    return YamlFile(text.path, text, documents)


class _Composer:
    """Composes the documents of one file within one budget."""

    def __init__(self) -> None:
        self.budget = Budget()

    def documents(self, source: str, above: int) -> Iterator[YamlDocument]:
        """Every document; from the first faulty one on, each is read by itself."""
        for document in self._stream(source, above):
            starts = [m.start() for m in DOCUMENT_START.finditer(source)] if document.fault else []
            if not [s for s in starts if source[:s].strip()]:
                yield document
                continue
            self.budget.documents -= 1
            yield from self._one_by_one(source, above, [0, *starts], document.line)

    def _one_by_one(self, source: str, above: int, starts: list[int], line: int) -> Iterator[YamlDocument]:
        pieces = [source[a:b] for a, b in zip(starts, [*starts[1:], len(source)], strict=True)]
        tops = accumulate((p.count("\n") for p in pieces), initial=above)
        for piece, top in zip(pieces, tops, strict=False):
            if top + piece.count("\n") + 1 >= line and piece.strip():
                yield from (d for d in self._stream(piece, top) if d.line >= line)

    def _stream(self, source: str, above: int) -> Iterator[YamlDocument]:
        """Documents in order; the first faulty one is the last."""
        lines = Lines(source, above)
        parser = yaml.CLoader(source)
        at = above + 1
        try:
            while parser.check_event():
                event = parser.get_event()
                if type(event) is not yaml.DocumentStartEvent:
                    continue
                at = lines.of(event.start_mark)
                self.budget.count_document()
                yield Reading(self.budget, parser, lines).document(at)
                at += 1
        except (yaml.YAMLError, Faulty) as error:
            self.budget.count_document()
            yield YamlDocument(at, at, fault=_fault(error, source, lines, at))
        finally:
            parser.dispose()


def _fault(error: Exception, source: str, lines: Lines, at: int) -> Fault:
    if isinstance(error, Faulty):
        return Fault(error.line, str(error))
    if isinstance(error, ReaderError):
        before = source.encode()[: error.position]
        return Fault(before.count(b"\n") + 1 + lines.above, "a character that YAML does not allow")
    marks = [getattr(error, "problem_mark", None), getattr(error, "context_mark", None)]
    found = [lines.of(mark) for mark in marks if mark]
    last = source.rstrip().count("\n") + 1 + lines.above
    line = next((n for n in found if n <= last), last if found else at)
    return Fault(line, str(getattr(error, "problem", None) or error))
