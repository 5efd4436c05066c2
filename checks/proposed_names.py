"""Names that a proposal is to bring in: its examples use them before the code knows them."""

from __future__ import annotations

from checks.context import Context
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.references import Mentions

WORD = lazy(r"[A-Za-z_][\w-]*")


def proposes(context: Context, path: str, name: str) -> bool:
    """Whether `path` is a proposal of the change that brings in `name`, bare or behind its domain.

    A name is brought in where the section on API changes lists it, or the text calls it new; a name that
    only examples use is not, for it may be misspelt.
    """
    word = name.rpartition("/")[2]
    return any(word in _names(proposal) for proposal in context.proposals if proposal.path == path)


def _names(proposal: Proposal) -> frozenset[str]:
    """Every word that the document brings in, taken from it once."""
    kept: frozenset[str] | None = vars(proposal).get("_proposed_names")
    if kept is None:
        section = proposal.section("api-changes")
        said = [section.words, *(b.content for b in section.all_blocks())] if section else []
        said += (m.name for m in Mentions(proposal.document).all if m.said_new)
        kept = frozenset(word for text in said for word in WORD.findall(text))
        vars(proposal)["_proposed_names"] = kept
    return kept
