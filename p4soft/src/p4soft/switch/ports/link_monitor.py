# SPDX-License-Identifier: Apache-2.0
"""Tells when the state of some network interface may have changed (rtnetlink(7), group RTMGRP_LINK)."""

from __future__ import annotations

import contextlib
import errno
import selectors
import socket
from collections.abc import Callable

_RTMGRP_LINK = 1
_MESSAGE_BYTES = 65536


class LinkMonitor:
    """Calls `changed` on the event loop's thread after any interface went up, down, or away.

    Where netlink is not available, it never does.
    """

    def __init__(self, selector: selectors.BaseSelector, changed: Callable[[], None]) -> None:
        self._selector = selector
        self._changed = changed
        self._sock: socket.socket | None = None
        with contextlib.suppress(OSError):
            self._sock = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW | socket.SOCK_NONBLOCK, socket.NETLINK_ROUTE)
            self._sock.bind((0, _RTMGRP_LINK))
            selector.register(self._sock, selectors.EVENT_READ, self._readable)

    def close(self) -> None:
        """Stop watching. Idempotent."""
        if self._sock is not None:
            with contextlib.suppress(KeyError, ValueError):
                self._selector.unregister(self._sock)
            self._sock.close()
            self._sock = None

    def _readable(self, _events: int) -> None:
        assert self._sock is not None
        while True:
            try:
                self._sock.recv(_MESSAGE_BYTES)
            except BlockingIOError:
                break
            except OSError as error:
                # Too many events for the buffer: some are lost, but what counts is that there were any.
                if error.errno != errno.ENOBUFS:
                    break
        self._changed()
