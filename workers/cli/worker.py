"""`design-review worker`: the half that does the work, for production."""

import click

from workers.start import Refusal, settings_for


@click.command()
@click.option("--handler", default="workers.bootstrap:handler", hidden=True)
def command(handler: str) -> None:
    """Runs the workers, and the sweep."""
    settings = settings_for("worker", web=False)
    if settings.github_app_id is None:
        raise Refusal("GITHUB_APP_ID is not set: a worker has nothing to sign in with.")
    from workers.crew import supervise

    supervise(settings, web=False, handler=handler)
