"""The answers by which GitHub refuses a request, as exceptions with GitHub's own wording."""

from typing import Any

DOCUMENTATION = "https://docs.github.com/rest"


class RefusedError(Exception):
    """A request that is refused: an HTTP status, a message, and the details GitHub gives under `errors`."""

    def __init__(self, status: int, message: str, errors: list[Any] | None = None, kind: str = "") -> None:
        """Keep what the answer will say; `kind` is the type of the error in GraphQL."""
        super().__init__(message)
        self.status, self.message, self.errors = status, message, errors
        self.kind = kind or {404: "NOT_FOUND", 403: "FORBIDDEN"}.get(status, "UNPROCESSABLE")
        self.headers: dict[str, str] = {}

    def body(self) -> dict[str, Any]:
        """Return the JSON of the answer."""
        body: dict[str, Any] = {"message": self.message, "documentation_url": DOCUMENTATION}
        if self.errors is not None:
            body["errors"] = self.errors
        return body | {"status": str(self.status)}


def not_found() -> RefusedError:
    """Return the 404 that GitHub gives for what is not there and for what the caller may not see."""
    return RefusedError(404, "Not Found")


def bad_credentials() -> RefusedError:
    """Return the 401 for a token that is unknown, expired or revoked."""
    return RefusedError(401, "Bad credentials")


def forbidden(message: str = "Resource not accessible by integration") -> RefusedError:
    """Return the 403 for a permission that the caller lacks."""
    return RefusedError(403, message)


def unprocessable(message: str) -> RefusedError:
    """Return a 422 that says one sentence."""
    return RefusedError(422, message)


def invalid(resource: str, field: str, code: str = "invalid", message: str | None = None) -> RefusedError:
    """Return a 422 `Validation Failed` that names one field of one resource."""
    error = {"resource": resource, "field": field, "code": code}
    return RefusedError(422, "Validation Failed", [error | ({"message": message} if message else {})])


def bounded(resource: str, field: str, text: str, limit: int) -> str:
    """Return `text`, or raise the 422 that GitHub gives for one of more than `limit` characters."""
    if len(text) > limit:
        raise invalid(resource, field, "custom", f"{field} is too long (maximum is {limit} characters)")
    return text
