# SPDX-License-Identifier: Apache-2.0
"""Wakes a selector when a signal comes.

Python runs a signal's handler on the main thread, when that thread runs next. The kernel may interrupt any thread with
it: a main thread that waits in its selector then never hears of a SIGTERM that a thread of gRPC got.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal


class SignalWakeup:
    """While it lives, every signal that has a handler makes the selector return. Main thread only."""

    def __init__(self, selector: selectors.BaseSelector) -> None:
        self._reader, self._writer = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        selector.register(self._reader, selectors.EVENT_READ, self._drain)
        signal.set_wakeup_fd(self._writer, warn_on_full_buffer=False)

    def close(self) -> None:
        """Take no signal any more. The selector is closed before, or drops the reader itself."""
        signal.set_wakeup_fd(-1)
        os.close(self._reader)
        os.close(self._writer)

    def _drain(self, _events: int) -> None:
        with contextlib.suppress(BlockingIOError):
            while os.read(self._reader, 4096):
                pass
