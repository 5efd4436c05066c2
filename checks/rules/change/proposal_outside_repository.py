"""A design that is only in a document elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checks.context import Context
from checks.description import body_of
from checks.model import Defect, Verdict
from checks.pattern import lazy
from checks.rule import OPTIONAL, rule
from checks.rules.change.proof import because, proof_of
from checks.targets import URL, is_private

DESIGN = lazy(r"\b(?:design|proposal|rfc)\b", re.I)
DISCUSSION = lazy(r"/(?:issues|pull|discussions|commit)/")
HOSTED = ("hackmd.io", "notion.site", "www.notion.so", "gist.github.com")


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The description points at a design outside of the repository, and there is none in it.

    Such a document is evidence and no proposal: it is not reviewed, not versioned with the code, and often
    not readable for everybody.

    Left alone: a change with a proposal in the repository, one that needs none, and links to issues.

    Source: the process page at the base: a proposal is a document in the proposals folder.
    """
    reasons = context.classification.reasons
    bound = context.proposals or context.linked
    if context.classification.verdict is Verdict.DIRECT or bound or not reasons or not context.subject.posted:
        return
    for line in body_of(context.subject).splitlines():
        for url in URL.finditer(line):
            if _is_design(line, url[1], url[2] or "", context):
                place = proof_of(reasons[0], context)
                yield Defect(
                    path=place.path,
                    line=place.line,
                    message=f"The design is in a document on {url[1]}, outside of the repository. "
                    f"Bring it to `{context.process.folder}`.",
                    anchor="outside",
                    text=url[0],
                    evidence=because(context),
                    side=place.side,
                )
                return


def _is_design(line: str, host: str, path: str, context: Context) -> bool:
    if DISCUSSION.search(path):
        return False
    return is_private(host, path, context.profile.private_hosts) or (
        host in HOSTED and bool(DESIGN.search(line))
    )
