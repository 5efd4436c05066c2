"""Top-level declarations of a Go file with their documentation, markers and lines."""

from __future__ import annotations

from msgspec import Struct
from tree_sitter import Node


class Import(Struct, frozen=True):
    """An imported package: the name it goes by in the file, and its path."""

    name: str
    path: str
    line: int


class Declaration(Struct, frozen=True, kw_only=True):
    """What all have. `doc` is the comment right above, `markers` are comment lines that begin with `+`."""

    name: str
    line: int
    end_line: int
    doc: str = ""
    markers: tuple[str, ...] = ()
    node: Node


class Const(Declaration, frozen=True, kw_only=True):
    """A constant. `value` is the expression's text, the one above it where Go repeats it; `index` is iota."""

    type: str = ""
    value: str = ""
    index: int = 0
    expression: Node | None = None


class Variable(Declaration, frozen=True, kw_only=True):
    """A package variable and the expression that sets it."""

    type: str = ""
    expression: Node | None = None


class Field(Declaration, frozen=True, kw_only=True):
    """A struct field. `json` is its name there (None without a tag), `options` what follows the comma."""

    type: str
    json: str | None = None
    options: tuple[str, ...] = ()
    embedded: bool = False

    @property
    def is_exported(self) -> bool:
        """Whether the name is visible outside its package, and so to encoding/json."""
        return self.name[:1].isupper()


class Type(Declaration, frozen=True, kw_only=True):
    """A named type: struct, interface, alias or defined. `underlying` is what the last two stand for."""

    kind: str
    underlying: str
    fields: tuple[Field, ...] = ()

    def field(self, json: str) -> Field | None:
        """The field that goes by this name in JSON."""
        return next((f for f in self.fields if f.json == json), None)

    @property
    def embeds(self) -> tuple[str, ...]:
        """Types embedded in a struct, as written."""
        return tuple(f.type for f in self.fields if f.embedded)


class Function(Declaration, frozen=True, kw_only=True):
    """A function or method. `receiver` is the receiver's type name, empty for a function."""

    receiver: str = ""
    parameters: str = ""
    result: str = ""
    body: Node | None = None

    @property
    def symbol(self) -> str:
        """`Type.Method`, or the function's name."""
        return f"{self.receiver}.{self.name}" if self.receiver else self.name
