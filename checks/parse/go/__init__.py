"""Go to declarations, fields, literals and calls, each with its place; a broken one costs only itself."""

from checks.parse.go.declarations import Const, Declaration, Field, Function, Import, Type, Variable
from checks.parse.go.expressions import Call, Entry, Literal
from checks.parse.go.file import GoFile, parse
from checks.parse.go.syntax import Gap

__all__ = [
    "Call",
    "Const",
    "Declaration",
    "Entry",
    "Field",
    "Function",
    "Gap",
    "GoFile",
    "Import",
    "Literal",
    "Type",
    "Variable",
    "parse",
]
