# SPDX-License-Identifier: Apache-2.0
"""The real simple_switch_grpc, as a process that runs whatever program is pushed over P4Runtime."""

from __future__ import annotations

import contextlib
import re
import shutil
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

import grpc
from finsy.proto.p4.v1 import p4runtime_pb2, p4runtime_pb2_grpc

from p4soft.fidelity.reference.bmv2 import with_parent
from p4soft.fidelity.reference.errors import ReferenceFault
from p4soft.fidelity.reference.idle import is_idle, processor_seconds
from p4soft.fidelity.reference.nanomsg import FrameSocket
from p4soft.fidelity.reference.thrift import ThriftClient
from p4soft.targets.process import free_ports

_COMMAND = "simple_switch_grpc"
_START_S, _ANSWER_S = 20.0, 20.0
_ATTEMPTS = 3
_POLL_S = 0.0005
_END_S = 2.0
_REST_S = 60.0
"""However little processor time it got."""
_IDLE_LOOKS = 2
_STAMPS = re.compile(r"^(\[[^\]]*\] )+")
_CHANNEL_OPTIONS = (("grpc.initial_reconnect_backoff_ms", 20), ("grpc.enable_http_proxy", 0))


def available() -> bool:
    """Whether simple_switch_grpc is on the PATH."""
    return shutil.which(_COMMAND) is not None


class Bmv2Grpc:
    """A running simple_switch_grpc without a program. Use as a context manager; the process dies with this one.

    Attributes:
        address: of its P4Runtime server; its device id is 0.

    Raises:
        ReferenceFault: it does not start, or later ends or does not answer.
    """

    def __init__(self, workdir: Path) -> None:
        self._log = workdir / "simple_switch_grpc.log"
        self._undo = ExitStack()
        self._frames: FrameSocket | None = None
        for attempt in range(_ATTEMPTS):
            try:
                self._start(workdir, attempt)
                break
            except ReferenceFault:
                # Somebody may have taken a port that was free; it then ends at once.
                self._undo.close()
                if attempt + 1 == _ATTEMPTS:
                    raise

    def __enter__(self) -> Bmv2Grpc:
        return self

    def __exit__(self, *_details: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process. Idempotent."""
        self._undo.close()

    def attach(self) -> None:
        """Connect to the packet socket: the switch answers there once it has a program."""
        self._frames = FrameSocket(self._path, time.monotonic() + _START_S)
        self._undo.callback(self._frames.close)

    def send(self, port: int, frame: bytes) -> None:
        """Put a frame into a port."""
        try:
            self._wire().send(port, frame)
        except ReferenceFault as error:
            raise self._fallen(error) from None

    def settle(self, seconds: float) -> tuple[list[tuple[int, bytes]], bool]:
        """All frames that come out until the switch has nothing left to do.

        Returns:
            The frames with their ports, and whether it came to rest within `seconds` of its own processor time: on a
            busy machine it may wait long for its turn.

        Raises:
            ReferenceFault: the switch ended.
        """
        wire, found, looks = self._wire(), [], 0
        most, deadline = processor_seconds(self._process.pid) + seconds, time.monotonic() + _REST_S
        while looks < _IDLE_LOOKS:
            if wire.readable(0):
                found.append(self._receive(wire))
                looks = 0
            elif is_idle(self._process.pid):
                looks += 1
            else:
                looks = 0
                if processor_seconds(self._process.pid) > most or time.monotonic() > deadline:
                    return found, False
                wire.readable(_POLL_S)
        self.check()
        return found, True

    def read_register(self, name: str) -> tuple[int, ...]:
        """Every cell, as unsigned 64-bit numbers, over Thrift: its P4Runtime has no registers."""
        client = ThriftClient(self._thrift_port, _ANSWER_S)
        try:
            values = client.call("standard", "bm_register_read_all", (1, "i32", 0), (2, "string", name))
        finally:
            client.close()
        assert isinstance(values, list)
        return tuple(v & 0xFFFF_FFFF_FFFF_FFFF for v in values)

    def check(self) -> None:
        """Raise ReferenceFault when the process has ended."""
        status = self._process.poll()
        if status is not None:
            raise ReferenceFault(f"simple_switch ended (status {status}){self._tail()}")

    def _start(self, workdir: Path, attempt: int) -> None:
        self._path, notices = workdir / f"frames{attempt}", workdir / f"notices{attempt}"
        for leftover in (self._path, notices):
            leftover.unlink(missing_ok=True)
        grpc_port, self._thrift_port = free_ports(2)
        self.address = f"127.0.0.1:{grpc_port}"
        command = [*with_parent(), _COMMAND, "--no-p4", "--thrift-port", str(self._thrift_port)]
        command += ["--packet-in", f"ipc://{self._path}", "--notifications-addr", f"ipc://{notices}"]
        # Errors alone: an assertion that does not hold is one, and names its line.
        command += ["--log-console", "--log-level", "error", "--", "--grpc-server-addr", self.address]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=workdir)
        self._undo.callback(self._end)
        deadline = time.monotonic() + _START_S
        with grpc.insecure_channel(self.address, options=_CHANNEL_OPTIONS) as channel:
            stub = p4runtime_pb2_grpc.P4RuntimeStub(channel)
            while True:
                self.check()
                try:
                    stub.Capabilities(p4runtime_pb2.CapabilitiesRequest(), timeout=0.25, wait_for_ready=True)
                    return
                except grpc.RpcError as error:
                    if time.monotonic() > deadline:
                        raise ReferenceFault(f"simple_switch_grpc does not answer: {error.code()}") from None

    def _end(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()

    def _receive(self, wire: FrameSocket) -> tuple[int, bytes]:
        try:
            return wire.receive(time.monotonic() + _ANSWER_S)
        except ReferenceFault as error:
            raise self._fallen(error) from None

    def _fallen(self, error: ReferenceFault) -> ReferenceFault:
        """Why the packet socket failed: the process closes it a moment before it has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_S)
        status = self._process.poll()
        return ReferenceFault(f"{error}{f' (status {status})' if status is not None else ''}{self._tail()}")

    def _wire(self) -> FrameSocket:
        assert self._frames is not None, "attach first"
        return self._frames

    def _tail(self) -> str:
        """The last error it wrote, without its time."""
        lines = self._log.read_text(errors="replace").strip().splitlines()
        errors = [line for line in lines if "[E]" in line] or lines
        return f": {_STAMPS.sub('', errors[-1])[:400]}" if errors else ""
