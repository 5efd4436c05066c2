"""A TCP relay that can fall silent: connections are taken and stay open, and nothing comes back."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class SilentNetwork:
    """Relays one port to another. What passes while it is silent is lost, as are the connections of then."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = self._listener.getsockname()[1]
        self.silent = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                threading.Thread(target=self._relay, args=(near,), daemon=True).start()

    def _relay(self, near: socket.socket) -> None:
        far = socket.create_connection(("127.0.0.1", self._to))
        dead = threading.Event()
        if self.silent.is_set():
            dead.set()
        back = threading.Thread(target=self._pump, args=(far, near, dead), daemon=True)
        back.start()
        self._pump(near, far, dead)
        back.join()
        for end in (near, far):
            end.close()

    def _pump(self, source: socket.socket, sink: socket.socket, dead: threading.Event) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                if self.silent.is_set():
                    dead.set()
                if not dead.is_set():
                    sink.sendall(data)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Takes no more connections."""
        self._listener.close()
