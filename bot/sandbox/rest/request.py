"""What the present request asks for: its caller, repository, fields and page."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar, cast
from urllib.parse import urlencode

from flask import Response, g, jsonify, request

from bot.sandbox.auth import Caller
from bot.sandbox.errors import RefusedError
from bot.sandbox.model import PullRequest, Repository
from bot.sandbox.site import Json, Site

if TYPE_CHECKING:
    from bot.sandbox.server import Sandbox

T = TypeVar("T")
SANDBOX = "bot.sandbox"
PER_PAGE, LARGEST_PAGE = 30, 100


class MovedError(Exception):
    """A request for a repository by a name that it no longer has."""

    def __init__(self, location: str) -> None:
        """Keep where it is now."""
        super().__init__(location)
        self.location = location


def sandbox() -> "Sandbox":
    """Return the server that is answering."""
    return cast("Sandbox", request.environ[SANDBOX])


def site() -> Site:
    """Return what the server holds."""
    return sandbox().site


def caller() -> Caller:
    """Return who is calling, or raise the 401 for nobody."""
    if g.caller is None:
        raise RefusedError(401, "Requires authentication")
    return cast("Caller", g.caller)


def app_caller() -> Caller:
    """Return the App that called by its own JWT, or raise a 401."""
    if caller().app is None:
        raise RefusedError(401, "A JSON web token could not be decoded")
    return caller()


def repository(owner: str, repo: str, *needs: str) -> Repository:
    """Return the repository, for a caller who has one of `needs` there; a former name is a MovedError."""
    found = current(f"{owner}/{repo}")
    who = g.caller or Caller(site().state.account("ghost"))
    if g.caller is None and request.method != "GET":
        caller()
    who.require(found, *(needs or ("metadata:read",)))
    return found


def current(full_name: str) -> Repository:
    """Return the repository of that name, or raise a MovedError where one had it before."""
    every = site().state.repositories
    taken = any(one.full_name.lower() == full_name.lower() for one in every)
    for one in () if taken else every:
        if full_name.lower() in one.former_names:
            path = request.full_path.rstrip("?").replace(f"/{full_name}", f"/{one.full_name}", 1)
            raise MovedError(request.host_url.rstrip("/") + path)
    return site().state.repository(full_name)


def pull(owner: str, repo: str, number: int, *needs: str) -> PullRequest:
    """Return a pull request, for a caller who has one of `needs` in its repository."""
    return repository(owner, repo, *needs).pull(number)


def fields() -> Json:
    """Return the request's JSON object, empty for no body; anything else is a 400."""
    if not request.get_data():
        return {}
    body = request.get_json(force=True, silent=True)
    if not isinstance(body, dict):
        raise RefusedError(400, "Problems parsing JSON")
    return body


def number(name: str, default: int) -> int:
    """Return a number of the query, the default for one that is missing or is none."""
    try:
        return max(int(request.args.get(name, default)), 1)
    except ValueError:
        return default


def paginated(items: Iterable[T], shape: Callable[[T], Any], key: str = "") -> Response:
    """Answer with the page asked for, and `Link` to the others; `key` names the list in an object."""
    every = list(items)
    size, page = min(number("per_page", PER_PAGE), LARGEST_PAGE), number("page", 1)
    last = max((len(every) + size - 1) // size, 1)
    shown = [shape(item) for item in every[(page - 1) * size : page * size]]
    response = jsonify({"total_count": len(every), key: shown} if key else shown)
    wanted = {"prev": page - 1, "next": page + 1, "last": last, "first": 1}
    if page == 1:
        del wanted["prev"], wanted["first"]
    if page >= last:
        del wanted["next"], wanted["last"]
    if wanted:
        response.headers["Link"] = ", ".join(f'<{address(n)}>; rel="{rel}"' for rel, n in wanted.items())
    return response


def address(page: int) -> str:
    """Return the request's own address with another page number."""
    arguments = request.args.to_dict() | {"page": str(page)}
    return f"{request.base_url}?{urlencode(arguments)}"


def since(items: Iterable[T], moment: Callable[[T], str | None]) -> list[T]:
    """Return the items whose moment is not before the query's `since`."""
    earliest = request.args.get("since", "")
    return [item for item in items if (moment(item) or "") >= earliest]


def empty() -> Response:
    """Answer 204."""
    return Response(status=204)
