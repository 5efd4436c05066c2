"""Uncommitted work is read as data into a borrowed repository; the real one stays as it was."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from checks.snapshot import Snapshot
from tests.doubles.repositories import Checkout
from workers.git import GitError
from workers.repository import Repository
from workers.trees import between, source
from workers.worktree import lacking, uncommitted


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    checkout = Checkout(tmp_path / "work")
    checkout.commit({"a.md": "one\n", "docs/b.md": "b\n", ".gitignore": "*.log\n", "run.sh": "echo\n"})
    return checkout


def work(checkout: Checkout, also: tuple[str, ...] = ()) -> Snapshot:
    """What lies between HEAD and the files on disk, with every text read."""
    with Repository(checkout.folder) as repository:
        head = repository.commit("HEAD")
        with uncommitted(repository, head, also) as (borrowed, commit):
            change = between(borrowed, source(borrowed, head), head, commit)
            for path in change.head.paths():
                change.head.text(path)
            return change


def shape(change: Snapshot) -> list[tuple[str, str]]:
    return [(c.status, c.path) for c in change.changes]


def digest(folder: Path) -> str:
    """A digest of every file below a folder, with its time."""
    found = [(str(p), p.stat().st_mtime_ns, p.read_bytes()) for p in sorted(folder.rglob("*")) if p.is_file()]
    return hashlib.sha256(repr(found).encode()).hexdigest()


def test_a_clean_checkout_has_no_work(checkout: Checkout) -> None:
    assert work(checkout).changes == ()


def test_a_touched_but_equal_file_is_no_work(checkout: Checkout) -> None:
    os.utime(checkout.folder / "a.md", (1, 1))
    assert work(checkout).changes == ()


def test_edited_staged_deleted_and_untracked_files_are_work(checkout: Checkout) -> None:
    checkout.write(
        {"a.md": "two\n", "docs/b.md": None, "new/c.md": "c\n", "staged.md": "s\n", "x.log": "no\n"}
    )
    checkout.git("add", "staged.md")
    change = work(checkout)
    assert shape(change) == [("M", "a.md"), ("D", "docs/b.md"), ("A", "new/c.md"), ("A", "staged.md")]
    assert change.head.text("new/c.md").text == "c\n"  # type: ignore[union-attr]


def test_an_ignored_file_is_taken_where_it_is_named(checkout: Checkout) -> None:
    checkout.write({"x.log": "yes\n"})
    assert shape(work(checkout, ("x.log",))) == [("A", "x.log")]


def test_the_repository_is_only_read(checkout: Checkout) -> None:
    checkout.write({"a.md": "two\n", "new.md": "n\n"})
    before = digest(checkout.folder)
    work(checkout)
    assert digest(checkout.folder) == before


def test_line_ends_of_a_checkout_are_no_work(checkout: Checkout) -> None:
    checkout.write({"a.md": "one\r\n"})
    assert work(checkout).changes == ()


def test_a_link_is_not_followed(checkout: Checkout, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "b.md").write_text("secret\n")
    (checkout.folder / "a.md").unlink()
    (checkout.folder / "a.md").symlink_to(secret / "b.md")
    (checkout.folder / "docs" / "b.md").unlink()
    (checkout.folder / "docs").rmdir()
    (checkout.folder / "docs").symlink_to(secret)
    change = work(checkout)
    assert change.head.tree.kind("a.md") == "link"
    assert change.head.tree.kind("docs") == "link"
    assert change.head.paths() == [".gitignore", "run.sh"]


def test_no_filter_is_run(checkout: Checkout, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    checkout.git("config", "filter.evil.clean", f"touch {trap}; cat")
    checkout.git("config", "core.fsmonitor", f"touch {trap}")
    checkout.write({".gitattributes": "* filter=evil\n", "a.md": "two\n"})
    assert shape(work(checkout)) == [("A", ".gitattributes"), ("M", "a.md")]
    assert not trap.exists()


def test_a_pipe_and_a_folder_in_the_way_do_not_hold_anything_up(checkout: Checkout) -> None:
    (checkout.folder / "a.md").unlink()
    os.mkfifo(checkout.folder / "a.md")
    (checkout.folder / "run.sh").unlink()
    (checkout.folder / "run.sh").mkdir()
    checkout.write({"run.sh/inner.md": "x\n"})
    assert shape(work(checkout)) == [("D", "a.md"), ("D", "run.sh"), ("A", "run.sh/inner.md")]


@pytest.mark.parametrize("name", ['quo"te.md', "line\nbreak.md", "back\\slash.md", " lead.md", "ünï.md"])
def test_odd_names_are_kept(checkout: Checkout, name: str) -> None:
    checkout.write({name: "x\n"})
    assert shape(work(checkout)) == [("A", name)]


def test_a_mode_alone_is_work(checkout: Checkout) -> None:
    (checkout.folder / "run.sh").chmod(0o755)
    assert shape(work(checkout)) == [("M", "run.sh")]


def test_files_left_out_of_a_sparse_checkout_are_not_deleted(checkout: Checkout) -> None:
    checkout.git("sparse-checkout", "set", "--no-cone", "/a.md", "/.gitignore")
    assert not (checkout.folder / "docs").exists()
    assert work(checkout).changes == ()


def test_a_submodule_stays_as_it_is(checkout: Checkout) -> None:
    checkout.git("update-index", "--add", "--cacheinfo", f"160000,{'a' * 40},lib")
    checkout.git("commit", "--quiet", "--message", "Add a submodule")
    (checkout.folder / "lib").mkdir()
    assert work(checkout).changes == ()


def test_an_unfinished_merge_is_read_as_it_lies_on_disk(checkout: Checkout) -> None:
    checkout.git("switch", "--quiet", "--create", "other")
    checkout.commit({"a.md": "theirs\n"})
    checkout.git("switch", "--quiet", "main")
    checkout.commit({"a.md": "ours\n"})
    with pytest.raises(Exception, match="merge"):
        checkout.git("merge", "other")
    assert shape(work(checkout)) == [("M", "a.md")]


def test_sha256_and_linked_work_trees_are_read(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path / "new", "--object-format=sha256")
    checkout.commit({"a.md": "one\n"})
    linked = tmp_path / "linked"
    checkout.git("worktree", "add", "--quiet", str(linked))
    (linked / "a.md").write_text("two\n")
    checkout.folder = linked
    assert shape(work(checkout)) == [("M", "a.md")]


def test_the_same_work_has_the_same_commit(checkout: Checkout) -> None:
    checkout.write({"a.md": "two\n"})
    assert work(checkout).head_sha == work(checkout).head_sha


def test_a_branch_without_a_commit_has_all_its_files_as_work(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path / "unborn")
    checkout.write({"a.md": "one\n"})
    with Repository(checkout.folder) as repository, uncommitted(repository, None) as (borrowed, commit):
        assert source(borrowed, commit).paths() == ["a.md"]
        assert source(borrowed, lacking(borrowed, commit, ["a.md"])).paths() == []


def test_a_bare_repository_has_no_work(checkout: Checkout) -> None:
    checkout.git("config", "core.bare", "true")
    (checkout.folder / ".git").rename(checkout.folder / "bare.git")
    with (
        Repository(checkout.folder / "bare.git") as repository,
        pytest.raises(GitError, match="bare"),
        uncommitted(repository, None),
    ):
        pass
