# SPDX-License-Identifier: Apache-2.0
"""One end of a connection that carries a frame per message, without waiting: what it does not take yet is kept."""

from __future__ import annotations

import contextlib
import errno
import selectors
import socket
from collections.abc import Callable

from p4soft.packet_socket import MAX_FRAME
from p4soft.switch.ports.base import OutputBuffer

KEPT_BYTES = 8 << 20
"""What whoever stands still finds when he goes on, as in the socket of an interface (`p4soft.switch.ports`)."""
_AT_ONCE = 64
"""Frames taken from one connection before the others have their turn."""
_BUFFER = 4 << 20


class Outlet:
    """A non-blocking SOCK_SEQPACKET connection and what waits for it."""

    def __init__(
        self,
        sock: socket.socket,
        selector: selectors.BaseSelector,
        take: Callable[[list[bytes]], None],
        *,
        kept_bytes: int = KEPT_BYTES,
    ) -> None:
        """Register it.

        Args:
            sock: connected; this closes it when its other end is gone.
            selector: whose keys' data are called with a mask of events.
            take: given the frames that have come, some at a time.
            kept_bytes: of frames that may wait.
        """
        self._sock: socket.socket | None = sock
        self._selector = selector
        self._take = take
        self._waiting = OutputBuffer(size=kept_bytes)
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)
        selector.register(sock, selectors.EVENT_READ, self._ready)

    @property
    def is_open(self) -> bool:
        """Whether somebody is at the other end."""
        return self._sock is not None

    def send(self, frame: bytes) -> bool:
        """Whether a frame was taken, or waits; it is lost when too many wait, or nobody is there any more."""
        if self._sock is None:
            return False
        if not self._waiting:
            try:
                self._sock.send(frame)
            except BlockingIOError:
                self._selector.modify(self._sock, selectors.EVENT_READ | selectors.EVENT_WRITE, self._ready)
            except OSError as error:
                self._fail(error)
                return False
            else:
                return True
        if not self._waiting.room:
            return False
        self._waiting.append(frame)
        return True

    def close(self) -> None:
        """Let it go, and what waits. Idempotent."""
        if self._sock is None:
            return
        with contextlib.suppress(KeyError, ValueError):
            self._selector.unregister(self._sock)
        self._sock.close()
        self._sock = None
        self._waiting.clear()

    def _ready(self, events: int) -> None:
        if events & selectors.EVENT_WRITE:
            self._flush()
        if events & selectors.EVENT_READ:
            self._receive()

    def _receive(self) -> None:
        frames: list[bytes] = []
        ended = False
        while self._sock is not None and not ended and len(frames) < _AT_ONCE:
            try:
                frame = self._sock.recv(MAX_FRAME)
            except BlockingIOError:
                break
            except OSError:
                frame = b""
            ended = not frame
            if frame:
                frames.append(frame)
        if frames:
            self._take(frames)
        if ended:
            self.close()

    def _flush(self) -> None:
        while self._sock is not None and self._waiting:
            try:
                self._sock.send(self._waiting.first())
            except BlockingIOError:
                return
            except OSError as error:
                self._fail(error)
            if self.is_open:
                self._waiting.remove_first()
        if self._sock is not None:
            self._selector.modify(self._sock, selectors.EVENT_READ, self._ready)

    def _fail(self, error: OSError) -> None:
        """The kernel did not send a frame, which is lost; with the connection, unless it is the frame's own fault."""
        if error.errno not in (errno.EMSGSIZE, errno.ENOBUFS):
            self.close()
