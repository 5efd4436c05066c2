"""The admission webhook: the kinds of configuration that it tells apart, and where a text turns it on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from checks.chart import charts
from checks.context import Context
from checks.globs import matches
from checks.model import Evidence
from checks.parse.text import Text
from checks.pattern import lazy
from checks.proofs import line_at

CASE = lazy(r"^\s*case \*\w+\.\w+Config\b.*:", re.M)
OBJECT = "ValidatingWebhookConfiguration"
SWITCH = lazy(r"\{\{-?\s*if\s+\.Values\.([\w.]{1,200}?)\s*-?\}\}")
KEY = lazy(r"(?P<indent>[ ]*)(?P<key>[\w.-]{1,99}):(?:\s+(?P<value>\S+))?")


def kind_switches(context: Context) -> Iterator[tuple[Evidence, Text]]:
    """The webhook's files that tell kinds of configuration apart, with the first case of each."""
    head, contracts = context.snapshot.head, context.profile.contracts
    for path in head.matching(contracts.webhook):
        text = head.text(path) if not matches(path, context.profile.paths.tests) else None
        case = CASE.search(text.text) if text else None
        if text and case and ".(type)" in text.text:
            line = text.line_at(case.start() + len(case[0]) - len(case[0].lstrip()))
            yield Evidence(path, line, text.line(line).strip()), text


def has_case(text: Text, kind: str) -> bool:
    """Whether a file has a case for this kind."""
    return bool(re.search(rf"^\s*case [^\n]*\*\w+\.{kind}\b", text.text, re.M))


def refuses(kind: str, driver: str, context: Context) -> Evidence | None:
    """The switch of the driver's webhook that has no case for a kind; None where it has, or does not show."""
    find = partial(_refuses, kind, driver, context)
    return context.snapshot.head.once("refused kinds", f"{driver} {kind}", find)


def _refuses(kind: str, driver: str, context: Context) -> Evidence | None:
    mine = [(line, text) for line, text in kind_switches(context) if f'"{driver}"' in text.text]
    return mine[0][0] if mine and not any(has_case(text, kind) for _, text in mine) else None


def turned_on(path: str, context: Context) -> Evidence | None:
    """The line of a file that sets the chart's value for the webhook to true."""
    return context.snapshot.head.once("webhook on", path, partial(_turned_on, path, context))


def _turned_on(path: str, context: Context) -> Evidence | None:
    text = context.snapshot.head.text(path)
    for value in _values(context) if text else ():
        line = next(_setting(value, text), None) if text else None
        if line:
            return line_at(context.snapshot.head, path, line)
    return None


def _values(context: Context) -> list[str]:
    """The values under which the charts create a webhook's configuration."""
    head = context.snapshot.head
    templates = [p for chart in charts(head, context.profile) for p in chart.templates]
    holding = [t.text for p in templates if (t := head.text(p)) and OBJECT in t.text]
    found = [SWITCH.search(text.partition(OBJECT)[0]) for text in holding]
    return list(dict.fromkeys(m[1] for m in found if m))


def _setting(value: str, text: Text) -> Iterator[int]:
    """Lines that set a value of a chart to true, on a command line or key below key."""
    flat = re.compile(rf"(?<![\w.]){re.escape(value)}=[\"']?true\b")
    keys = value.split(".")
    above: list[tuple[int, str]] = []
    for number, line in enumerate(text.lines, 1):
        found = KEY.match(line)
        if found:
            indent = len(found["indent"])
            above = [(i, k) for i, k in above if i < indent] + [(indent, found["key"])]
        nested = found and found["value"] == "true" and [k for _, k in above][-len(keys) :] == keys
        if nested or ("true" in line and flat.search(line)):
            yield number
