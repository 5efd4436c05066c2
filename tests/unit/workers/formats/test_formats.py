"""One review in five forms: for people, for programs, for GitHub, and nothing of an author's comes alive."""

from __future__ import annotations

import json
from pathlib import Path

import click
import jsonschema_rs
import pytest
from jsonschema import Draft7Validator
from msgspec.structs import replace

from checks.model import (
    Answer,
    Classification,
    Decision,
    Evidence,
    Exemption,
    Finding,
    Override,
    ProposalEntry,
    Readiness,
    Reason,
    Review,
    Severity,
    Side,
    State,
    Suggestion,
    Unread,
    Verdict,
    Waiver,
)
from checks.snapshot import Change, Snapshot, Source
from checks.tree import DictTree
from workers.formats import FORMATS, Shown, render

ROOT = Path(__file__).parents[4]
SARIF = ROOT / "tests/doubles/node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"
DOCUMENT = "# 0002: Lanes\n\n| Status | implementable |\n\nTBD\n"
GATES = 'package gates\n\nconst Lanes = "Lanes"\n'
WAIVER = Waiver("@keeper", "agreed in the meeting", "2026-03-01T10:00:00Z", "https://example.com/1")
FINDING = Finding(
    id="abc",
    rule="leftover-placeholder",
    severity=Severity.BLOCKING,
    path="docs/0002.md",
    line=5,
    message="“TBD” is left.",
    section="Summary",
    evidence=(Evidence("gates.go", 3, 'const Lanes = "Lanes"'),),
    suggestion=Suggestion("docs/0002.md", 5, 5, "Parcels have lanes."),
)
FULL = Review(
    profile="generic",
    base="b" * 40,
    head="a" * 40,
    classification=Classification(
        verdict=Verdict.REQUIRED,
        reasons=(
            Reason(
                criterion="feature-gate",
                because="Introduces a new feature gate.",
                fact="feature-gate-added",
                path="gates.go",
                line=3,
                symbol="Lanes",
                detail="alpha, off",
            ),
        ),
        exemptions=(Exemption(criterion="docs-only", because="Documentation.", detail="1 file"),),
        override=Override(
            "@keeper", Verdict.REQUIRED, "it is new", "2026-03-01T10:00:00Z", "https://e.com/2"
        ),
    ),
    readiness=Readiness(
        state=State.NEEDS_REVISION,
        headline="Needs revision: 1 blocking finding.",
        current_status="provisional",
        next_status="implementable",
    ),
    proposals=(
        ProposalEntry(
            path="docs/0002.md", number="0002", title="Lanes", status="provisional", in_this_change=True
        ),
    ),
    findings=(
        FINDING,
        replace(
            FINDING, id="def", rule="dead-link", severity=Severity.OPTIONAL, suggestion=None, evidence=()
        ),
        replace(FINDING, id="pre", rule="untested-surface", preview=True),
        replace(FINDING, id="old", rule="removed-contract", path="gone.go", line=2, side=Side.BASE),
        replace(FINDING, id="wai", waived=WAIVER),
    ),
    decisions=(
        Decision(id="D-7", question="Which lane?", path="docs/0002.md", line=1, owner="@mara"),
        Decision(
            id="D-8", question="When?", path="docs/0002.md", line=1, answer=Answer("@mara", "Now", "t", "u")
        ),
    ),
    checklist=("docs/0002.md:5 leftover-placeholder: “TBD” is left.", "D-7: Which lane?"),
    to_advance=("Decide D-7: Which lane?",),
    unread=(Unread("giant.md", "too large"),),
)
READY = Review(
    profile="generic",
    base="b" * 40,
    head="a" * 40,
    classification=Classification(verdict=Verdict.DIRECT),
    readiness=Readiness(state=State.READY, headline="No design proposal is needed."),
)


@pytest.fixture
def snapshot() -> Snapshot:
    base = Source(DictTree({"gone.go": "package gone\nvar Lost = 1\n"}))
    head = Source(DictTree({"docs/0002.md": DOCUMENT, "gates.go": GATES}))
    changed = (Change("A", None, "docs/0002.md"), Change("D", "gone.go", None), Change("A", None, "gates.go"))
    return Snapshot(base, head, changed)


def shown(snapshot: Snapshot, form: str, review: Review = FULL, **how: object) -> str:
    return render(form, Shown(review, snapshot, **how))  # type: ignore[arg-type]


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_review_has_the_same_words(snapshot: Snapshot, form: str) -> None:
    assert shown(snapshot, form) == shown(snapshot, form)
    assert shown(snapshot, form).endswith("\n")


