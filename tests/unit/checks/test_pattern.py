"""Patterns that wait to be compiled are as good as compiled ones."""

from __future__ import annotations

import gc
import importlib
import pkgutil
import re

import pytest

import checks
from checks.pattern import lazy


def test_it_answers_as_a_compiled_pattern_does() -> None:
    waiting, compiled = lazy(r"(?P<a>\w)b", re.I), re.compile(r"(?P<a>\w)b", re.I)
    said = waiting.search("xAB")
    assert said is not None
    assert said["a"] == "A"
    assert [m.span() for m in waiting.finditer("ab cb")] == [m.span() for m in compiled.finditer("ab cb")]
    assert waiting.sub("-", "ab cB") == "- -"
    assert waiting.fullmatch("abc") is None
    assert (waiting.pattern, waiting.flags, waiting.groups) == (compiled.pattern, compiled.flags, 1)


def test_a_question_that_no_pattern_knows_is_an_error() -> None:
    assert not hasattr(lazy("a"), "rule")


def test_a_fault_shows_with_the_first_question() -> None:
    waiting = lazy("(")
    with pytest.raises(re.error):
        waiting.search("a")


def test_every_pattern_of_the_engine_compiles() -> None:
    for module in pkgutil.walk_packages(checks.__path__, "checks."):
        importlib.import_module(module.name)
    gc.collect()  # patterns of other tests are meant to be broken
    waiting = [one for one in gc.get_objects() if type(one) is type(lazy(""))]
    assert len(waiting) > 500
    assert all(one.groups >= 0 for one in waiting)
