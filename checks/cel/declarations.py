"""The device variables and the functions of Kubernetes' CEL, for the library to check or to run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Implementation = Callable[..., Any]
TEXT, NUMBER, TRUTH, REAL, QUANTITY, SEMVER, LIST, WORDS, ANY = (
    *("text", "number", "truth", "real", "quantity", "semver", "list", "words", "any"),
)
FUNCTIONS: dict[str, tuple[tuple[str, tuple[str, ...], bool], ...]] = {
    "quantity": ((QUANTITY, (TEXT,), False),),
    "isQuantity": ((TRUTH, (TEXT,), False),),
    "semver": ((SEMVER, (TEXT,), False), (SEMVER, (TEXT, TRUTH), False)),
    "isSemver": ((TRUTH, (TEXT,), False), (TRUTH, (TEXT, TRUTH), False)),
    "isGreaterThan": ((TRUTH, (QUANTITY, QUANTITY), True), (TRUTH, (SEMVER, SEMVER), True)),
    "isLessThan": ((TRUTH, (QUANTITY, QUANTITY), True), (TRUTH, (SEMVER, SEMVER), True)),
    "compareTo": ((NUMBER, (QUANTITY, QUANTITY), True), (NUMBER, (SEMVER, SEMVER), True)),
    "asInteger": ((NUMBER, (QUANTITY,), True),),
    "isInteger": ((TRUTH, (QUANTITY,), True),),
    "asApproximateFloat": ((REAL, (QUANTITY,), True),),
    "sign": ((NUMBER, (QUANTITY,), True),),
    "add": ((QUANTITY, (QUANTITY, QUANTITY), True), (QUANTITY, (QUANTITY, NUMBER), True)),
    "sub": ((QUANTITY, (QUANTITY, QUANTITY), True), (QUANTITY, (QUANTITY, NUMBER), True)),
    "major": ((NUMBER, (SEMVER,), True),),
    "minor": ((NUMBER, (SEMVER,), True),),
    "patch": ((NUMBER, (SEMVER,), True),),
    "find": ((TEXT, (TEXT, TEXT), True),),
    "findAll": ((WORDS, (TEXT, TEXT), True),),
    "includes": ((TRUTH, (ANY, ANY), True),),
    "sets.contains": ((TRUTH, (LIST, LIST), False),),
    "sets.equivalent": ((TRUTH, (LIST, LIST), False),),
    "sets.intersects": ((TRUTH, (LIST, LIST), False),),
}


def make_environment(
    implement: Callable[[str], Implementation], quantity: str | None = None, semver: str | None = None
) -> Any:
    """The library's environment for device selectors.

    `implement` gives the Python function behind each name. `quantity` and `semver` name the library's own
    types that stand for Kubernetes' (`DOUBLE`, `BYTES`); without them they are types of their own, which
    can be checked and not run.
    """
    from cel_expr_python import cel
    from cel_expr_python.ext import ext_bindings, ext_optional, ext_strings

    kinds = cel.Type
    types = {
        TEXT: kinds.STRING,
        NUMBER: kinds.INT,
        TRUTH: kinds.BOOL,
        REAL: kinds.DOUBLE,
        QUANTITY: getattr(kinds, quantity) if quantity else kinds.AbstractType("kubernetes.Quantity"),
        SEMVER: getattr(kinds, semver) if semver else kinds.AbstractType("kubernetes.Semver"),
        LIST: kinds.LIST,
        WORDS: kinds.List(kinds.STRING),
        ANY: kinds.DYN,
    }

    def overload(name: str, number: int, result: str, parameters: tuple[str, ...], member: bool) -> Any:
        return cel.Overload(
            id=f"{name}_{number}".replace(".", "_"),
            return_type=types[result],
            parameters=[types[p] for p in parameters],
            is_member=member,
            impl=implement(name),
        )

    functions = [
        cel.FunctionDecl(name, [overload(name, number, *one) for number, one in enumerate(overloads)])
        for name, overloads in FUNCTIONS.items()
    ]
    variables = {
        "device.driver": kinds.STRING,
        "device.attributes": kinds.Map(kinds.STRING, kinds.Map(kinds.STRING, kinds.DYN)),
        "device.capacity": kinds.Map(kinds.STRING, kinds.Map(kinds.STRING, types[QUANTITY])),
        "device.allowMultipleAllocations": kinds.BOOL,
    }
    extensions = [ext_optional.ExtOptional(), ext_bindings.ExtBindings(), ext_strings.ExtStrings()]
    return cel.NewEnv(variables=variables, functions=functions, extensions=extensions)
