"""A proposal from the project's own template: next number, first status, and what the diff already tells."""

from __future__ import annotations

import re

from checks.context import Context
from checks.drafts.known import components, deciding, sentence, tests, unknown
from checks.numbering import holders, kebab, next_number
from checks.pattern import lazy

FENCE = "`````"
NUMBER = lazy(r"\bN{4}\b")


def draft(context: Context) -> str:
    """The path the proposal belongs at, and its text inside a fence, ready to be copied.

    Comments of the template stay, since they say what a section asks for. Source: the seed text's "Project
    proposal": next unused number, kebab-case name, status `provisional`, nothing invented.
    """
    template = context.process.template
    if template is None or context.process.folder is None:
        return "This project has no proposal template at the base, so there is nothing to fill in."
    taken = {int(n) for n in context.subject.numbers_taken if n.isdigit()}
    number = next_number({*holders(context.proposals_at_tip, context.profile.proposals), *taken})
    title = context.subject.title.strip() or "Short title"
    path = f"{context.process.folder.rstrip('/')}/{number}-{kebab(title)[:50].strip('-') or 'short-title'}.md"
    text = _filled(template.text.text, number, title, context)
    said = f"A draft for `{path}`. What the change does not tell is left to fill in."
    return f"{said}\n\n{FENCE}markdown\n{text}\n{FENCE}"


def _filled(template: str, number: str, title: str, context: Context) -> str:
    text = NUMBER.sub(number, template, count=1)
    text = re.sub(r"(?m)^(title: \S+ — ).*$", lambda m: m[1] + title, text, count=1)
    text = re.sub(r"(?m)^(linkTitle: ).*$", lambda m: m[1] + title, text, count=1)
    text = re.sub(r"(?m)^(description: ).*$", lambda m: m[1] + "FILL IN", text, count=1)
    for component in components(context):
        text = _ticked(text, component.labels)
    for heading, lines in _known(context).items():
        text = _under(text, heading, lines)
    return "\n".join(f" {line}" if line.startswith("/") else line for line in text.rstrip().split("\n"))


def _ticked(text: str, labels: tuple[str, ...]) -> str:
    for label in labels:
        found = re.search(rf"(?m)^(\s*[-*] )\[ \](.*{re.escape(label)}.*)$", text)
        if found:
            return text[: found.start()] + f"{found[1]}[x]{found[2]}" + text[found.end() :]
    return text


def _known(context: Context) -> dict[str, list[str]]:
    """Heading of the template to what the diff says about it."""
    facts = deciding(context)
    gates = [f for f in facts if f.kind.startswith("feature-gate")]
    api = [f for f in facts if f.kind.startswith(("api-", "crd-", "cli-", "helm-", "device-", "opaque-"))]
    known = {
        "gate": [sentence(f) for f in gates],
        "api-changes": [f"{sentence(f)}: {unknown('user-facing or implementation detail')}" for f in api],
        "tests": [f"`{path}`" for path in tests(context)],
    }
    titles = {s.purpose: s.title for s in context.process.sections if s.purpose}
    return {titles[purpose]: lines for purpose, lines in known.items() if lines and purpose in titles}


def _under(text: str, heading: str, lines: list[str]) -> str:
    """Puts a list at the end of a section."""
    found = re.search(rf"(?m)^#+ {re.escape(heading)}\s*$", text)
    if found is None:
        return text
    following = re.compile(r"(?m)^#+ ").search(text, found.end())
    end = following.start() if following else len(text)
    listed = "\n".join(f"- {line}" for line in lines)
    return f"{text[:end].rstrip()}\n\n{listed}\n\n{text[end:]}"
