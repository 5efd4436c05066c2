"""Pages of a list: `first` and `after`, `last` and `before`, as GitHub's connections take them."""

import base64
from collections.abc import Sequence
from typing import Any

from bot.sandbox.errors import RefusedError

LARGEST = 100


def connection(
    items: Sequence[Any],
    name: str,
    *,
    first: int | None = None,
    last: int | None = None,
    after: str | None = None,
    before: str | None = None,
    **_: Any,
) -> dict[str, Any]:
    """Return the connection object of one page; no bound, or one over a hundred, is refused as by GitHub."""
    refuse_unbounded(name, first, last)
    start = position(after) + 1 if after else 0
    end = position(before) if before else len(items)
    if first is not None:
        end = min(end, start + first)
    elif last is not None:
        start = max(start, end - last)
    shown = [(cursor(index), items[index]) for index in range(start, min(end, len(items)))]
    return {
        "totalCount": len(items),
        "nodes": [item for _, item in shown],
        "edges": [{"cursor": mark, "node": item} for mark, item in shown],
        "pageInfo": {
            "hasNextPage": end < len(items),
            "hasPreviousPage": start > 0,
            "startCursor": shown[0][0] if shown else None,
            "endCursor": shown[-1][0] if shown else None,
        },
    }


def refuse_unbounded(name: str, first: int | None, last: int | None) -> None:
    """Raise GitHub's errors for a page without a size or with too great a one."""
    size = first if first is not None else last
    if size is None:
        message = f"You must provide a `first` or `last` value to properly paginate the `{name}` connection."
        raise RefusedError(422, message, kind="MISSING_PAGINATION_BOUNDARIES")
    if not 0 <= size <= LARGEST:
        bound = "first" if first is not None else "last"
        message = f"Requesting {size} records on the `{name}` connection"
        message += f" exceeds the `{bound}` limit of 100 records."
        raise RefusedError(422, message, kind="EXCESSIVE_PAGINATION")


def cursor(index: int) -> str:
    """Return the opaque cursor of an item."""
    return base64.b64encode(f"cursor:v2:{index}".encode()).decode()


def position(mark: str) -> int:
    """Return the place that a cursor names, or raise GitHub's error for a text that is none."""
    try:
        return int(base64.b64decode(mark).decode().rpartition(":")[2])
    except ValueError:
        raise RefusedError(
            422, f"`{mark}` does not appear to be a valid cursor.", kind="INVALID_CURSOR"
        ) from None