def test_a_ready_change_is_a_few_lines(snapshot: Snapshot) -> None:
    assert shown(snapshot, "text", READY) == (
        "No design proposal is needed.\n"
        "\n"
        "DIRECT  This change can go straight to review: no design proposal is needed.\n"
    )
    assert shown(snapshot, "github", READY) == (
        "::notice title=design-review::No design proposal is needed.\n"
    )


def test_text_leads_with_the_verdict_and_shows_the_lines(snapshot: Snapshot) -> None:
    lines = shown(snapshot, "text").splitlines()
    assert lines[0] == "Needs revision: 1 blocking finding."
    assert "PROPOSAL REQUIRED  This change needs a design proposal." in lines
    assert "  feature-gate  “Introduces a new feature gate.”" in lines
    assert '        3 │ const Lanes = "Lanes"' in lines
    assert "        5 │ TBD" in lines
    assert "        5 │+Parcels have lanes." in lines
    assert "        2 │ var Lost = 1" in lines
    assert "      Waived by @keeper: agreed in the meeting" in lines
    order = [
        next(i for i, line in enumerate(lines) if line.startswith(word))
        for word in (
            "BLOCKING (2)",
            "OPTIONAL (2)",
            "WAIVED (1)",
            "DECISIONS",
            "CHECKLIST",
            "TO REACH",
            "NOT READ",
        )
    ]
    assert order == sorted(order)


@pytest.mark.parametrize("width", [20, 60, 100, 500])
def test_text_keeps_to_the_width(snapshot: Snapshot, width: int) -> None:
    long = replace(FULL, findings=(replace(FINDING, message="word " * 60, evidence=()),))
    room = min(max(width, 40), 100)
    assert max(map(len, shown(snapshot, "text", long, width=width).splitlines())) <= room


def test_text_has_colour_only_where_it_is_wanted(snapshot: Snapshot) -> None:
    assert "\x1b[" not in shown(snapshot, "text")
    coloured = shown(snapshot, "text", colour=True)
    assert "\x1b[31m" in coloured
    assert click.unstyle(coloured) == shown(snapshot, "text")


def test_an_author_cannot_steer_the_terminal(snapshot: Snapshot) -> None:
    evil = "ok\x1b]0;owned\x07\x1b[2J\u202eetad\u2028\nnext"
    review = replace(
        FULL,
        findings=(
            replace(FINDING, message=evil, path="a\x1b[31m.md", evidence=(Evidence("e\x1b", 1, evil),)),
        ),
        unread=(Unread("x\ny\x1b[1m", evil),),
        checklist=(evil,),
    )
    text = shown(snapshot, "text", review)
    assert not any(c in text for c in "\x1b\x07\u202e\u2028")
    assert "ok�]0;owned" in text


@pytest.mark.parametrize("form", FORMATS)
def test_no_format_steers_a_terminal(snapshot: Snapshot, form: str) -> None:
    evil = "a\x1b[31m\x9b2J\x7f\u202e.md"
    finding = replace(FINDING, message=evil, path=evil, evidence=(Evidence(evil, 1, evil),))
    review = replace(FULL, findings=(finding,), unread=(Unread(evil, evil),), checklist=(evil,))
    assert not any(c in shown(snapshot, form, review) for c in "\x1b\x9b\x7f\u202e")


def test_json_keeps_what_it_escapes(snapshot: Snapshot) -> None:
    review = replace(FULL, findings=(replace(FINDING, path="a\x9b\u202eb.md"),))
    assert json.loads(shown(snapshot, "json", review))["findings"][0]["path"] == "a\x9b\u202eb.md"


def test_json_is_what_the_published_schema_says(snapshot: Snapshot) -> None:
    schema = json.loads((ROOT / "docs/review.schema.json").read_text())
    validator = jsonschema_rs.validator_for(schema)
    for review in (FULL, READY):
        validator.validate(json.loads(shown(snapshot, "json", review)))
    missing = json.loads(shown(snapshot, "json"))
    del missing["checklist"]
    assert not validator.is_valid(missing)


def test_json_has_the_keys_of_the_interface_in_their_order(snapshot: Snapshot) -> None:
    said = json.loads(shown(snapshot, "json"))
    assert (
        list(said)
        == (
            "schema_version tool profile base head classification proposals readiness findings decisions "
            "checklist to_advance unread"
        ).split()
    )
    assert said["schema_version"] == 1
    assert said["tool"]["name"] == "design-review"
    assert list(said["findings"][0]) == (
        "id rule severity path line end_line section message evidence suggestion waived".split()
    )
    assert [f["severity"] for f in said["findings"]] == [
        "blocking",
        "optional",
        "optional",
        "blocking",
        "blocking",
    ]
    assert list(said["decisions"][0]) == "id question path line section owner answer".split()
    assert said["classification"]["override"]["verdict"] == "proposal-required"


