"""`design-review web`: the half that takes deliveries, for production."""

import click

from workers.start import settings_for


@click.command()
def command() -> None:
    """Runs the web server."""
    settings = settings_for("web", web=True)
    from workers.web import run

    run(settings)
