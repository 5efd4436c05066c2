"""The program's entry: finds the command and loads only that one."""

from __future__ import annotations

import importlib
import pkgutil

import click

import workers.cli

NOT_COMMANDS = {"main"}


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


@click.group(cls=Commands)
@click.version_option(package_name="design-review")
def main() -> None:
    """Design review on pull requests, on a laptop or as a GitHub App."""
