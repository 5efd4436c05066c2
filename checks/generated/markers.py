"""What the markers and tags of a Go field demand of its schema, by the rules of controller-gen."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.parse.crd import CrdField
from checks.parse.go import Field
from checks.pattern import lazy

ENUM = lazy(r"\+?kubebuilder:validation:Enum:?=(.*)")
DEFAULT = lazy(r"\+?(?:kubebuilder:)?default:?=(.*)")
OPTIONAL = frozenset({"optional", "kubebuilder:validation:Optional", "k8s:optional"})
REQUIRED = frozenset({"required", "kubebuilder:validation:Required", "k8s:required"})


def unmet(before: Field, now: Field, found: CrdField) -> Iterator[str]:
    """What a field newly demands and its schema does not have: `enum`, `default`, `required`."""
    if values(now) and values(before) != values(now) != found.enum:
        yield "enum"
    if default(now) and default(before) != default(now) != (found.default or "").strip("\"'"):
        yield "default"
    if is_required(before) != is_required(now) != found.required:
        yield "required"


def values(field: Field) -> tuple[str, ...]:
    """The values that a marker lists, sorted; empty without one."""
    listed = _marked(field, ENUM)
    return tuple(sorted(v.strip("\"' {}") for v in re.split("[;,]", listed) if v.strip()))


def default(field: Field) -> str:
    """A marker's default if it is a plain word, or nothing."""
    word = _marked(field, DEFAULT).strip().strip("\"'")
    return "" if word.startswith(("{", "[")) else word


def is_required(field: Field) -> bool:
    """Whether the schema lists it as required: a marker says so, or else the tag has no `omitempty`."""
    markers = {marker.lstrip("+").strip() for marker in field.markers}
    if markers & (OPTIONAL | REQUIRED):
        return bool(markers & REQUIRED)
    return "omitempty" not in field.options and "omitzero" not in field.options


def _marked(field: Field, marker: re.Pattern[str]) -> str:
    return next((found[1] for m in field.markers if (found := marker.match(m))), "")
