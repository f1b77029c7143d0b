# SPDX-License-Identifier: Apache-2.0
"""A nanomsg PUB socket, by nng, as simple_switch has two: nobody has to listen, and who is slow misses messages."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pynng

MAX_SUBSCRIBERS = 256
"""Each takes an open file, of which a process has 1,024 by default."""
_WAITING = 2048
"""Messages that wait for one subscriber before it misses some; nanomsg's own buffer holds 128 KiB."""


class PublisherError(Exception):
    """The socket cannot be opened; the message is complete and meant for people."""


class PublishingSocket:
    """Listens, and sends to whoever is there.

    Attributes:
        counts: subscribers that were refused, by reason.
    """

    def __init__(self, option: str, address: str, on_change: Callable[[], None] = lambda: None) -> None:
        """Listen at `address`, `ipc://PATH` or `tcp://HOST:PORT`.

        Args:
            option: what asked for it, for messages.
            address: of the socket.
            on_change: called, on a thread of nng's, when a subscriber has come or gone.

        Raises:
            PublisherError: the address is taken, or none for such a socket.
        """
        try:
            import pynng  # noqa: PLC0415  a C library that only some need
        except ImportError as error:
            raise PublisherError(f"{option} {address}: the package pynng cannot be loaded: {error}") from None
        self.counts: Counter[str] = Counter()
        self._on_change = on_change
        self._present = 0
        self._lock = threading.Lock()
        self._failed: type[Exception] = pynng.NNGException
        self._socket: Any = pynng.Pub0(send_buffer_size=_WAITING)
        self._socket.add_pre_pipe_connect_cb(self._admit)
        self._socket.add_post_pipe_connect_cb(lambda _: self._change(1))
        self._socket.add_post_pipe_remove_cb(lambda _: self._change(-1))
        try:
            self._socket.listen(address)
        except self._failed as error:
            self._socket.close()
            reason = f"cannot listen: {error}; accepted: ipc://PATH or tcp://HOST:PORT"
            raise PublisherError(f"{option} {address}: {reason}") from None

    @property
    def subscribers(self) -> int:
        """How many are there."""
        return self._present

    def send(self, message: bytes) -> None:
        """Send to every subscriber that has room."""
        try:
            self._socket.send(message, block=False)
        except self._failed:  # closed, while the switch ends
            return

    def close(self) -> None:
        """Stop listening. Idempotent."""
        self._socket.close()

    def _change(self, count: int) -> None:
        """On a thread of nng's."""
        with self._lock:
            self._present += count
        self._on_change()

    def _admit(self, pipe: pynng.Pipe) -> None:
        """On a thread of nng's, for every subscriber that is to be one."""
        if len(self._socket.pipes) > MAX_SUBSCRIBERS:
            self.counts["refused: too many subscribers"] += 1
            pipe.close()
