# SPDX-License-Identifier: Apache-2.0
"""The other end of `fabric.live.child`: a process that does something else, and answers in between."""

from __future__ import annotations

import selectors
import socket
from collections.abc import Callable

from fabric.live.messages import Message, Refused, line_of

_READ = 1 << 16


class Answering:
    """Answers requests, a line each, when a selector says that there are some.

    Attributes:
        ended: the other end is closed: nobody wants this process any more.
    """

    def __init__(
        self,
        control: socket.socket,
        selector: selectors.BaseSelector,
        answer: Callable[[bytes], Message],
        refusals: tuple[type[Exception], ...],
    ) -> None:
        """Begin to listen.

        Args:
            control: where requests come, and answers go.
            selector: whose keys' data are called with a mask of events.
            answer: what to say to a line.
            refusals: what it raises, besides OSError, that is said to whoever asked.
        """
        self.ended = False
        self._control = control
        self._answer = answer
        self._refusals = refusals
        self._pending = b""
        selector.register(control, selectors.EVENT_READ, self._readable)

    def _readable(self, _events: int) -> None:
        try:
            data = self._control.recv(_READ)
        except OSError:  # reset: who asked went without reading the answer
            data = b""
        if not data:
            self.ended = True
            return
        *lines, self._pending = (self._pending + data).split(b"\n")
        for line in lines:
            self._control.sendall(line_of(self._say(line)))

    def _say(self, line: bytes) -> Message:
        try:
            return self._answer(line)
        except OSError as problem:
            return Refused(why=f"{problem.filename or 'file'}: {problem.strerror}")
        except self._refusals as problem:
            return Refused(why=str(problem) or type(problem).__name__)
