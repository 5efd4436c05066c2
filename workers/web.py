"""The web's production server, which loads the application only in the processes that answer."""

from granian import Granian
from granian.constants import Interfaces

from bot.logs import log
from config.settings import Settings
from workers.parent import begin

# Measured (benchmarks/webhook): threads of one process share a commit of the file; Redis needs no sharing.
FILE_PROCESSES_AND_THREADS, REDIS_PROCESSES_AND_THREADS = (1, 8), (2, 4)


def run(settings: Settings) -> None:
    """Serves HTTP until told to stop."""
    begin(settings)
    processes, threads = REDIS_PROCESSES_AND_THREADS if settings.broker_url else FILE_PROCESSES_AND_THREADS
    log.info("listening", address=f"http://{settings.host}:{settings.port}")
    Granian(
        "workers.wsgi:application",
        factory=True,
        address=settings.host,
        port=settings.port,
        interface=Interfaces.WSGI,
        workers=processes,
        blocking_threads=threads,
        respawn_failed_workers=True,
        respawn_interval=0.5,
        workers_kill_timeout=10,
        websockets=False,
        log_enabled=False,
    ).serve()
