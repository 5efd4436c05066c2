"""Makes a git repository from a folder with `base` and `head`, and prints where it stands."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent


def git(folder: Path, *arguments: str) -> None:
    """Runs git in `folder`, as nobody in particular."""
    who = ("-c", "user.name=Example", "-c", "user.email=example@example.com", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def make(example: Path, folder: Path) -> None:
    """A repository in `folder`: `base` on the branch main, `head` on the branch change."""
    git(folder, "init", "--initial-branch=main")
    for tree, branch in (("base", "main"), ("head", "change")):
        if branch != "main":
            git(folder, "switch", "--create", branch)
        shutil.copytree(example / tree, folder, dirs_exist_ok=True)
        git(folder, "add", "--all")
        git(folder, "commit", "--message", f"The example's {tree}")


if __name__ == "__main__":
    place = Path(tempfile.mkdtemp(prefix="design-review-example-"))
    make(HERE / (sys.argv[1] if len(sys.argv) > 1 else "first-review"), place)
    print(place)
