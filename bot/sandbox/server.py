"""The sandbox server: everything put together, started and stopped."""

import logging
import subprocess
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from bot.sandbox import branches, events, git_http, graphql, page, pipeline, rest
from bot.sandbox.auth import Credentials
from bot.sandbox.faults import Faults
from bot.sandbox.git_store import GitStore
from bot.sandbox.journal import Journal
from bot.sandbox.mirrors import Mirrors
from bot.sandbox.model import Account, App, Installation, Repository
from bot.sandbox.rates import Rates
from bot.sandbox.rest.request import SANDBOX
from bot.sandbox.site import Site
from bot.sandbox.state import State
from bot.sandbox.webhooks import Webhooks

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PERMISSIONS = {
    "checks": "write",
    "contents": "write",
    "issues": "write",
    "members": "read",
    "merge_queues": "read",
    "metadata": "read",
    "pull_requests": "write",
}
EVENTS = (
    "check_run",
    "check_suite",
    "issue_comment",
    "merge_group",
    "pull_request",
    "pull_request_review",
    "pull_request_review_comment",
    "pull_request_review_thread",
    "push",
)
PEOPLE = {"author": "read", "approver": "maintain", "stranger": "read"}


@dataclass
class Settings:
    """How a sandbox is set up; the defaults are those of the tests."""

    folder: Path
    host: str = "127.0.0.1"
    port: int = 0
    webhook_url: str = ""
    webhook_secret: str = "sandbox-webhook-secret"  # noqa: S105
    app_slug: str = "design-review"
    permissions: dict[str, str] = field(default_factory=lambda: dict(PERMISSIONS))
    watch: bool = True
    wait_for_app: bool = False
    private_key: rsa.RSAPrivateKey | None = None
    journal: int = 20_000


class QuietHandler(WSGIRequestHandler):
    """Speaks HTTP/1.1, so that clients keep their connections, and logs nothing."""

    protocol_version = "HTTP/1.1"

    def log(self, type: str, message: str, *args: object) -> None:
        """Leave it to the journal."""


