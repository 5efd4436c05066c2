"""People, and what they may do in a repository."""

from flask import Response, jsonify

from bot.sandbox.errors import forbidden, not_found
from bot.sandbox.rest.request import caller, repository, site
from bot.sandbox.shapes import accounts


def myself() -> Response:
    """Answer `GET /user`, which GitHub refuses to an App."""
    who = caller()
    if who.app or who.installation:
        raise forbidden()
    return jsonify(accounts.full_user(site(), who.account))


def user(username: str) -> Response:
    """Answer `GET /users/LOGIN`."""
    found = site().state.accounts.get(username.lower())
    if found is None:
        raise not_found()
    return jsonify(accounts.full_user(site(), found))


def permission(owner: str, repo: str, username: str) -> Response:
    """Answer `GET /repos/O/R/collaborators/LOGIN/permission`."""
    of = repository(owner, repo, "metadata:read")
    found = site().state.accounts.get(username.lower())
    if found is None:
        raise not_found()
    return jsonify(accounts.permission(site(), of, found))


ROUTES = [
    ("GET", "/user", myself),
    ("GET", "/users/<username>", user),
    ("GET", "/repos/<owner>/<repo>/collaborators/<username>/permission", permission),
]
