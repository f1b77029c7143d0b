# SPDX-License-Identifier: Apache-2.0
"""Who is connected: so many clients at most, and one that has never called makes room for one that may."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections import Counter

MAX_CLIENTS = 64


class Clients:
    """The connections of one server.

    Attributes:
        counts: what became of clients that were not served to the end, by reason.
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._lock = threading.Lock()
        # In the order in which they came, with whether they have called.
        self._connected: dict[socket.socket, bool] = {}
        self._stopping = False

    def admit(self, client: socket.socket) -> bool:
        """Whether there is a place for `client`; the one longest here without a call loses its own if need be."""
        with self._lock:
            if self._stopping:
                return False
            if len(self._connected) >= MAX_CLIENTS:
                silent = next((each for each, called in self._connected.items() if not called), None)
                if silent is None:
                    self.counts["refused: too many clients"] += 1
                    return False
                self.counts["closed for another client, without ever a call"] += 1
                del self._connected[silent]
                _shut(silent)
            self._connected[client] = False
            return True

    def has_called(self, client: socket.socket) -> None:
        """`client` has sent a whole message."""
        with self._lock:
            if client in self._connected:
                self._connected[client] = True

    def failed(self, client: socket.socket, reason: str) -> None:
        """`client` cannot be served any longer; one that has lost its place already is counted."""
        with self._lock:
            if client in self._connected and not self._stopping:
                self.counts[reason] += 1

    def close(self, client: socket.socket) -> None:
        """Close a connection."""
        with self._lock:
            self._connected.pop(client, None)
            client.close()  # under the lock: `admit` must not shut a descriptor that is somebody else's by then

    def stop(self) -> None:
        """Admit nobody any more, and end every connection. Idempotent."""
        with self._lock:
            self._stopping = True
            for client in self._connected:
                _shut(client)


def _shut(client: socket.socket) -> None:
    with contextlib.suppress(OSError):
        client.shutdown(socket.SHUT_RDWR)
