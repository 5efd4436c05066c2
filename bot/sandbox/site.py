"""The one sandbox server as its modules see it: its address, its state, its App, and where events go."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bot.sandbox.model import App, Installation, Repository
from bot.sandbox.state import State

Json = dict[str, Any]


def timestamp(moment: datetime | None) -> str | None:
    """Return a moment in GitHub's spelling of ISO 8601."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ") if moment else None


@dataclass(eq=False)
class Site:
    """What every request handler needs; `emit` sends an event's payload to the App's webhook."""

    state: State
    app: App
    installations: list[Installation]
    url: str = ""
    emit: Callable[["Site", str, Repository | None, Json], None] = field(default=lambda *_: None)

    @property
    def api(self) -> str:
        """Return the address of the REST API, shaped as GitHub Enterprise Server's."""
        return f"{self.url}/api/v3"

    def repo_api(self, repository: Repository) -> str:
        """Return the REST address of a repository."""
        return f"{self.api}/repos/{repository.full_name}"

    def installation_of(self, repository: Repository) -> Installation | None:
        """Return the installation whose account owns `repository`."""
        return next((one for one in self.installations if one.account is repository.owner), None)
