# SPDX-License-Identifier: Apache-2.0
"""Unix sockets that listen: in place of those nobody listens on any more, and without room for more open files too."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import stat
from pathlib import Path

from targets.softswitch.ports.base import PortError

_WAITING = 8
_NO_MORE_FILES = (errno.EMFILE, errno.ENFILE)


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
            self._spare = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            self.socket.close()
            if error.errno == errno.EADDRINUSE:
                raise PortError(f"{what}: in use by another process") from None
            raise PortError(f"{what}: cannot listen: {error.strerror or error}") from None

    def accept(self) -> socket.socket | None:
        """The next one who wants to connect; None when there is nobody, or no room for another open file.

        In the latter case whoever wants to is sent away, with the help of a file that is open for this only: the
        selector would tell of them for ever.
        """
        try:
            return self.socket.accept()[0]
        except OSError as error:
            if error.errno in _NO_MORE_FILES and self._spare >= 0:
                self._send_away()
            return None

    def close(self) -> None:
        """Stop listening, and remove the socket's file. Idempotent."""
        self.socket.close()
        self._path.unlink(missing_ok=True)
        if self._spare >= 0:
            os.close(self._spare)
            self._spare = -1

    def _send_away(self) -> None:
        os.close(self._spare)
        self._spare = -1
        with contextlib.suppress(OSError):
            self.socket.accept()[0].close()
        with contextlib.suppress(OSError):
            self._spare = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)


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
