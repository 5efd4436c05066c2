"""What Go declares, with documentation, markers, tags and lines."""

from __future__ import annotations

from tests.unit.checks.parse.go.reading import read

SOURCE = """package cards // the name

import (
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/klog/v2"
	"example.org/driver/internal/names"
)

// Alone stands alone.
const Alone = "alone"

const (
	// First is the first.
	First Stage = iota // it trails
	Second
	Third, Fourth = "three", names.Prefix + "four"
)

var limit, floor int = 3, 1

// +kubebuilder:resource:scope=Namespaced

// Card is a card.
type Card struct {
	metav1.TypeMeta `json:",inline"`
	*Inner
	// Slots says how many.
	// +optional
	Slots, Rows []int `json:"slots,omitempty" yaml:"rows"`
	hidden map[string]Card
}

type (
	Names  = []string
	Getter interface{ Get() string }
)

// Eject ejects.
func (c *Card) Eject(slot int) (err error) { return nil }

func helper() {}
"""


def test_package_and_imports() -> None:
    file = read(SOURCE)
    assert file.package == "cards"
    assert [(i.name, i.line) for i in file.imports] == [("resourceapi", 4), ("klog", 5), ("names", 6)]
    assert file.imported("resourceapi") == "k8s.io/api/resource/v1"
    assert file.imported("absent") is None


def test_constants() -> None:
    file = read(SOURCE)
    assert [(c.name, c.type, c.value, c.index, c.line) for c in file.constants] == [
        ("Alone", "", '"alone"', 0, 10),
        ("First", "Stage", "iota", 0, 14),
        ("Second", "Stage", "iota", 1, 15),
        ("Third", "", '"three"', 2, 16),
        ("Fourth", "", 'names.Prefix + "four"', 2, 16),
    ]
    assert [c.doc for c in file.constants[:3]] == ["Alone stands alone.", "First is the first.", ""]


def test_values_of_constants_are_looked_up() -> None:
    file = read(SOURCE)
    fourth = file.constant("Fourth")
    assert fourth
    assert file.constant_value("Alone") == "alone"
    assert file.string(fourth.expression) is None
    assert file.string(fourth.expression, {"names.Prefix": "x/"}.get) == "x/four"


def test_variables() -> None:
    file = read(SOURCE)
    assert [(v.name, v.type, file.text(v.expression)) for v in file.variables] == [
        ("limit", "int", "3"),
        ("floor", "int", "1"),
    ]


def test_struct() -> None:
    card = read(SOURCE).type("Card")
    assert card
    assert (card.kind, card.line, card.end_line) == ("struct", 24, 31)
    assert (card.doc, card.markers) == ("Card is a card.", ("+kubebuilder:resource:scope=Namespaced",))
    assert card.embeds == ("metav1.TypeMeta", "*Inner")
    assert [(f.name, f.type, f.json, f.options, f.line) for f in card.fields] == [
        ("TypeMeta", "metav1.TypeMeta", "", ("inline",), 25),
        ("Inner", "*Inner", None, (), 26),
        ("Slots", "[]int", "slots", ("omitempty",), 29),
        ("Rows", "[]int", "slots", ("omitempty",), 29),
        ("hidden", "map[string]Card", None, (), 30),
    ]
    assert card.fields[2].markers == ("+optional",)
    assert not card.fields[4].is_exported


def test_other_types() -> None:
    file = read(SOURCE)
    assert [(t.name, t.kind, t.underlying) for t in file.types[1:]] == [
        ("Names", "alias", "[]string"),
        ("Getter", "interface", ""),
    ]


def test_functions() -> None:
    file = read(SOURCE)
    eject = file.function("Card.Eject")
    assert eject
    assert (eject.receiver, eject.parameters, eject.result) == ("Card", "(slot int)", "(err error)")
    assert (eject.doc, eject.line) == ("Eject ejects.", 39)
    assert file.function_at(41) is file.function("helper")
    assert file.function_at(40) is None


def test_declarations_stand_in_source_order() -> None:
    names = [d.name for d in read(SOURCE).declarations]
    assert names[0] == "Alone"
    assert names[-3:] == ["Getter", "Eject", "helper"]


def test_lines_count_after_crlf_was_made_plain_and_beyond_ascii() -> None:
    file = read('package a\n\n// Grüße, 世界\nconst Größe = "ß"\n')
    assert [(c.name, c.line, c.doc) for c in file.constants] == [("Größe", 4, "Grüße, 世界")]
    assert file.constant_value("Größe") == "ß"
