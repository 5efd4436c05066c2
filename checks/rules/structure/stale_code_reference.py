"""A name of something in the repository that is not there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from checks.answers import quote
from checks.context import Context
from checks.model import Defect
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import listed
from checks.references import Mention, Mentions, by_block, speaks_of_others
from checks.rule import OPTIONAL, rule
from checks.snapshot import Source

PATH = lazy(r"[\w.*@-]+(?:/[\w.*@-]+)+/?")
SOURCE_FILE = lazy(r"[\w.*-]+\.(?:go|bats)")
LINE = lazy(r"(?::\d+(?:-\d+)?|#L\d+\S*)\Z")
SYMBOL = lazy(r"(?:\w+\.)*([A-Z][a-z0-9]+(?:[A-Z]+[a-z0-9]*)+|[A-Z]{2,}[a-z]\w*)(?:\(\))?")
CALL = lazy(r"(?:\w+\.)*([a-z][a-z0-9]+[A-Z]\w*)\(\)")
FLAG = lazy(r"--([a-z][a-z0-9]*(?:-[a-z0-9]+)+)")
VALUE = lazy(r"(?:[a-z]\w*\.)+([a-z]+[A-Z]\w*|[A-Z]\w*)")
PROPOSES = lazy(
    r"\b(?:new|add\w*|introduc\w+|creat\w+|propos\w+|will|would|planned|to be|renam\w+|mov(?:e|es|ed|ing)"
    r"|extract\w*|implement\w*|remov\w+|delet\w+|split\w*|future|could|should|may|no|not|follow-?up|upstream|kubernetes)\b",
    re.I,
)


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """Inline code names a file, or a symbol, gate, flag or value called existing, that is not at the head.

    A design that builds on what is not there is built on a wrong picture of the code, or on a branch that
    reviewers do not have.

    Left alone: what a sentence proposes or the document introduces, files named in the test plan as to be
    written, names of Kubernetes and other projects, shell commands, and words that could mean anything.

    Source: the review guide of the project: use precise local paths and symbols for code claims.
    """
    mentions = Mentions(proposal.document)
    candidates = [m for m in mentions.all if m.name not in mentions.introduced and _is_new(proposal, m)]
    stale = [m for m in candidates if _is_stale_path(m, proposal, context)]
    symbols = {m: name for m in candidates if (name := _symbol(m))}
    there = _in_tree(context, symbols.values())
    stale += [m for m, name in symbols.items() if name not in there]
    for group in by_block(sorted(stale, key=lambda m: m.line)):
        yield _defect(proposal, group)


def _is_new(proposal: Proposal, mention: Mention) -> bool:
    return proposal.touches(mention.block.line, mention.block.end_line)


def _is_stale_path(mention: Mention, proposal: Proposal, context: Context) -> bool:
    name = LINE.sub("", mention.name).removeprefix("./")
    if not (PATH.fullmatch(name) or SOURCE_FILE.fullmatch(name)) or "..." in name:
        return False
    head = context.snapshot.head
    if "/" in name and head.tree.kind(name.split("/")[0]) != "folder":
        return False
    if not mention.said_there and (PROPOSES.search(mention.sentence) or _is_planned(mention, proposal)):
        return False
    return not _stands(head, name.rstrip("/"))


def _is_planned(mention: Mention, proposal: Proposal) -> bool:
    """Whether the name stands where files to be written are named: the test plan and below."""
    tests = proposal.section("tests")
    return tests is not None and any(s is mention.section for s in tests.walk())


def _stands(head: Source, name: str) -> bool:
    """Whether a file or folder goes by this name, also as the end of a longer path; globs are globs."""
    if head.tree.kind(name) or any(p.endswith("/" + name) or f"/{name}/" in p for p in head.paths()):
        return True
    return "*" in name and any(fnmatchcase(p, name) or fnmatchcase(p, f"*/{name}") for p in head.paths())


def _symbol(mention: Mention) -> str | None:
    """The word to look up for what is called existing and can only be a name of this repository."""
    if not mention.said_there or speaks_of_others(mention):
        return None
    forms = (SYMBOL, CALL, FLAG, VALUE)
    return next((found[1] for form in forms if (found := form.fullmatch(mention.name))), None)


def _in_tree(context: Context, names: Iterable[str]) -> set[str]:
    """Which of the names occur at the head outside of proposals; vendored copies are asked last."""
    wanted, head = set(names), context.snapshot.head
    proposals = list(context.profile.proposals.folders)
    found = set(head.grep(wanted, (*_vendored(context), *proposals))) if wanted else set()
    return found | (set(head.grep(wanted - found, proposals)) if wanted - found else set())


def _vendored(context: Context) -> Sequence[str]:
    names = {part for glob in context.profile.paths.vendored for part in glob.split("/") if "*" not in part}
    folders = {
        p[: p.index(f"{n}/") + len(n)] for n in names for p in context.snapshot.head.paths() if _below(p, n)
    }
    return sorted(folders)


def _below(path: str, folder: str) -> bool:
    return path.startswith(f"{folder}/") or f"/{folder}/" in path


def _defect(proposal: Proposal, group: Sequence[Mention]) -> Defect:
    first = group[0]
    names = listed(f"`{m.name}`" for m in group)
    are, called = ("are", "they are called") if len(group) > 1 else ("is", "it is called")
    there = f", though {called} existing" if all(m.said_there for m in group) else ""
    return Defect(
        path=proposal.path,
        line=first.line,
        message=f"{names} {are} not in the tree at the head{there}. "
        "Name what is there, or say that it is new.",
        section=first.section.title or None,
        anchor=first.section.title,
        text=" ".join(sorted(m.name for m in group)),
        evidence=(quote(proposal, first.line),),
    )
