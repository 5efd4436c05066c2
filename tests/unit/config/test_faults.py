"""A profile or settings file is read whole, and every fault in it is named at once with line and key."""

from __future__ import annotations

import time

import pytest

from checks.registry import all_rules
from config.faults import read_faults
from config.load import ProfileFaults, merge, parse_profile, shipped, shipped_names
from config.overrides import settings_faults, settle
from config.places import MAX_BYTES, Unreadable, read_placed
from config.profile import Profile

NO_GLOB = "is not a usable glob: it must be a path inside the repository"
RULES = ("number-taken", "missing-section", "dead-link")


def faults(text: str, *, settings: bool = True) -> list[str]:
    found = read_faults(text, "f.yaml", settings=settings, profiles=shipped_names(), rules=RULES)[1]
    return [str(f).removeprefix("f.yaml:") for f in found]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing but a remark\n",
        "mode: observe\ncomments: none\n",
        "profile: generic\nrules: {number-taken: off, dead-link: 'off'}\n",
        "proposals:\n  folders: ['docs/{a,b}/**']\n  file_name: '(?P<number>\\d+)-.*\\.md'\n",
        "announce_state_change: false\n",
    ],
)
def test_good_settings_have_no_fault(text: str) -> None:
    assert faults(text) == []


@pytest.mark.parametrize("name", shipped_names())
def test_shipped_profiles_have_no_fault(name: str) -> None:
    from importlib.resources import files

    text = (files("config") / "profiles" / f"{name}.yaml").read_text("utf-8")
    known = [r.name for r in all_rules()]
    assert read_faults(text, name, settings=False, profiles=shipped_names(), rules=known)[1] == ()
    assert shipped(name).name == name


def test_every_fault_is_named_at_once() -> None:
    text = """\
profil: generic
mode: quit
rules:
  number-taken: off
  mising-section: blocking
  dead-link: 3
criteria:
  - id: a
    sentnce: [x]
  - {id: a, sentence: [], fallback: f, facts: []}
proposals:
  file_name: "(["
  folders: docs
  template: [/etc/passwd, "a/../b", ""]
mode: observe
"""
    assert faults(text) == [
        "1: profil: unknown key; did you mean `profile`?",
        "5: rules.mising-section: no rule has this name; did you mean `missing-section`?",
        "6: rules.dead-link: must be one of blocking, off, optional, preview, not '3'",
        "8: criteria[0]: the key `facts` is missing",
        "8: criteria[0]: the key `fallback` is missing",
        "8: criteria[0]: the key `sentence` is missing",
        "9: criteria[0].sentnce: unknown key; did you mean `sentence`?",
        "10: criteria[1].id: a second entry has the id 'a'",
        (
            "12: proposals.file_name: '([' is not a usable regular expression: "
            "unterminated character set at position 1"
        ),
        "13: proposals.folders: must be a list, not 'docs'",
        f"14: proposals.template[0]: '/etc/passwd' {NO_GLOB}",
        f"14: proposals.template[1]: 'a/../b' {NO_GLOB}",
        f"14: proposals.template[2]: '' {NO_GLOB}",
        "15: mode: stands twice: on line 2 and on line 15",
    ]


def test_a_wrong_mode_is_named_where_it_stands_once() -> None:
    assert faults("comments: full\nmode: quit\n") == ["2: mode: must be one of enforce, observe, not 'quit'"]


def test_keys_that_only_a_profile_has_are_faults_in_settings() -> None:
    assert [f.split(": ")[1] for f in faults("name: x\nextends: generic\n")] == ["name", "extends"]


def test_a_profile_says_what_it_lacks() -> None:
    assert faults("mode: observe\n", settings=False) == ["1: the key `name` is missing"]
    assert faults("name: x\nextends: genric\n", settings=False) == [
        "2: extends: no profile is called 'genric'; did you mean `generic`?"
    ]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: [\n", 2, "not valid YAML"),
        ("mode: observe\n\tcomments: none\n", 2, "not valid YAML"),
        ("a: &x [1]\nb: *x\n", 2, "aliases"),
        ("a: !!python/object:os.system x\n", 1, "tag"),
        ("a: 1\n---\nb: 1\n", 2, "second document"),
        ("? [a]\n: b\n", 1, "a key must be a word"),
        ("a: \x07\n", 1, "not valid YAML"),
        ("a:\n" + "".join("  " * n + "- \n" for n in range(1, 30)), 21, "nested deeper"),
    ],
)
def test_what_is_not_read_is_said_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(Unreadable) as error:
        read_placed(text)
    assert error.value.line == line
    assert words in error.value.message


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "[" * 200_000,
        "{" * 100_000,
        "a: &a [x]\n" + "".join(f"k{n}: [{', '.join(['*a'] * 9)}]\n" for n in range(30)),
        "x" * (MAX_BYTES + 1),
        "proposals: {folders: ['{1..100000000}', '" + "{a,b}" * 60 + "']}",
        "a: " + "9" * 200_000,
    ],
)
def test_a_hostile_file_ends_in_faults_within_a_second(text: str) -> None:
    started = time.monotonic()
    assert faults(text)
    assert time.monotonic() - started < 1