class Sandbox:
    """A GitHub-shaped server with one App, installed for one organisation, and three people."""

    def __init__(self, settings: Settings) -> None:
        """Make the server; it answers from `start` on."""
        self.settings = settings
        self.private_key = settings.private_key or rsa.generate_private_key(65537, 2048)
        self.credentials, self.faults, self.rates = Credentials(), Faults(), Rates()
        self.journal = Journal(settings.journal)
        self.webhooks = Webhooks(settings.webhook_secret, settings.webhook_url)
        self.site = self._site()
        self.site.emit = self.webhooks.emit
        self.mirrors = Mirrors()
        self._server: BaseWSGIServer | None = None
        self._watcher = branches.Watcher(self.sync)

    def _site(self) -> Site:
        state = State()
        owner = state.account("example-org", "Organization")
        bot = state.account(f"{self.settings.app_slug}[bot]", "Bot")
        public = self.private_key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        slug, permissions = self.settings.app_slug, self.settings.permissions
        app = App(state.next_id(), slug, slug, owner, bot, public.decode(), permissions, list(EVENTS))
        site = Site(state, state.keep(app), [])
        self._install(site, owner)
        return site

    def _install(self, site: Site, account: Account) -> None:
        if all(one.account is not account for one in site.installations):
            installation = Installation(site.state.next_id(), site.app, account)
            site.installations.append(site.state.keep(installation))

    @property
    def url(self) -> str:
        """Return the server's address."""
        return self.site.url

    @property
    def api_url(self) -> str:
        """Return the address for `GITHUB_API_URL`."""
        return self.site.api

    @property
    def private_key_pem(self) -> str:
        """Return the App's private key as its owner would download it."""
        return self.private_key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.TraditionalOpenSSL,
            serialization.NoEncryption(),
        ).decode()

    def app_environment(self, data_dir: Path) -> dict[str, str]:
        """Return the settings with which our own App works against this server."""
        key = self.settings.folder / "app.pem"
        key.touch(mode=0o600)
        key.write_text(self.private_key_pem)
        return {
            "DATA_DIR": str(data_dir),
            "GITHUB_API_URL": self.api_url,
            "GITHUB_APP_ID": str(self.site.app.id),
            "GITHUB_PRIVATE_KEY_PATH": str(key),
            "GITHUB_SERVER_URL": self.url,
            "GITHUB_WEBHOOK_SECRET": self.settings.webhook_secret,
        }

    def add_repository(
        self, full_name: str, source: Path | None = None, roles: dict[str, str] | None = None
    ) -> Repository:
        """Add a repository: an empty one, or a bare clone that borrows the objects of `source`."""
        owner_login, _, name = full_name.partition("/")
        state, path = self.site.state, self.settings.folder / "repositories" / f"{full_name}.git"
        if path.exists():  # of one that had the name before
            path = path.with_suffix(f".{len(state.repositories)}.git")
        git = GitStore.clone(source, path) if source else GitStore.create(path)
        owner = state.account(owner_login, "Organization")
        branch = git.text("symbolic-ref", "--short", "HEAD")
        repository = Repository(state.next_id(), owner, name, git, branch)
        people = PEOPLE if roles is None else roles
        repository.roles = {state.account(login).login.lower(): role for login, role in people.items()}
        repository.seen_refs = git.refs()
        if source:
            self.mirrors.add(repository, source)
        self._install(self.site, owner)
        state.repositories.append(state.keep(repository))
        return repository

    def fork(self, repository: Repository, login: str) -> Repository:
        """Make a person's fork of a repository."""
        state, full_name = self.site.state, f"{login}/{repository.name}"
        path = self.settings.folder / "repositories" / f"{full_name}.git"
        git = GitStore.clone(repository.git.path, path)
        owner = state.account(login)
        fork = Repository(
            state.next_id(), owner, repository.name, git, repository.default_branch, parent=repository
        )
        fork.seen_refs = git.refs()
        state.repositories.append(state.keep(fork))
        return fork

    def rename(self, repository: Repository, name: str) -> None:
        """Rename a repository; its former name is redirected from now on."""
        repository.former_names.add(repository.full_name.lower())
        repository.name = name

    def transfer(self, repository: Repository, login: str, *, installed: bool = True) -> None:
        """Give a repository to another organisation, where the App is installed too unless said otherwise."""
        repository.former_names.add(repository.full_name.lower())
        repository.owner = self.site.state.account(login, "Organization")
        if installed:
            self._install(self.site, repository.owner)

    def sync(self) -> None:
        """Notice moved branches, in the served repositories and in those that they were cloned from."""
        with self.site.state.lock:
            for repository in list(self.site.state.repositories):
                try:
                    self.mirrors.follow(repository)
                    branches.sync(self.site, repository)
                except (subprocess.SubprocessError, OSError):
                    logging.getLogger(__name__).exception("could not look at %s", repository.full_name)

    def start(self) -> "Sandbox":
        """Begin to answer and to watch the branches, and to send events unless they wait for `announce`."""
        self._server = make_server(
            self.settings.host,
            self.settings.port,
            self.wsgi,
            threaded=True,
            request_handler=QuietHandler,
        )
        self.site.url = f"http://{self.settings.host}:{self._server.server_port}"
        serve = threading.Thread(
            target=self._server.serve_forever, args=(0.05,), name="sandbox-http", daemon=True
        )
        serve.start()
        if not self.settings.wait_for_app:
            self.webhooks.start()
        if self.settings.watch:
            self._watcher.start()
        return self

    def announce(self) -> None:
        """Send the events that GitHub sends when an App's webhook is set and the App is installed."""
        if self.settings.wait_for_app:
            self.webhooks.start()
        events.ping(self.site)
        for installation in self.site.installations:
            events.installation(self.site, "created", installation, installation.account)

    def stop(self) -> None:
        """Stop answering, watching and sending."""
        if self.settings.watch:
            self._watcher.stop()
        if self._server:
            self._server.shutdown()
            self._server.server_close()
        self.webhooks.stop()

    def wsgi(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer one request."""
        environ[SANDBOX] = self
        return application()(environ, start_response)


@cache
def application() -> Flask:
    """Return the application that all sandboxes of a process share: its routes take long to compile."""
    app = Flask(__name__)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    pipeline.install(app)
    register(app)
    return app


def register(app: Flask) -> None:
    """Serve the API under both of its prefixes, git, and the page."""
    api = rest.blueprint()
    app.register_blueprint(api, url_prefix="/api/v3")
    app.register_blueprint(api, url_prefix="", name="api-root")
    for prefix, name in (("/api", "api-graphql"), ("/api/v3", "api-graphql-v3"), ("", "api-graphql-root")):
        app.register_blueprint(graphql.blueprint, url_prefix=prefix, name=name)
    app.register_blueprint(git_http.git)
    app.register_blueprint(page.blueprint)
