"""Selectors use what the stated Kubernetes floor has."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.kubernetes import Release
from checks.dra.selectors import SelectorUse, selectors
from checks.dra.versions import floors_in
from checks.pattern import lazy
from checks.rule import BLOCKING, SELECTORS, Found, rule

SINCE: tuple[tuple[str, re.Pattern[str], Release], ...] = (
    ("`semver()`", lazy(r"\b(?:semver|isSemver)\s*\("), (1, 33)),
    (
        "`device.allowMultipleAllocations`",
        lazy(r"\bdevice\.allowMultipleAllocations\b"),
        (1, 34),
    ),
    ("`includes()`", lazy(r"\.\s*includes\s*\("), (1, 36)),
)


@rule(BLOCKING, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds functions and variables in a selector that came to Kubernetes after the release which the same
    document asks for.

    The API server of that release refuses the object. Documents that state no release are left alone.
    Source: the versioned CEL libraries of Kubernetes and the fields of its device environment.
    """
    for use in selectors(context):
        document = context.snapshot.head.markdown(use.path) if use.path.endswith(".md") else None
        newer = [(name, release) for name, form, release in SINCE if form.search(use.expression)]
        stated = [floor for floor, _ in floors_in(document)] if document and newer else []
        floor = min(stated, key=lambda f: f.release) if stated else None
        for name, release in newer if floor else ():
            if floor and floor.release < release:
                message = (
                    f"{name} came with Kubernetes {_shown(release)}, and this document asks for "
                    f"{_shown(floor.release)}."
                )
                yield use.defect(context, message, floor.evidence, about=name, offset=_place(use, name))


def _shown(release: Release) -> str:
    return f"{release[0]}.{release[1]}"


def _place(use: SelectorUse, name: str) -> int:
    return max(use.expression.find(name.strip("`()")), 0)
