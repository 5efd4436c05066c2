"""A user-visible change without a release note."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checks.context import Context
from checks.description import release_note
from checks.model import Defect, Evidence
from checks.pattern import lazy
from checks.rule import OPTIONAL, rule
from checks.rules.change.proof import because, proof_of, triggers

TEMPLATES = (
    ".github/PULL_REQUEST_TEMPLATE.md",
    ".github/pull_request_template.md",
    "PULL_REQUEST_TEMPLATE.md",
)
NOTHING = lazy(r"\W*(?:none|n\s*/\s*a|no)?\W*", re.I)


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A contract that users see changes, and the release note in the description is empty or NONE.

    The note is what tells cluster admins what to do when they upgrade.

    Left alone: changes that users cannot see, descriptions that are not known, and projects whose pull
    request template has no release-note block.

    Source: the pull request template at the base of the change.
    """
    asked = _asked(context)
    if not context.subject.posted or not context.classification.reasons or asked is None:
        return
    note = release_note(context.subject)
    if note is not None and not NOTHING.fullmatch(note):
        return
    place = proof_of(context.classification.reasons[0], context)
    said = "is missing" if note is None else f"says {note}" if note else "is empty"
    yield Defect(
        path=place.path,
        line=place.line,
        message=f"Users will see this change ({triggers(context)}), and the release note {said}. "
        "Say in a line what changes for them.",
        anchor="release note",
        text="release note",
        evidence=(*because(context)[:1], asked),
        side=place.side,
    )


def _asked(context: Context) -> Evidence | None:
    """The line of the pull request template that opens the release-note block."""
    for path in TEMPLATES:
        text = context.snapshot.base.text(path) if context.snapshot.base.exists(path) else None
        for number, line in enumerate(text.lines if text else (), 1):
            if re.match(r"[`~]{3,}\s*release-notes?\s*\Z", line):
                return Evidence(path, number, line.strip())
    return None
