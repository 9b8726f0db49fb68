"""A network that can be cut: bytes go through here, or for a while they do not."""

from __future__ import annotations

import selectors
import socket
import threading
import time
from contextlib import suppress


class Proxy:
    """
    Passes TCP connections on to a port of this machine.

    `freeze` lets nothing through, as a cable that is pulled does: nobody is told.
    `cut` closes every connection and refuses new ones.
    """

    def __init__(self, target: int) -> None:
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._frozen_until = self._cut_until = 0.0
        self._closing = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def freeze(self, seconds: float) -> None:
        self._frozen_until = time.monotonic() + seconds

    def cut(self, seconds: float) -> None:
        self._cut_until = time.monotonic() + seconds

    def close(self) -> None:
        self._closing = True
        self._thread.join(5)
        self._listener.close()

    def _run(self) -> None:
        with selectors.DefaultSelector() as chooser:
            self._chooser = chooser
            chooser.register(self._listener, selectors.EVENT_READ)
            while not self._closing:
                now = time.monotonic()
                if now < self._frozen_until:
                    time.sleep(0.05)
                    continue
                if now < self._cut_until:
                    for one in list(self._pairs):
                        self._drop(one)
                for key, _ in chooser.select(0.1):
                    self._pass(key.fileobj)  # type: ignore[arg-type]  # sockets all
            for one in list(self._pairs):
                self._drop(one)

    def _pass(self, one: socket.socket) -> None:
        try:
            if one is self._listener:
                self._accept()
            elif one in self._pairs:
                data = one.recv(1 << 16)
                if not data:
                    self._drop(one)
                    return
                self._pairs[one].sendall(data)
        except OSError:
            self._drop(one)

    def _accept(self) -> None:
        near, _ = self._listener.accept()
        if time.monotonic() < self._cut_until:
            near.close()
            return
        try:
            far = socket.create_connection(("127.0.0.1", self._target), timeout=2)
        except OSError:
            near.close()
            return
        for one, other in ((near, far), (far, near)):
            one.settimeout(20)
            self._pairs[one] = other
            self._chooser.register(one, selectors.EVENT_READ)

    def _drop(self, one: socket.socket) -> None:
        other = self._pairs.pop(one, None)
        for end in (one, other):
            if end is not None and end is not self._listener:
                self._pairs.pop(end, None)
                with suppress(KeyError, ValueError):
                    self._chooser.unregister(end)
                end.close()
