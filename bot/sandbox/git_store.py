"""The repositories on disk: what the sandbox reads of them and the refs that it writes, by git itself."""

import os
import re
import subprocess
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from bot.sandbox.diffs import FileChange, changes_of
from bot.sandbox.errors import not_found, unprocessable

SHA = re.compile(r"[0-9a-f]{40}")
SETTINGS = {
    "core.hooksPath": "/dev/null",
    "gc.auto": "0",
    "http.receivepack": "true",
    "receive.denyDeleteCurrent": "ignore",
    "safe.directory": "*",
    "uploadpack.allowAnySHA1InWant": "true",
    "uploadpack.allowFilter": "true",
    "user.email": "sandbox@example.org",
    "user.name": "Sandbox",
}


def environment() -> dict[str, str]:
    """Return the environment of every git process: nothing of the machine's own configuration reaches it."""
    pairs = {f"GIT_CONFIG_KEY_{i}": key for i, key in enumerate(SETTINGS)}
    pairs |= {f"GIT_CONFIG_VALUE_{i}": value for i, value in enumerate(SETTINGS.values())}
    return pairs | {
        "GIT_CONFIG_COUNT": str(len(SETTINGS)),
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "HOME": "/nonexistent",
        "LC_ALL": "C",
        "PATH": os.environ.get("PATH", os.defpath),
    }


@dataclass(frozen=True)
class Commit:
    """A commit as git keeps it."""

    sha: str
    tree: str
    parents: tuple[str, ...]
    author: tuple[str, str, str]
    committer: tuple[str, str, str]
    message: str


