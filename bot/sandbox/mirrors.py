"""Repositories that follow a clone of the user's own, which is read and never written."""

from pathlib import Path

from bot.sandbox.git_store import GitStore
from bot.sandbox.model import Repository


class Mirrors:
    """The clones that served repositories follow, each with its branches as last seen."""

    def __init__(self) -> None:
        """Begin with none."""
        self._seen: dict[Repository, tuple[GitStore, dict[str, str]]] = {}

    def add(self, repository: Repository, source: Path) -> None:
        """Let `repository` follow the clone at `source` from now on."""
        origin = GitStore(Path(GitStore(source).text("rev-parse", "--absolute-git-dir")))
        self._seen[repository] = (origin, origin.refs())

    def origin(self, repository: Repository) -> GitStore | None:
        """Return the clone behind a served repository, None when there is none."""
        return self._seen.get(repository, (None, None))[0]

    def follow(self, repository: Repository) -> None:
        """Move the branches that moved in the clone; what was pushed to the sandbox alone stays."""
        if repository not in self._seen:
            return
        origin, seen = self._seen[repository]
        refs, served = origin.refs(), repository.git
        for name in (one for one in seen.keys() | refs.keys() if seen.get(one) != refs.get(one)):
            if name in refs:
                served.update(f"refs/heads/{name}", refs[name])
            elif name in served.refs():
                served.delete(f"refs/heads/{name}")
        self._seen[repository] = (origin, refs)
