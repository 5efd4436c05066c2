"""One visit to one repository: signed in once, with what a job reads and writes there."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from github import Github

from bot.commands.spec import Rank
from bot.github.connection import RESOLVE, App
from bot.github.errors import NotAllowed, NotThere, Refused, told_apart
from bot.github.reader import Asked, read_pull
from bot.github.state import Pull
from bot.github.writer import Writer
from bot.jobs import Job
from config.settings import Settings
from workers.git import GitError
from workers.mirror import Mirror

APPROVING_ROLES = frozenset({"admin", "maintain"})
CONTRIBUTING_ROLES = frozenset({"write", "triage"})


class Visit:
    """The repository of a job, under the name that it has now."""

    def __init__(self, app: App, settings: Settings, job: Job) -> None:
        self._app = app
        self.settings = settings
        self.installation = job.installation_id
        self.repository_id = job.repository_id
        self.name = job.repository
        self._roles: dict[str, str] = {}

    @cached_property
    def github(self) -> Github:
        """The client of this visit alone."""
        return self._app.client(self.installation)

    @property
    def app_id(self) -> int:
        """The App's id."""
        return self._app.app_id

    def read(self, number: int, left: str | None = None) -> Pull:
        """A pull request as it is now; a renamed repository is followed. `left` is a head that it had."""
        check = self.settings.check_name
        asked = Asked(
            repository=self.name,
            repository_id=self.repository_id,
            number=number,
            app_id=self.app_id,
            check_name=check,
            left=left,
        )
        self.name, pull = read_pull(self.github, asked)
        return pull

    @property
    def writer(self) -> Writer:
        """Writes to the repository under its present name."""
        return Writer(self.github, self.name, self.app_id, self.settings.check_name, self._resolver)

    def _resolver(self) -> Github | None:
        """A client that may resolve threads, where the installation granted that."""
        try:
            return self._app.client(self.installation, RESOLVE)
        except (NotAllowed, Refused):
            return None

    @property
    def mirror(self) -> Mirror:
        """The repository's bare copy, called by its id so that a rename keeps it."""
        folder = Path(self.settings.data_dir) / "git" / f"{self.repository_id}.git"
        url = f"{self.settings.github_server_url.rstrip('/')}/{self.name}.git"
        return Mirror(folder, url, lambda: self._app.token(self.installation).secret)

    def told(self, error: GitError) -> str:
        """What git complained of, as people may read it: nothing of where we keep things."""
        return str(error).replace(f" in {self.mirror.folder}", "").replace(str(self.mirror.folder), self.name)

    def role(self, login: str) -> str:
        """The exact role of a person here (`admin`, `maintain`, `write`, ...), or `none`."""
        if login not in self._roles:
            self._roles[login] = self._ask_role(login)
        return self._roles[login]

    def _ask_role(self, login: str) -> str:
        try:
            with told_apart():
                return str(self.github.get_repo(self.name).get_collaborator_role_name(login))
        except NotThere:
            return "none"

    def rank(self, login: str, author: str | None, *, approves: bool) -> Rank:
        """What a person may do: `approves` says that the owners' files name them for the touched paths."""
        if approves:
            return Rank.APPROVER
        role = self.role(login)
        if role in APPROVING_ROLES:
            return Rank.APPROVER
        if login == author or role in CONTRIBUTING_ROLES:
            return Rank.CONTRIBUTOR
        return Rank.ANYONE
