"""Writes the example repository from the trees beside this file; the same trees give the same commits."""

import shutil
import subprocess
from importlib.resources import as_file, files
from pathlib import Path

from bot.sandbox.git_store import environment

BRANCHES = {
    "shared-slots-gate": "Add the SharedSlots feature gate",
    "propose-shared-slots": "Propose shared slots",
    "fix-install-docs": "Say which nodes need the label",
}
IDENTITY = {
    "GIT_AUTHOR_NAME": "author",
    "GIT_AUTHOR_EMAIL": "author@example.org",
    "GIT_AUTHOR_DATE": "2026-01-05T09:00:00Z",
    "GIT_COMMITTER_NAME": "author",
    "GIT_COMMITTER_EMAIL": "author@example.org",
    "GIT_COMMITTER_DATE": "2026-01-05T09:00:00Z",
}


def generate(path: Path) -> Path:
    """Make the example repository at `path`, which must not exist, and return it.

    Each tree is laid over `main`; a folder `dot-NAME` becomes `.NAME`, since packages leave out hidden files.
    """
    path.mkdir(parents=True)
    git(path, "init", "--quiet", "--initial-branch=main")
    lay(path, "main", "A small DRA driver")
    for branch, message in BRANCHES.items():
        git(path, "checkout", "--quiet", "-b", branch, "main")
        lay(path, branch, message)
    git(path, "checkout", "--quiet", "main")
    return path


def lay(path: Path, tree: str, message: str) -> None:
    """Copy a tree over the work tree and commit it."""
    with as_file(files("bot.sandbox.example") / "trees" / tree) as source:
        for file in sorted(one for one in source.rglob("*") if one.is_file()):
            parts = [part.replace("dot-", ".", 1) for part in file.relative_to(source).parts]
            target = path.joinpath(*parts)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
    git(path, "add", "--all")
    git(path, "commit", "--quiet", "--message", message)


def git(path: Path, *arguments: str) -> None:
    """Run git in the repository."""
    subprocess.run(["git", *arguments], cwd=path, env=environment() | IDENTITY, check=True, timeout=60)
