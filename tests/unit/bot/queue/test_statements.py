"""No question to the file grows slower with what was done long ago."""

import re
import sqlite3
from importlib.resources import files

import pytest

from bot.queue import statements

QUESTIONS = {name: text for name, text in vars(statements).items() if name.isupper()}


@pytest.mark.parametrize("name", sorted(QUESTIONS))
def test_every_question_uses_an_index(name: str) -> None:
    db = sqlite3.connect(":memory:")
    db.executescript(files("bot.queue").joinpath("schema.sql").read_text())
    text = QUESTIONS[name]
    named = dict.fromkeys(re.findall(r":(\w+)", text), 0)
    plan = db.execute(f"EXPLAIN QUERY PLAN {text}", named or (0,) * text.count("?")).fetchall()
    assert [step for *_, step in plan if step == "SCAN jobs"] == []
