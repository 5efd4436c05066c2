"""Two commits become a snapshot: what changed, what every file holds, and nothing of it is run."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

from checks.model import Place
from checks.snapshot import Hunk, Snapshot
from tests.doubles.repositories import Checkout
from workers.git import GitError
from workers.repository import Repository
from workers.trees import snapshot


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / "work")


def read(checkout: Checkout, base: str, head: str = "HEAD", unread: tuple[str, ...] = ()) -> Snapshot:
    """The change, with every text of it read."""
    with Repository(checkout.folder) as repository:
        change = snapshot(repository, repository.commit(base), repository.commit(head), unread)
        for each in change.changes:
            for source, path in ((change.base, each.old_path), (change.head, each.new_path)):
                if path and source.exists(path):
                    source.text(path)
        change.base.paths(), change.head.paths()
    return change


def shape(change: Snapshot) -> list[tuple[str, str | None, str | None]]:
    return [(c.status, c.old_path, c.new_path) for c in change.changes]


def test_equal_commits_have_nothing_between_them(checkout: Checkout) -> None:
    checkout.commit({"a.txt": "one\n"})
    change = read(checkout, "HEAD")
    assert change.changes == ()
    assert change.head.paths() == ["a.txt"]


def test_the_change_begins_at_the_merge_base(checkout: Checkout) -> None:
    start = checkout.commit({"a.txt": "one\n"})
    checkout.git("switch", "--quiet", "--create", "topic")
    checkout.commit({"b.txt": "mine\n"})
    checkout.git("switch", "--quiet", "main")
    checkout.commit({"c.txt": "theirs\n"})
    change = read(checkout, "main", "topic")
    assert change.base_sha == start
    assert shape(change) == [("A", None, "b.txt")]


def test_hunks_carry_the_changed_lines_alone(checkout: Checkout) -> None:
    checkout.commit({"a.txt": "1\n2\n3\n4\n5\n6\n7\n8\n"})
    checkout.commit({"a.txt": "1\nzwei\n3\n4\n5\n6\n8\nneun\n"})
    (change,) = read(checkout, "HEAD~1").changes
    assert change.hunks == (Hunk(2, 1, 2, 1), Hunk(7, 1, 6, 0), Hunk(8, 0, 8, 1))
    assert change.touches_head(2)
    assert not change.touches_head(3, 7)


def test_content_that_looks_like_a_patch_is_only_content(checkout: Checkout) -> None:
    lines = "diff --git a/x b/x\n@@ -1 +1 @@\nBinary files a and b differ\nrename from a\n"
    checkout.commit({"a.txt": "start\n"})
    checkout.commit({"a.txt": "start\n" + lines, "b.txt": "-- \n++ \n"})
    change = read(checkout, "HEAD~1")
    assert [(c.path, c.hunks, c.binary) for c in change.changes] == [
        ("a.txt", (Hunk(1, 0, 2, 4),), False),
        ("b.txt", (Hunk(0, 0, 1, 2),), False),
    ]


def test_a_rename_has_both_names(checkout: Checkout) -> None:
    checkout.commit({"old name.md": "".join(f"line {n}\n" for n in range(20))})
    checkout.write({"old name.md": None})
    checkout.commit({"new/name.md": "".join(f"line {n}\n" for n in range(20)) + "more\n"})
    change = read(checkout, "HEAD~1")
    assert shape(change) == [("R", "old name.md", "new/name.md")]
    assert change.head.paths() == ["new/name.md"]
    assert change.changes[0].hunks == (Hunk(20, 0, 21, 1),)


def test_a_mode_alone_changes_no_line(checkout: Checkout) -> None:
    checkout.commit({"run.sh": "echo\n", "z.txt": "a\n"})
    (checkout.folder / "run.sh").chmod(0o755)
    checkout.commit({"z.txt": "b\n"})
    change = read(checkout, "HEAD~1")
    assert [(c.path, c.hunks) for c in change.changes] == [("run.sh", ()), ("z.txt", (Hunk(1, 1, 1, 1),))]


def test_a_file_that_becomes_a_link_is_no_file_any_more(checkout: Checkout) -> None:
    checkout.commit({"a.txt": "text\n", "b.txt": "b\n"})
    (checkout.folder / "a.txt").unlink()
    (checkout.folder / "a.txt").symlink_to("/etc/passwd")
    checkout.commit({"b.txt": "c\n"})
    change = read(checkout, "HEAD~1")
    assert shape(change) == [("T", "a.txt", "a.txt"), ("M", "b.txt", "b.txt")]
    assert change.changes[1].hunks == (Hunk(1, 1, 1, 1),)
    assert change.head.paths() == ["b.txt"]
    assert change.head.tree.kind("a.txt") == "link"
    assert change.head.text("a.txt") is None


@pytest.mark.parametrize(
    "name", ["a\nb.txt", 'quo"te.txt', "tab\t.txt", "sp ace", "ünï.md", "-n", ":(top)x", "a\\b"]
)
def test_any_path_that_git_knows_is_read(checkout: Checkout, name: str) -> None:
    checkout.commit({"a": "start\n"})
    checkout.commit({name: "needle\n"})
    with Repository(checkout.folder) as repository:
        change = snapshot(repository, repository.commit("HEAD~1"), repository.commit("HEAD"))
        text = change.head.text(name)
        assert shape(change) == [("A", None, name)]
        assert text is not None
        assert text.text == "needle\n"
        assert change.head.grep(["needle"]) == {"needle": Place(name, 1)}


def test_a_name_that_is_not_utf8_is_kept_apart(checkout: Checkout) -> None:
    checkout.commit({"a": "a\n"})
    (checkout.folder / b"caf\xe9.md".decode("utf-8", "surrogateescape")).write_text("x\n")
    checkout.commit()
    assert shape(read(checkout, "HEAD~1")) == [("A", None, "caf\udce9.md")]


def test_a_submodule_is_named_and_not_entered(checkout: Checkout) -> None:
    first = checkout.commit({"a": "a\n"})
    checkout.git("update-index", "--add", "--cacheinfo", f"160000,{first},deps/lib")
    checkout.git("commit", "--quiet", "--message", "Add a submodule")
    change = read(checkout, "HEAD~1")
    assert change.head.tree.kind("deps/lib") == "submodule"
    assert change.head.paths() == ["a"]
    assert change.head.tree.kind("deps") == "folder"


def test_what_is_not_text_is_said(checkout: Checkout) -> None:
    checkout.commit({"ok.md": "fine\n"})
    checkout.commit({"ok.md": "better\n", "bad.md": b"caf\xe9\n", "image.png": b"\x89PNG\0\0"})
    change = read(checkout, "HEAD~1")
    assert {u.path: u.why for u in change.unread} == {
        "bad.md": "not valid UTF-8 at byte 3",
        "image.png": "a binary file",
    }
    assert change.head.text("ok.md").text == "better\n"  # type: ignore[union-attr]


def test_a_giant_file_costs_nothing_and_is_said(checkout: Checkout) -> None:
    checkout.commit({"small.md": "a\n"})
    checkout.commit({"giant.md": b"0123456789abcde\n" * 3_300_000, "small.md": "b\n"})
    started = time.monotonic()
    change = read(checkout, "HEAD~1")
    assert time.monotonic() - started < 5
    assert [(u.path, "more than" in u.why) for u in change.unread] == [("giant.md", True)]
    assert change.by_path["giant.md"].binary
    assert change.by_path["small.md"].hunks == (Hunk(1, 1, 1, 1),)


def test_vendored_files_count_and_are_not_looked_at(checkout: Checkout) -> None:
    checkout.commit(
        {"vendor/a/x.go": "a\n", "pkg/vendor/b.go": "b\n", "main.go": "m\n", "gone/vendor/c.go": "c\n"}
    )
    checkout.write({"gone/vendor/c.go": None})
    checkout.commit({"vendor/a/x.go": "aa\n", "pkg/vendor/new.go": "n\n", "main.go": "mm\n"})
    change = read(checkout, "HEAD~1", unread=("vendor/**", "**/{vendor,third_party}/**"))
    assert [(c.status, c.path, bool(c.hunks)) for c in change.changes] == [
        ("D", "gone/vendor/c.go", False),
        ("M", "main.go", True),
        ("A", "pkg/vendor/new.go", False),
        ("M", "vendor/a/x.go", False),
    ]
    assert change.head.paths() == ["main.go", "pkg/vendor/b.go", "pkg/vendor/new.go", "vendor/a/x.go"]


def test_a_checkout_reads_like_a_bare_copy(checkout: Checkout, tmp_path: Path) -> None:
    checkout.commit({"a.go": "one\n", ".gitattributes": "*.go -diff export-ignore filter=evil\n"})
    checkout.commit({"a.go": "two\n"})
    bare = tmp_path / "bare.git"
    subprocess.run(
        ["git", "clone", "--quiet", "--bare", checkout.folder, bare], check=True, capture_output=True
    )
    assert read(checkout, "HEAD~1").by_path["a.go"].hunks == (Hunk(1, 1, 1, 1),)
    with Repository(bare) as repository:
        there = snapshot(repository, repository.commit("main~1"), repository.commit("main"))
        assert there.changes == read(checkout, "HEAD~1").changes


def test_no_program_of_a_repository_is_started(checkout: Checkout, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {trap}\n")
    program.chmod(0o755)
    for key in (
        "diff.external",
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "filter.evil.clean",
        "filter.evil.smudge",
        "diff.evil.textconv",
        "diff.evil.command",
        "core.hooksPath",
    ):
        checkout.git("config", key, str(program))
    checkout.git("-c", "core.fsmonitor=false", "commit", "--allow-empty", "-qm", "Start")
    (checkout.folder / ".gitattributes").write_text("* diff=evil filter=evil\n")
    (checkout.folder / "a.md").write_text("word\n")
    checkout.git("-c", "core.fsmonitor=false", "-c", "filter.evil.clean=cat", "add", "--all")
    checkout.git("-c", "core.fsmonitor=false", "commit", "-qm", "Change")
    trap.unlink(missing_ok=True)
    with Repository(checkout.folder) as repository:
        change = snapshot(repository, repository.commit("HEAD~1"), repository.commit("HEAD"))
        assert change.head.text("a.md") is not None
        assert change.head.grep(["word"]) == {"word": Place("a.md", 1)}
    assert not trap.exists()


def test_a_promised_object_is_not_fetched(checkout: Checkout, tmp_path: Path) -> None:
    checkout.commit({"a.md": "one\n" * 50})
    checkout.commit({"a.md": "two\n" * 50, "b.md": "b\n"})
    checkout.git("config", "uploadpack.allowFilter", "true")
    part = tmp_path / "part"
    source = f"file://{checkout.folder}"
    subprocess.run(
        ["git", "clone", "--quiet", "--no-checkout", "--filter=blob:none", source, part],
        check=True,
        capture_output=True,
    )
    trap = tmp_path / "trap"
    subprocess.run(["git", "-C", part, "config", "remote.origin.url", f"ext::touch {trap}"], check=True)
    subprocess.run(["git", "-C", part, "config", "protocol.ext.allow", "always"], check=True)
    with Repository(part) as repository, pytest.raises(GitError, match="git fetch --refetch --no-filter"):
        snapshot(repository, repository.commit("HEAD~1"), repository.commit("HEAD"))
    assert not trap.exists()


def test_a_great_number_of_files_is_read_in_one_go(checkout: Checkout) -> None:
    checkout.commit({"a": "a\n"})
    checkout.commit({f"d{n % 40}/f{n}.txt": f"{n}\n" for n in range(3000)})
    change = read(checkout, "HEAD~1")
    assert len(change.changes) == 3000
    assert change.head.text("d7/f7.txt").text == "7\n"  # type: ignore[union-attr]
    assert change.unread == ()


def test_words_are_found_whole_and_outside_of_folders(checkout: Checkout) -> None:
    checkout.commit({"vendor/v.go": "Alpha\n", "z.go": "x\nAlpha, Beta.Gamma\n", "bin": b"\0Delta\n"})
    with Repository(checkout.folder) as repository:
        head = repository.commit("HEAD")
        change = snapshot(repository, head, head)
        found = change.head.grep(["Alpha", "Alp", "Beta.Gamma", "Delta", "two\nlines", ""], ["vendor/"])
        assert found == {"Alpha": Place("z.go", 2), "Beta.Gamma": Place("z.go", 2)}
        assert change.head.grep([]) == {}


@pytest.mark.parametrize("form", ["sha1", "sha256"])
def test_either_object_format_is_read(tmp_path: Path, form: str) -> None:
    checkout = Checkout(tmp_path / form, f"--object-format={form}")
    checkout.commit({"a": "a\n"})
    checkout.commit({"a": "b\n"})
    assert read(checkout, "HEAD~1").changes[0].hunks == (Hunk(1, 1, 1, 1),)


def test_linked_work_trees_and_folders_below_lead_to_the_repository(
    checkout: Checkout, tmp_path: Path
) -> None:
    checkout.commit({"docs/a.md": "a\n"})
    linked = tmp_path / "linked"
    checkout.git("worktree", "add", "--quiet", str(linked))
    module = tmp_path / "above" / "module"
    module.mkdir(parents=True)
    (module / ".git").write_text("gitdir: ../../work/.git\n")
    for start in (linked, linked / "docs", checkout.folder / "docs", checkout.folder / ".git", module):
        with Repository(start) as repository:
            assert repository.commit("HEAD") == checkout.git("rev-parse", "HEAD")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_repository_of_another_user_is_read(checkout: Checkout) -> None:
    checkout.commit({"a": "a\n"})
    for folder in (checkout.folder, checkout.folder / ".git"):
        os.chown(folder, 12345, 12345)
    plain = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    refused = subprocess.run(["git", "-C", checkout.folder, "log"], env=plain, capture_output=True)
    assert b"dubious ownership" in refused.stderr
    assert read(checkout, "HEAD").head.paths() == ["a"]


def test_the_default_branch_is_what_the_remote_says(checkout: Checkout, tmp_path: Path) -> None:
    first = checkout.commit({"a": "a\n"})
    checkout.git("branch", "--move", "main", "develop")
    clone = Checkout.__new__(Checkout)
    clone.folder = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", checkout.folder, clone.folder], check=True)
    clone.commit({"b": "b\n"})
    with Repository(clone.folder) as repository:
        assert repository.default_branch() == first
    with Repository(checkout.folder) as repository, pytest.raises(GitError, match="name one with --base"):
        repository.default_branch()
    checkout.git("branch", "main", "HEAD")
    checkout.commit({"c": "c\n"})
    with Repository(checkout.folder / ".git") as repository:
        assert repository.default_branch() == first
    subprocess.run(["git", "clone", "--quiet", "--bare", checkout.folder, tmp_path / "bare"], check=True)
    with Repository(tmp_path / "bare") as repository:
        assert repository.default_branch() == checkout.git("rev-parse", "develop")


@pytest.mark.parametrize("revision", ["nowhere", "--help", "HEAD\nHEAD", "HEAD~99", "", "a b", "HEAD:a"])
def test_a_revision_that_is_none_is_said(checkout: Checkout, revision: str) -> None:
    checkout.commit({"a": "a\n"})
    with Repository(checkout.folder) as repository, pytest.raises(GitError, match="is not a commit of"):
        repository.commit(revision)


def test_a_branch_without_a_commit_is_said(checkout: Checkout) -> None:
    with Repository(checkout.folder) as repository, pytest.raises(GitError, match="has no commit yet"):
        repository.commit("HEAD")


def test_a_folder_that_is_no_repository_is_said(tmp_path: Path) -> None:
    with pytest.raises(GitError, match="is not in a git repository"):
        Repository(tmp_path)
    with pytest.raises(GitError, match="does not exist"):
        Repository(tmp_path / "nowhere")


def test_a_shallow_clone_says_how_to_get_the_rest(checkout: Checkout, tmp_path: Path) -> None:
    checkout.commit({"a": "a\n"})
    checkout.git("switch", "--quiet", "--create", "topic")
    checkout.commit({"b": "b\n"})
    checkout.git("switch", "--quiet", "main")
    checkout.commit({"c": "c\n"})
    shallow = tmp_path / "shallow"
    command = [
        "git",
        "clone",
        "--quiet",
        "--depth=1",
        "--no-single-branch",
        f"file://{checkout.folder}",
        shallow,
    ]
    subprocess.run(command, check=True)
    with Repository(shallow) as repository, pytest.raises(GitError, match=r"git fetch --unshallow"):
        snapshot(repository, repository.commit("main"), repository.commit("origin/topic"))


def test_histories_without_a_common_ancestor_are_said(checkout: Checkout) -> None:
    checkout.commit({"a": "a\n"})
    checkout.git("switch", "--quiet", "--orphan", "other")
    checkout.commit({"b": "b\n"})
    with Repository(checkout.folder) as repository, pytest.raises(GitError, match="no common ancestor"):
        snapshot(repository, repository.commit("main"), repository.commit("other"))


def test_a_damaged_object_ends_in_a_sentence(checkout: Checkout) -> None:
    checkout.commit({"a.md": "one\n"})
    checkout.commit({"a.md": "two\n"})
    name = checkout.git("rev-parse", "HEAD:a.md")
    damaged = checkout.folder / ".git/objects" / name[:2] / name[2:]
    damaged.chmod(0o644)
    damaged.write_bytes(b"nonsense")
    with pytest.raises(GitError):
        read(checkout, "HEAD~1")


def test_a_partial_clone_says_what_it_lacks(checkout: Checkout, tmp_path: Path) -> None:
    checkout.commit({"a.md": "a\n"})
    checkout.git("config", "uploadpack.allowFilter", "true")
    source = f"file://{checkout.folder}"
    checkout.git("clone", "--quiet", "--no-checkout", "--filter=blob:none", source, str(tmp_path / "part"))
    with Repository(tmp_path / "part") as repository:
        head = repository.commit("HEAD")
        with pytest.raises(GitError, match="`git fetch --refetch --no-filter` brings them"):
            snapshot(repository, head, head).base.text("a.md")


def test_a_configuration_that_git_cannot_read_is_said(checkout: Checkout) -> None:
    checkout.commit({"a.md": "a\n"})
    (checkout.folder / ".git/config").write_text("[core\n")
    with Repository(checkout.folder) as repository, pytest.raises(GitError, match="bad config line 1"):
        repository.commit("HEAD")


def test_history_is_what_the_commits_say(checkout: Checkout) -> None:
    """Neither grafts nor replacements of the clone at hand hold."""
    base = checkout.commit({"a.md": "a\n"})
    head = checkout.commit({"a.md": "b\n"})
    (checkout.folder / ".git/info/grafts").write_text(f"{head}\n")
    checkout.git("replace", f"{head}:a.md", f"{base}:a.md")
    change = read(checkout, base, head)
    assert change.base_sha == base
    assert [c.path for c in change.changes] == ["a.md"]
    text = change.head.text("a.md")
    assert text is not None
    assert text.text == "b\n"
