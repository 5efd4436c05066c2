"""`design-review sandbox`: a local GitHub-shaped server over a real repository, and our App working on it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import click

from bot.sandbox.example import BRANCHES, generate
from bot.sandbox.model import Repository
from bot.sandbox.server import Sandbox, Settings

EXAMPLE = "example-org/dra-driver-lumen"
START = "from workers.cli.main import main; main()"
READY_SECONDS, GRACE_SECONDS = 120, 20
IN_A_HURRY = {"NICENESS": "0", "WORKERS": "1"}  # one person waits for one verdict


@click.command()
@click.option(
    "--repo",
    "path",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A clone, bare or not, to serve; it is never written to. Default: a small example.",
)
@click.option(
    "--name", default="", help="OWNER/NAME under which the repository is served. Default: from its remote."
)
@click.option(
    "--port",
    default=8080,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Where the page is; 0 takes a free one.",
)
@click.option("--no-app", is_flag=True, help="Start the server alone and print the settings for an App.")
@click.option("--open-browser", is_flag=True, help="Open the page.")
def command(path: Path | None, name: str, port: int, no_app: bool, open_browser: bool) -> None:
    """Try the whole App on this machine, without any account.

    Opens pull requests from a repository's branches, shows what the App says of them, and takes commands.
    """
    signal.signal(signal.SIGTERM, interrupted)
    with suppress(KeyboardInterrupt), ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="design-review-sandbox-")))
        hook_port = free_port()
        settings = Settings(
            folder,
            journal=100,
            port=port,
            webhook_url="" if no_app else f"http://127.0.0.1:{hook_port}/webhook",
            wait_for_app=not no_app,
        )
        server = stack.enter_context(running(settings))
        repository = add(server, path, name)
        environment = server.app_environment(folder / "app")
        tell(server, repository, example=path is None)
        if open_browser:
            webbrowser.open(server.url)
        if no_app:
            tell_settings(environment)
            wait(None)
        else:
            app = stack.enter_context(our_app(environment, hook_port))
            server.announce()
            wait(app)


@contextmanager
def running(settings: Settings) -> Iterator[Sandbox]:
    """Run the server; a port that is taken is a usage error."""
    server = Sandbox(settings)
    try:
        server.start()
    except (OSError, SystemExit):
        raise click.UsageError(f"Port {settings.port} is taken; choose another with --port.") from None
    try:
        yield server
    finally:
        server.stop()


def add(server: Sandbox, path: Path | None, name: str) -> Repository:
    """Serve the repository at `path`, or the example."""
    if path is None:
        return server.add_repository(name or EXAMPLE, generate(server.settings.folder / "example"))
    try:
        return server.add_repository(name or remote_name(path), path)
    except subprocess.CalledProcessError:
        raise click.UsageError(f"{path} is not a git repository.") from None


def remote_name(path: Path) -> str:
    """Return OWNER/NAME of the clone's remote, else of its folder."""
    asked = ["git", "-C", str(path), "config", "--get", "remote.origin.url"]
    url = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    parts = url.removesuffix("/").removesuffix(".git").replace(":", "/").split("/")
    if len(parts) >= 2 and all(parts[-2:]):
        return "/".join(parts[-2:])
    return f"example-org/{path.resolve().name.removesuffix('.git')}"


@contextmanager
def our_app(environment: dict[str, str], port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run `design-review serve` with the settings of this sandbox until the block ends."""
    settings = environment | IN_A_HURRY | {"HOST": "127.0.0.1", "PORT": str(port)}
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "BROKER_"))
    }
    process = subprocess.Popen([sys.executable, "-c", START, "serve"], env=inherited | settings)
    try:
        answering(process, port)
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()


def answering(process: subprocess.Popen[bytes], port: int) -> None:
    """Return when the App takes connections; one that ends or stays silent is an error in one sentence."""
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until:
        if process.poll() is not None:
            break
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise click.ClickException("The App did not start; what it said stands above.")


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def tell(server: Sandbox, repository: Repository, *, example: bool) -> None:
    """Say where the page is and what to try first."""
    click.echo(f"Sandbox: {server.url}/{repository.full_name}", err=True)
    if example:
        click.echo(f"Branches to open a pull request from: {', '.join(BRANCHES)}", err=True)
    click.echo("Stop with Ctrl+C.", err=True)


def tell_settings(environment: dict[str, str]) -> None:
    """Print the settings with which an App works against the sandbox."""
    for name, value in environment.items():
        click.echo(f"export {name}='{value}'")


def interrupted(*_: object) -> None:
    """End as Ctrl+C does."""
    raise KeyboardInterrupt


def wait(app: subprocess.Popen[bytes] | None) -> None:
    """Wait for Ctrl+C or SIGTERM; an App that ends by itself is an error."""
    while app is None or app.poll() is None:
        time.sleep(0.5)
    raise click.ClickException("The App has ended; what it said stands above.")
