"""Cleaning up that needs the API server."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checks.context import Context
from checks.functions import changed_functions
from checks.model import Defect
from checks.proofs import line_at
from checks.rule import OPTIONAL, rule

UNPREPARES = re.compile(r"[uU]nprepare\w*")
ASKS = re.compile(r"(?:V\d\w*\(\)\.|[cC]lient\.)(?P<kind>[A-Z]\w+)\([^()]*\)\.(?P<verb>Get|List)\Z")


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A function that unprepares newly reads an object from the API server.

    The object may be gone by then, or the server out of reach: the device is never given back.

    Left alone: calls that were there before, and functions that prepare.

    Source: review of the project: unprepare has to get by with the claim's UID and what is on the node.
    """
    for pair in changed_functions(context.snapshot, context.profile):
        head = pair.head
        if head is None or not UNPREPARES.fullmatch(head.function.name):
            continue
        before = {c.name for c in pair.base.file.calls(pair.base.function.node)} if pair.base else set()
        for call in head.file.calls(head.function.node):
            asked = ASKS.search(call.name)
            if asked and call.name not in before:
                yield Defect(
                    path=head.file.path,
                    line=call.line,
                    message=f"`{head.function.name}` reads {asked['kind']} from the API server; the "
                    "object may be "
                    "gone by then. Keep what is needed in the checkpoint.",
                    anchor=pair.symbol,
                    text=call.name,
                    evidence=(line_at(context.snapshot.head, head.file.path, call.line),),
                )
