"""What every API request passes through: faults, credentials, rates, lock; then headers and journal."""

import hashlib
import re
import secrets

from flask import Flask, Response, g, jsonify, request
from werkzeug.exceptions import HTTPException

from bot.sandbox import faults
from bot.sandbox.errors import RefusedError
from bot.sandbox.journal import Exchange
from bot.sandbox.rest.request import MovedError, sandbox

VERSIONS = ("2022-11-28", "2026-03-10")
CONTENT = re.compile(r"/(comments|replies|reviews|pulls)$")
FREE = ("/rate_limit", "/app/installations")


def install(app: Flask) -> None:
    """Put the pipeline around the application's API; the page and git pass by."""
    app.before_request(enter)
    app.after_request(leave)
    app.teardown_request(release)
    app.register_error_handler(RefusedError, refused)
    app.register_error_handler(MovedError, moved)
    app.register_error_handler(HTTPException, unknown)


def is_api() -> bool:
    """Say whether the request is one to the API."""
    return (request.blueprint or "").startswith("api") or request.path.startswith("/api/")


def enter() -> Response | None:
    """Let a fault strike, find out who calls, count the call, and take the lock."""
    if not is_api():
        return None
    server, g.caller, g.fault = sandbox(), None, sandbox().faults.choose(request)
    g.resource = "graphql" if request.path.endswith("/graphql") else "core"
    if g.fault and g.fault.kind in faults.KINDS:
        return faults.answer(g.fault)
    if g.fault and g.fault.kind != "cut-after":
        faults.cut(request, g.fault)
        return Response(status=500)
    g.caller = server.credentials.caller(server.site, request.headers.get("Authorization", ""))
    if request.headers.get("X-GitHub-Api-Version", VERSIONS[0]) not in VERSIONS:
        raise RefusedError(400, "The API version in X-GitHub-Api-Version is not supported.")
    if not is_free():
        server.rates.use(caller_name(), g.resource)
    if request.method == "POST" and CONTENT.search(request.path):
        server.rates.use_content(caller_name())
    server.site.state.lock.acquire()
    g.locked = True
    return None


def is_free() -> bool:
    """Say whether the request is of those that no quota counts."""
    return request.path.removeprefix("/api/v3").startswith(FREE)


def caller_name() -> str:
    """Return under which name the request's rate is counted."""
    return g.caller.name if g.caller else "anonymous"


def release(_error: BaseException | None) -> None:
    """Give the lock back, whatever happened."""
    if g.pop("locked", False):
        sandbox().site.state.lock.release()


def leave(response: Response) -> Response:
    """Give an answer GitHub's headers, answer 304 to a known ETag, and write the exchange down."""
    if not is_api():
        return response
    server, fault = sandbox(), g.get("fault")
    if request.method == "GET" and response.status_code == 200:
        conditional(response)
    response.headers.update(server.rates.headers(caller_name(), g.get("resource", "core")))
    response.headers["X-GitHub-Request-Id"] = secrets.token_hex(8).upper()
    response.headers["X-GitHub-Api-Version-Selected"] = request.headers.get(
        "X-GitHub-Api-Version", VERSIONS[0]
    )
    response.headers["X-GitHub-Media-Type"] = "github.v3; format=json"
    if response.mimetype == "application/json":
        response.headers["Content-Type"] = "application/json; charset=utf-8"
    note(response, fault.kind if fault else "")
    if fault and fault.kind == "cut-after":
        faults.cut(request, fault)
    return response


def conditional(response: Response) -> None:
    """Set the answer's ETag, which holds for one credential; a caller who has it gets a 304 that is free."""
    credential = request.headers.get("Authorization", "").encode()
    tag = hashlib.sha256(response.get_data() + credential).hexdigest()
    response.headers["Vary"] = "Accept, Authorization, Cookie, X-GitHub-OTP"
    response.headers["ETag"] = f'W/"{tag}"'
    if request.headers.get("If-None-Match", "").removeprefix("W/") == f'"{tag}"':
        response.status_code = 304
        response.set_data(b"")
        if not is_free():
            sandbox().rates.give_back(caller_name(), g.resource)


def note(response: Response, fault: str) -> None:
    """Write the exchange into the journal; the secret of a credential stays out of it."""
    headers = {name: value for name, value in request.headers.items() if name != "Authorization"}
    sandbox().journal.add(
        Exchange(
            request.method,
            request.path,
            request.query_string.decode(),
            headers,
            request.get_data(),
            response.status_code,
            dict(response.headers.items()),
            response.get_data(),
            fault,
        )
    )


def refused(error: RefusedError) -> Response:
    """Answer with a refusal's JSON."""
    response = jsonify(error.body())
    response.status_code = error.status
    response.headers.update(error.headers)
    return response


def moved(error: MovedError) -> Response:
    """Answer with the repository's new address: 301 for reading, 307 for writing, as GitHub does."""
    response = jsonify({"message": "Moved Permanently", "url": error.location})
    response.status_code = 301 if request.method in ("GET", "HEAD") else 307
    response.headers["Location"] = error.location
    return response


def unknown(error: HTTPException) -> Response | HTTPException:
    """Answer the API's unknown paths and methods in JSON, as GitHub does."""
    if not is_api():
        return error
    return refused(RefusedError(404 if error.code == 405 else error.code or 500, error.name))
