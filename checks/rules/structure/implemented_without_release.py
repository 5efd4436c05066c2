"""A shipped proposal that does not say in which release."""

from __future__ import annotations

from collections.abc import Iterable

from checks.answers import quote
from checks.context import Context
from checks.model import Defect
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.rule import BLOCKING, rule

RELEASE = lazy(r"\bv?\d+\.\d+(?:\.\d+)?\b")


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """The status says that the feature shipped, and no release stands in the header table.

    The release is what users look for: from which version on they can rely on it.

    Left alone: a release in any row of the table, behind the status or in a row of its own.

    Source: the status lifecycle on the process page at the base: note the release in the header table.
    """
    row, shipped = proposal.status, context.profile.proposals.shipped_status
    if row is None or row.value != shipped or not proposal.touches(row.line):
        return
    dated = ("created", "authors")
    if any(RELEASE.search(f.value) for name, f in proposal.header.items() if name not in dated):
        return
    evidence = context.process.page_line(f"`{shipped}` —") or context.process.page_line(f"`{shipped}`")
    yield Defect(
        path=proposal.path,
        line=row.line,
        message=f"The status is `{shipped}` and the header table names no release. Add the one that has it, "
        f"such as `{shipped} (v0.0.0)` or a row “Release”.",
        anchor="status",
        text="release",
        evidence=(quote(proposal, row.line), evidence) if evidence else (quote(proposal, row.line),),
    )
