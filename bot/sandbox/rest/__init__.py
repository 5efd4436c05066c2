"""GitHub's REST API, one resource a module, as one blueprint that is served with and without `/api/v3`."""

from flask import Blueprint

from bot.sandbox.rest import (
    apps,
    checks,
    comments,
    commits,
    contents,
    labels,
    pulls,
    reactions,
    repos,
    review_comments,
    reviews,
    users,
)

RESOURCES = (
    apps,
    checks,
    comments,
    commits,
    contents,
    labels,
    pulls,
    reactions,
    repos,
    review_comments,
    reviews,
    users,
)


def blueprint() -> Blueprint:
    """Return the blueprint of the whole REST API."""
    api = Blueprint("api", __name__)
    for resource in RESOURCES:
        for method, path, view in resource.ROUTES:
            api.add_url_rule(
                path, f"{resource.__name__}-{view.__name__}".replace(".", "-"), view, methods=[method]
            )
    return api
