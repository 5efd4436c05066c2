"""A real Redis with its append-only file, which a test may kill and start again."""

import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest
import redis


def free_port() -> int:
    """A port of this machine that nothing listens on now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class RedisServer:
    """One redis-server process in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        if shutil.which("redis-server") is None:
            pytest.skip("needs the redis-server binary (apt-get install redis-server)")
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        folder.mkdir(parents=True, exist_ok=True)
        self.start()

    def start(self) -> None:
        """Starts the server on its old data and waits until it answers."""
        options = {"port": str(self.port), "bind": "127.0.0.1", "dir": str(self.folder), "save": ""}
        options |= {"appendonly": "yes", "appendfsync": "everysec", "maxmemory-policy": "noeviction"}
        arguments = [part for name, value in options.items() for part in (f"--{name}", value)]
        self._process = subprocess.Popen(["redis-server", *arguments], stdout=subprocess.DEVNULL)
        client = redis.Redis.from_url(self.url)
        for _ in range(200):
            try:
                client.ping()
                return
            except redis.ConnectionError:
                time.sleep(0.05)
        raise TimeoutError("redis-server did not answer")

    def kill(self) -> None:
        """Kills the server as a crash would."""
        self._process.kill()
        self._process.wait()
