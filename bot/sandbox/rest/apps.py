"""The App's own resources: itself, its installations, their tokens, and its webhook's deliveries."""

from flask import Response, g, jsonify, request

from bot.sandbox.auth import LEVELS
from bot.sandbox.errors import forbidden, not_found, unprocessable
from bot.sandbox.model import Installation
from bot.sandbox.rest.request import app_caller, caller, current, fields, number, paginated, sandbox, site
from bot.sandbox.shapes import accounts, deliveries, repositories
from bot.sandbox.site import Json, timestamp


def app() -> Response:
    """Answer `GET /app`."""
    app_caller()
    count = {"installations_count": len(site().installations)}
    return jsonify(accounts.app(site(), site().app) | count)


def installations() -> Response:
    """Answer `GET /app/installations`."""
    app_caller()
    return paginated(site().installations, lambda one: accounts.installation(site(), one))


def find(installation_id: int) -> Installation:
    """Return an installation of the calling App, or raise a 404."""
    app_caller()
    for one in site().installations:
        if one.id == installation_id:
            return one
    raise not_found()


def installation(installation_id: int) -> Response:
    """Answer `GET /app/installations/ID`."""
    return jsonify(accounts.installation(site(), find(installation_id)))


def repository_installation(owner: str, repo: str) -> Response:
    """Answer `GET /repos/O/R/installation`."""
    app_caller()
    found = site().installation_of(current(f"{owner}/{repo}"))
    if found is None:
        raise not_found()
    return jsonify(accounts.installation(site(), found))


def access_token(installation_id: int) -> tuple[Response, int]:
    """Answer `POST /app/installations/ID/access_tokens`: a token no wider than the installation."""
    found, wanted = find(installation_id), fields()
    if found.suspended_at:
        raise forbidden("This installation has been suspended")
    permissions = granted(found, wanted.get("permissions"))
    chosen = chosen_repositories(found, wanted)
    token, expires = sandbox().credentials.mint(found, permissions, chosen)
    body: Json = {"token": token, "expires_at": timestamp(expires), "permissions": permissions}
    if chosen is None:
        return jsonify(body | {"repository_selection": "all"}), 201
    inside = [one for one in site().state.repositories if one.id in chosen]
    listed = [repositories.repository(site(), one) for one in inside]
    return jsonify(body | {"repository_selection": "selected", "repositories": listed}), 201


def granted(found: Installation, wanted: dict[str, str] | None) -> dict[str, str]:
    """Return the permissions asked for, all of the installation's by default; a wider one is a 422."""
    held = found.app.permissions
    if not wanted:
        return held
    for name, level in wanted.items():
        if level not in LEVELS or name not in held or LEVELS.index(level) > LEVELS.index(held[name]):
            raise unprocessable("The permissions requested are not granted to this installation.")
    return {"metadata": "read"} | wanted


def chosen_repositories(found: Installation, wanted: Json) -> frozenset[int] | None:
    """Return the repositories asked for by id or name, None for all; one out of reach is a 422."""
    ids, names = wanted.get("repository_ids"), wanted.get("repositories")
    if ids is None and names is None:
        return None
    reach = {one.id: one.name for one in site().state.repositories if one.owner is found.account}
    chosen = set(ids or ()) | {number for number, name in reach.items() if name in (names or ())}
    if not chosen <= set(reach) or not set(names or ()) <= set(reach.values()):
        message = "There is at least one repository that does not exist or is not accessible to the parent"
        raise unprocessable(f"{message} installation.")
    return frozenset(chosen)


def installation_repositories() -> Response:
    """Answer `GET /installation/repositories`."""
    who = caller()
    if who.installation is None:
        raise forbidden("You must authenticate with an installation access token.")
    inside = [
        one
        for one in site().state.repositories
        if one.owner is who.installation.account
        and (who.repository_ids is None or one.id in who.repository_ids)
    ]
    return paginated(inside, lambda one: repositories.repository(site(), one), "repositories")


def hook_config() -> Response:
    """Answer `GET /app/hook/config`."""
    app_caller()
    hooks = sandbox().webhooks
    return jsonify({"content_type": "json", "insecure_ssl": "0", "secret": "********", "url": hooks.url})


def hook_deliveries() -> Response:
    """Answer `GET /app/hook/deliveries`: newest first, by cursor, narrowed by status."""
    app_caller()
    log, cursor = list(sandbox().webhooks.log)[::-1], request.args.get("cursor", "")
    status = request.args.get("status")
    if status:
        log = [one for one in log if (200 <= one.status_code < 400) == (status == "success")]
    if cursor:
        log = [one for one in log if f"v1_{one.id}" <= cursor]
    size = min(number("per_page", 30), 100)
    response = jsonify([deliveries.item(one) for one in log[:size]])
    if len(log) > size:
        response.headers["Link"] = (
            f'<{request.base_url}?per_page={size}&cursor=v1_{log[size].id}>; rel="next"'
        )
    return response


def hook_delivery(delivery_id: int) -> Response:
    """Answer `GET /app/hook/deliveries/ID`."""
    app_caller()
    return jsonify(deliveries.full(sandbox().webhooks.find(delivery_id)))


def redeliver(delivery_id: int) -> tuple[Response, int]:
    """Answer `POST /app/hook/deliveries/ID/attempts`."""
    app_caller()
    sandbox().webhooks.redeliver(site(), delivery_id)
    return jsonify({}), 202


def rate_limit() -> Response:
    """Answer `GET /rate_limit`, which costs nothing."""
    rates, name = sandbox().rates, g.caller.name if g.caller else "anonymous"
    core, graphql = rates.shape(name, "core"), rates.shape(name, "graphql")
    return jsonify({"resources": {"core": core, "search": core, "graphql": graphql}, "rate": core})


def meta() -> Response:
    """Answer `GET /meta` as GitHub Enterprise Server does."""
    return jsonify({"verifiable_password_authentication": False, "installed_version": "3.19.0"})


ROUTES = [
    ("GET", "/app", app),
    ("GET", "/app/installations", installations),
    ("GET", "/app/installations/<int:installation_id>", installation),
    ("POST", "/app/installations/<int:installation_id>/access_tokens", access_token),
    ("GET", "/app/hook/config", hook_config),
    ("GET", "/app/hook/deliveries", hook_deliveries),
    ("GET", "/app/hook/deliveries/<int:delivery_id>", hook_delivery),
    ("POST", "/app/hook/deliveries/<int:delivery_id>/attempts", redeliver),
    ("GET", "/installation/repositories", installation_repositories),
    ("GET", "/repos/<owner>/<repo>/installation", repository_installation),
    ("GET", "/rate_limit", rate_limit),
    ("GET", "/meta", meta),
]