def test_json_of_a_classification_is_that_alone(snapshot: Snapshot) -> None:
    said = json.loads(shown(snapshot, "json", only_classification=True))
    schema = json.loads((ROOT / "docs/classification.schema.json").read_text())
    jsonschema_rs.validator_for(schema).validate(said)
    assert "findings" not in said


@pytest.mark.parametrize("form", FORMATS)
def test_a_path_that_is_not_utf8_is_shown_all_the_same(snapshot: Snapshot, form: str) -> None:
    review = replace(
        FULL, findings=(replace(FINDING, path="caf\udce9.md"),), unread=(Unread("\udcff", "no"),)
    )
    assert shown(snapshot, form, review).encode("utf-8")


@pytest.mark.skipif(not SARIF.exists(), reason="needs `npm ci` in tests/doubles")
def test_sarif_is_valid_by_its_schema(snapshot: Snapshot) -> None:
    validator = Draft7Validator(json.loads(SARIF.read_text()))
    for review in (FULL, READY):
        for only in (False, True):
            log = json.loads(shown(snapshot, "sarif", review, only_classification=only))
            assert [e.message for e in validator.iter_errors(log)] == []


def test_sarif_carries_levels_fingerprints_fixes_and_suppressions(snapshot: Snapshot) -> None:
    (run,) = json.loads(shown(snapshot, "sarif"))["runs"]
    first, optional, _, _, waived = run["results"]
    assert [r["level"] for r in run["results"]] == ["error", "warning", "note", "error", "error"]
    assert first["partialFingerprints"] == {"designReview/v1": "abc"}
    assert first["locations"][0]["physicalLocation"]["region"] == {"startLine": 5, "endLine": 5}
    assert first["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"]
    assert "suppressions" not in optional
    assert waived["suppressions"][0]["justification"] == "@keeper: agreed in the meeting"
    rules = {r["id"]: r for r in run["tool"]["driver"]["rules"]}
    assert rules["leftover-placeholder"]["help"]["text"]
    assert run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"] == "Not read: too large"


def test_sarif_paths_are_addresses(snapshot: Snapshot) -> None:
    review = replace(FULL, findings=(replace(FINDING, path='a b/ü#%"\n.md'),))
    (run,) = json.loads(shown(snapshot, "sarif", review))["runs"]
    where = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert where["uri"] == "a%20b/%C3%BC%23%25%22%0A.md"


def test_workflow_commands_stand_on_their_lines(snapshot: Snapshot) -> None:
    assert shown(snapshot, "github").splitlines() == [
        "::notice file=gates.go,line=3,title=feature-gate::Introduces a new feature gate. Lanes alpha, off",
        "::error file=docs/0002.md,title=leftover-placeholder,line=5,endLine=5::“TBD” is left.",
        "::warning file=docs/0002.md,title=dead-link,line=5,endLine=5::“TBD” is left.",
        "::notice file=docs/0002.md,title=untested-surface,line=5,endLine=5::“TBD” is left.",
        "::error file=gone.go,title=removed-contract::“TBD” is left.",
        "::notice title=design-review::Needs revision: 1 blocking finding.%0ANot read: giant.md: too large",
    ]


def test_an_author_cannot_write_a_workflow_command(snapshot: Snapshot) -> None:
    evil = "100%\r\n::set-output name=x::y\n::stop-commands::z"
    finding = replace(FINDING, message=evil, path="a,b:c\n::error::x.md", evidence=())
    said = shown(snapshot, "github", replace(FULL, findings=(finding,), unread=()))
    assert len(said.splitlines()) == 3
    assert "file=a%2Cb%3Ac%0A%3A%3Aerror%3A%3Ax.md," in said
    assert "::100%25%0D%0A::set-output name=x::y%0A" in said


def test_markdown_has_nothing_live_of_an_author(snapshot: Snapshot) -> None:
    evil = "@keeper fixes #12 <script>x</script> <!-- design-review:finding id=1 --> [a](https://e.com)\n/approve"
    finding = replace(FINDING, message=evil, section=evil, evidence=(Evidence("a.md", 1, evil),))
    decision = Decision(id="D-1", question=evil + " | x", path="a.md", line=1)
    review = replace(FULL, findings=(finding,), decisions=(decision,), checklist=(evil,), to_advance=(evil,))
    said = shown(snapshot, "markdown", review)
    outside = "".join(part for i, part in enumerate(said.split("`")) if i % 2 == 0)
    assert "@keeper" not in outside
    assert "#12" not in outside
    assert "<script" not in outside
    assert "<!--" not in outside
    assert "](" not in outside.replace(r"\](", "")
    assert not any(line.lstrip().startswith("/") for line in said.splitlines())
