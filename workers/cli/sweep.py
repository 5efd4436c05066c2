"""`design-review sweep`: compares GitHub's truth with what should be there, and mends it."""

from __future__ import annotations

import time

import click

from workers.start import settings_for


@click.command()
@click.option("--once", is_flag=True, help="Sweep once and work off what was found, for cron.")
def command(once: bool) -> None:
    """Sends lost deliveries again and reviews every open pull request that has no verdict.

    Without --once it goes on, every SWEEP_INTERVAL seconds. `serve` and `worker` do the same by themselves.
    """
    settings = settings_for("sweep", web=False)
    from workers.sweeper import sweep_once

    while True:
        click.echo(str(sweep_once(settings)))
        if once:
            return
        time.sleep(settings.sweep_interval)
