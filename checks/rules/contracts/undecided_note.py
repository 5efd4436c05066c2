"""A note in the code that asks a question."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.functions import product_go
from checks.model import Defect
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import CODE, OPTIONAL, rule

NOTE = lazy(r"//\s*(?:TODO|FIXME|XXX)\b(?P<words>.*)")
COMMENT = lazy(r"^\s*//\s*(?P<words>.*)$")
SAID = lazy(r"[^.?!]{0,200}\?\s*$")
MOST_LINES = 4  # of one note
LONGEST = 300


@rule(OPTIONAL, Context, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The change adds a TODO that ends in a question.

    It is put to nobody: whoever reads it later knows less than the author. Reviewers can answer it now.

    Left alone: notes that say what is to be done, and those that stood before.

    Source: reviews that settle such notes before the merge.
    """
    for change in product_go(context.snapshot, context.profile):
        text = context.snapshot.head.text(change.new_path) if change.new_path else None
        for number, line in enumerate(text.lines if text else (), 1):
            found = NOTE.search(line[:LONGEST]) if change.touches_head(number) else None
            if text is None or found is None:
                continue
            words = [found["words"]]
            for below in text.lines[number : number + MOST_LINES]:
                more = COMMENT.match(below[:LONGEST])
                if more is None or not more["words"] or NOTE.search(below[:LONGEST]):
                    break
                words.append(more["words"])
            said = SAID.search(" ".join(words))
            if said:
                yield Defect(
                    path=change.path,
                    line=number,
                    message="This note asks a question that nobody is asked. Put it to the reviewers, and "
                    "write down what was decided.",
                    anchor=change.path,
                    text=" ".join(words).strip(),
                    evidence=(line_at(context.snapshot.head, change.path, number),),
                )
