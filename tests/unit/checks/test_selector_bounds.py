"""Selectors that would cost much, or that the checker does not know: a clear word, and no finding of ours."""

from __future__ import annotations

import pytest

from checks.cel.environment import Compiled, Fault, NotChecked, judge
from checks.cel.evaluation import pattern_fault, program_of

DEVICE = {
    "device.driver": "gpu.example.com",
    "device.attributes": {"gpu.example.com": {"model": "word"}},
    "device.capacity": {},
    "device.allowMultipleAllocations": False,
}
MODEL = 'device.attributes["gpu.example.com"].model'


@pytest.mark.parametrize(
    "expression",
    [
        "device.?driver.orValue('') == 'x'",
        "cel.bind(d, device, d.driver == 'x')",
        "{'a': 1}.all(k, v, v == 1)",
        "ip('10.0.0.1').family() == 4",
        "(" * 40 + "true" + ")" * 40,
        "1" + " + 1" * 2_000 + " == 2",
        "device.attributes" + ".a" * 3_000,
        "true ? true : " * 500 + "false",
    ],
)
def test_what_the_checker_does_not_know_is_not_checked(expression: str) -> None:
    assert isinstance(judge(expression), NotChecked)


def test_an_expression_of_the_longest_length_is_judged() -> None:
    expression = f'{MODEL} == "{"a" * (10_240 - len(MODEL) - 6)}"'
    assert len(expression) == 10_240
    assert isinstance(judge(expression), Compiled)
    assert isinstance(judge(expression + " "), Fault)


@pytest.mark.parametrize(
    "expression",
    [
        "'x'.replace('x', '" + "y" * 3_000 + "').replace('y', '" + "z" * 3_000 + "') == 'x'",
        "[1, 2, 3].all(a, [1, 2, 3].all(b, a == b))",
        'cel.bind(a, "xxxxxxxxxx", ' + "cel.bind(a, a + a, " * 25 + "a == a" + ")" * 26,
    ],
)
def test_what_loops_or_grows_is_not_run(expression: str) -> None:
    program = program_of(expression)
    assert program is not None
    assert [c.program for c in program.conditions] == [None]
    assert program.run(DEVICE, frozenset()).failures == ()


def test_a_usual_condition_is_run() -> None:
    program = program_of(f'{MODEL} == "x" && {MODEL} < 1')
    assert program is not None
    assert all(c.program is not None for c in program.conditions)
    assert program.run(DEVICE, frozenset()).failures


@pytest.mark.parametrize("pattern", ["(a+)+$", "(((a*)*)*)*b", "(x|xx)+y", "[[:alpha:]]{2,5}"])
def test_patterns_of_re2_are_valid_whatever_they_would_cost_elsewhere(pattern: str) -> None:
    assert pattern_fault(pattern) is None


@pytest.mark.parametrize("pattern", ["[", "(?=x)", "x**", "a{2000}", "(" * 5_000])
def test_patterns_that_re2_refuses_are_told(pattern: str) -> None:
    assert pattern_fault(pattern)
