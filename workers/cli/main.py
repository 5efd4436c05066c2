"""The program's entry: finds the command and loads only that one."""

from __future__ import annotations

import gc
import importlib
import pkgutil
import sys
import traceback

import click

import workers.cli
from config import VERSION

NOT_COMMANDS = {"main"}
GC_THRESHOLD = 100_000  # objects: what a review makes lives to its end, and looking for garbage costs a tenth


class Commands(click.Group):
    """A group whose commands are the modules beside this one, each with a `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        names = (m.name for m in pkgutil.iter_modules(workers.cli.__path__))
        return sorted(n.replace("_", "-") for n in names if n not in NOT_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command = importlib.import_module(f"workers.cli.{cmd_name.replace('-', '_')}").command
        return command if isinstance(command, click.Command) else None


@click.group(cls=Commands, no_args_is_help=False)
@click.version_option(VERSION)
def program() -> None:
    """Design review on pull requests, on a laptop or as a GitHub App."""


def fault(error: Exception) -> str:
    """One sentence about what nobody foresaw, with the line that failed."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    said = " ".join(traceback.format_exception_only(error)[-1].split())[:300]
    return f"a fault of its own, please report it: {said} ({place.filename}:{place.lineno})"


def main() -> None:
    """Runs a command; a wrong use or a fault of our own is one sentence on standard error and status 2."""
    gc.set_threshold(GC_THRESHOLD, 20, 20)
    try:
        status = program.main(prog_name="design-review", standalone_mode=False)
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "design-review"
        click.echo(f"design-review: {error.format_message()} Try '{path} --help'.", err=True)
        sys.exit(2)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except Exception as error:
        click.echo(f"design-review: {fault(error)}", err=True)
        sys.exit(2)
    sys.exit(status if isinstance(status, int) else 0)
