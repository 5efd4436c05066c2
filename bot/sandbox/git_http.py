"""Git over HTTP for the repositories, by git's own `http-backend`: fetch and push, filters, fetch by sha."""

import subprocess
from collections.abc import Iterator
from typing import IO

from flask import Blueprint, Response, request

from bot.sandbox import branches
from bot.sandbox.auth import Caller
from bot.sandbox.errors import RefusedError
from bot.sandbox.git_store import environment
from bot.sandbox.model import Repository
from bot.sandbox.rest.request import sandbox

git = Blueprint("git", __name__)
CHUNK = 64 * 1024


@git.route("/<owner>/<name>.git/<path:rest>", methods=["GET", "POST"])
def serve(owner: str, name: str, rest: str) -> Response:
    """Answer one request of a git client; a token that is bad or too narrow is a 401 or 403."""
    site = sandbox().site
    repository = site.state.repository(f"{owner}/{name}")
    pushing = "git-receive-pack" in rest or request.args.get("service") == "git-receive-pack"
    who = allowed(repository, "write" if pushing else "read")
    if who is None:
        return Response("Authentication required", 401, {"WWW-Authenticate": 'Basic realm="GitHub"'})
    response = backend(repository, rest)
    if pushing and request.method == "POST":
        with site.state.lock:
            branches.sync(site, repository, who.account)
    return response


def allowed(repository: Repository, level: str) -> Caller | None:
    """Return who may do this, None for one who must log in first.

    The sandbox runs on the user's own machine, so anyone without a token may push to a public repository.
    """
    server, header = sandbox(), request.headers.get("Authorization", "")
    if not header:
        return None if repository.private else Caller(branches.pusher(server.site, repository, ""))
    try:
        who = server.credentials.caller(server.site, header)
    except RefusedError:
        return None
    if who is None or not who.sees(repository):
        return None
    who.require(repository, f"contents:{level}")
    return who


def backend(repository: Repository, rest: str) -> Response:
    """Run `git http-backend` on the request, and pass on its answer as it comes."""
    process = subprocess.Popen(
        ["git", "http-backend"],
        env=environment() | cgi(repository, rest),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    stdin, stdout = process.stdin, process.stdout
    if stdin is None or stdout is None:
        raise RuntimeError("git http-backend has no pipes")
    with stdin:
        stdin.write(request.get_data())
    status, headers = read_headers(stdout)
    if request.method == "POST" and "receive-pack" in rest:
        body: bytes | Iterator[bytes] = stdout.read()
        process.wait(60)
    else:
        body = stream(process, stdout)
    return Response(body, status, headers, direct_passthrough=True)


def cgi(repository: Repository, rest: str) -> dict[str, str]:
    """Return the variables by which a CGI program learns of the request."""
    length = str(len(request.get_data()))
    return {
        "CONTENT_LENGTH": length,
        "CONTENT_TYPE": request.headers.get("Content-Type", ""),
        "GIT_HTTP_EXPORT_ALL": "1",
        "GIT_PROJECT_ROOT": str(repository.git.path.resolve()),
        "GIT_PROTOCOL": request.headers.get("Git-Protocol", ""),
        "HTTP_CONTENT_ENCODING": request.headers.get("Content-Encoding", ""),
        "PATH_INFO": f"/{rest}",
        "QUERY_STRING": request.query_string.decode(),
        "REMOTE_ADDR": request.remote_addr or "",
        "REQUEST_METHOD": request.method,
    }


def read_headers(stdout: IO[bytes]) -> tuple[int, dict[str, str]]:
    """Return status and headers from the beginning of a CGI answer."""
    headers: dict[str, str] = {}
    for line in iter(stdout.readline, b""):
        name, _, value = line.decode("latin-1").strip().partition(": ")
        if not name:
            break
        headers[name] = value
    return int(headers.pop("Status", "200").split()[0]), headers


def stream(process: "subprocess.Popen[bytes]", stdout: IO[bytes]) -> Iterator[bytes]:
    """Yield the rest of the answer, and end the process when the client goes away."""
    try:
        while chunk := stdout.read1(CHUNK):  # type: ignore[attr-defined]
            yield chunk
    finally:
        stdout.close()
        process.kill()
        process.wait()
