# SPDX-License-Identifier: Apache-2.0
"""A port on a SOCK_SEQPACKET socket: one frame per message, one tester at a time, no privileges."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import logging
import select
import selectors
import socket
import stat
import struct
import termios
import threading
from collections import Counter
from pathlib import Path

from typing_extensions import override

from p4soft.switch.ports import BURST, BurstTaker, FrameSink, OutputBuffer, Port, PortError, Received

# --- Sockets that listen: in place of dead ones, and without room for more open files too ----------------------------


_WAITING = 8
_CLOSE_RANGE, _UNSHARE = 436, 1 << 1
"""close_range(2), Linux 5.9 or newer: the calling thread goes on with a separate table of open files."""


class Listener:
    """A non-blocking Unix socket that listens.

    Attributes:
        socket: to register with a selector.
    """

    def __init__(self, what: str, path: Path, kind: socket.SocketKind) -> None:
        """Listen at `path`, in place of a socket without a listener.

        Raises:
            PortError: the path cannot be used; the message starts with `what`.
        """
        self._path = path
        self.socket = socket.socket(socket.AF_UNIX, kind | socket.SOCK_NONBLOCK)
        try:
            _remove_stale(path, kind)
            self.socket.bind(str(path))
            self.socket.listen(_WAITING)
        except OSError as error:
            self.socket.close()
            if error.errno == errno.EADDRINUSE:
                raise PortError(f"{what}: in use by another process") from None
            raise PortError(f"{what}: cannot listen: {error.strerror or error}") from None

    def accept(self) -> socket.socket | None:
        """The next client's connection; None when there is none, or this process may open no other file.

        In the latter case the client is sent away: the selector would report it for ever.
        """
        try:
            return self.socket.accept()[0]
        except OSError as error:
            if error.errno == errno.EMFILE:
                helper = threading.Thread(target=self._send_away)
                with contextlib.suppress(RuntimeError):  # no room for a thread either
                    helper.start()
                    helper.join()
            return None

    def close(self) -> None:
        """Stop listening, and remove the socket's file. Idempotent."""
        self.socket.close()
        self._path.unlink(missing_ok=True)

    def _send_away(self) -> None:
        """Accept and close, by a thread whose table of open files is its own for so long.

        Room that is made in the table of all threads, another thread may take first, and there is no more then.
        """
        other = 0 if self.socket.fileno() else 1  # closed for this thread only, to make room for one
        if ctypes.CDLL(None).syscall(_CLOSE_RANGE, other, other, _UNSHARE) == 0:
            with contextlib.suppress(OSError):
                self.socket.accept()[0].close()


def _remove_stale(path: Path, kind: socket.SocketKind) -> None:
    """Remove a socket without a listener; raise OSError for anything else that is in the way."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise OSError(errno.EEXIST, "the file exists and is not a socket")
    with socket.socket(socket.AF_UNIX, kind | socket.SOCK_NONBLOCK) as probe:
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink(missing_ok=True)
            return
        except BlockingIOError:
            pass
    raise OSError(errno.EADDRINUSE, "in use by another process")


# --- The port --------------------------------------------------------------------------------------------------------


_MAX_FRAME = 65535
_BUFFER = 4 << 20
_BACKLOG_BYTES = 16 << 20
"""Room for frames that a tester leaves unread, as in its own socket's buffer at an interface. Beyond, the port is busy,
and packets wait in the switch's queues."""
_DRAIN = 4096
"""Frames read from a tester to find out whether it is gone, when another one wants its place."""

_log = logging.getLogger(__name__)