class GitStore:
    """A bare repository on disk."""

    def __init__(self, path: Path) -> None:
        """Name the repository; `create` and `clone` make one."""
        self.path = path

    @classmethod
    def create(cls, path: Path, branch: str = "main") -> "GitStore":
        """Make an empty repository at `path`."""
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["git", "init", "--quiet", "--bare", f"--initial-branch={branch}", str(path)],
            check=True,
            env=environment(),
            timeout=60,
        )
        return cls(path)

    @classmethod
    def clone(cls, source: Path, path: Path) -> "GitStore":
        """Make a bare clone at `path` that borrows the objects of `source`, which is never written."""
        path.parent.mkdir(parents=True, exist_ok=True)
        command = ["git", "clone", "--quiet", "--bare", "--shared", "--", str(source.resolve()), str(path)]
        subprocess.run(command, check=True, env=environment(), timeout=300)
        return cls(path)

    def run(self, *arguments: str, stdin: bytes | None = None, extra: dict[str, str] | None = None) -> bytes:
        """Return what git prints; a git that fails is a CalledProcessError."""
        return subprocess.run(
            ["git", *arguments],
            cwd=self.path,
            env=environment() | (extra or {}),
            input=stdin,
            capture_output=True,
            check=True,
            timeout=120,
        ).stdout

    def text(self, *arguments: str) -> str:
        """Return what git prints as text without the last newline."""
        return self.run(*arguments).decode(errors="replace").rstrip("\n")

    def refs(self, prefix: str = "refs/heads/") -> dict[str, str]:
        """Return the refs under `prefix`, each without it, with its commit."""
        lines = self.text("for-each-ref", "--format=%(objectname) %(refname)", prefix).splitlines()
        return {name.removeprefix(prefix): sha for sha, _, name in (line.partition(" ") for line in lines)}

    def resolve(self, revision: str) -> str | None:
        """Return the commit that `revision` names, None when there is none."""
        try:
            return self.text("rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
        except subprocess.CalledProcessError:
            return None

    def update(self, ref: str, sha: str) -> None:
        """Let `ref` point at `sha`."""
        self.run("update-ref", "--", ref, sha)

    def delete(self, ref: str) -> None:
        """Remove `ref`."""
        self.run("update-ref", "-d", ref)

    def merge_base(self, one: str, other: str) -> str | None:
        """Return the best common ancestor of two commits, None when they share none."""
        try:
            return self.text("merge-base", one, other)
        except subprocess.CalledProcessError:
            return None

    def before_merge(self, branch: str, head: str) -> str | None:
        """Return the branch's commit just before a merge brought `head` into it, None when no merge did."""
        walk = ("rev-list", "--first-parent", "--ancestry-path", "--merges", f"{head}..{branch}")
        merges = self.text(*walk).split()
        return self.commit(merges[-1]).parents[0] if merges else None

    def commit(self, sha: str) -> Commit:
        """Return the commit `sha`; one that is not there is a 404."""
        if not SHA.fullmatch(sha):
            raise not_found()
        return _commit(self, sha)

    def commits(self, base: str, head: str, limit: int = 250) -> list[Commit]:
        """Return the commits of `head` that `base` lacks, oldest first, at most `limit` as on GitHub."""
        shas = self.text("rev-list", "--reverse", "--topo-order", f"{base}..{head}").split()
        return [self.commit(sha) for sha in shas[:limit]]

    def diff(self, base: str, head: str) -> tuple[FileChange, ...]:
        """Return the files that differ between two commits."""
        return _diff(self, base, head)

    def patch_between(self, old: str, new: str, path: str) -> str | None:
        """Return the patch of `path` without context; None when either commit is not there."""
        try:
            return self.text("diff", "-U0", "--no-ext-diff", "--no-textconv", old, new, "--", path)
        except subprocess.CalledProcessError:
            return None

    def blob(self, revision: str, path: str) -> bytes:
        """Return the file `path` at a commit; what is not there is a 404."""
        return self.blob_by_sha(self.entry(revision, path)[1])

    def blob_by_sha(self, sha: str) -> bytes:
        """Return a blob by its object name; what is not there is a 404."""
        try:
            return self.run("cat-file", "blob", sha)
        except subprocess.CalledProcessError:
            raise not_found() from None

    def entry(self, revision: str, path: str) -> tuple[str, str]:
        """Return the kind and object name of `path` at a commit; what is not there is a 404."""
        if not path:
            return "tree", self.text("rev-parse", f"{revision}^{{tree}}")
        listed = self.run("ls-tree", "-z", revision, "--", path.rstrip("/")).split(b"\0")[0].decode()
        if not listed:
            raise not_found()
        kind, sha = listed.partition("\t")[0].split()[1:]
        return kind, sha

    def entries(self, tree: str) -> list[tuple[str, str, str]]:
        """Return name, kind and object name of each entry of a tree."""
        rows = [row.decode() for row in self.run("ls-tree", "-z", tree).split(b"\0") if row]
        parts = [(row.partition("\t")[2], row.split()[1], row.split()[2]) for row in rows]
        return [(name, kind, sha.partition("\t")[0]) for name, kind, sha in parts]

    def commit_file(self, parent: str, path: str, data: bytes, message: str) -> str:
        """Return a new commit on `parent` that replaces one file, made without a work tree."""
        blob = self.run("hash-object", "-w", "--stdin", stdin=data).decode().strip()
        mode = self.text("ls-tree", "--format=%(objectmode)", parent, "--", path) or "100644"
        with tempfile.TemporaryDirectory() as folder:
            index = {"GIT_INDEX_FILE": f"{folder}/index"}
            self.run("read-tree", parent, extra=index)
            self.run("update-index", "--add", "--cacheinfo", f"{mode},{blob},{path}", extra=index)
            tree = self.run("write-tree", extra=index).decode().strip()
        return self.text("commit-tree", tree, "-p", parent, "-m", message)

    def merge(self, base: str, head: str, message: str) -> str:
        """Return a new merge commit of `head` into `base`; a conflict is a 422."""
        try:
            tree = self.text("merge-tree", "--write-tree", base, head).splitlines()[0]
        except subprocess.CalledProcessError:
            raise unprocessable("Merge conflict") from None
        return self.text("commit-tree", tree, "-p", base, "-p", head, "-m", message)


@lru_cache(maxsize=2048)
def _commit(store: GitStore, sha: str) -> Commit:
    layout = "%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B"
    try:
        raw = store.run("show", "--no-patch", "--no-notes", f"--format={layout}", sha)
    except subprocess.CalledProcessError:
        raise not_found() from None
    fields = raw.decode(errors="replace").split("\0")
    return Commit(
        sha,
        tree=fields[0],
        parents=tuple(fields[1].split()),
        author=(fields[2], fields[3], fields[4]),
        committer=(fields[5], fields[6], fields[7]),
        message=fields[8].rstrip("\n"),
    )


@lru_cache(maxsize=128)
def _diff(store: GitStore, base: str, head: str) -> tuple[FileChange, ...]:
    common = ("diff", "-M", "--no-ext-diff", "--no-textconv", "--no-abbrev", "--no-color")
    raw = store.run(*common, "--raw", "-z", base, head).decode(errors="replace")
    return changes_of(raw, store.run(*common, "--patch", base, head).decode(errors="replace"))
