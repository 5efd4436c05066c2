"""The durable inbox: a delivery is stored before it is answered, and stays until its work is done."""

from bot.queue.inbox import Inbox
from bot.queue.sqlite import SqliteInbox
from config.settings import Settings


def open_inbox(settings: Settings) -> Inbox:
    """The inbox that the settings ask for: Redis where BROKER_URL is set, else a file in DATA_DIR."""
    if settings.broker_url is not None:
        from bot.queue.redis_inbox import RedisInbox  # its client takes long to load, so only where used

        return RedisInbox(settings.broker_url.get_secret_value(), max_attempts=settings.max_attempts)
    return SqliteInbox(settings.data_dir / "inbox.db", max_attempts=settings.max_attempts)
