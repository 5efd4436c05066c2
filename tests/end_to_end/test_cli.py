"""The program as a user types it: options, status, one sentence for what cannot be done, and no trace."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from examples.repository import make
from tests.doubles.repositories import Checkout

ROOT = Path(__file__).parents[2]
START = [sys.executable, "-c", "from workers.cli.main import main; main()"]
PROPOSAL = "docs/proposals/0002-fragile-parcels.md"


@dataclass(frozen=True)
class Said:
    status: int
    out: str
    err: str


def run(*arguments: str | Path, cwd: Path | None = None, feed: str = "") -> Said:
    done = subprocess.run(
        [*START, *map(str, arguments)],
        cwd=cwd or ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=feed.encode(),
        capture_output=True,
        timeout=60,
    )
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())


def refused(said: Said) -> str:
    """The one sentence on standard error of a command that could not be done."""
    assert said.status == 2
    assert said.out == ""
    assert "Traceback" not in said.err
    (line,) = said.err.splitlines()
    assert line.startswith("design-review: ")
    return line.removeprefix("design-review: ")


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("example")
    make(ROOT / "examples/first-review", folder)
    return folder


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / "work")


def test_a_change_of_prose_is_direct(checkout: Checkout) -> None:
    checkout.commit({"README.md": "# Ferry\n"})
    checkout.git("switch", "--quiet", "--create", "topic")
    checkout.commit({"README.md": "# Ferry\n\nIt moves parcels.\n"})
    said = run("review", "--repo", checkout.folder)
    assert (said.status, said.err) == (0, "")
    assert said.out.startswith("No design proposal is needed.\n")
    assert run("classify", cwd=checkout.folder).status == 0


def test_no_change_at_all_is_direct_for_no_reason_and_said_to_be_none(checkout: Checkout) -> None:
    checkout.commit({"a.md": "a\n"})
    said = run("review", "--repo", checkout.folder, "--format", "json")
    assert said.status == 0
    assert json.loads(said.out)["classification"]["exemptions"] == []
    assert "nothing differs here" in said.err


def test_the_example_needs_a_proposal_and_says_where(example: Path) -> None:
    said = run("review", "--repo", example)
    assert said.status == 1
    assert "PROPOSAL REQUIRED" in said.out
    assert "charts/ferry/values.yaml:4" in said.out
    assert "4 │ fragileLanes: 1" in said.out
    assert "\x1b[" not in said.out


def test_base_and_head_name_the_range(example: Path) -> None:
    back = json.loads(
        run("review", "--repo", example, "--base", "change", "--head", "main", "--format", "json").out
    )
    assert back["base"] == back["head"]
    there = json.loads(
        run("review", "--repo", example, "--base", "main", "--head", "change", "--format", "json").out
    )
    assert there["base"] != there["head"]
    assert there["proposals"][0]["path"] == PROPOSAL
    assert there["classification"]["verdict"] == "proposal-required"


def test_twice_the_same_words(example: Path) -> None:
    first = run("review", "--repo", example, "--format", "json")
    assert first == run("review", "--repo", example, "--format", "json")


def test_classify_says_the_verdict_alone(example: Path) -> None:
    said = run("classify", "--repo", example, "--format", "json")
    assert said.status == 1
    reasons = json.loads(said.out)["classification"]["reasons"]
    assert {r["criterion"]: r["path"] for r in reasons} == {
        "feature-gate": "pkg/featuregates/gates.go",
        "helm-values": "charts/ferry/values.yaml",
    }
    assert "BLOCKING" not in run("classify", "--repo", example).out


def test_uncommitted_work_is_reviewed_where_it_is_asked_for(checkout: Checkout) -> None:
    checkout.commit({"charts/x/values.yaml": "a: 1\n", "docs/proposals/README.md": "# How\n"})
    checkout.write(
        {"docs/proposals/0001-lanes.md": "# 0001: Lanes\n\n| Status | provisional |\n|---|---|\n\nTBD\n"}
    )
    assert json.loads(run("review", "--repo", checkout.folder, "--format", "json").out)["proposals"] == []
    work = json.loads(run("review", "--repo", checkout.folder, "--worktree", "--format", "json").out)
    assert [p["path"] for p in work["proposals"]] == ["docs/proposals/0001-lanes.md"]
    assert checkout.git("status", "--short") == "?? docs/proposals/0001-lanes.md"


@pytest.mark.parametrize("where", ["on disk", "committed"])
def test_a_proposal_is_found_where_proposals_stood_when_its_branch_began(
    checkout: Checkout, where: str
) -> None:
    base, head = (ROOT / "examples/first-review" / side for side in ("base", "head"))
    files = [f for f in base.rglob("*") if f.is_file()]
    checkout.commit({f.relative_to(base).as_posix(): f.read_bytes() for f in files})
    checkout.git("mv", "docs/proposals", "docs/design")
    checkout.commit()
    checkout.git("switch", "--quiet", "--create", "topic", "HEAD~1")
    checkout.write({PROPOSAL: (head / PROPOSAL).read_bytes()})
    if where == "committed":
        checkout.commit()
    asked = ["review", "--repo", checkout.folder, "--format", "json"]
    review = json.loads(run(*asked, *(["--worktree"] if where == "on disk" else [])).out)
    assert [p["path"] for p in review["proposals"]] == [PROPOSAL]
    assert "missing-section" in {f["rule"] for f in review["findings"]}
    assert "misplaced-proposal" not in {f["rule"] for f in review["findings"]}


def test_title_and_body_are_read(checkout: Checkout, tmp_path: Path) -> None:
    checkout.commit({"charts/x/Chart.yaml": "name: x\nversion: 1.0.0\n", "a.md": "a\n"})
    checkout.commit({"a.md": "b\n"})
    body = tmp_path / "body.md"
    body.write_bytes(b"Words\xff")
    assert (
        run(
            "review", "--repo", checkout.folder, "--base", "HEAD~1", "--title", "T", "--body-file", body
        ).status
        == 0
    )


def test_output_goes_to_a_file(example: Path, tmp_path: Path) -> None:
    file = tmp_path / "review.json"
    said = run("review", "--repo", example, "--format", "json", "--output", file)
    assert (said.status, said.out, said.err) == (1, "", "")
    assert json.loads(file.read_text())["schema_version"] == 1
    nowhere = run("review", "--repo", example, "--output", tmp_path / "no" / "x")
    assert nowhere.status == 2
    assert nowhere.err.endswith("cannot be written: No such file or directory.\n")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["review", "--base", "nowhere"], "'nowhere' is not a commit of"),
        (["review", "--head", "nowhere"], "'nowhere' is not a commit of"),
        (["review", "--base=--all"], "'--all' is not a commit of"),
        (["review", "--profile", "nothing"], "'nothing' is neither a file nor a profile"),
        (["review", "--body-file", "/nowhere"], "/nowhere cannot be read"),
        (["review", "--worktree", "--head", "main"], "--head has no meaning"),
        (["review", "--repo", "/nowhere"], "'/nowhere' does not exist."),
        (["review", "--repo", "/proc"], "'/proc' is not in a git repository."),
        (["review", "--format", "xml"], "'xml' is not one of"),
        (["review", "--nothing"], "No such option '--nothing'"),
        (["review", "extra"], "unexpected extra argument"),
        (["nothing"], "No such command 'nothing'"),
        ([], "Missing command"),
        (["check"], "Name the files to check"),
        (["check", "/etc/passwd"], "is not a file of the repository"),
        (["check", "nowhere.md"], "is not a file of the repository"),
        (["rules", "mising-section"], "did you mean 'missing-section'?"),
        (["config", "validate", "/nowhere"], "/nowhere cannot be read"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(example: Path, options: list[str], sentence: str) -> None:
    assert sentence in refused(run(*options, cwd=example))


def test_an_unborn_branch_is_one_sentence(checkout: Checkout) -> None:
    assert "has no commit yet" in refused(run("review", "--repo", checkout.folder))


def test_a_faulty_profile_is_refused_with_its_lines(example: Path, tmp_path: Path) -> None:
    profile = tmp_path / "p.yaml"
    profile.write_text("name: x\nmoode: observe\nproposals: {file_name: '('}\n")
    said = run("review", "--repo", example, "--profile", profile)
    assert (said.status, said.out) == (2, "")
    assert f"{profile}:2: moode: unknown key; did you mean `mode`?" in said.err
    assert f"{profile}:3: proposals.file_name:" in said.err


def test_faulty_settings_at_the_base_are_said_and_cost_nothing_else(checkout: Checkout) -> None:
    checkout.commit({".github/design-review.yaml": "mode: observe\nrule: {}\n", "a.md": "a\n"})
    checkout.commit({"a.md": "b\n"})
    said = json.loads(run("review", "--repo", checkout.folder, "--base", "HEAD~1", "--format", "json").out)
    assert [u["path"] for u in said["unread"]] == [".github/design-review.yaml"]
    assert "line 2: rule: unknown key" in said["unread"][0]["why"]


def test_many_faults_are_counted_beside_the_first(checkout: Checkout, tmp_path: Path) -> None:
    faulty = "".join(f"key{n}: 1\n" for n in range(40))
    checkout.commit({".github/design-review.yaml": faulty})
    asked = ["review", "--repo", checkout.folder, "--format", "json"]
    (unread,) = json.loads(run(*asked).out)["unread"]
    assert "line 3: key2: unknown key; and 37 more, which `design-review config validate`" in unread["why"]
    assert "key3" not in unread["why"]
    (tmp_path / "profile.yaml").write_text(faulty)
    refused = run(*asked, "--profile", tmp_path / "profile.yaml").err.splitlines()
    assert len(refused) == 22
    assert refused[-1].startswith("and 21 more")
    assert run("config", "validate", tmp_path / "profile.yaml").out.count("\n") == 41


def test_settings_at_the_base_hold_and_those_at_the_head_do_not(checkout: Checkout) -> None:
    checkout.commit({".github/design-review.yaml": "profile: dra-driver-nvidia-gpu\n", "a.md": "a\n"})
    checkout.commit({".github/design-review.yaml": "profile: generic\n"})
    base = ["--repo", str(checkout.folder), "--base", "HEAD~1", "--format", "json"]
    assert json.loads(run("review", *base).out)["profile"] == "dra-driver-nvidia-gpu"


def test_the_profile_goes_by_the_module_then_by_the_remote(checkout: Checkout) -> None:
    checkout.commit({"go.mod": "module example.com/ferry\n"})
    asked = ["review", "--repo", str(checkout.folder), "--format", "json"]
    assert json.loads(run(*asked).out)["profile"] == "generic"
    checkout.git("remote", "add", "origin", "git@github.com:kubernetes-sigs/dra-driver-nvidia-gpu.git")
    assert json.loads(run(*asked).out)["profile"] == "dra-driver-nvidia-gpu"
    checkout.git("remote", "remove", "origin")
    checkout.commit({"go.mod": "module sigs.k8s.io/dra-driver-nvidia-gpu\n"})
    assert json.loads(run(*asked).out)["profile"] == "dra-driver-nvidia-gpu"


def test_files_on_disk_are_checked_whole(example: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    subprocess.run(["git", "clone", "--quiet", "--branch", "change", example, work], check=True)
    said = run("check", PROPOSAL, "README.md", "go.mod", "--format", "json", cwd=work)
    review = json.loads(said.out)
    assert said.status == 1
    assert {f["path"] for f in review["findings"]} == {PROPOSAL}
    assert "leftover-placeholder" in {f["rule"] for f in review["findings"]}
    assert review["classification"]["verdict"] == "direct"


def test_good_files_on_disk_are_silent(example: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    subprocess.run(["git", "clone", "--quiet", "--branch", "main", example, work], check=True)
    for asked in (["README.md"], ["docs/proposals/NNNN-template.md"], ["docs/proposals/README.md"]):
        said = run("check", *asked, "--format", "json", cwd=work)
        assert (said.status, json.loads(said.out)["findings"]) == (0, [])


def test_everything_on_disk_is_checked(example: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    subprocess.run(["git", "clone", "--quiet", "--branch", "change", example, work], check=True)
    review = json.loads(run("check", "--all", "--format", "json", cwd=work / "docs").out)
    assert [p["number"] for p in review["proposals"]] == ["0001", "0002"]


def test_hostile_files_are_said_to_be_unread_and_the_rest_is_reviewed(checkout: Checkout) -> None:
    checkout.commit({"docs/proposals/README.md": "# How\n"})
    folder = "docs/proposals"
    checkout.write(
        {
            f"{folder}/0001-giant.md": b"# 0001: Giant\n\n" + b"word " * 10_000_000,
            f"{folder}/0002-headings.md": "# 0002: Headings\n" + "".join(f"## {n}\n" for n in range(10_000)),
            f"{folder}/0003-nested.md": "# 0003: Nested\n"
            + "".join("  " * n + "- x\n" for n in range(2_000)),
            f"{folder}/0004-bytes.md": b"# 0004: \xff\xfe\n",
            f"{folder}/0005-aliases.md": "---\na: &a [x]\n" + "b: [*a, *a]\n" * 99 + "---\n# 0005: Aliases\n",
            f"{folder}/0006-quotes.md": "> " * 5_000 + "x\n",
            f"{folder}/0007-ok.md": "# 0007: Fine\n\nTBD\n",
            "pkg/broken.go": "package a\nfunc {{{{ \n" * 2_000,
            "deploy/bomb.yaml": "a: &a [x]\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(99)),
            "deploy/deep.yaml": "a: " + "[" * 50_000,
            f"{folder}/line\nbreak.md": "# x\n",
            f'{folder}/qu"ote.md': "# x\n",
        }
    )
    (checkout.folder / f"{folder}/0008-link.md").symlink_to("/etc/passwd")
    checkout.git("switch", "--quiet", "--create", "topic")
    checkout.commit()
    started = time.monotonic()
    said = run("review", "--repo", checkout.folder, "--format", "json")
    assert time.monotonic() - started < 20
    assert said.status in (0, 1)
    review = json.loads(said.out)
    unread = {u["path"] for u in review["unread"]}
    assert {f"{folder}/0001-giant.md", f"{folder}/0004-bytes.md"} <= unread
    assert f"{folder}/0007-ok.md" in {f["path"] for f in review["findings"]}
    assert f"{folder}/0008-link.md" not in {p["path"] for p in review["proposals"]}
    assert "root:" not in said.out


def on_terminal(*arguments: str | Path, **environment: str) -> str:
    """What a command writes where standard output is a terminal."""
    ours, theirs = pty.openpty()
    env = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"PYTHONPATH": str(ROOT), **environment}
    with subprocess.Popen(
        [*START, *map(str, arguments)], stdout=theirs, stderr=subprocess.DEVNULL, env=env
    ) as process:
        os.close(theirs)
        written = b""
        try:
            while chunk := os.read(ours, 65_536):
                written += chunk
        except OSError:
            pass
        process.wait(60)
    os.close(ours)
    return written.decode()


def test_colour_is_for_terminals_that_want_it(example: Path) -> None:
    assert "\x1b[31m" in on_terminal("review", "--repo", example)
    assert "\x1b[" not in on_terminal("review", "--repo", example, NO_COLOR="1")
    assert "\x1b[" not in on_terminal("review", "--repo", example, TERM="dumb")


def with_streams(redirection: str, *arguments: str | Path) -> Said:
    """A command whose streams a shell bends: `>&-`, `| true`; the status is the command's own."""
    line = f'("$@"; echo "status $?" >&3) 3>&2 {redirection}'
    asked = ["bash", "-c", line, "-", *START, *map(str, arguments)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(asked, cwd=ROOT, env=env, capture_output=True, timeout=60)
    *said, last = done.stderr.decode().splitlines()
    return Said(int(last.removeprefix("status ")), done.stdout.decode(), "\n".join(said))


@pytest.mark.parametrize("redirection", ["| true", ">&-", ">&- 2>&-"])
def test_a_reader_that_is_gone_leaves_the_status(example: Path, redirection: str) -> None:
    assert with_streams(redirection, "review", "--repo", example) == Said(1, "", "")
    assert with_streams(redirection, "rules") == Said(0, "", "")
    assert with_streams(redirection, "config", "schema") == Said(0, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_output_that_nobody_can_write_is_one_sentence(example: Path) -> None:
    sentence = "design-review: standard output cannot be written: No space left on device."
    assert with_streams(">/dev/full", "review", "--repo", example) == Said(2, "", sentence)
    assert with_streams(">/dev/full", "rules") == Said(2, "", sentence)


@pytest.mark.parametrize("file", ["/dev/zero", "long.yaml"])
def test_a_file_of_settings_without_end_is_read_to_a_bound(tmp_path: Path, file: str) -> None:
    (tmp_path / "long.yaml").write_bytes(b"# long\n" * 10_000_000)
    said = run("config", "validate", tmp_path / file)
    assert (said.status, said.err) == (2, "design-review: 1 fault in 1 file.\n")
    assert "the file is longer than" in said.out


def test_rules_are_listed_and_explained() -> None:
    assert "  missing-section " in run("rules").out
    explained = run("rules", "missing-section")
    assert explained.status == 0
    assert explained.out.startswith("missing-section (structure, blocking)\n")


def test_the_effective_profile_is_shown(example: Path) -> None:
    said = run("config", "show", "--repo", example)
    assert said.status == 0
    assert "name: generic" in said.out


def test_settings_are_validated(checkout: Checkout) -> None:
    settings = checkout.folder / ".github/design-review.yaml"
    none = run("config", "validate", "--repo", checkout.folder)
    assert (none.status, none.out) == (
        0,
        "No settings at .github/design-review.yaml; the profile alone holds.\n",
    )
    checkout.write({".github/design-review.yaml": "mode: observe\n"})
    assert run("config", "validate", "--repo", checkout.folder).status == 0
    assert run("config", "validate", settings).status == 0
    checkout.write({".github/design-review.yaml": "mode: x\nrules: {no-rule: off}\n"})
    said = run("config", "validate", settings)
    assert said.status == 2
    assert said.out.splitlines() == [
        f"{settings}:1: mode: must be one of enforce, observe, not 'x'",
        f"{settings}:2: rules.no-rule: no rule has this name",
    ]
    assert said.err == "design-review: 2 faults in 1 file.\n"


def test_schemas_of_profiles_and_settings_are_printed() -> None:
    assert "name" in json.loads(run("config", "schema").out)["properties"]
    assert "profile" in json.loads(run("config", "schema", "--settings").out)["properties"]


def test_help_and_version_are_said_on_standard_output() -> None:
    for asked in (["--help"], ["review", "--help"], ["config", "validate", "--help"], ["--version"]):
        said = run(*asked)
        assert (said.status, said.err) == (0, "")
        assert said.out


def test_a_command_loads_no_other() -> None:
    code = """
import sys
from workers.cli.main import main
sys.argv[1:] = ["rules"]
try:
    main()
except SystemExit:
    assert not {"flask", "celery", "github", "redis", "git", "granian"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def test_a_backtest_counts_what_would_have_been_said(checkout: Checkout, tmp_path: Path) -> None:
    checkout.commit({"README.md": "# Ferry\n"})
    checkout.commit({"README.md": "# Ferry\n\nIt moves parcels.\n"}, "Say what it does (#3)")
    said = run("backtest", "--repo", checkout.folder)
    assert (said.status, said.err) == (0, "")
    assert said.out.startswith("1 change from 2026-03-01 to 2026-03-01: 0 needed a design proposal")
    page = tmp_path / "page.html"
    assert run("backtest", "--repo", checkout.folder, "--format", "html", "--output", page).out == ""
    assert "Backtest of design-review" in page.read_text()
    told = json.loads(run("backtest", "--repo", checkout.folder, "--format", "json").out)
    assert [o["pull_request"] for o in told["outcomes"]] == [3]


def test_a_backtest_of_nothing_says_so(checkout: Checkout) -> None:
    checkout.commit({"README.md": "# Ferry\n"})
    assert "no change to review" in refused(run("backtest", "--repo", checkout.folder))
    assert "git fetch origin" in refused(run("backtest", "--repo", checkout.folder, "--pulls"))
