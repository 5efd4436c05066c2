"""Git over HTTP: what a blob-less cache does, tokens, and pushes."""

import base64
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from github import Github
from github.PullRequest import PullRequest

from bot.sandbox.git_store import environment
from bot.sandbox.server import Sandbox
from tests.unit.bot.sandbox.conftest import WorkTree


def git(folder: Path, *arguments: str, token: str = "") -> str:
    """Run a git client, with a token in its environment as a careful one passes it; return what it prints."""
    settings = environment()
    if token:
        count = int(settings["GIT_CONFIG_COUNT"])
        basic = base64.b64encode(f"x-access-token:{token}".encode()).decode()
        settings |= {
            "GIT_CONFIG_COUNT": str(count + 1),
            f"GIT_CONFIG_KEY_{count}": "http.extraHeader",
            f"GIT_CONFIG_VALUE_{count}": f"Authorization: Basic {basic}",
        }
    command = ["git", "-C", str(folder), *arguments]
    done = subprocess.run(command, env=settings, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout.strip()


@pytest.fixture
def url(sandbox: Sandbox) -> str:
    """Return the repository's address for git."""
    return f"{sandbox.url}/example-org/driver.git"


def test_a_blobless_clone_fetches_heads_and_blobs_later(
    tmp_path: Path, url: str, work: WorkTree, pull: PullRequest
) -> None:
    git(tmp_path, "clone", "-q", "--bare", "--filter=blob:none", "--single-branch", url, "cache")
    cache = tmp_path / "cache"
    git(cache, "fetch", "-q", "--no-tags", "origin", "+refs/pull/1/head:refs/bot/pr/1")
    assert git(cache, "rev-parse", "refs/bot/pr/1") == pull.head.sha
    missing = git(cache, "rev-list", "--objects", "--missing=print", "refs/bot/pr/1").count("?")
    blob = work.git("rev-parse", "topic:new.txt")
    git(cache, "fetch", "-q", "--no-tags", "--filter=blob:none", "origin", blob)
    assert git(cache, "rev-list", "--objects", "--missing=print", "refs/bot/pr/1").count("?") == missing - 1
    assert git(cache, "cat-file", "blob", blob) == "one\ntwo\nthree"


def test_a_commit_is_fetched_by_its_sha(tmp_path: Path, url: str, pull: PullRequest) -> None:
    git(tmp_path, "init", "-q", "--bare", "cache")
    git(tmp_path / "cache", "fetch", "-q", url, pull.head.sha)
    assert git(tmp_path / "cache", "cat-file", "-t", pull.head.sha) == "commit"


def test_a_private_repository_asks_for_a_token(
    tmp_path: Path, sandbox: Sandbox, url: str, as_app: Callable[..., Github]
) -> None:
    sandbox.site.state.repository("example-org/driver").private = True
    with pytest.raises(subprocess.CalledProcessError):
        git(tmp_path, "ls-remote", url)
    installation = sandbox.site.installations[0]
    reading, _ = sandbox.credentials.mint(installation, {"contents": "read"}, None)
    assert "refs/heads/topic" in git(tmp_path, "ls-remote", url, token=reading)
    blind, _ = sandbox.credentials.mint(installation, {"checks": "write"}, None)
    with pytest.raises(subprocess.CalledProcessError):
        git(tmp_path, "ls-remote", url, token=blind)


def test_a_bad_token_is_refused_even_where_none_is_asked(tmp_path: Path, url: str) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        git(tmp_path, "ls-remote", url, token="ghs_unknown")


def test_a_push_moves_the_pull_request_at_once(
    tmp_path: Path, sandbox: Sandbox, url: str, pull: PullRequest
) -> None:
    git(tmp_path, "clone", "-q", "--branch", "topic", url, "mine")
    mine = tmp_path / "mine"
    (mine / "new.txt").write_text("more\n")
    git(mine, "commit", "-q", "--all", "--message", "More")
    git(mine, "push", "-q", "origin", "topic")
    pull.update()
    assert pull.head.sha == git(mine, "rev-parse", "HEAD")
    sandbox.webhooks.wait()
    assert "push" in [one.event for one in sandbox.webhooks.log]


def test_an_unknown_repository_is_not_found(tmp_path: Path, sandbox: Sandbox) -> None:
    with pytest.raises(subprocess.CalledProcessError) as refused:
        git(tmp_path, "ls-remote", f"{sandbox.url}/example-org/absent.git")
    assert "not found" in refused.value.stderr
