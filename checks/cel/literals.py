"""What Kubernetes reads as a quantity and as a semantic version, written down as a selector's text."""

from __future__ import annotations

import re
from decimal import Decimal

from checks.pattern import lazy

QUANTITY = lazy(
    r"(?P<number>[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40}))"
    r"(?P<suffix>[KMGTPE]i|[numkMGTPE]|[eE][+-]?\d{1,3})?",
    re.A,
)
BINARY = {f"{letter}i": Decimal(1024) ** (n + 1) for n, letter in enumerate("KMGTPE")}
DECIMAL = {"n": -9, "u": -6, "m": -3, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
NUMBER = r"(?:0|[1-9]\d{0,30})"
SEMVER = lazy(
    rf"({NUMBER})\.({NUMBER})\.({NUMBER})"
    r"(?:-((?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*))?"
    r"(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?",
    re.A,
)
LEADING = lazy(r"(?<![\d])0+(?=\d)")
MAX_LENGTH = 256


def quantity(written: str) -> Decimal | None:
    """The amount that `40Gi`, `1500m` or `2e3` stands for; None for what Kubernetes refuses."""
    found = QUANTITY.fullmatch(written) if len(written) <= MAX_LENGTH else None
    if found is None:
        return None
    number, suffix = Decimal(found["number"]), found["suffix"] or ""
    if suffix in BINARY:
        return number * BINARY[suffix]
    if suffix in DECIMAL:
        return number.scaleb(DECIMAL[suffix])
    return number.scaleb(int(suffix[1:])) if suffix else number


def semver(written: str, *, lenient: bool = False) -> tuple[int, int, int, str] | None:
    """Major, minor, patch and pre-release; None for what Kubernetes refuses.

    `lenient` is the second argument of `semver()`: a `v` before it goes, leading zeros go, and what
    is missing of the three numbers is 0.
    """
    if len(written) > MAX_LENGTH:
        return None
    found = SEMVER.fullmatch(_normalised(written) if lenient else written)
    return (int(found[1]), int(found[2]), int(found[3]), found[4] or "") if found else None


def _normalised(written: str) -> str:
    numbers = written.removeprefix("v").split(".", 2)
    if len(numbers) < 3 and re.search(r"[-+]", numbers[-1]):
        return written
    numbers += ["0"] * (3 - len(numbers))
    return ".".join(LEADING.sub("", number, count=1) for number in numbers)
