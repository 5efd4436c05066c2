"""The first steps of a command that runs for long: settings, or one sentence, and a place to count in."""

import os
import shutil

import click

from config.settings import Settings, SettingsFault, load_settings


class Refusal(click.ClickException):
    """The command cannot start; one sentence on standard error, exit status 2 (interface.md)."""

    exit_code = 2


def settings_for(command: str, *, web: bool) -> Settings:
    """The settings of a start; raises Refusal, for the web also where no webhook secret is set.

    Call it before anything imports prometheus_client, which looks for its folder on import.
    """
    try:
        settings = load_settings()
        if web:
            _ = settings.webhook_secret
        _ = settings.private_key
        folder = settings.data_dir.absolute() / "metrics" / command
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
        return load_settings()
    except SettingsFault as fault:
        raise Refusal(str(fault)) from fault
    except OSError as error:
        raise Refusal(f"DATA_DIR cannot be written: {error.strerror}.") from error
