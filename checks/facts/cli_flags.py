"""Command line flags and environment variables that came, went or changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from checks.facts.sides import GoSide, Pairs, go_sides, pair
from checks.model import Fact, Side
from checks.packages import folder_of
from checks.pattern import lazy
from checks.snapshot import Snapshot
from config.profile import Profile

FILES = (".go",)

if TYPE_CHECKING:
    from tree_sitter import Node

    from checks.parse.go import Call, GoFile, Literal

FLAG_TYPE = lazy(r"(?:\w+\.)?(\w*)Flag")
FLAG_CALL = lazy(r"(String|Bool|U?[Ii]nt|Float|Duration|Count|Text|IP|Bytes|Var|Func)\w*")
FLAG_PACKAGES = ("flag", "github.com/spf13/pflag")
FLAG_NAME = lazy(r"[a-zA-Z][\w.-]*")
ENVIRONMENT = ("os.Getenv", "os.LookupEnv", "syscall.Getenv")
COMPUTED = "computed"
ZERO = {"", '""', "``", "0", "false", "nil", "0.0"}


class Flag(Struct, frozen=True):
    """A flag as it is declared. `default` is the expression, empty for the type's zero value."""

    name: str
    path: str
    line: int
    type: str
    default: str = ""
    env: str = ""
    required: str = "false"
    hidden: str = "false"

    @property
    def traits(self) -> dict[str, str]:
        """What rules compare."""
        return {
            "component": folder_of(self.path),
            "type": self.type,
            "default": self.default,
            "env": self.env,
            "required": self.required,
            "hidden": self.hidden,
        }


class Variable(Struct, frozen=True):
    """An environment variable that code reads, where it first does."""

    name: str
    path: str
    line: int


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """Compares the flags that the changed files declare, and the environment variables that they read."""
    base, head = go_sides(snapshot, profile, profile.contracts.cli_flags)
    flags = pair((base, _flags(base)), (head, _flags(head)), lambda f: f.name)
    yield from _came_and_went(flags)
    for old, new in flags.kept:
        for aspect in ("default", "env", "required", "type"):
            before, after = old.traits[aspect], new.traits[aspect]
            if before != after:
                detail = f"{aspect} was {before or 'empty'}; is {after or 'empty'}"
                traits = {**new.traits, "aspect": aspect}
                yield Fact(
                    "cli-flag-changed", new.path, new.line, new.name, detail, before, after, traits=traits
                )
    read = pair((base, _variables(base)), (head, _variables(head)), lambda v: v.name)
    for name in read.added:
        yield Fact("environment-variable-added", name.path, name.line, name.name)
    for name in read.removed:
        yield Fact("environment-variable-removed", name.path, name.line, name.name, side=Side.BASE)


def _came_and_went(flags: Pairs[Flag]) -> Iterator[Fact]:
    for flag in flags.added:
        detail = f"from {flag.env}" if flag.env else ""
        yield Fact("cli-flag-added", flag.path, flag.line, flag.name, detail, traits=flag.traits)
    for flag in flags.removed:
        yield Fact("cli-flag-removed", flag.path, flag.line, flag.name, side=Side.BASE, traits=flag.traits)


def _flags(side: GoSide) -> Iterator[Flag]:
    for file in side.files:
        for literal in file.literals() if file.mentions("Flag{") else ():
            kind = FLAG_TYPE.fullmatch(literal.type)
            if kind and (flag := _from_literal(side, file, literal, kind[1])):
                yield flag
        if any(i.path in FLAG_PACKAGES for i in file.imports):
            yield from (f for c in file.calls() if (f := _from_call(side, file, c)))


def _from_literal(side: GoSide, file: GoFile, literal: Literal, kind: str) -> Flag | None:
    said = {e.key: e for e in literal.entries}
    name = _string(side, file, said["Name"].value) if "Name" in said else None
    if not name:
        return None
    names = [
        n for key in ("EnvVars", "EnvVar", "Sources") if key in said for n in _env(file, said[key].value)
    ]
    flat = {key: file.flat(entry.value) for key, entry in said.items()}
    return Flag(
        name,
        file.path,
        said["Name"].line,
        kind or "Value",
        _default(side, file, said["Value"].value) if "Value" in said else "",
        ", ".join(names),
        flat.get("Required", "false"),
        flat.get("Hidden", "false"),
    )


def _env(file: GoFile, node: Node) -> list[str]:
    return [name for name, _ in file.strings(node) if name]


def _from_call(side: GoSide, file: GoFile, call: Call) -> Flag | None:
    """`fs.StringVar(&x, "name", value, usage)` and its kin."""
    kind = FLAG_CALL.fullmatch(call.method)
    if kind is None or "." not in call.name:
        return None
    at = next((i for i, a in enumerate(call.arguments[:2]) if _is_string(a)), None)
    name = file.string(call.arguments[at]) if at is not None else None
    if at is None or not name or not FLAG_NAME.fullmatch(name) or len(call.arguments) < at + 2:
        return None
    has_shorthand = call.method.endswith("P")
    values = call.arguments[at + (2 if has_shorthand else 1) : -1]
    default = _default(side, file, values[0]) if values else ""
    return Flag(name, file.path, call.line, kind[1], default)


def _is_string(node: Node) -> bool:
    return node.type in ("interpreted_string_literal", "raw_string_literal")


def _default(side: GoSide, file: GoFile, node: Node) -> str:
    value = _string(side, file, node)
    if value is None and file.find("call_expression", "type_assertion_expression", within=node):
        return COMPUTED
    written = file.flat(node) if value is None else value
    return "" if written in ZERO else written


def _string(side: GoSide, file: GoFile, node: Node) -> str | None:
    return file.string(node, lambda name: side.packages.string(file, name))


def _variables(side: GoSide) -> Iterator[Variable]:
    seen: set[str] = set()
    for file in side.files:
        for call in file.calls() if file.mentions(*ENVIRONMENT) else ():
            if call.name in ENVIRONMENT and call.arguments:
                name = _string(side, file, call.arguments[0])
                if name and name not in seen:
                    seen.add(name)
                    yield Variable(name, file.path, call.line)
