"""Kinds of configuration that the API package makes only while a gate is on."""

from __future__ import annotations

from functools import partial

from checks.dra.opaque import Api
from checks.packages import folder_of
from checks.pattern import lazy

DISABLED = lazy(r"!(?:\w+\.)?Enabled\((?:\w+\.)?(\w+)\)")


def gates_of_kind(api: Api, kind: str) -> frozenset[str]:
    """The gates without which the function that makes a kind's default gives nothing."""
    if api.side is None:
        return frozenset()
    return api.side.source.once("gates of kinds", kind, partial(_read, api, kind))


def _read(api: Api, kind: str) -> frozenset[str]:
    struct = api.kinds.get(kind)
    found: set[str] = set()
    for file in (
        api.side.packages.mentioning(folder_of(struct.file.path), "Enabled(") if api.side and struct else ()
    ):
        for function in (f for f in file.functions if f.body and f.result == f"*{kind}"):
            for test in file.find("if_statement", within=function.body):
                asked = DISABLED.fullmatch(file.flat(test.child_by_field_name("condition")))
                if asked and file.flat(test.child_by_field_name("consequence")) == "{returnnil}":
                    found.add(asked[1])
    return frozenset(found)
