"""Feature gates that manifests and documents set by name."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from checks.context import Context
from checks.looks import changed_documents
from checks.manifests import LEFT_OPEN
from checks.parse.markdown import Block
from checks.pattern import lazy

FLAG = lazy(r"--feature-gates[= ]['\"]?(?P<pairs>[\w=,\"']+)")
SET = lazy(r"--set(?:-\w+)?[= ]['\"]?(?:[\w.]{1,99}\.)?featureGates\.(?P<name>\w+)=")
YAML_MAP = lazy(r"^(?P<indent>[ -]*)featureGates:\s*$")
PAIR = lazy(r"^(?P<indent> +)['\"]?(?P<name>[A-Z]\w+)['\"]?:\s*(?:true|false)\b")


class NamedGate(Struct, frozen=True):
    """A gate's name where it is set."""

    name: str
    path: str
    line: int


def named_gates(context: Context) -> Iterator[NamedGate]:
    """Gates that the change sets: in maps of objects, and in fences of documents."""
    for manifest in context.manifests:
        gates = manifest.root.get("featureGates")
        if manifest.form == "fence" or manifest.counter_example or gates is None:
            continue
        for entry in gates.entries:
            if not LEFT_OPEN.search(entry.key):
                yield NamedGate(entry.key, manifest.path, entry.line)
    for document in changed_documents(context):
        change = context.snapshot.changed(document.path)
        for block in document.blocks("fence"):
            for line, name in _in_fence(block):
                if change is not None and change.touches_head(line):
                    yield NamedGate(name, document.path, line)


def _in_fence(block: Block) -> Iterator[tuple[int, str]]:
    inside: int | None = None
    for line, words in enumerate(block.content.split("\n"), block.content_line):
        for flag in FLAG.finditer(words):
            yield from ((line, pair.partition("=")[0].strip("\"'")) for pair in flag["pairs"].split(","))
        yield from ((line, found["name"]) for found in SET.finditer(words))
        opened, pair = YAML_MAP.match(words), PAIR.match(words)
        if opened:
            inside = len(opened["indent"])
        elif inside is not None and pair and len(pair["indent"]) > inside:
            yield line, pair["name"]
        elif words.strip() and not words.lstrip().startswith("#"):
            inside = None
