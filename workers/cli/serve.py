"""`design-review serve`: the whole app in one start, on an embedded queue where none is configured."""

import click

from workers.start import settings_for


@click.command()
@click.option("--handler", default="workers.bootstrap:handler", hidden=True)
def command(handler: str) -> None:
    """Runs the web and the workers."""
    settings = settings_for("serve", web=True)
    from workers.crew import supervise

    supervise(settings, web=True, handler=handler)
