"""How a rule is declared: one function that looks at one kind of thing and yields what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from inspect import cleandoc
from typing import Any, TypeVar

from msgspec import Struct

from checks.model import Defect, Question, Severity

Found = Iterable[Defect | Question]
Check = Callable[[Any, Any], Found]
F = TypeVar("F", bound=Check)

BLOCKING = Severity.BLOCKING
OPTIONAL = Severity.OPTIONAL
CODE, SELECTORS, CONFIGS = "Code", "Selector", "Config"
"What a rule about the whole change may be about the parts of; without any it has nothing to say."


class Rule(Struct, frozen=True):
    """A rule: its name is the defect, its family the folder it stands in.

    `looks_at` is the type of its first argument: `Snapshot` or `Context` for the whole change,
    `Proposal`, `Manifest`, `Document` or `Fact` for one of those each. A rule in preview is shown and
    never blocks. One that `audits` also holds a whole tree against itself, as if all of it were new. One
    with `among` is about `CODE`, `SELECTORS` or `CONFIGS` alone, and is not loaded where the change has none.
    """

    name: str
    family: str
    severity: Severity
    looks_at: type
    check: Check
    preview: bool
    audits: bool
    among: str
    doc: str


def rule(
    severity: Severity, looks_at: type, *, preview: bool = False, audits: bool = False, among: str = ""
) -> Callable[[F], F]:
    """Declares the decorated function to be the rule that its module is named after.

    The function takes the thing looked at and the context, and yields defects and questions. Its
    docstring is the rule's page: what it finds, why it matters, what it leaves alone, and its source.
    """

    def declare(check: F) -> F:
        family, module = check.__module__.split(".")[-2:]
        declared = Rule(
            module.replace("_", "-"),
            family,
            severity,
            looks_at,
            check,
            preview,
            audits,
            among,
            cleandoc(check.__doc__ or ""),
        )
        check.rule = declared  # type: ignore[attr-defined]
        return check

    return declare
