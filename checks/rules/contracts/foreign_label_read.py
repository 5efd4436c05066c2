"""A label that the code waits for and nothing here sets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.functions import product_go
from checks.globs import matches
from checks.model import Defect
from checks.packages import packages_of
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import CODE, OPTIONAL, rule
from checks.snapshot import Change

READ = lazy(r"(?:\bLabels|\bGetLabels\(\)|\b\w*[lL]abels)\[(?P<key>[\w.]+|\"[^\"\n]+\")\](?!\s*=[^=])")
QUALIFIED = lazy(r"(?P<domain>[a-z0-9-]+(?:\.[a-z0-9-]+)+)/[\w.-]+")
KUBERNETES = lazy(r"(?:^|\.)(?:kubernetes|k8s)\.io\Z")
MADE_HERE = (".go", ".yaml", ".yml", ".tpl")


@rule(OPTIONAL, Context, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """Code newly reads a label that neither the code nor a template of the tree ever sets.

    Whoever sets it does so at a time of his own: the code sees a node without it after a restart, and takes
    that for the truth.

    Left alone: labels of Kubernetes itself, keys that are known at run time only, and labels that anything
    in the tree may set.

    Source: a change of the project that gave up such a label, since each node knew the value by itself.
    """
    for change in product_go(context.snapshot, context.profile):
        seen: set[str] = set()
        for line, ident, key in _read(change, context):
            if key not in seen and not _may_be_set(ident, key, context):
                seen.add(key)
                yield Defect(
                    path=change.path,
                    line=line,
                    message=f"The label `{key}` is read here, and nothing in the tree sets it: until another "
                    "component does, it is not there. Take the value from its source, or say who sets it.",
                    anchor=key,
                    text=key,
                    evidence=(line_at(context.snapshot.head, change.path, line),),
                )


def _read(change: Change, context: Context) -> Iterator[tuple[int, str, str]]:
    """Labels read on added lines: line, what the key is written as, and the key."""
    head = context.snapshot.head
    text = head.text(change.new_path) if change.new_path else None
    if text is None or "abels" not in text.text:
        return
    packages = packages_of(head)
    for number, line in enumerate(text.lines, 1):
        found = (
            READ.search(line.partition("//")[0]) if "abels" in line and change.touches_head(number) else None
        )
        file = head.go(text.path) if found and "delete(" not in line else None
        if found and file:
            said = found["key"]
            key = said.strip('"') if said.startswith('"') else packages.string(file, said) or ""
            domain = QUALIFIED.fullmatch(key)
            if domain and not KUBERNETES.search(domain["domain"]):
                yield number, key if said.startswith('"') else said.rpartition(".")[2], key


def _may_be_set(ident: str, key: str, context: Context) -> bool:
    """Whether anything but a declaration or another read names it."""
    name = rf"(?:\b{re.escape(ident)}\b|\"{re.escape(key)}\"|{re.escape(key)})"
    harmless = re.compile(rf"\[[\w.]*{name}\](?!\s*=[^=])|\b{re.escape(ident)}\s*(?:string\s*)?=\s*\"")
    for line in _lines(key, ident, context):
        rest = harmless.sub("", line.partition("//")[0].partition(" #")[0])
        if re.search(name, rest) and not re.search(rf"=\s*\"{re.escape(key)}\"", line):
            return True
    return False


def _lines(key: str, ident: str, context: Context) -> Iterator[str]:
    """Lines of the product that name the label."""
    head, paths = context.snapshot.head, context.profile.paths
    apart = (*paths.vendored, *paths.tests, *paths.docs, *paths.examples)
    files = [p for p in head.paths() if p.endswith(MADE_HERE) and not matches(p, apart)]
    head.soon(files)
    for path in files:
        text = head.text(path)
        if text and (key in text.text or ident in text.text):
            yield from (line for line in text.lines if key in line or ident in line)
