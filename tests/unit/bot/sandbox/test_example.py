"""The example repository, and a sandbox that watches by itself."""

import subprocess
import time
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import rsa

from bot.sandbox import pulls
from bot.sandbox.example import BRANCHES, generate
from bot.sandbox.git_store import GitStore
from bot.sandbox.server import Sandbox, Settings
from tests.unit.bot.sandbox.conftest import WorkTree


def test_the_example_is_the_same_each_time(tmp_path: Path) -> None:
    refs = [GitStore(generate(tmp_path / name)).refs() for name in ("one", "two")]
    assert refs[0] == refs[1]
    assert set(refs[0]) == {"main", *BRANCHES}


def test_each_branch_changes_what_it_says(tmp_path: Path) -> None:
    store = GitStore(generate(tmp_path / "example"))
    changed = {name: [one.path for one in store.diff("main", name)] for name in BRANCHES}
    assert changed["fix-install-docs"] == ["docs/install.md"]
    assert changed["propose-shared-slots"] == ["docs/proposals/0002-shared-slots.md"]
    assert "pkg/featuregates/featuregates.go" in changed["shared-slots-gate"]
    assert not any("proposals" in path for path in changed["shared-slots-gate"])


def test_a_running_sandbox_follows_its_clone(tmp_path: Path, work: WorkTree, key: rsa.RSAPrivateKey) -> None:
    server = Sandbox(Settings(tmp_path / "sandbox", private_key=key)).start()
    try:
        repository = server.add_repository("example-org/driver", work.path)
        sha = work.commit({"README.md": "new\n"})
        until = time.monotonic() + 10
        while repository.git.refs()["main"] != sha and time.monotonic() < until:
            time.sleep(0.05)
        assert repository.git.refs()["main"] == sha
    finally:
        server.stop()


def test_a_clone_borrows_objects_and_copies_none(tmp_path: Path, work: WorkTree) -> None:
    store = GitStore.clone(work.path, tmp_path / "served.git")
    assert store.text("count-objects") == "0 objects, 0 kilobytes"
    assert store.resolve("main") == work.git("rev-parse", "main")


def test_the_apps_settings_lead_to_the_sandbox(sandbox: Sandbox, tmp_path: Path) -> None:
    settings = sandbox.app_environment(tmp_path / "app")
    key = Path(settings["GITHUB_PRIVATE_KEY_PATH"])
    assert key.stat().st_mode & 0o077 == 0
    assert "PRIVATE KEY" in key.read_text()
    assert settings["GITHUB_API_URL"] == f"{sandbox.url}/api/v3"


def test_a_head_that_is_no_longer_there_closes_its_pull_request(sandbox: Sandbox, work: WorkTree) -> None:
    repository = sandbox.site.state.repository("example-org/driver")
    author = sandbox.site.state.account("author")
    pull = pulls.opened(sandbox.site, repository, author, title="t", head="topic", base="main")
    subprocess.run(["git", "branch", "-q", "-D", "topic"], cwd=work.path, check=True)
    sandbox.sync()
    assert pull.state == "closed"
