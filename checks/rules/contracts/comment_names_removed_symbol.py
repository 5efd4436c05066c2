"""A comment that speaks of something which the change takes away."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from checks.context import Context
from checks.functions import product_go
from checks.model import Defect, Evidence
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import OPTIONAL, rule
from checks.snapshot import Source

COMMENT = lazy(r"^\s*(?://|\*)|(?<=\s)//")
TELLING = lazy(r"[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+|(?:[A-Z][a-z0-9]+){2,}[A-Z]*")
SHORTEST = 9
MOST = 100  # of names; more go with a rework, where nobody reads such notes
DATED = lazy(r"\b(?:formerly|previously|renamed|removed|replaces?d?|used to|was|instead of|old)\b", re.I)
AS_CODE = lazy(r"//\s*(?:if|for|return|func|case|err|_)\b|:=|[{};]\s*$|\)\s*$|==|!=")


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The change removes or renames a function or a type, and a comment of the files that it touches still
    names it.

    Whoever follows the comment looks for something that is not there.

    Left alone: names that anything in the tree still has, names of one word, comments that say what became
    of it, code that is commented out, and files that the change leaves alone.

    Source: reviews that ask for comments to be swept after a rename; a comment that named a consumer which
    did not exist.
    """
    gone = _gone(context)
    still = context.snapshot.head.grep(gone, ("vendor",)) if 0 < len(gone) <= MOST else {}
    names = [name for name in gone if name in still]
    word = re.compile(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)") if names else None
    told: set[str] = set()
    for change in product_go(context.snapshot, context.profile) if word else ():
        text = context.snapshot.head.text(change.new_path) if change.new_path else None
        for number, line in enumerate(text.lines if text else (), 1):
            mark = COMMENT.search(line)
            found = word.search(line, mark.start()) if word and mark else None
            if text is None or found is None or found[0] in told:
                continue
            if not (DATED.search(line) or AS_CODE.search(line) or _is_code(found[0], context)):
                told.add(found[0])
                yield Defect(
                    path=text.path,
                    line=number,
                    message=f"This comment speaks of `{found[0]}`, which the change takes away.",
                    anchor=found[0],
                    text=line.strip(),
                    evidence=(line_at(context.snapshot.head, text.path, number), gone[found[0]]),
                )


def _gone(context: Context) -> Mapping[str, Evidence]:
    """Names that the changed files declared at the base and no longer declare."""
    changes = product_go(context.snapshot, context.profile)
    before = dict(_declared(context.snapshot.base, (c.old_path for c in changes)))
    after = dict(_declared(context.snapshot.head, (c.new_path for c in changes)))
    return {name: place for name, place in before.items() if name not in after}


def _declared(source: Source, paths: Iterable[str | None]) -> Iterator[tuple[str, Evidence]]:
    for path in paths:
        file = source.go(path) if path else None
        for one in (*file.functions, *file.types) if file else ():
            if file and len(one.name) >= SHORTEST and TELLING.fullmatch(one.name):
                yield one.name, line_at(source, file.path, one.line)


def _is_code(name: str, context: Context) -> bool:
    """Whether a changed file of the head still uses the name outside of comments, as a field or a method."""
    word = re.compile(rf"(?<!\w){name}(?!\w)")
    for change in product_go(context.snapshot, context.profile):
        text = context.snapshot.head.text(change.new_path) if change.new_path else None
        if text and any(word.search(line.partition("//")[0]) for line in text.lines if name in line):
            return True
    return False
