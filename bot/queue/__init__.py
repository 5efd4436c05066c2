"""The durable inbox: a delivery is stored before it is answered, and stays until its work is done."""

from bot.queue.inbox import Inbox
from bot.queue.sqlite import SqliteInbox
from config.settings import Settings


def open_inbox(settings: Settings, *, hurried: bool = False) -> Inbox:
    """The inbox that the settings ask for: Redis where BROKER_URL is set, else a file in DATA_DIR.

    `hurried` is for who must answer soon, also while Redis does not.
    """
    if settings.broker_url is not None:
        from bot.queue.redis_inbox import RedisInbox  # its client takes long to load, so only where used

        url = settings.broker_url.get_secret_value()
        return RedisInbox(url, max_attempts=settings.max_attempts, hurried=hurried)
    return SqliteInbox(settings.data_dir / "inbox.db", max_attempts=settings.max_attempts)
