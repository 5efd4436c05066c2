"""What all pages share: who one acts as, the frame around a page, and that forms come from here."""

from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, g, render_template, request

from bot.sandbox.model import Account, Repository
from bot.sandbox.page.markdown import render
from bot.sandbox.page.verdicts import latest_runs, mark, waiting
from bot.sandbox.rest.request import sandbox, site
from bot.sandbox.shapes.accounts import role

blueprint = Blueprint(
    "page", __name__, template_folder="templates", static_folder="static", static_url_path="/-/static"
)
COOKIE = "sandbox-acts-as"
POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)


@blueprint.before_request
def own_forms_only() -> None:
    """Refuse a form that another site sends, and take the lock for the page's time."""
    origin = request.headers.get("Origin")
    if request.method == "POST" and origin and urlsplit(origin).netloc != request.host:
        abort(403)
    site().state.lock.acquire()
    g.locked = True


@blueprint.after_request
def closed_frame(response: Response) -> Response:
    """Let the page load and run nothing but its own."""
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    return response


def people() -> list[Account]:
    """Return those whom one can act as."""
    return [one for one in site().state.accounts.values() if one.kind == "User" and one.login != "ghost"]


def actor() -> Account:
    """Return whom the visitor acts as: the first person until another was chosen."""
    chosen = site().state.accounts.get(request.cookies.get(COOKIE, "").lower())
    return chosen if chosen in people() else people()[0]


def page(template: str, **values: Any) -> str:
    """Return a page in its frame."""
    frame = {
        "actor": actor(),
        "ago": ago,
        "delivered": sandbox().webhooks,
        "latest_runs": latest_runs,
        "mark": mark,
        "markdown": render,
        "people": people(),
        "revision": site().state.revision,
        "role": role,
        "site": site(),
        "waiting": waiting,
    }
    return render_template(f"sandbox/{template}", **frame, **values)


def repository(owner: str, name: str) -> Repository:
    """Return the repository of the address, or raise a 404."""
    return site().state.repository(f"{owner}/{name}")


def ago(moment: datetime) -> str:
    """Return how long ago something was, in words."""
    seconds = int((datetime.now(UTC) - moment).total_seconds())
    for size, name in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= size:
            count = seconds // size
            return f"{count} {name}{'s' if count > 1 else ''} ago"
    return "just now" if seconds < 10 else f"{seconds} seconds ago"