def test_off_is_a_level_and_a_date_is_text() -> None:
    read = read_placed("a: off\nb: 2026-01-02\nc: true\nd: no\ne: 'true'\nf:\n").data
    assert read == {"a": "off", "b": "2026-01-02", "c": True, "d": "no", "e": "true", "f": None}


def test_settings_lie_over_the_profile_that_holds() -> None:
    settled = settle("rules: {dead-link: off}\nproposals: {usual_lines: 900}\n", shipped("generic"), RULES)
    assert settled.faults == ()
    assert settled.profile.rules["dead-link"] == "off"
    assert settled.profile.proposals.usual_lines == 900
    assert settled.profile.proposals.folders == shipped("generic").proposals.folders
    assert settled.profile.name == "generic"


def test_settings_may_name_the_profile_unless_one_was_chosen() -> None:
    text = "profile: generic\nmode: observe\n"
    chosen = shipped("dra-driver-nvidia-gpu")
    assert settle(text, chosen).profile.name == "generic"
    assert settle(text, chosen, fixed=True).profile.name == chosen.name
    assert settle(text, chosen, fixed=True).profile.mode == "observe"


def test_one_faulty_key_does_not_switch_the_rest_off() -> None:
    settled = settle("mode: observe\ncomments: loud\nrules: {nonsense: off}\n", shipped("generic"), RULES)
    assert settled.profile.mode == "observe"
    assert settled.profile.comments == Profile(name="x").comments
    assert [f.line for f in settled.faults] == [2, 3]


@pytest.mark.parametrize("key", ["a.b", "rules.x", "[x", "mode[0]", "", "~", "\\e]0;x"])
def test_a_key_of_any_spelling_costs_itself_alone(key: str) -> None:
    settled = settle(f'"{key}": 1\nmode: observe\n', shipped("generic"), RULES)
    assert settled.profile.mode == "observe"
    assert [f.line for f in settled.faults] == [1]


def test_what_an_author_wrote_is_quoted_to_a_bound_and_steers_no_terminal() -> None:
    long, steering = "x" * 5_000, "\\e[2J"
    text = f'"{steering}": 1\nrules: {{"{long[:900]}": off}}\nproposals: {{file_name: "({long}"}}\n'
    said = faults(text)
    assert len(said) == 3
    assert max(map(len, said)) < 800
    assert "\x1b" not in "".join(said)


@pytest.mark.parametrize("text", ["[", "- a\n", "a: *b\n", "12\n"])
def test_settings_that_cannot_be_read_change_nothing(text: str) -> None:
    settled = settle(text, shipped("generic"), RULES)
    assert settled.profile == shipped("generic")
    assert len(settled.faults) == 1


def test_a_profile_extends_a_shipped_one() -> None:
    criterion = "{id: api, sentence: [], fallback: F, facts: [x]}"
    text = f"name: mine\nextends: dra-driver-nvidia-gpu\ncriteria: [{criterion}]\n"
    mine, below = parse_profile(text, "mine.yaml"), shipped("dra-driver-nvidia-gpu")
    assert [c.id for c in mine.criteria] == [c.id for c in below.criteria]
    assert next(c for c in mine.criteria if c.id == "api").fallback == "F"
    assert mine.proposals == below.proposals
    assert mine.recognise.modules == ()


def test_a_faulty_profile_is_refused_with_every_fault() -> None:
    with pytest.raises(ProfileFaults) as error:
        parse_profile("name: 3\nx: 1\n", "p.yaml")
    assert str(error.value) == "p.yaml:1: name: must be text, not '3'\np.yaml:2: x: unknown key"


def test_lists_without_ids_are_replaced() -> None:
    assert merge({"a": [1, 2], "b": {"c": 1}}, {"a": [3], "b": {"d": 2}}) == {"a": [3], "b": {"c": 1, "d": 2}}


def test_settings_faults_carry_the_settings_path() -> None:
    assert str(settings_faults("x: 1\n")[1][0]).startswith(".github/design-review.yaml:1: x:")


def test_thousands_of_unknown_rules_are_each_a_fault_at_once() -> None:
    text = "rules:\n" + "".join(f"  mising-section-{n}: off\n" for n in range(1_500))
    _, faults = read_faults(text, "p", settings=True, profiles=(), rules=[f"missing-{n}" for n in range(250)])
    assert len(faults) == 1_500
    assert sum("did you mean" in f.message for f in faults) <= 20


@pytest.mark.parametrize("pattern", ["(a|aa)+b", "([0-9a-z-]+)+X", ".*.*.*.*.*x", "(a*){9}", "((a+))*"])
def test_patterns_that_may_search_for_ever_are_faults(pattern: str) -> None:
    (fault,) = settings_faults(f"proposals: {{file_name: '{pattern}'}}\n")[1]
    assert "may search for ever" in fault.message
