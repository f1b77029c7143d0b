# SPDX-License-Identifier: Apache-2.0
"""The real p4c and simple_switch, as processes: what the embedded target is compared with.

simple_switch is spoken to over its own two sockets, neither of which needs root: nanomsg for frames (`--packet-in`),
Thrift for clone sessions, multicast groups, counters and registers. Both protocols are simple enough to write here.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import shutil
import socket
import struct
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import grpc
from finsy.proto.p4.config.v1 import p4info_pb2
from finsy.proto.p4.v1 import p4runtime_pb2, p4runtime_pb2_grpc
from google.protobuf import text_format

from p4soft.targets.process import free_ports

P4C_BM2_SS = "p4c-bm2-ss"
SIMPLE_SWITCH = "simple_switch"
SIMPLE_SWITCH_GRPC = "simple_switch_grpc"


def available(program: str) -> bool:
    """Whether a program of the reference is on the PATH."""
    return shutil.which(program) is not None


class ReferenceFault(Exception):  # noqa: N818 - a fault of the program under comparison, not of ours
    """p4c or simple_switch crashed, refused its input or did not answer. The message says which and how."""


# --- p4c -------------------------------------------------------------------------------------------------------------


_TIMEOUT_S = 150.0
_TAIL = 2000
_NO_DEFINES: Mapping[str, str | None] = MappingProxyType({})


def _errors(messages: str) -> str:
    """The messages from the first error or compiler bug on."""
    lines = messages.splitlines()
    first = next((i for i, line in enumerate(lines) if " error: " in line or "Bug" in line or "BUG" in line), 0)
    return "\n".join(lines[first:])[:_TAIL]


def p4c_program(
    source: Path, workdir: Path, defines: Mapping[str, str | None] = _NO_DEFINES, include_dirs: Sequence[Path] = ()
) -> tuple[dict[str, object], p4info_pb2.P4Info, str]:
    """BMv2 JSON, P4Info and the messages of one compilation.

    Raises:
        ReferenceFault: p4c refused the program, crashed or took too long.
    """
    output, info = workdir / "p4c.json", workdir / "p4c.txtpb"
    macros = [f"-D{name}" + ("" if value is None else f"={value}") for name, value in defines.items()]
    macros += [f"-I{folder}" for folder in include_dirs]
    command = ["p4c-bm2-ss", "--std", "p4-16", *macros, str(source), "-o", str(output), "--p4runtime-files", str(info)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired:
        raise ReferenceFault(f"p4c took longer than {_TIMEOUT_S:g} s") from None
    if done.returncode != 0:
        raise ReferenceFault(f"p4c ended with status {done.returncode}: {_errors(done.stderr)}")
    parsed = p4info_pb2.P4Info()
    text_format.Parse(info.read_text(), parsed)
    return json.loads(output.read_text()), parsed, done.stderr


# --- Whether a process has anything left to do -----------------------------------------------------------------------


_ASLEEP = "S"
_TICKS = os.sysconf("SC_CLK_TCK")


def is_idle(process_id: int) -> bool:
    """Whether every thread of a process sleeps; a process that is gone is idle."""
    try:
        tasks = list(Path(f"/proc/{process_id}/task").iterdir())
        return all(_state(task) == _ASLEEP for task in tasks)
    except OSError:
        return not Path(f"/proc/{process_id}").exists()


def processor_seconds(process_id: int) -> float:
    """The processor time that a process has used; 0 for one that is gone."""
    try:
        user, system = _fields(Path(f"/proc/{process_id}"))[11:13]
    except OSError:
        return 0.0
    return (int(user) + int(system)) / _TICKS


def _state(task: Path) -> str:
    try:
        return _fields(task)[0]
    except FileNotFoundError:
        return _ASLEEP  # the thread has ended meanwhile


def _fields(task: Path) -> list[str]:
    """What follows the name, which may itself hold brackets."""
    return (task / "stat").read_text(errors="replace").rpartition(")")[2].split()


# --- Thrift ----------------------------------------------------------------------------------------------------------


_CALL, _REPLY, _EXCEPTION = 1, 2, 3
_VERSION = 0x80010000
_STOP = b"\x00"

Kind = Literal["i32", "i64", "string", "struct"]
Field = tuple[int, Kind, object]
"""A field to send: its id, its type and its value (for a struct: a list of fields)."""

_TYPES: dict[str, int] = {"i32": 8, "i64": 10, "string": 11, "struct": 12}


class ThriftClient:
    """One connection. A refusal by the switch is a ReferenceFault with the call's name and the error code."""

    def __init__(self, port: int, timeout_s: float) -> None:
        deadline = time.monotonic() + timeout_s
        while True:
            try:
                self._socket = socket.create_connection(("127.0.0.1", port), timeout_s)
                break
            except OSError as error:
                if time.monotonic() > deadline:
                    raise ReferenceFault(f"simple_switch does not serve Thrift on port {port}: {error}") from None
                time.sleep(0.002)  # its thread for Thrift starts at its leisure
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._stream = self._socket.makefile("rb")

    def call(self, service: str, method: str, *fields: Field) -> object:
        """Call a method; its result (None for void): int, bytes, list, or a struct as a dict from field id."""
        name = f"{service}:{method}".encode()
        head = struct.pack(">Ii", _VERSION | _CALL, len(name)) + name + struct.pack(">i", 0)
        try:
            self._socket.sendall(head + _struct(fields))
            (version,) = struct.unpack(">I", self._read(4))
            self._read(self._i32())
            self._i32()
            reply = self._value(12)
        except OSError as error:
            raise ReferenceFault(f"{method}: {error}") from None
        assert isinstance(reply, dict)
        if version & 0xFF == _EXCEPTION or any(number != 0 for number in reply):
            raise ReferenceFault(f"simple_switch refused {method}: {reply}")
        return reply.get(0)

    def close(self) -> None:
        self._stream.close()
        self._socket.close()

    def _read(self, size: int) -> bytes:
        data = self._stream.read(size)
        if len(data) < size:
            raise ReferenceFault("simple_switch closed its Thrift connection")
        return data

    def _i32(self) -> int:
        return int.from_bytes(self._read(4), "big", signed=True)

    def _value(self, kind: int) -> object:
        sizes = {2: 1, 3: 1, 6: 2, 8: 4, 10: 8}
        if kind in sizes:
            return int.from_bytes(self._read(sizes[kind]), "big", signed=True)
        if kind == 11:
            return self._read(self._i32())
        if kind == 12:
            result = {}
            while (inner := self._read(1)[0]) != 0:
                number = int.from_bytes(self._read(2), "big")
                result[number] = self._value(inner)
            return result
        if kind == 15:
            inner = self._read(1)[0]
            return [self._value(inner) for _ in range(self._i32())]
        raise ReferenceFault(f"simple_switch sent a Thrift value of type {kind}, which no call made here returns")


