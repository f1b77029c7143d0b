# SPDX-License-Identifier: Apache-2.0
"""The NIC processes of a live fabric, as whoever made them sees them: requests and answers."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from fabric.errors import BuildError, FabricError
from fabric.live.messages import Message, NicSettings, Refused, Reply, Request, line_of, read_reply
from fabric.live.scale import Clock
from fabric.live.source import TopologySource
from targets.process import environment, exit_of
from topologies import NicNode

_ANSWER_S = 30.0
_END_S = 5.0
_LATE_S = 0.2
"""Given to one that owes an answer already."""
_R = TypeVar("_R", bound=Message)


class NicClient:
    """One NIC process.

    Attributes:
        name: of the NIC.
        log: its standard error.
        process_id: of the process.
    """

    def __init__(
        self,
        source: TopologySource,
        node: NicNode,
        clock: Clock,
        settings: NicSettings,
        workdir: Path,
        *,
        prefix: Sequence[str],
    ) -> None:
        """Start the process of a NIC of `source`, with `prefix` before its command. Raises BuildError: it cannot be."""
        name = self.name = node.name
        self.log = workdir / f"{name}.log"
        self._pending = b""
        self._owed = 0
        ours, theirs = socket.socketpair()
        ours.settimeout(_ANSWER_S)
        self._control = ours
        command = [
            *prefix, sys.executable, "-m", "fabric.live.nic_process",
            source.text(), str(node.index), str(clock.scale.factor), str(clock.origin_ns),
            settings.model_dump_json(), str(theirs.fileno()),
        ]  # fmt: skip
        try:
            with theirs, self.log.open("ab") as log:
                self._process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    pass_fds=[theirs.fileno()],
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

    def ask(self, request: Request, answer: type[_R], *, patience_s: float = _ANSWER_S) -> _R:
        """Send a request and wait for its answer.

        Args:
            request: what to ask.
            answer: the kind of answer it has.
            patience_s: how long to wait; less when it owes an answer to a request before.

        Raises:
            FabricError: the NIC refused, does not answer, or is gone.
        """
        reply = self._exchange(request, patience_s)
        if isinstance(reply, answer):
            return reply
        if isinstance(reply, Refused):
            raise FabricError(f"{self.name}: {reply.why}")
        raise FabricError(f"{self.name}: answered {reply.tell!r} to {request.ask!r}")

    def stop(self) -> None:
        """End the process; what is in its namespace goes with it. Idempotent."""
        self._control.close()
        try:
            self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            self._process.wait()

    def _exchange(self, request: Request, patience_s: float) -> Reply:
        try:
            if self._owed:  # it was too slow once; what it still says is not the answer to this
                self._control.settimeout(_LATE_S)
                while self._owed:
                    self._line()
            self._control.settimeout(patience_s)
            self._owed += 1
            self._control.sendall(line_of(request))
            return read_reply(self._line())
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
