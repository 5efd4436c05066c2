"""Names of findings and decisions stay while what they are about stays."""

from __future__ import annotations

from checks.identity import apart, fingerprint, number_decisions
from checks.model import Defect, Question


def question(text: str, line: int = 1, anchor: str = "Open questions") -> Question:
    return Question(path="a.md", line=line, question=text, anchor=anchor)


def defect(line: int = 1, text: str = "a thing", message: str = "It is wrong.") -> Defect:
    return Defect(path="a.md", line=line, message=message, anchor="Goals", text=text)


def test_a_finding_keeps_its_name_where_lines_shift_and_marks_change() -> None:
    assert fingerprint("rule", defect(1)) == fingerprint(
        "rule", defect(9, "**A**  thing", "It is still wrong.")
    )


def test_a_finding_about_other_words_has_another_name() -> None:
    assert fingerprint("rule", defect()) != fingerprint("rule", defect(text="another thing"))
    assert fingerprint("rule", defect()) != fingerprint("other", defect())


def test_two_alike_are_told_apart() -> None:
    assert apart(["a", "b", "a", "a"]) == ["a", "b", "a-2", "a-3"]


def test_a_decision_keeps_its_number_beside_others_and_where_it_moves() -> None:
    alone = number_decisions([question("Which name?")])
    names = number_decisions(
        [question("How many?", 3), question("Which name?", 7), question("Who writes it?")]
    )
    assert names[question("Which name?", 7)] == alone[question("Which name?")]


def test_many_questions_have_different_numbers() -> None:
    names = number_decisions(question(f"Question {number}?") for number in range(2000))
    assert len(set(names.values())) == 2000


def test_a_path_that_no_encoding_has_is_named_all_the_same() -> None:
    odd = Defect(path="docs/sh\udcff.md", line=1, message="It is wrong.", anchor="Goals", text="a thing")
    assert fingerprint("rule", odd) != fingerprint("rule", defect())
    asked = Question(path="docs/sh\udcff.md", line=1, question="Why?", anchor="Goals")
    assert len(number_decisions([asked])) == 1
