"""The App manifest flow: `/setup` makes the App on GitHub from app.yml, while none is configured."""

import hmac
import json
import secrets
import sys
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import yaml
from flask import Blueprint, Response, abort, make_response, render_template, request

from config.settings import Settings

COOKIE = "design-review-setup"


def read_manifest() -> dict[str, Any]:
    """The App manifest, from the source tree or from where an installation puts it."""
    places = (Path(__file__).parent.parent, Path(sys.prefix) / "share" / "design-review")
    found = next(place / "app.yml" for place in places if (place / "app.yml").is_file())
    manifest: dict[str, Any] = yaml.safe_load(found.read_text())
    return manifest


def convert(api_url: str, code: str) -> Mapping[str, Any]:
    """The new App's credentials, in exchange for the code that GitHub sent with the browser."""
    url = f"{api_url.rstrip('/')}/app-manifests/{quote(code, safe='')}/conversions"
    headers = {"Accept": "application/vnd.github+json", "User-Agent": "design-review"}
    exchange = urllib.request.Request(url, method="POST", headers=headers)  # noqa: S310 - the operator's URL
    with urllib.request.urlopen(exchange, timeout=10) as answer:  # noqa: S310
        credentials: Mapping[str, Any] = json.load(answer)
    return credentials


def blueprint(settings: Settings) -> Blueprint:
    """The pages of the flow; the credentials are shown once and stored nowhere.

    Whoever reaches the page can only make an App of their own, and nothing here would use it.
    """
    setup = Blueprint("setup", __name__, template_folder="templates")

    @setup.get("/setup")
    def page() -> Response:
        if settings.github_app_id is not None:
            abort(404)
        if "code" in request.args:
            return _exchange(settings, request.args["code"], request.args.get("state", ""))
        return _invite(settings)

    return setup


def _invite(settings: Settings) -> Response:
    state = secrets.token_urlsafe(24)
    here = request.host_url.rstrip("/")
    manifest = read_manifest() | {
        "hook_attributes": {"url": f"{here}/webhook"},
        "redirect_url": f"{here}/setup",
    }
    action = f"{settings.github_server_url.rstrip('/')}/settings/apps/new?state={state}"
    answer = _page("setup.html", action=action, manifest=json.dumps(manifest), names=manifest)
    answer.set_cookie(COOKIE, state, max_age=3600, httponly=True, samesite="Lax", secure=request.is_secure)
    return answer


def _exchange(settings: Settings, code: str, state: str) -> Response:
    expected = request.cookies.get(COOKIE, "")
    if not expected or not hmac.compare_digest(expected.encode(), state.encode()):
        abort(400, "This link was not made by the setup page of this browser. Open /setup again.")
    try:
        made = convert(settings.github_api_url, code)
    except (OSError, ValueError):
        abort(502, "GitHub did not exchange the code. Open /setup again; a code works once, for an hour.")
    answer = _page("setup_done.html", app=made)
    answer.delete_cookie(COOKIE)
    return answer


def _page(template: str, **values: Any) -> Response:
    answer = make_response(render_template(template, **values))
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer
