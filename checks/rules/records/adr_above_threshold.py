"""A decision record where the project asks for a proposal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.decision_records import is_record, is_touched, part
from checks.model import Defect, Evidence
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.prose import Sentence, denies, sentences
from checks.rule import OPTIONAL, rule

BRINGS = lazy(r"\b(?:add|adds|adding|introduc\w+|new|creat\w+|remov\w+|renam\w+|chang\w+|graduat\w+)\b", re.I)
THINGS = {
    "feature gate": lazy(r"\bfeature[- ]gates?\b", re.I),
    "CRD fields": lazy(r"\bCRDs?\b|\bcustom resources?\b|\bAPI (?:field|kind|type)s?\b", re.I),
    "CLI flags": lazy(r"\b(?:CLI|command[- ]line) (?:flag|option)s?\b|\bnew flags?\b", re.I),
    "Helm chart values": lazy(r"\b(?:Helm|chart) values?\b", re.I),
    "ResourceSlice attributes": lazy(r"\b(?:ResourceSlice|device) attributes?\b", re.I),
    "checkpoint schema": lazy(r"\bcheckpoint\b", re.I),
    "external dependency": lazy(r"\b(?:external|new) dependenc(?:y|ies)\b", re.I),
}
PROPOSAL = lazy(r"\bproposals?\b", re.I)


@rule(OPTIONAL, Document)
def check(document: Document, context: Context) -> Iterable[Defect]:
    """The decision of a record brings in what the process page asks a proposal for, and the record names no
    proposal.

    A record says what was decided; a proposal is where it is discussed, with upgrade, tests and alternatives.

    Left alone: records that name a proposal, sentences that say no, and projects without such a page.

    Source: the threshold sentences of the process page at the base.
    """
    if context.process.page is None or not is_record(document, context):
        return
    section = part(document, "decision")
    if section is None or PROPOSAL.search(document.top.words) or not is_touched(document, section, context):
        return
    for sentence, name in _above(list(sentences(section))):
        wanted = context.process.sentence([name], "")
        page = context.process.evidence_of(wanted) if wanted else None
        if page:
            yield Defect(
                path=document.path,
                line=sentence.line,
                message="This decision needs a proposal: the project asks for one where a change "
                f"“{wanted}”. "
                f"Write it to `{context.process.folder}` and let this record name it.",
                section=section.title,
                anchor=section.title,
                text=name,
                evidence=(Evidence(document.path, sentence.line, sentence.text[:200]), page),
            )
            return


def _above(said: list[Sentence]) -> Iterator[tuple[Sentence, str]]:
    for sentence in said:
        if BRINGS.search(sentence.text) and not denies(sentence.text):
            yield from ((sentence, name) for name, words in THINGS.items() if words.search(sentence.text))
