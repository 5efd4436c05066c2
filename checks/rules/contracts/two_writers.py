"""Two components that write the status of one kind."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.facts.api_writes import writes_below
from checks.model import Defect
from checks.packages import folder_of
from checks.pattern import lazy
from checks.proofs import at_fact, line_at
from checks.rule import OPTIONAL, rule

STATUS = lazy(r"(?P<how>update|apply) the status of (?P<kind>\w+)")


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A component newly writes the status of a kind whose status another component writes as well.

    Two writers overwrite each other, or conflict for ever; who removes what the other has added is settled
    nowhere.

    Left alone: components that wrote the status before, but for those that newly apply it on the server,
    where no conflict is refused any more; and kinds of which a proposal of the change speaks.

    Source: the project's state ownership: a status that several daemons and the controller wrote had to be
    reworked three times.
    """
    ceased = {
        (folder_of(f.path), found["kind"])
        for f in context.facts.of("api-write-removed")
        if (found := STATUS.fullmatch(f.symbol))
    }
    for fact in context.facts.of("api-write-added"):
        found = STATUS.fullmatch(fact.symbol)
        own = folder_of(fact.path)
        known = found is not None and (own, found["kind"]) in ceased and found["how"] == "update"
        if found is None or known or _is_settled(found["kind"], context):
            continue
        other = next(
            (
                w
                for w in writes_below(context.snapshot.head, own.partition("/")[0], context.profile)
                if w.kind == found["kind"] and "status" in w.verb and folder_of(w.path) != own
            ),
            None,
        )
        if other:
            message = (
                f"`{own.rpartition('/')[2]}` writes the status of {found['kind']}, and so does "
                f"`{folder_of(other.path).rpartition('/')[2]}`. Say which of them owns which field."
            )
            yield at_fact(fact, context, message, line_at(context.snapshot.head, other.path, other.line))


def _is_settled(kind: str, context: Context) -> bool:
    singular = kind.removesuffix("s")
    return any(singular in p.document.text.text for p in (*context.proposals, *context.linked))
