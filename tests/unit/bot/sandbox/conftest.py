"""A sandbox over a small real repository, and PyGithub clients for the App and for people."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from github import Auth, Github, GithubIntegration
from github.PullRequest import PullRequest

from bot.sandbox.git_store import environment
from bot.sandbox.server import Sandbox, Settings

README = "".join(f"line {number}\n" for number in range(1, 41))


class WorkTree:
    """A clone in which a test commits."""

    def __init__(self, path: Path) -> None:
        """Name the folder."""
        self.path = path

    def git(self, *arguments: str) -> str:
        """Run git here and return what it prints."""
        command = ["git", *arguments]
        done = subprocess.run(
            command, cwd=self.path, env=environment(), check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def commit(self, files: dict[str, str], message: str = "Change") -> str:
        """Write files, commit them and return the commit."""
        for name, text in files.items():
            (self.path / name).parent.mkdir(parents=True, exist_ok=True)
            (self.path / name).write_text(text)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)
        return self.git("rev-parse", "HEAD")

    def branch(self, name: str, files: dict[str, str], start: str = "main") -> str:
        """Begin a branch, commit on it, go back to `main`, and return the commit."""
        self.git("checkout", "-q", "-B", name, start)
        sha = self.commit(files, f"Work on {name}")
        self.git("checkout", "-q", "main")
        return sha


def changed(**lines: str) -> str:
    """Return the README with some lines replaced, each named `l` and its number."""
    new = {int(name[1:]): text for name, text in lines.items()}
    return "".join(new.get(n, f"line {n}") + "\n" for n in range(1, 41))


def quick(auth: Auth.Auth, sandbox: Sandbox) -> Github:
    """Return a client that neither waits nor tries again."""
    return Github(
        auth=auth,
        base_url=sandbox.api_url,
        retry=None,
        seconds_between_requests=None,
        seconds_between_writes=None,
    )


@pytest.fixture(scope="session")
def key() -> rsa.RSAPrivateKey:
    """Return one private key for all sandboxes: making one takes longer than most tests."""
    return rsa.generate_private_key(65537, 2048)


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> WorkTree:
    """Return a repository with a branch `topic` that changes line 10 and adds a file."""
    tree = WorkTree(tmp_path_factory.mktemp("begun"))
    tree.git("init", "-q", "-b", "main")
    tree.commit({"README.md": README, "docs/guide.md": "# Guide\n\nText.\n"}, "Begin")
    tree.branch("topic", {"README.md": changed(l10="line ten"), "new.txt": "one\ntwo\nthree\n"})
    return tree


@pytest.fixture
def work(tmp_path: Path, begun: WorkTree) -> WorkTree:
    """Return a copy of the repository for one test."""
    shutil.copytree(begun.path, tmp_path / "work")
    return WorkTree(tmp_path / "work")


@pytest.fixture
def sandbox(tmp_path: Path, work: WorkTree, key: rsa.RSAPrivateKey) -> Iterator[Sandbox]:
    """Return a running sandbox that serves the repository as `example-org/driver`."""
    server = Sandbox(Settings(tmp_path / "sandbox", watch=False, private_key=key)).start()
    server.add_repository("example-org/driver", work.path)
    yield server
    server.stop()


@pytest.fixture
def integration(sandbox: Sandbox) -> GithubIntegration:
    """Return PyGithub with the App's key."""
    auth = Auth.AppAuth(sandbox.site.app.id, sandbox.private_key_pem)
    return GithubIntegration(auth=auth, base_url=sandbox.api_url)


@pytest.fixture
def as_app(sandbox: Sandbox) -> Callable[..., Github]:
    """Return a maker of clients that act as the installed App with chosen permissions."""

    def client(**permissions: str) -> Github:
        auth = Auth.AppAuth(sandbox.site.app.id, sandbox.private_key_pem)
        token = auth.get_installation_auth(sandbox.site.installations[0].id, permissions or None)
        return quick(token, sandbox)

    return client


@pytest.fixture
def as_person(sandbox: Sandbox) -> Callable[[str], Github]:
    """Return a maker of clients that act as a person."""

    def client(login: str) -> Github:
        token = sandbox.credentials.personal(sandbox.site.state.account(login))
        return quick(Auth.Token(token), sandbox)

    return client


@pytest.fixture
def pull(as_person: Callable[[str], Github]) -> PullRequest:
    """Return a pull request that the author opened from `topic`."""
    repo = as_person("author").get_repo("example-org/driver")
    return repo.create_pull(base="main", head="topic", title="Change line ten", body="Because.")
