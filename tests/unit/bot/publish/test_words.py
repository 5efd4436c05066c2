"""What people read on GitHub: reasons said once, and quotes that say something."""

from __future__ import annotations

import msgspec

from bot.publish.edits import PostFileComment, PostReview
from bot.publish.inline import inline_edits
from bot.publish.render import comment_text, details, markdown
from checks.model import Answer, Classification, Decision, Evidence, Reason, Verdict
from tests.unit.bot.publish.reviews import change, finding, review
from tests.unit.bot.threads import pull


def reason(line: int, because: str) -> Reason:
    return Reason(
        criterion="flags", because=because, fact="flag", path="a.md", line=line, symbol="", detail=""
    )


def test_a_sentence_that_several_lines_trigger_is_said_once() -> None:
    reasons = (reason(1, "Adds a flag."), reason(2, "Adds a flag."), reason(3, "Moves a gate."))
    said = markdown(
        msgspec.structs.replace(
            review(), classification=Classification(verdict=Verdict.REQUIRED, reasons=reasons)
        )
    )
    assert said.count("Adds a flag.") == 1
    assert "Seen at `a.md:1`,\n  `a.md:2`\n" in said
    assert "- Moves a gate.\n  Seen at `a.md:3`" in said


def test_a_line_without_a_word_is_named_and_not_quoted() -> None:
    evidence = (Evidence("a.md", 7, "{"), Evidence("a.md", 8, "x: 1"))
    said = markdown(review([finding(1, evidence=evidence)]))
    assert "`a.md:7`\n" in said
    assert "`a.md:8` `x: 1`" in said


EVIDENCE = (Evidence("a.md", 7, "its own line"), Evidence("b.md", 7, "another line"))


def test_an_inline_comment_does_not_repeat_the_line_that_it_stands_at() -> None:
    (posted,) = inline_edits(pull(), [finding(6, line=7, evidence=EVIDENCE)], change())
    assert isinstance(posted, PostReview)
    (comment,) = posted.comments
    assert "its own line" not in comment.body
    assert "- `b.md:7`: `another line`" in comment.body
    assert "- `a.md:7`: `its own line`" in comment.plain


def test_a_comment_on_the_whole_file_names_the_line() -> None:
    (posted,) = inline_edits(
        pull(), [finding(6, "old.md", 7, evidence=(Evidence("old.md", 7, "far"),))], change()
    )
    assert isinstance(posted, PostFileComment)
    assert "- `old.md:7`: `far`" in posted.body


def test_the_details_name_a_place_once() -> None:
    said = details(review([finding(6, line=7, evidence=EVIDENCE)]), 10_000)
    assert said.count("`a.md:7`") == 1
    assert "\n  `its own line`" in said
    assert "`b.md:7` `another line`" in said


def decision(number: int, **more: object) -> Decision:
    said = {"id": f"D-{number}", "question": f"Shall we {number}?", "path": "a.md", "line": 1}
    return Decision(**{**said, **more})  # type: ignore[arg-type]


def test_what_the_author_can_mend_is_told_apart_from_what_others_settle() -> None:
    awaited = finding(2, awaits_others=True)
    asked = (
        decision(1, owner="ana, ben"),
        decision(2, blocks=False),
        decision(3, answer=Answer("ana", "Yes.", "", "")),
    )
    said = comment_text(review([finding(1), awaited], asked))
    parts = {part.partition("\n")[0]: part for part in said.split("### ")[1:]}
    assert list(parts) == [
        "For the author to mend",
        "For others to settle",
        "Settled",
        "Open, and holding nothing up yet",
    ]
    assert "Fault 1 " in parts["For the author to mend"]
    assert "Fault 2 " not in parts["For the author to mend"]
    assert "- **D-1**: Shall we 1?\n  Asked of `ana`, `ben`" in parts["For others to settle"]
    assert "`/design decide D-1 ANSWER`" in parts["For others to settle"]
    assert "- **D-3**: Shall we 3?\n  Yes. (`ana`)" in parts["Settled"]
    assert "D-2" in parts["Open, and holding nothing up yet"]


def test_nothing_is_left_to_others_where_nothing_is() -> None:
    assert "settle" not in comment_text(review([finding(1)]))
    assert "author" not in comment_text(review([], [decision(1)]))


def test_an_inline_comment_says_whose_it_is() -> None:
    found = [finding(1), finding(2, awaits_others=True)]
    (posted,) = inline_edits(pull(), found, change())
    assert isinstance(posted, PostReview)
    mine, theirs = (comment.body for comment in posted.comments)
    assert "Blocking. For the author to mend." in mine
    assert "Blocking. For others to settle." in theirs
