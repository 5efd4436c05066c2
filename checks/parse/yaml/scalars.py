"""What an unquoted scalar means to Kubernetes: YAML 1.1 booleans, 1.2 numbers, dates left as words."""

from __future__ import annotations

from checks.pattern import lazy

Scalar = str | int | float | bool | None

WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"), True),
    **dict.fromkeys(("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"), False),
}
FLOAT = lazy(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
INTEGER = lazy(r"[-+]?(0[xX][0-9a-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|0|[1-9][0-9]*)")
SPECIAL = {".inf": float("inf"), "+.inf": float("inf"), "-.inf": float("-inf"), ".nan": float("nan")}
LONGEST_NUMBER = 100  # longer digits are no number that any field holds


def resolve(text: str) -> Scalar:
    """The value of a plain scalar without a tag."""
    if text in WORDS:
        return WORDS[text]
    if len(text) > LONGEST_NUMBER or text[0] not in "+-.0123456789":
        return text
    number = text.replace("_", "")
    if INTEGER.fullmatch(number):
        return _integer(number)
    if FLOAT.fullmatch(number):
        return float(number)
    return SPECIAL.get(text.lower(), text)


def _integer(text: str) -> int:
    digits = text.lstrip("+-").lower()
    base = {"0x": 16, "0o": 8, "0b": 2}.get(digits[:2], 8 if len(digits) > 1 and digits[0] == "0" else 10)
    value = int(digits, base)
    return -value if text[0] == "-" else value
