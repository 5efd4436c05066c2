"""A GitHub-shaped server over a small project, our pipeline against it, and people who do things there."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from github import Auth, Github
from github.PullRequest import PullRequest

from bot.github.connection import App
from bot.jobs import Job, Kind
from bot.sandbox.comments import commented
from bot.sandbox.git_store import environment
from bot.sandbox.pulls import edited
from bot.sandbox.server import Sandbox
from bot.sandbox.server import Settings as SandboxSettings
from config.settings import Settings
from workers.outcomes import Done, Outcome
from workers.pipeline import Pipeline

FIXTURES = Path(__file__).parent.parent / "fixtures"
NAME = "example-org/driver"
GATES = "pkg/featuregates/featuregates.go"
PROPOSAL = "site/content/contribute/proposals/0003-shared-slots.md"


class World:
    """Everything one test needs. `work` is the clone in which people commit."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.work = folder / "work"
        folder.mkdir(parents=True, exist_ok=True)
        self._begin()
        self.sandbox = Sandbox(SandboxSettings(folder / "sandbox", watch=False)).start()
        self.repository = self.sandbox.add_repository(
            NAME, self.work, roles={"ana": "read", "author": "read", "keeper": "maintain", "stranger": "read"}
        )
        self.settings = Settings(
            github_app_id=self.sandbox.site.app.id,
            github_private_key=self.sandbox.private_key_pem,
            github_webhook_secret="s",
            github_api_url=self.sandbox.api_url,
            github_server_url=self.sandbox.url,
            data_dir=folder / "data",
            **settings,
        )
        self.app = App(self.sandbox.site.app.id, self.sandbox.private_key_pem, self.sandbox.api_url)
        self.pipeline = Pipeline(self.settings, self.app)
        self._deliveries = count(1)

    def _begin(self) -> None:
        shutil.copytree(FIXTURES / "project" / "both", self.work)
        shutil.copytree(FIXTURES / "proposal" / "both", self.work, dirs_exist_ok=True)
        self.git("init", "-q", "-b", "main")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "Begin")

    def git(self, *arguments: str) -> str:
        """Runs git where people work and returns what it prints."""
        command = ["git", *arguments]
        done = subprocess.run(
            command, cwd=self.work, env=environment(), check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def branch(self, name: str, files: dict[str, str | None], start: str = "main") -> str:
        """Commits files on a branch (None deletes one), pushes it and returns the commit."""
        self.git("checkout", "-q", "-B", name, start)
        for path, text in files.items():
            file = self.work / path
            file.parent.mkdir(parents=True, exist_ok=True)
            if text is None:
                file.unlink()
            else:
                file.write_text(text)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", f"Work on {name}")
        sha = self.git("rev-parse", "HEAD")
        self.git("checkout", "-q", "main")
        self.sandbox.sync()
        return sha

    def tree(self, files: dict[str, str]) -> str:
        """The tree of main with more files, which need no work tree to be written."""
        self.git("read-tree", "main")
        for path, text in files.items():
            (self.work.parent / "blob").write_text(text)
            blob = self.git("hash-object", "-w", str(self.work.parent / "blob"))
            self.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{path}")
        tree = self.git("write-tree")
        self.git("read-tree", "main")
        return tree

    def text(self, path: str) -> str:
        """What a file says on main."""
        return (self.work / path).read_text()

    def with_gate(self, name: str = "SlotSharing") -> dict[str, str | None]:
        """The files of a change that adds a feature gate."""
        said = self.text(GATES)
        declared = f'\t// {name} shares.\n\t{name} featuregate.Feature = "{name}"\n)\n\nvar default'
        said = said.replace(")\n\nvar default", declared, 1)
        spec = (
            f"\t{name}: {{\n\t\t{{\n\t\t\tDefault:    false,\n\t\t\tPreRelease: featuregate.Alpha,\n"
            f"\t\t\tVersion:    version.MajorMinor(0, 5),\n\t\t}},\n\t}},\n}}\n"
        )
        return {GATES: said.rstrip().removesuffix("}") + spec}

    def with_proposal(self) -> dict[str, str | None]:
        """The files of a change that adds a complete proposal."""
        return {PROPOSAL: (FIXTURES / "proposal" / "head" / PROPOSAL).read_text()}

    def person(self, login: str) -> Github:
        """PyGithub as one of the people."""
        token = self.sandbox.credentials.personal(self.sandbox.site.state.account(login))
        return Github(
            auth=Auth.Token(token),
            base_url=self.sandbox.api_url,
            seconds_between_writes=None,
            seconds_between_requests=None,
        )

    def open(self, head: str, *, title: str = "A change", body: str = "", draft: bool = False) -> PullRequest:
        """Opens a pull request as its author."""
        repository = self.person("author").get_repo(NAME)
        return repository.create_pull(base="main", head=head, title=title, body=body, draft=draft)

    def retitle(self, number: int, title: str) -> None:
        """A new title by the author, which no fault of the API can keep back."""
        site = self.sandbox.site
        with site.state.lock:
            edited(site, self.repository.pulls[number], site.state.account("author"), {"title": title})

    def remark(self, number: int, body: str) -> int:
        """A comment by a stranger, which no fault of the API can keep back; its id."""
        site = self.sandbox.site
        with site.state.lock:
            return commented(site, self.repository.pulls[number], site.state.account("stranger"), body).id

    def say(self, pull: PullRequest, body: str, by: str = "author") -> Any:
        """A comment in the conversation."""
        return self.person(by).get_repo(NAME).get_issue(pull.number).create_comment(body)

    def job(self, pull: int | None = None, kind: Kind = Kind.REVIEW, **more: Any) -> Job:
        """A job as the web makes it."""
        (installation,) = self.sandbox.site.installations
        return Job(
            kind=kind,
            name="test",
            delivery=f"d-{next(self._deliveries)}",
            installation_id=installation.id,
            repository=NAME,
            repository_id=self.repository.id,
            pull_number=pull,
            **more,
        )

    def review(self, pull: PullRequest, kind: Kind = Kind.REVIEW, **more: Any) -> Outcome:
        """Runs one job about a pull request."""
        return self.pipeline(self.job(pull.number, kind, **more))

    def settle(self, pull: PullRequest, kind: Kind = Kind.REVIEW, **more: Any) -> None:
        """Runs one job that must succeed."""
        outcome = self.review(pull, kind, **more)
        assert isinstance(outcome, Done), outcome

    def runs(self, sha: str) -> list[Any]:
        """Our check runs on a commit."""
        repository = self.person("author").get_repo(NAME)
        return list(repository.get_commit(sha).get_check_runs())

    def ours(self, pull: PullRequest) -> list[str]:
        """What we said in the conversation."""
        comments = self.person("author").get_repo(NAME).get_issue(pull.number).get_comments()
        return [c.body for c in comments if c.user.login.startswith("design-review")]

    def inline(self, pull: PullRequest) -> list[Any]:
        """Inline comments of ours."""
        comments = self.person("author").get_repo(NAME).get_pull(pull.number).get_review_comments()
        return [c for c in comments if c.user.login.startswith("design-review")]

    @contextmanager
    def counted(self) -> Iterator[list[str]]:
        """The API calls made inside, as `METHOD route status`, tokens left out."""
        before, calls = len(self.sandbox.journal), list[str]()
        yield calls
        calls += [c for c in self.sandbox.journal.calls()[before:] if "access_tokens" not in c]

    def close(self) -> None:
        """Stops the server."""
        self.sandbox.stop()
