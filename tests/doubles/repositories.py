"""Real git repositories, made quickly and the same everywhere."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

WHO = {
    "GIT_AUTHOR_NAME": "Mara",
    "GIT_AUTHOR_EMAIL": "mara@example.com",
    "GIT_AUTHOR_DATE": "2026-03-01T10:00:00Z",
    "GIT_COMMITTER_NAME": "Mara",
    "GIT_COMMITTER_EMAIL": "mara@example.com",
    "GIT_COMMITTER_DATE": "2026-03-01T10:00:00Z",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
}
Content = str | bytes | None


class Checkout:
    """A repository with a work tree in `folder`."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main", *options)

    def git(self, *arguments: str, feed: bytes | None = None) -> str:
        """Runs git here; its output without the last newline."""
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.folder,
            env={**os.environ, **WHO},
            input=feed,
            capture_output=True,
            check=True,
        )
        return done.stdout.decode("utf-8", "surrogateescape").rstrip("\n")

    def write(self, files: Mapping[str, Content]) -> None:
        """Writes files; None removes one."""
        for name, content in files.items():
            path = self.folder / name
            if content is None:
                path.unlink()
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)

    def commit(self, files: Mapping[str, Content] | None = None, message: str = "Change") -> str:
        """Commits the files, or what is there; its object id."""
        self.write(files or {})
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        return self.git("rev-parse", "HEAD")
