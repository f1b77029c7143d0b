# SPDX-License-Identifier: Apache-2.0
"""A process of a live fabric that answers requests: one JSON document a line, over a socket that it inherits."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from fabric.errors import BuildError, FabricError
from fabric.live.messages import Message, Refused, line_of
from p4soft.targets.process import environment, exit_of

_ANSWER_S = 30.0
_END_S = 5.0
_LATE_S = 0.2
"""Given to one that owes an answer already."""
_R = TypeVar("_R", bound=Message)


class Child:
    """One process, as whoever started it sees it.

    Attributes:
        name: of what it is.
        log: its standard error.
        process_id: of the process.
    """

    def __init__(self, name: str, command: Sequence[str], log: Path, *, descriptors: Sequence[int] = ()) -> None:
        """Start it.

        Args:
            name: of what it is, for people.
            command: to which the descriptor of its end of the socket is added; the process ends when that is closed.
            log: of what it says.
            descriptors: which it inherits besides, by the same numbers.

        Raises:
            BuildError: it cannot be started.
        """
        self.name = name
        self.log = log
        self._pending = b""
        self._owed = 0
        ours, theirs = socket.socketpair()
        ours.settimeout(_ANSWER_S)
        self._control = ours
        try:
            with theirs, log.open("ab") as stream:
                self._process = subprocess.Popen(
                    [*command, str(theirs.fileno())],
                    stdin=subprocess.DEVNULL,
                    stdout=stream,
                    stderr=stream,
                    pass_fds=[theirs.fileno(), *descriptors],
                    env=environment(),
                    start_new_session=True,
                )
        except OSError as error:
            ours.close()
            raise BuildError(f"{name}: cannot start {command[0]}: {error.strerror}") from None
        self.process_id = self._process.pid

    def death(self) -> str | None:
        """How the process ended, `signal 9`; None while it runs."""
        return exit_of(self._process.poll())

    def ask(self, request: Message, answer: type[_R], *, patience_s: float = _ANSWER_S) -> _R:
        """Send a request and wait for its answer.

        Args:
            request: what to ask.
            answer: the kind of answer it has.
            patience_s: how long to wait; less when it owes an answer to a request before.

        Raises:
            FabricError: it refused, does not answer, or is gone.
        """
        line = self._exchange(request, patience_s)
        try:
            return answer.model_validate_json(line)
        except ValidationError:
            pass
        try:
            why = Refused.model_validate_json(line).why
        except ValidationError:
            why = f"answered {line[:100]!r} to {type(request).__name__}"
        raise FabricError(f"{self.name}: {why}")

    def stop(self) -> None:
        """End the process. Idempotent."""
        self._control.close()
        try:
            self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            self._process.wait()

    def _exchange(self, request: Message, patience_s: float) -> bytes:
        try:
            if self._owed:  # it was too slow once; what it still says is not the answer to this
                self._control.settimeout(_LATE_S)
                while self._owed:
                    self._line()
            self._control.settimeout(patience_s)
            self._owed += 1
            self._control.sendall(line_of(request))
            return self._line()
        except TimeoutError:
            raise FabricError(f"{self.name} does not answer; its log: {self.log}") from None
        except OSError as error:
            raise FabricError(f"{self.name} is gone ({self.death() or error.strerror}); its log: {self.log}") from None

    def _line(self) -> bytes:
        while b"\n" not in self._pending:
            data = self._control.recv(1 << 20)
            if not data:
                raise ConnectionResetError(errno.ECONNRESET, os.strerror(errno.ECONNRESET))
            self._pending += data
        self._owed -= 1
        line, _, self._pending = self._pending.partition(b"\n")
        return line
