"""A rejection in a plugin that the admission webhook does not know."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.functions import changed_functions
from checks.globs import matches
from checks.model import Defect
from checks.packages import folder_of
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import OPTIONAL, rule

VALIDATES = lazy(
    r"(?:[vV]alidate|[rR]eject|[fF]orbid)\w*|[cC]heck\w*(?:Claim|Config|Request|Access|Parameters)\w*"
)
OF_THE_NODE = lazy(r"[cC]heckpoint|[aA]llocatable|[pP]repared|[dD]evice[sI]")
USERS_OBJECT = lazy(r"ResourceClaim\b|\*?\w*\.\w*Config\b|DeviceRequest|OpaqueDeviceConfig")


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A component that prepares claims gains a function that rejects what a user wrote, and neither the
    webhook nor the validation of the API changes with it.

    The user learns of the fault when a pod does not start, not when the claim is created.

    Left alone: changes that touch the webhook or the API, projects without a webhook, functions that validate
    nothing that a user writes, and those that need what only the node knows.

    Source: review of admin access in the project: the same rejection has to exist in the webhook.
    """
    contracts, snapshot = context.profile.contracts, context.snapshot
    sides = (*contracts.webhook, *contracts.api_types)
    hooks = snapshot.head.matching(contracts.webhook)
    if not hooks or any(matches(c.path, sides) for c in snapshot.changes):
        return
    for pair in changed_functions(snapshot, context.profile):
        head = pair.head
        if pair.base or head is None or not matches(folder_of(head.file.path), contracts.checkpoints):
            continue
        function = head.function
        returns_error = function.result.rstrip(")").endswith("error")
        of_user = USERS_OBJECT.search(function.parameters) and not OF_THE_NODE.search(function.parameters)
        if VALIDATES.fullmatch(function.name) and returns_error and of_user:
            yield Defect(
                path=head.file.path,
                line=function.line,
                message=f"`{function.name}` rejects what a user wrote once a pod starts; the webhook could "
                "say so when the claim is created.",
                anchor=pair.symbol,
                text=function.name,
                evidence=(
                    line_at(snapshot.head, head.file.path, function.line),
                    line_at(snapshot.head, hooks[0], 1),
                ),
            )