class UnixPort(Port):
    """A SOCK_SEQPACKET listener, one frame per message; frames without a tester are dropped and counted."""

    def __init__(self, number: int, path: Path, sink: FrameSink, bursts: BurstTaker) -> None:
        """Listen at `path`. Raises PortError when the path cannot be used."""
        self.number = number
        self.capture_name = f"port{number}"
        self.lost = Counter()
        self._path = path
        self._sink, self._bursts = sink, bursts
        self._peer: socket.socket | None = None
        self._waiting = OutputBuffer(size=_BACKLOG_BYTES)
        self._selector: selectors.BaseSelector | None = None
        self._listener = Listener(f"port {number}: {path}", path, socket.SOCK_SEQPACKET)

    @override
    def register(self, selector: selectors.BaseSelector) -> None:
        self._selector = selector
        selector.register(self._listener.socket, selectors.EVENT_READ, self._accept)

    @override
    def is_up(self) -> bool:
        """Always: testers may come and go."""
        return True

    @override
    def transmit(self, frame: bytes) -> bool:
        # A tester may have connected a moment ago, before it sent the very frame that causes this one.
        while self._attached():
            if not frame:  # a message of no bytes would be the end of the connection to it
                return self._lose("a frame of no bytes")
            if not self._waiting:
                try:
                    sent = self._send(frame)
                except OSError:  # This tester is gone, and there may be another one.
                    self._detach()
                    continue
                if sent is not None:
                    return sent
                self._watch(selectors.EVENT_READ | selectors.EVENT_WRITE)
            self._waiting.append(frame)
            return True
        return self._lose("no tester attached")

    @override
    def room(self) -> int:
        return self._waiting.room

    @override
    def burst_socket(self) -> int | None:
        return self._peer.fileno() if self._peer is not None and not self._waiting else None

    @override
    def close(self) -> None:
        self._detach()
        if self._selector is not None:
            with contextlib.suppress(KeyError, ValueError):
                self._selector.unregister(self._listener.socket)
            self._selector = None
        self._listener.close()

    def _accept(self, _events: int) -> None:
        if self._peer is not None:
            # The old tester may be gone, its last frames and its end not read yet.
            self._receive(_DRAIN)
        while (newcomer := self._listener.accept()) is not None:
            if self._peer is None:
                self._adopt(newcomer)
            else:
                _log.warning("port %d: refused a second tester on %s", self.number, self._path)
                newcomer.close()

    def _attached(self) -> bool:
        if self._peer is None and (newcomer := self._listener.accept()) is not None:
            self._adopt(newcomer)
        return self._peer is not None

    def _adopt(self, newcomer: socket.socket) -> None:
        newcomer.setblocking(False)
        newcomer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)
        self._peer = newcomer
        if self._selector is not None:
            self._selector.register(newcomer, selectors.EVENT_READ, self._ready)
        _log.debug("port %d: tester attached to %s", self.number, self._path)

    def _ready(self, events: int) -> None:
        if events & selectors.EVENT_WRITE:
            self._flush()
        if events & selectors.EVENT_READ and self._peer is not None:
            self._take(self._peer)

    def _take(self, peer: socket.socket) -> None:
        """Take frames, in a burst if that can be; detach at the tester's end."""
        try:
            taken = self._bursts(self.number, peer.fileno())
        except BlockingIOError:
            return
        except OSError:
            taken = Received(0, ended=True)
        if taken is None:
            self._receive(BURST)
        elif taken.ended and peer is self._peer and _has_ended(peer):
            self._detach()

    def _receive(self, limit: int) -> None:
        """Take at most `limit` frames from the tester; detach at its end."""
        peer = self._peer
        for _ in range(limit):
            if peer is None or peer is not self._peer:
                return
            try:
                frame = peer.recv(_MAX_FRAME + 1)
            except BlockingIOError:
                return
            except OSError:
                self._detach()
                return
            if not frame:
                if _has_ended(peer):
                    self._detach()
                    return
                continue
            if len(frame) <= _MAX_FRAME:  # as bursts have it: what is longer is no frame, and not cut into one
                self._sink(self.number, frame)

    def _lose(self, reason: str) -> bool:
        self.lost[reason] += 1
        return False

    def _send(self, frame: bytes) -> bool | None:
        """Whether the tester's socket took the frame or it is lost; None: it takes no more for now.

        Raises:
            OSError: the tester is gone.
        """
        assert self._peer is not None, "nobody to send to"
        try:
            self._peer.send(frame)
        except BlockingIOError:
            return None
        except OSError as error:
            if error.errno in (errno.EMSGSIZE, errno.ENOBUFS):
                return self._lose("refused by the tester's socket")
            raise
        return True

    def _flush(self) -> None:
        try:
            while self._waiting and self._send(self._waiting.first()) is not None:
                self._waiting.remove_first()
        except OSError:
            self._detach()
        if not self._waiting:
            self._watch(selectors.EVENT_READ)

    def _watch(self, events: int) -> None:
        if self._selector is not None and self._peer is not None:
            self._selector.modify(self._peer, events, self._ready)

    def _detach(self) -> None:
        if self._peer is None:
            return
        if self._selector is not None:
            with contextlib.suppress(KeyError, ValueError):
                self._selector.unregister(self._peer)
        self._peer.close()
        self._peer = None
        if unread := self._waiting.clear():
            self.lost["the tester left without reading"] += unread
        _log.debug("port %d: tester detached from %s", self.number, self._path)


def _has_ended(peer: socket.socket) -> bool:
    """Whether a tester that gave a message of no bytes is gone. Such a message is no frame, and no end either."""
    poller = select.poll()
    poller.register(peer, select.POLLRDHUP)
    if not poller.poll(0):
        return False
    waiting: int = struct.unpack("i", fcntl.ioctl(peer, termios.FIONREAD, bytes(4)))[0]
    return not waiting
