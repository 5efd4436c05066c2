"""go.mod lines, in every form that the go command writes or accepts."""

from __future__ import annotations

import pytest

from checks.parse.gomod import level, parse
from checks.parse.text import Text

SOURCE = """module "example.org/widget" // moved

go 1.24.0
toolchain go1.24.3

require example.org/one v1.0.0
require (
\t// why it is needed
\texample.org/two/v2 v2.1.0 // indirect
\tgopkg.in/three.v3 v3.0.1 // first of its kind
)
replace example.org/one v1.0.0 => ../one
exclude example.org/two/v2 v2.0.9
"""


def test_directives_are_read_with_their_lines() -> None:
    found = parse(Text("go.mod", SOURCE))
    assert (found.module, found.go, found.go_line) == ("example.org/widget", "1.24.0", 3)
    assert [(r.module, r.version, r.line, r.indirect) for r in found.requirements] == [
        ("example.org/one", "v1.0.0", 6, False),
        ("example.org/two/v2", "v2.1.0", 9, True),
        ("gopkg.in/three.v3", "v3.0.1", 10, False),
    ]
    assert [r.name for r in found.requirements[1:]] == ["example.org/two", "gopkg.in/three"]
    assert [(r.module, r.target) for r in found.replacements] == [("example.org/one", "../one")]


def test_what_is_no_module_file_holds_nothing() -> None:
    assert parse(Text("go.mod", "requirements\nrequire (\n\nrequire\n)\nreplace =>\n")).requirements == ()


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("v1.2.3", "v2.0.0", "major"),
        ("v1.2.3", "v1.3.0", "minor"),
        ("v1.2.3", "v1.2.4", "patch"),
        ("v1.2.3-rc.1", "v1.2.3", "patch"),
        ("v0.0.0-20240101000000-abcdefabcdef", "v0.0.0-20250101000000-fedcbafedcba", "patch"),
        ("latest", "v1.0.0", "patch"),
    ],
)
def test_the_level_of_a_bump(before: str, after: str, expected: str) -> None:
    assert level(before, after) == expected
