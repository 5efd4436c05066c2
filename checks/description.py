"""What the description of a pull request says, without the comments of its template."""

from __future__ import annotations

import re

from checks.pattern import lazy
from checks.subject import Subject

COMMENT = lazy(r"<!--.*?(?:-->|\Z)", re.S)
FENCE = lazy(
    r"^(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^\n`]*)\n(?P<text>.*?)(?:^(?P=mark)[`~]*[ \t]*$|\Z)", re.S | re.M
)
KIND = lazy(r"^[ \t]*/kind[ \t]+([\w-]+)", re.M)
MOST = 100_000


def body_of(subject: Subject) -> str:
    """The description with comments taken out and line ends made plain."""
    return COMMENT.sub("", subject.body[:MOST].replace("\r\n", "\n"))


def kinds(subject: Subject) -> frozenset[str]:
    """The kinds that the change is said to be of: `/kind` lines of the description, and labels."""
    said = {m[1].casefold() for m in KIND.finditer(FENCE.sub("", body_of(subject)))}
    return frozenset(
        said | {label.removeprefix("kind/") for label in subject.labels if label.startswith("kind/")}
    )


def release_note(subject: Subject) -> str | None:
    """The text of the release-note fence, or None where the description has none."""
    for fence in FENCE.finditer(body_of(subject)):
        if fence["info"].strip().casefold() in ("release-note", "release-notes"):
            return fence["text"].strip()
    return None
