"""The shape of a profile and of a repository's settings as JSON Schema, made from `Profile` alone."""

from __future__ import annotations

import ast
import inspect
from functools import cache
from typing import Any

import msgspec

from config import profile
from config.profile import Profile

DIALECT = "https://json-schema.org/draft/2020-12/schema"
NOT_A_SETTING = ("name", "extends", "recognise")
CHOICE = {
    "type": "string",
    "default": "",
    "description": "The shipped profile to build on; else by repository.",
}
Schema = dict[str, Any]


@cache
def profile_schema() -> Schema:
    """What a profile may say."""
    made = msgspec.json.schema(Profile)
    said = made["$defs"].pop("Profile")
    for name, definition in ({"Profile": said} | made["$defs"]).items():
        for key, description in described().get(name, {}).items():
            if key in definition["properties"]:
                definition["properties"][key] = {**definition["properties"][key], "description": description}
    return {"$schema": DIALECT, **said, "title": "A design-review profile", "$defs": made["$defs"]}


@cache
def settings_schema() -> Schema:
    """What `.github/design-review.yaml` may say: a choice of profile, and a profile's keys over it."""
    whole = profile_schema()
    keys = {k: v for k, v in whole["properties"].items() if k not in NOT_A_SETTING}
    title = "A repository's design-review settings"
    return {**whole, "title": title, "required": [], "properties": {"profile": CHOICE, **keys}}


@cache
def described() -> dict[str, dict[str, str]]:
    """For each part of a profile, the sentence that stands below each key in its source."""
    tree = ast.parse(inspect.getsource(profile))
    return {c.name: _sentences(c) for c in tree.body if isinstance(c, ast.ClassDef)}


def _sentences(part: ast.ClassDef) -> dict[str, str]:
    found = {}
    for field, below in zip(part.body, part.body[1:], strict=False):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(said))):
                found[name] = inspect.cleandoc(said)
    return found
