# SPDX-License-Identifier: Apache-2.0
"""The real simple_switch, as a process that runs one program."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from p4soft.fidelity.reference.errors import ReferenceFault
from p4soft.fidelity.reference.nanomsg import FrameSocket
from p4soft.fidelity.reference.thrift import ThriftClient
from p4soft.targets.process import free_ports

_START_S = 20.0
_ANSWER_S = 10.0
_LAG_MAP = "0"
_BANNER = "Calling target program-options parser\n"


def available() -> bool:
    """Whether simple_switch is on the PATH."""
    return shutil.which("simple_switch") is not None


class Bmv2:
    """A running simple_switch. Use as a context manager; the process dies with this one, whatever happens.

    Raises:
        ReferenceFault: it does not start (a program it refuses), or later ends or does not answer.
    """

    def __init__(self, program: Path, workdir: Path) -> None:
        self._log = workdir / f"{program.stem}.bmv2.log"
        frames, notices = workdir / f"{program.stem}.frames", workdir / f"{program.stem}.notices"
        for leftover in (frames, notices):
            leftover.unlink(missing_ok=True)
        (port,) = free_ports(1)
        command = [*with_parent(), "simple_switch", str(program), "--thrift-port", str(port)]
        command += ["--packet-in", f"ipc://{frames}", "--notifications-addr", f"ipc://{notices}"]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=workdir)
        self._frames: FrameSocket | None = None
        self._thrift: ThriftClient | None = None
        try:
            deadline = time.monotonic() + _START_S
            while not frames.exists() and self._process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.002)  # nothing to wait on before the socket exists
            if self._process.poll() is not None:
                raise ReferenceFault("simple_switch did not start")
            self._frames = FrameSocket(frames, deadline)
            self._thrift = ThriftClient(port, _ANSWER_S)
        except ReferenceFault as error:
            self.close()
            raise ReferenceFault(f"{error}{self._tail()}") from None

    def __enter__(self) -> Bmv2:
        return self

    def __exit__(self, *_details: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process. Idempotent."""
        for part in (self._frames, self._thrift):
            if part is not None:
                part.close()
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()

    def send(self, port: int, frame: bytes) -> None:
        """Put a frame into a port."""
        self._wire().send(port, frame)

    def receive(self) -> tuple[int, bytes]:
        """The next frame that comes out, with its port."""
        try:
            return self._wire().receive(time.monotonic() + _ANSWER_S)
        except ReferenceFault as error:
            raise ReferenceFault(f"{error}{self._tail()}") from None

    def add_session(self, session: int, port: int | None = None, group: int | None = None) -> None:
        """A clone session to one port, or to a multicast group."""
        target = (1, "i32", port) if port is not None else (2, "i32", group)
        self._call("simple_switch", "mirroring_session_add", (1, "i32", session), (2, "struct", [target]))

    def add_group(self, group: int, replicas: Sequence[tuple[int, int]]) -> None:
        """A multicast group of (port, rid) replicas."""
        service, context = "simple_pre_lag", (1, "i32", 0)
        handle = self._call(service, "bm_mc_mgrp_create", context, (2, "i32", group))
        for port, rid in replicas:
            ports = (3, "string", "1" + "0" * port)
            node = self._call(service, "bm_mc_node_create", context, (2, "i32", rid), ports, (4, "string", _LAG_MAP))
            self._call(service, "bm_mc_node_associate", context, (2, "i32", handle), (3, "i32", node))

    def read_counter(self, name: str, index: int) -> tuple[int, int]:
        """(packets, bytes) of one cell."""
        value = self._call("standard", "bm_counter_read", (1, "i32", 0), (2, "string", name), (3, "i32", index))
        assert isinstance(value, dict)
        return value[2], value[1]

    def read_register(self, name: str) -> list[int]:
        """Every cell, as unsigned 64-bit numbers."""
        values = self._call("standard", "bm_register_read_all", (1, "i32", 0), (2, "string", name))
        assert isinstance(values, list)
        return [v & 0xFFFF_FFFF_FFFF_FFFF for v in values]

    def _wire(self) -> FrameSocket:
        if self._frames is None:
            raise ReferenceFault("simple_switch is not running")
        return self._frames

    def _call(self, service: str, method: str, *fields: object) -> object:
        if self._thrift is None:
            raise ReferenceFault("simple_switch is not running")
        try:
            return self._thrift.call(service, method, *fields)  # type: ignore[arg-type]
        except ReferenceFault as error:
            raise ReferenceFault(f"{error}{self._tail()}") from None

    def _tail(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.2)  # a crash closes the sockets a moment before the process has ended
        status = self._process.poll()
        text = self._log.read_text(errors="replace").removeprefix(_BANNER).strip()[:600]
        return f" (status {status}): {text}" if status is not None else f": {text}" if text else ""


def with_parent() -> tuple[str, ...]:
    """What makes a command end when its parent does, even killed: setpriv of util-linux, where there is one."""
    return ("setpriv", "--pdeathsig", "KILL", "--") if shutil.which("setpriv") is not None else ()
