"""Puts the handler of jobs together from the settings."""

from __future__ import annotations

from bot.github.connection import App
from checks.registry import all_rules
from config.settings import Settings, SettingsFault
from workers.outcomes import Handler
from workers.pipeline import Pipeline


def open_app(settings: Settings) -> App:
    """The App of these settings; raises SettingsFault where its credentials are missing."""
    if settings.github_app_id is None:
        raise SettingsFault("GITHUB_APP_ID is not set.")
    if not settings.private_key:
        raise SettingsFault("GITHUB_PRIVATE_KEY or GITHUB_PRIVATE_KEY_PATH is not set.")
    return App(settings.github_app_id, settings.private_key, settings.github_api_url)


def handler(settings: Settings) -> Handler:
    """What a worker calls for each job; the rules are loaded now, so that no author waits for that."""
    all_rules()
    return Pipeline(settings, open_app(settings))
