"""Gates are set by the names that they have."""

from __future__ import annotations

from difflib import get_close_matches
from itertools import islice

from checks.context import Context
from checks.dra.kubernetes import GATES, OTHER_GATES
from checks.dra.named_gates import named_gates
from checks.model import Defect
from checks.proofs import line_at
from checks.registered_gates import registered_gates
from checks.rule import OPTIONAL, Found, rule

CLOSE = 0.86
SHORTEST = 8
MOST = 300


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Found:
    """Finds gates that manifests or documents set under a name which is nearly that of a gate of this driver
    or of Kubernetes' Dynamic Resource Allocation: in another case, misspelt, or cut short.

    A component refuses to start with a gate that it does not know. Names that come close to none pass, for
    Kubernetes has many gates; so do proposals, which may bring in a gate.

    Source: the gates that the driver registers at the head, and `pkg/features/kube_features.go`.
    """
    named = list(islice(named_gates(context), MOST))
    if not named:
        return
    own = registered_gates(context.snapshot.head, context.profile)
    known = {*own, *GATES, *OTHER_GATES}
    proposals = {p.path for p in context.proposals}
    for gate in named:
        near = _near(gate.name, known) if gate.path not in proposals else None
        if near:
            yield Defect(
                path=gate.path,
                line=gate.line,
                message=f"There is no gate `{gate.name}`; it is called `{near}`.",
                anchor=gate.name,
                text=near,
                evidence=(line_at(context.snapshot.head, gate.path, gate.line),),
            )


def _near(name: str, known: set[str]) -> str | None:
    if name in known or len(name) < SHORTEST:
        return None
    names = sorted(known)
    alike = [k for k in names if k.casefold() == name.casefold()]
    longer = [k for k in names if k.startswith(name)]
    return next(iter(alike or longer or get_close_matches(name, names, 1, CLOSE)), None)
