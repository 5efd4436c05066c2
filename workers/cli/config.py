"""`design-review config`: the effective profile, a profile's faults, and its JSON Schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import msgspec
import yaml

from checks.readiness import count
from checks.registry import rule_names
from config.faults import Fault, read_faults
from config.load import SETTINGS_PATH, shipped_names, text_of
from config.schema import profile_schema, settings_schema
from workers.asked import Asked, opened
from workers.options import Refused, deliver, profile_option, refusing, repository_option

settings_flag = click.option(
    "--settings", is_flag=True, help=f"About a repository's {SETTINGS_PATH}, not a profile."
)


@click.group(no_args_is_help=False)
def command() -> None:
    """Shows, checks and describes profiles."""


@command.command()
@repository_option
@click.option("--base", metavar="REV", help="Where settings are read.  [default: the default branch]")
@profile_option
def show(**options: Any) -> None:
    """Shows the profile that holds for a repository, settings and all, as YAML."""
    asked = Asked(**{**options, "head": options["base"] or "HEAD"}, worktree=False, title="", body_file=None)
    with refusing(), opened(asked) as (change, profile, _):
        plain = json.loads(msgspec.json.encode(profile))
        deliver(yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=100), None)
        for unread in change.base.unread.values():
            click.echo(f"design-review: {unread.path}: {unread.why}", err=True)


@command.command()
@repository_option
@settings_flag
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.Path(path_type=Path))
def validate(files: tuple[Path, ...], repo: Path, *, settings: bool) -> None:
    """Names every fault of profiles or settings in FILES, each with file, line and key.

    A file named as a repository's settings are is taken for such. Without FILES, the settings of the
    repository are looked at. Status 0: no fault. 2: faults.
    """
    if not files and repo.is_dir() and not (repo / SETTINGS_PATH).exists():
        click.echo(f"No settings at {SETTINGS_PATH}; the profile alone holds.")
        return
    files = files or (repo / SETTINGS_PATH,)
    faults = [f for file in files for f in _faults(file, settings or file.name == Path(SETTINGS_PATH).name)]
    for fault in faults:
        click.echo(str(fault))
    if faults:
        raise Refused(f"{count(len(faults), 'fault')} in {count(len(files), 'file')}.")
    click.echo(f"No fault in {count(len(files), 'file')}.")


def _faults(file: Path, settings: bool) -> tuple[Fault, ...]:
    try:
        text = text_of(file)
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        return (Fault(str(file), 1, "", f"not valid UTF-8 at byte {error.start}"),)
    return read_faults(text, str(file), settings=settings, profiles=shipped_names(), rules=rule_names())[1]


@command.command()
@settings_flag
def schema(*, settings: bool) -> None:
    """Prints the JSON Schema of a profile, for editors and other programs."""
    deliver(f"{json.dumps(settings_schema() if settings else profile_schema(), indent=2)}\n", None)
