"""Files and blobs."""

from flask import Response, jsonify, request

from bot.sandbox.errors import RefusedError
from bot.sandbox.rest.commits import named
from bot.sandbox.rest.request import repository, site
from bot.sandbox.shapes import commits

INLINE_BYTES, LARGEST_BYTES = 2**20, 100 * 2**20


def content(owner: str, repo: str, path: str = "") -> Response:
    """Answer `GET /repos/O/R/contents/PATH`: a file, or a folder's entries."""
    of = repository(owner, repo, "contents:read")
    ref = request.args.get("ref") or of.default_branch
    sha = named(of, ref).sha
    kind, name = of.git.entry(sha, path)
    if kind == "tree":
        entries = [folder_entry(f"{path}/{one[0]}".lstrip("/"), *one[1:]) for one in of.git.entries(name)]
        shapes = [
            commits.contents(site(), of, ref, where, blob, None) | more for where, blob, more in entries
        ]
        return jsonify(shapes)
    data = of.git.blob_by_sha(name)
    if "raw" in request.headers.get("Accept", ""):
        return Response(data, mimetype="application/vnd.github.raw+json")
    shape = commits.contents(site(), of, ref, path, name, data)
    if len(data) > INLINE_BYTES:
        shape |= {"encoding": "none", "content": ""}
    return jsonify(shape)


def folder_entry(path: str, kind: str, sha: str) -> tuple[str, str, dict[str, str]]:
    """Return path, object name and type of a folder's entry."""
    return path, sha, {"type": {"tree": "dir", "commit": "submodule"}.get(kind, "file")}


def blob(owner: str, repo: str, file_sha: str) -> Response:
    """Answer `GET /repos/O/R/git/blobs/SHA`; one of more than 100 MB is a 403."""
    of = repository(owner, repo, "contents:read")
    data = of.git.blob_by_sha(file_sha)
    if len(data) > LARGEST_BYTES:
        raise RefusedError(403, "This API returns blobs up to 100 MB in size.")
    if "raw" in request.headers.get("Accept", ""):
        return Response(data, mimetype="application/vnd.github.raw+json")
    return jsonify(commits.blob(site(), of, file_sha, data))


ROUTES = [
    ("GET", "/repos/<owner>/<repo>/contents/", content),
    ("GET", "/repos/<owner>/<repo>/contents/<path:path>", content),
    ("GET", "/repos/<owner>/<repo>/git/blobs/<file_sha>", blob),
]
