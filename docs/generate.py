"""Writes the reference pages and schemas from the code, or with --check says which are out of date."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import click
import msgspec

from checks.facts import observe as facts
from checks.registry import made_index
from config.load import PROFILES, copy_of, shipped_names
from config.schema import Schema, profile_schema, settings_schema
from config.settings import Settings
from docs.rule_pages import FOLDER, rule_pages
from workers.cli.main import program
from workers.formats.shape import ClassificationReport, Report

HERE = Path(__file__).parent
NOTE = "<!-- Made by `make generate`; edit the code it comes from. -->\n"
WIDTH = 100
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def review_schema() -> str:
    """What `--format json` prints."""
    return _json({"$schema": DIALECT, "title": "A design review", **msgspec.json.schema(Report)})


def classification_schema() -> str:
    """What `classify --format json` prints."""
    schema = msgspec.json.schema(ClassificationReport)
    return _json({"$schema": DIALECT, "title": "A design-review classification", **schema})


def _json(data: object) -> str:
    return json.dumps(data, indent=2) + "\n"


def commands() -> str:
    """Every command with its options, as its own help says it."""
    context = _context(program, None, "design-review")
    return f"# Commands\n\n{NOTE}\n" + "\n".join(_command_pages(program, context))


def _command_pages(command: click.Command, context: click.Context) -> Iterator[str]:
    yield f"## `{context.command_path}`\n\n```text\n{command.get_help(context).rstrip()}\n```\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None:
                yield from _command_pages(below, _context(below, context, name))


def _context(command: click.Command, parent: click.Context | None, name: str) -> click.Context:
    return click.Context(command, parent, info_name=name, terminal_width=WIDTH, max_content_width=WIDTH)


def settings() -> str:
    """Every environment variable."""
    rows = [
        f"| `{name.upper()}` | {_default(field.default)} | {field.description} |"
        for name, field in Settings.model_fields.items()
    ]
    head = "| variable | default | meaning |\n|---|---|---|"
    return (
        f"# Settings\n\n{NOTE}\nThe App reads these from the environment.\n\n{head}\n"
        + "\n".join(rows)
        + "\n"
    )


def _default(value: object) -> str:
    return "" if value is None else f"`{value}`"


def profile() -> str:
    """Every key of a profile."""
    schema = profile_schema()
    parts = [("Profile", schema), *schema["$defs"].items()]
    pages = [_part(name, part) for name, part in parts]
    return f"# Profile\n\n{NOTE}\n" + "\n".join(pages)


def _part(name: str, part: Schema) -> str:
    rows = [f"| `{key}` | {_form(value)} | {_meaning(value)} |" for key, value in part["properties"].items()]
    said = "\n".join(("| key | form | meaning |", "|---|---|---|", *rows))
    return f"## {name}\n\n{part.get('description', '')}\n\n{said}\n"


def _form(schema: Schema) -> str:
    match schema:
        case {"$ref": str(where)}:
            name = where.rsplit("/", 1)[1]
            return f"[{name}](#{name.lower()})"
        case {"enum": list(options)}:
            return ", ".join(f"`{o}`" for o in options)
        case {"type": "array", "items": dict(items)}:
            return f"list of {_form(items)}"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"mapping to {_form(values)}"
        case {"format": str(form)}:
            return form
    return {"string": "text", "integer": "number", "boolean": "true or false"}.get(
        str(schema.get("type")), "any"
    )


def _meaning(schema: Schema) -> str:
    return str(schema.get("description", "")).replace("|", "\\|")


def profile_copy(name: str) -> str:
    """A shipped profile in the form that the program reads at its start."""
    copy = copy_of((PROFILES / f"{name}.yaml").read_bytes())
    return msgspec.json.format(msgspec.json.encode(copy), indent=1).decode() + "\n"


def rule_index() -> str:
    """What each rule looks at, so that a review loads those alone that have something to look at."""
    return msgspec.json.format(msgspec.json.encode(made_index()), indent=1).decode() + "\n"


def fact_index() -> str:
    """Which files the modules of facts are about, so that only those that a change concerns are loaded."""
    return msgspec.json.format(msgspec.json.encode(facts.made_index()), indent=1).decode() + "\n"


PAGES: dict[str, Callable[[], str]] = {
    "review.schema.json": review_schema,
    "classification.schema.json": classification_schema,
    "profile.schema.json": lambda: _json(profile_schema()),
    "settings.schema.json": lambda: _json(settings_schema()),
    "reference/commands.md": commands,
    "reference/settings.md": settings,
    "reference/profile.md": profile,
    **{f"../config/profiles/{name}.json": partial(profile_copy, name) for name in shipped_names()},
    "../checks/rules/index.json": rule_index,
    "../checks/facts/index.json": fact_index,
    **rule_pages(NOTE),
}


def stale() -> list[str]:
    """Pages that differ from what the code says now, or that nothing makes any more."""
    old = [name for name, make in PAGES.items() if _present(HERE / name) != make()]
    return [*old, *left_over()]


def left_over() -> list[str]:
    """Pages of rules that are gone."""
    there = (f"{FOLDER}/{page.name}" for page in (HERE / FOLDER).glob("*.md"))
    return sorted(page for page in there if page not in PAGES)


def _present(path: Path) -> str | None:
    return path.read_text("utf-8") if path.is_file() else None


def main() -> None:
    """Writes the pages; with --check changes nothing, and fails where one is out of date."""
    if "--check" in sys.argv[1:]:
        old = stale()
        if old:
            sys.exit(f"Out of date, run `make generate`: {', '.join(f'docs/{name}' for name in old)}")
        return
    for name in left_over():
        (HERE / name).unlink()
    for name, make in PAGES.items():
        (HERE / name).parent.mkdir(parents=True, exist_ok=True)
        (HERE / name).write_text(make(), "utf-8")


if __name__ == "__main__":
    main()