def _struct(fields: object) -> bytes:
    assert isinstance(fields, tuple | list)
    return b"".join(struct.pack(">bh", _TYPES[k], n) + _encode(k, v) for n, k, v in fields) + _STOP


def _encode(kind: Kind, value: object) -> bytes:
    if kind == "struct":
        return _struct(value)
    if kind == "string":
        assert isinstance(value, str)
        return struct.pack(">i", len(value)) + value.encode()
    assert isinstance(value, int)
    return value.to_bytes(4 if kind == "i32" else 8, "big", signed=True)


# --- Frames over nanomsg ---------------------------------------------------------------------------------------------


_PAIR = 0x10
_GREETING = struct.pack(">4sHH", b"\x00SP\x00", _PAIR, 0)
_ENVELOPE = struct.Struct(">BQ")
_MESSAGE = struct.Struct("=iii")
_PACKET_IN, _PACKET_OUT, _INFO_REQUEST, _INFO_REPLY = 3, 4, 5, 6
_RETRY_S = 0.002


class FrameSocket:
    """One connection to a simple_switch. Every method raises ReferenceFault when the switch is gone or too slow."""

    def __init__(self, path: Path, deadline: float) -> None:
        """Connect, and wait until the switch answers (`deadline` is of `time.monotonic()`)."""
        self._socket = _connect(path, deadline)
        self._pending = b""
        self._send(_GREETING)
        self._receive_exactly(len(_GREETING), deadline)
        self._message(_INFO_REQUEST, 0, 1, b"")
        while self._receive(deadline)[0] != _INFO_REPLY:
            pass

    def send(self, port: int, frame: bytes) -> None:
        self._message(_PACKET_IN, port, len(frame), frame)

    def receive(self, deadline: float) -> tuple[int, bytes]:
        while True:
            kind, port, frame = self._receive(deadline)
            if kind == _PACKET_OUT:
                return port, frame

    def readable(self, seconds: float) -> bool:
        """Whether something has come or comes within a time (a message from the switch that has ended counts)."""
        return bool(self._pending or select.select([self._socket], [], [], max(seconds, 0.0))[0])

    def close(self) -> None:
        self._socket.close()

    def _message(self, kind: int, port: int, more: int, body: bytes) -> None:
        size = _MESSAGE.size + len(body)
        self._send(_ENVELOPE.pack(1, size) + _MESSAGE.pack(kind, port, more) + body)

    def _send(self, data: bytes) -> None:
        try:
            self._socket.sendall(data)
        except OSError as error:
            raise ReferenceFault(f"simple_switch stopped taking frames: {error.strerror}") from None

    def _receive(self, deadline: float) -> tuple[int, int, bytes]:
        _type, size = _ENVELOPE.unpack(self._receive_exactly(_ENVELOPE.size, deadline))
        body = self._receive_exactly(size, deadline)
        kind, port, _more = _MESSAGE.unpack_from(body)
        return kind, port, body[_MESSAGE.size :]

    def _receive_exactly(self, size: int, deadline: float) -> bytes:
        while len(self._pending) < size:
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                raise ReferenceFault("simple_switch did not answer in time")
            self._socket.settimeout(remaining)
            try:
                chunk = self._socket.recv(65536)
            except TimeoutError:
                continue
            except OSError as error:
                raise ReferenceFault(f"simple_switch stopped giving frames: {error.strerror}") from None
            if not chunk:
                raise ReferenceFault("simple_switch ended")
            self._pending += chunk
        result, self._pending = self._pending[:size], self._pending[size:]
        return result


