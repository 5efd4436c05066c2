"""Taints that a file puts on its nodes: by a command, in the configuration of a node, or in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from checks.context import Context
from checks.dra.applied import applied_with
from checks.dra.claims import GROUP
from checks.dra.judged import line_of
from checks.dra.pods import maps, pods_of, word
from checks.manifests import Manifest
from checks.model import Evidence
from checks.parse.text import Text
from checks.pattern import lazy
from checks.proofs import line_at
from checks.prose import sentences

LONGEST = 1_000  # characters of a line that shows a command
KEY = r"(?P<key>[\w.-]{1,99}(?:/[\w.-]{1,99})?)"
EFFECT = r":\s?(?:NoSchedule|NoExecute)(?![\w-])"
TAINT = lazy(rf"\bkubectl\s{{1,9}}taint\s{{1,9}}nodes?\s[^\n]{{0,300}}?\s{KEY}(?:=[\w.-]{{0,99}})?{EFFECT}")
REGISTERED = lazy(
    r"(?:--node-taints|register-with-taints)[\"']?\s{0,3}[:= ]\s{0,3}[\"']?"
    rf"{KEY}(?:=[\w.-]{{0,99}})?{EFFECT}"
)
SAID = lazy(
    r"\bnodes?\b[^.]{0,60}?\b(?:(?:is|are)\s+tainted\s+with|(?:carry|carries|have|has)\s+(?:a|the)\s+taint)\s+"
    r"`?(?P<key>[\w.-]{1,99}/[\w.-]{1,99})",
    re.I,
)
UNSURE = lazy(
    r"\b(?:if|may|might|can|could|when|unless|some|common|often|usually|tolerat\w*|remov\w*|not)\b", re.I
)
STRICT = ("NoSchedule", "NoExecute")
MOST_LEVELS = 8
MOST_KEYS = 10  # a node has a few


def node_taints(manifest: Manifest, context: Context) -> dict[str, Evidence]:
    """The keys of taints on nodes that the file of an object speaks of, with the line of each."""
    text = context.snapshot.head.text(manifest.path)
    if text is None:
        return {}
    make = partial(_first_of_each, manifest, text, context)
    return context.snapshot.head.once("node taints", manifest.path, make)


def _first_of_each(manifest: Manifest, text: Text, context: Context) -> dict[str, Evidence]:
    found: dict[str, Evidence] = {}
    for key, line in _all(manifest, text, context):
        if len(found) < MOST_KEYS:
            found.setdefault(key, line)
    return found


def _all(manifest: Manifest, text: Text, context: Context) -> Iterator[tuple[str, Evidence]]:
    if "taint" in text.text:
        yield from _in_lines(text, context)
    document = context.snapshot.head.markdown(manifest.path) if manifest.path.endswith(".md") else None
    for sentence in sentences(document.top) if document and "taint" in text.text else ():
        found = None if UNSURE.search(sentence.text) else SAID.search(sentence.text)
        if found:
            yield found["key"], line_at(context.snapshot.head, manifest.path, sentence.line)
    for other in applied_with(manifest, context):
        if not other.api_version.startswith(GROUP) and not pods_of(other):
            yield from _configured(other, context)


def _in_lines(text: Text, context: Context) -> Iterator[tuple[str, Evidence]]:
    for number, line in enumerate(text.lines, 1):
        found = (
            (TAINT.search(line) or REGISTERED.search(line))
            if "taint" in line and len(line) < LONGEST
            else None
        )
        if found:
            yield found["key"], line_at(context.snapshot.head, text.path, number)


def _configured(manifest: Manifest, context: Context) -> Iterator[tuple[str, Evidence]]:
    """Taints in the configuration of a node or of a group of nodes."""
    level = [manifest.root]
    for _ in range(MOST_LEVELS):
        for taint in (t for node in level for t in maps(node.get("taints"))):
            if (
                word(taint, "effect") in STRICT
                and word(taint, "key")
                and manifest.is_literal(taint.get("key"))
            ):
                yield word(taint, "key"), line_of(manifest, taint, context)
        level = [e.value for node in level for e in node.entries if e.value.kind == "map"]
