"""Reads every setting from the environment; nothing else in the program looks there."""

from functools import cached_property
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict


class SettingsFault(Exception):
    """A setting is missing or unusable; the message is one sentence for the operator."""


class Settings(BaseSettings):
    """What an operator can set; each field is the environment variable of that name in capitals."""

    model_config = SettingsConfigDict(extra="ignore", frozen=True, env_ignore_empty=True)

    github_app_id: int | None = Field(None, description="The App's numeric id, from its settings page.")
    github_private_key: SecretStr | None = Field(
        None, description="The App's private key as PEM text; `\\n` may stand for line ends."
    )
    github_private_key_path: Path | None = Field(
        None, description="A file with the App's private key, read where GITHUB_PRIVATE_KEY is unset."
    )
    github_webhook_secret: SecretStr | None = Field(
        None, description="The secret that GitHub signs deliveries with; the app does not start without it."
    )
    github_api_url: str = Field(
        "https://api.github.com", description="GitHub's API; for GitHub Enterprise Server its `/api/v3`."
    )
    github_server_url: str = Field("https://github.com", description="Where repositories are fetched from.")
    broker_url: SecretStr | None = Field(
        None, description="The Redis that carries the queue; unset, an embedded queue in DATA_DIR does."
    )
    data_dir: Path = Field(Path(".data"), description="Holds the git caches and the embedded queue.")
    check_name: str = Field(
        "design-review", min_length=1, description="The check run's name; branch protection refers to it."
    )
    mode: Literal["enforce", "observe"] = Field(
        "enforce", description="`observe` publishes neutral checks and no comments unless asked."
    )
    log_format: Literal["text", "json"] = Field("text", description="`json` writes one object a line.")
    sweep_interval: float = Field(
        900, gt=0, description="Seconds between two comparisons of GitHub's truth with what should be there."
    )
    host: str = Field("127.0.0.1", description="The address that the web server listens on.")
    port: int = Field(8000, ge=0, le=65535, description="The port that the web server listens on.")
    workers: int = Field(2, ge=1, le=64, description="How many reviews may run at one time.")
    niceness: int = Field(
        10, ge=0, le=19, description="How far reviews give way to other processes of the machine, as `nice`."
    )
    lease_seconds: float = Field(
        60, gt=0, description="How long a job stays with a silent worker before another may take it."
    )
    job_timeout: float = Field(600, gt=0, description="The longest that one job may run, in seconds.")
    max_attempts: int = Field(8, ge=1, description="How often a failing job is tried before it is parked.")
    stall_seconds: float = Field(
        120, gt=0, description="A worker that takes nothing for so long while jobs wait is restarted."
    )
    metrics_port: int | None = Field(
        None, ge=0, le=65535, description="Where `worker` shows its own metrics; unset, nowhere."
    )
    prometheus_multiproc_dir: Path | None = Field(
        None,
        description="Where processes add up their metrics; `serve`, `web` and `worker` set it themselves.",
    )

    @cached_property
    def webhook_secret(self) -> str:
        """The webhook secret; raises SettingsFault where there is none, so that no forged hook is taken."""
        secret = self.github_webhook_secret.get_secret_value() if self.github_webhook_secret else ""
        if not secret.strip():
            raise SettingsFault(
                "GITHUB_WEBHOOK_SECRET is not set: without it anyone could send forged deliveries."
            )
        return secret

    @cached_property
    def private_key(self) -> str | None:
        """The private key as PEM text, from the variable or the file, or None where neither is set."""
        if self.github_private_key:
            return self.github_private_key.get_secret_value().replace("\\n", "\n")
        if self.github_private_key_path is None:
            return None
        try:
            return self.github_private_key_path.read_text()
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsFault(f"GITHUB_PRIVATE_KEY_PATH cannot be read: {type(error).__name__}.") from error


def load_settings() -> Settings:
    """The settings of this process; raises SettingsFault with one sentence that names the variable."""
    try:
        return Settings()
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        name = str(fault["loc"][0]).upper()
        raise SettingsFault(f"{name} is not usable: {fault['msg']}.") from None
