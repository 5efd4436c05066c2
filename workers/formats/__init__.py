"""What a review looks like to its reader, one format a file, each loaded only when it is asked for."""

from __future__ import annotations

import importlib
from typing import Literal, get_args

from msgspec import Struct

from checks.model import Finding, Review, Severity
from checks.snapshot import Snapshot

Format = Literal["text", "json", "markdown", "sarif", "github"]
FORMATS: tuple[str, ...] = get_args(Format)


class Shown(Struct, frozen=True):
    """A review with what is needed to show it.

    `snapshot` gives the source lines; `only_classification` leaves out all but the verdict, and
    `only_documents` leaves the verdict out; `colour` and `width` are the terminal's.
    """

    review: Review
    snapshot: Snapshot
    only_classification: bool = False
    only_documents: bool = False
    colour: bool = False
    width: int = 100


def render(form: str, shown: Shown) -> str:
    """The review in one of `FORMATS`, ending in a newline; characters that no encoding has are replaced."""
    text: str = importlib.import_module(f"workers.formats.{form}").render(shown)
    plain = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    return plain if plain.endswith("\n") else plain + "\n"


def weight(finding: Finding) -> Severity:
    """How much a finding weighs for a reader: in preview it never blocks."""
    return Severity.OPTIONAL if finding.preview else finding.severity
