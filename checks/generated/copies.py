"""Deep copy functions against the structs that they copy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checks.generated.moved import Moved, at, files_in
from checks.generated.ownership import Disagreement
from checks.globs import select
from checks.pattern import lazy
from checks.snapshot import Source
from config.profile import Generated

REFERENCE = lazy(r"^(\*|\[|map\[)")
COPY = "DeepCopyInto"


def copies_disagree(
    source: Source, generated: Generated, moved: Moved, folder: str
) -> Iterator[Disagreement]:
    """Structs without a copy function where their package has them, and new references not copied."""
    paths = [p for p in select(files_in(source, folder), generated.outputs) if p.endswith(".go")]
    for path in paths:
        parsed = source.go(path)
        copied = {f.receiver: f for f in parsed.functions if f.name == COPY} if parsed else {}
        if not parsed or not copied or not _covers(copied.keys(), moved):
            continue
        for placed in moved.added_types():
            if placed.type.name[:1].isupper() and placed.type.name not in copied:
                yield at(placed, placed.type.line, placed.type.name, path, "has no deep copy")
        for placed, field in moved.added_fields():
            function = copied.get(placed.type.name)
            body = parsed.text(function.body) if function and function.body else None
            if body and REFERENCE.match(field.type) and not re.search(rf"\bin\.{field.name}\b", body):
                symbol = f"{placed.type.name}.{field.name}"
                yield at(placed, field.line, symbol, path, "is not copied")
        for placed in moved.removed_types():
            left = copied.get(placed.type.name)
            if left:
                detail = "still has a deep copy"
                yield Disagreement(placed.type.name, detail, path, left.line, path, in_source=False)


def _covers(copied: Iterable[str], moved: Moved) -> bool:
    """Whether every exported struct that stood before has a copy function: the package opts in as a whole."""
    known = set(copied)
    stood = [
        n for n, p in moved.old.items() if p.type.kind == "struct" and n[:1].isupper() and n in moved.new
    ]
    return bool(stood) and all(name in known for name in stood)
