"""What people read on GitHub: reasons said once, and quotes that say something."""

from __future__ import annotations

import msgspec

from bot.publish.render import markdown
from checks.model import Classification, Evidence, Reason, Verdict
from tests.unit.bot.publish.reviews import finding, review


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