def _connect(path: Path, deadline: float) -> socket.socket:
    while True:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.connect(str(path))
        except OSError as error:
            connection.close()
            if time.monotonic() > deadline:
                raise ReferenceFault(f"simple_switch does not listen on its packet socket: {error.strerror}") from None
            time.sleep(_RETRY_S)  # nothing to wait on before the socket exists
        else:
            return connection


# --- simple_switch ---------------------------------------------------------------------------------------------------


_START_S = 20.0
_ANSWER_S = 10.0
_LAG_MAP = "0"
_BANNER = "Calling target program-options parser\n"


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
        self._wire().send(port, frame)

    def receive(self) -> tuple[int, bytes]:
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


# --- simple_switch_grpc ----------------------------------------------------------------------------------------------


_ANSWER_GRPC_S = 20.0
_ATTEMPTS = 3
_POLL_S = 0.0005
_END_S = 2.0
_REST_S = 60.0
"""However little processor time it got."""
_IDLE_LOOKS = 2
_STAMPS = re.compile(r"^(\[[^\]]*\] )+")
_CHANNEL_OPTIONS = (("grpc.initial_reconnect_backoff_ms", 20), ("grpc.enable_http_proxy", 0))


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
        self._undo.close()

    def attach(self) -> None:
        """Connect to the packet socket: the switch answers there once it has a program."""
        self._frames = FrameSocket(self._path, time.monotonic() + _START_S)
        self._undo.callback(self._frames.close)

    def send(self, port: int, frame: bytes) -> None:
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
        client = ThriftClient(self._thrift_port, _ANSWER_GRPC_S)
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
        command = [*with_parent(), SIMPLE_SWITCH_GRPC, "--no-p4", "--thrift-port", str(self._thrift_port)]
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
            return wire.receive(time.monotonic() + _ANSWER_GRPC_S)
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
