# SPDX-License-Identifier: Apache-2.0
"""Unix sockets that listen: in place of those nobody listens on any more, and without room for more open files too."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import socket
import stat
import threading
from pathlib import Path

from p4soft.switch.ports.base import PortError

_WAITING = 8
_CLOSE_RANGE, _UNSHARE = 436, 1 << 1
"""close_range(2), Linux 5.9 or newer: the calling thread goes on with a table of open files of its own."""


class Listener:
    """A non-blocking Unix socket that listens.

    Attributes:
        socket: to register with a selector.
    """

    def __init__(self, what: str, path: Path, kind: socket.SocketKind) -> None:
        """Listen at `path`, in place of a socket nobody listens on any more.

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
        """The next one who wants to connect; None when there is nobody, or this process may open no other file.

        In the latter case whoever wants to is sent away: the selector would tell of them for ever.
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
    """Remove a socket that nobody listens on any more; raise OSError for anything else that is in the way."""
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
