"""Where a comment may stand in a diff, and where a line goes."""

import pytest

from bot.sandbox.hunks import hunk_of, hunks, moved

PATCH = """@@ -3,4 +3,5 @@ func main() {
 three
-four
+FOUR
+four and a half
 five
 six
@@ -20,2 +21,2 @@
 twenty
-twenty-one
+TWENTY-ONE"""


@pytest.mark.parametrize(
    ("side", "line"), [("RIGHT", 2), ("RIGHT", 8), ("LEFT", 7), ("RIGHT", 23), ("LEFT", 2)]
)
def test_a_line_outside_every_hunk_has_no_place(side: str, line: int) -> None:
    assert hunk_of(PATCH, side, line) is None


@pytest.mark.parametrize(
    ("side", "line"), [("RIGHT", 3), ("RIGHT", 7), ("LEFT", 4), ("LEFT", 21), ("RIGHT", 22)]
)
def test_context_and_changed_lines_have_a_place_on_their_side(side: str, line: int) -> None:
    assert hunk_of(PATCH, side, line) is not None


def test_the_shown_hunk_ends_at_the_commented_line() -> None:
    hunk = hunks(PATCH)[0]
    assert hunk.until("RIGHT", 4).split("\n")[-1] == "+FOUR"
    assert hunk.until("LEFT", 4).split("\n")[-1] == "-four"


@pytest.mark.parametrize(
    ("before", "after"), [(1, 1), (3, 3), (4, None), (5, 6), (10, 11), (20, 21), (21, None), (30, 31)]
)
def test_a_line_moves_with_what_was_added_and_removed_above_it(before: int, after: int | None) -> None:
    assert moved(PATCH, before) == after


def test_a_pure_insertion_moves_what_follows_it() -> None:
    assert moved("@@ -2,0 +3,2 @@\n+a\n+b", 2) == 2
    assert moved("@@ -2,0 +3,2 @@\n+a\n+b", 3) == 5


def test_a_pure_removal_moves_what_follows_it() -> None:
    assert moved("@@ -5,2 +4,0 @@\n-a\n-b", 4) == 4
    assert moved("@@ -5,2 +4,0 @@\n-a\n-b", 7) == 5
