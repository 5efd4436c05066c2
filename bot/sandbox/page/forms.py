"""What all forms of the page share: their fields, where they lead back to, and how a refusal is shown."""

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode

from flask import redirect, request
from werkzeug.wrappers import Response

from bot.sandbox.errors import RefusedError

Action = Callable[..., str]


def action(act: Action) -> Callable[..., Response]:
    """Turn a function that does something and names a page into a view; a refusal is shown on the page."""

    @wraps(act)
    def view(**where: str | int) -> Response:
        try:
            return redirect(act(**where), 303)
        except RefusedError as refused:
            return redirect(back(said(refused)), 303)

    return view


def said(refused: RefusedError) -> str:
    """Return a refusal as one sentence."""
    details = [
        one.get("message") or f"{one['field']}: {one['code']}" if isinstance(one, dict) else str(one)
        for one in refused.errors or ()
    ]
    return "; ".join([refused.message, *details])


def back(error: str = "") -> str:
    """Return the page that the form was on."""
    target = request.form.get("back", "/")
    path = target if target.startswith("/") and not target.startswith("//") else "/"
    typed = {key: text(key)[:2_000] for key in ("head", "title", "body") if path.endswith("/compare")}
    return f"{path.partition('?')[0]}?{urlencode({'error': error} | typed)}" if error else path


def text(name: str) -> str:
    """Return a field of the form; browsers send CRLF where a person typed one line end."""
    return request.form.get(name, "").replace("\r\n", "\n")
