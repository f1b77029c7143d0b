# SPDX-License-Identifier: Apache-2.0
"""The real p4c and simple_switch, as processes: what the embedded target is compared with.

simple_switch is spoken to over its own two sockets, neither of which needs root: nanomsg for frames (`--packet-in`),
Thrift for clone sessions, multicast groups, counters and registers.
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
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import MappingProxyType
from typing import Self, TypeVar

from google.protobuf import text_format
from typing_extensions import override

from p4soft.drop_in.cli.shell import BROKEN, Connection, ConnectionFailedError
from p4soft.messages import p4info_pb2
from p4soft.switch.thrift.interface import simple_switch
from p4soft.targets.process import answers_p4runtime, free_ports, reference_program

P4C_BM2_SS = "p4c-bm2-ss"
SIMPLE_SWITCH = "simple_switch"
SIMPLE_SWITCH_GRPC = "simple_switch_grpc"


def available(program: str) -> bool:
    """Whether a program of the reference is on the PATH."""
    return reference_program(program) is not None


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
    """The fields after the name, which may itself hold brackets."""
    return (task / "stat").read_text(errors="replace").rpartition(")")[2].split()


# --- Frames over nanomsg ---------------------------------------------------------------------------------------------


_PAIR = 0x10
_GREETING = struct.pack(">4sHH", b"\x00SP\x00", _PAIR, 0)
_ENVELOPE = struct.Struct(">BQ")
_MESSAGE = struct.Struct("=iii")
_PACKET_IN, _PACKET_OUT, _INFO_REQUEST, _INFO_REPLY = 3, 4, 5, 6
_RETRY_S = 0.002


class _FrameSocket:
    """One connection to a simple_switch. Every method raises ReferenceFault when the switch is gone or too slow."""

    def __init__(self, path: Path, deadline: float) -> None:
        """Connect, and wait until the switch answers (`deadline` is of `time.monotonic()`)."""
        problem = "simple_switch does not listen on its packet socket"
        self._socket = _until(deadline, lambda: _connect(path), problem)
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


def _connect(path: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.connect(str(path))
    except OSError:
        connection.close()
        raise
    return connection


_T = TypeVar("_T")


def _until(deadline: float, attempt: Callable[[], _T], problem: str) -> _T:
    """What `attempt` returns as soon as it raises no OSError; raises ReferenceFault with `problem` at the deadline."""
    while True:
        try:
            return attempt()
        except (OSError, ConnectionFailedError) as error:
            if time.monotonic() > deadline:
                raise ReferenceFault(f"{problem}: {getattr(error, 'strerror', None) or error}") from None
            time.sleep(_RETRY_S)  # nothing to wait on before the socket exists, or its thread serves it


# --- A process of BMv2 -----------------------------------------------------------------------------------------------


_START_S = 20.0
_LAG_MAP = "0"
_UNSIGNED = 0xFFFF_FFFF_FFFF_FFFF
_UNKNOWN_OPTION = "Error while parsing command line arguments"
"""BMv2 does not say which, and goes on with two pages of help."""
_WITHOUT_NANOMSG = "it knows no --packet-in or --notifications-addr: this BMv2 was built without nanomsg"


def _with_parent() -> tuple[str, ...]:
    """Words before a command that end it with its parent, even killed: setpriv of util-linux, where there is one."""
    return ("setpriv", "--pdeathsig", "KILL", "--") if shutil.which("setpriv") is not None else ()


class _Bmv2Process:
    """A process with a packet socket. Use as a context manager; the process always dies with this one."""

    answer_s: float
    """How long it may take to answer a call, or to forward a frame."""
    end_s: float
    """How long after its sockets have closed a process has ended."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self._undo = ExitStack()
        self._frames: _FrameSocket | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_details: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process. Idempotent."""
        self._undo.close()

    def send(self, port: int, frame: bytes) -> None:
        with self._faults():
            self._wire().send(port, frame)

    def receive(self) -> tuple[int, bytes]:
        """The next frame that comes out, with its port."""
        with self._faults():
            return self._wire().receive(time.monotonic() + self.answer_s)

    def readable(self, seconds: float) -> bool:
        """Whether a frame has come out, or does within a time."""
        return self._wire().readable(seconds)

    def check(self) -> None:
        """Raise ReferenceFault when the process has ended."""
        status = self._process.poll()
        if status is not None:
            raise ReferenceFault(f"simple_switch ended (status {status}){self._tail()}")

    def _launch(self, command: Sequence[str], frames: Path, notices: Path, *options: str) -> None:
        """Start a command with its two sockets; it does not run when others have their names."""
        for leftover in (frames, notices):
            leftover.unlink(missing_ok=True)
        command = [*_with_parent(), *command, "--packet-in", f"ipc://{frames}"]
        command += ["--notifications-addr", f"ipc://{notices}", *options]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=frames.parent
            )
        self._undo.callback(self._end)

    def _end(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()

    def _thrift(self, port: int) -> Connection:
        problem = f"simple_switch does not serve Thrift on port {port}"
        client = _until(time.monotonic() + self.answer_s, lambda: Connection("127.0.0.1", port, self.answer_s), problem)
        self._undo.callback(client.close)
        return client

    def _connect_frames(self, path: Path, deadline: float) -> None:
        self._frames = _FrameSocket(path, deadline)
        self._undo.callback(self._frames.close)

    def _wire(self) -> _FrameSocket:
        if self._frames is None:
            raise ReferenceFault("simple_switch is not running")
        return self._frames

    @contextlib.contextmanager
    def _faults(self) -> Iterator[None]:
        """A call's failure as ReferenceFault, with what the process said before it ended, if it has."""
        try:
            yield
        except ReferenceFault as error:
            raise self._fallen(error) from None
        except BROKEN as error:
            raise self._fallen(ReferenceFault(f"simple_switch refused a call: {error!r}")) from None

    def _fallen(self, error: ReferenceFault) -> ReferenceFault:
        """Why a socket failed: the process closes it a moment before it has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(self.end_s)
        status = self._process.poll()
        return ReferenceFault(f"{error}{f' (status {status})' if status is not None else ''}{self._tail()}")

    def _tail(self) -> str:
        """Its last words, for a message."""
        said = self._log.read_text(errors="replace")
        words = _WITHOUT_NANOMSG if _UNKNOWN_OPTION in said else self._last_words(said)
        return f": {words}" if words else ""

    def _last_words(self, said: str) -> str:
        raise NotImplementedError


# --- simple_switch ---------------------------------------------------------------------------------------------------


_BANNER = "Calling target program-options parser\n"


class Bmv2(_Bmv2Process):
    """A running simple_switch, driven over Thrift.

    Raises:
        ReferenceFault: it does not start (a program it refuses), or later ends or does not answer.
    """

    answer_s, end_s = 10.0, 0.2

    def __init__(self, program: Path, workdir: Path) -> None:
        super().__init__(workdir / f"{program.stem}.bmv2.log")
        frames, notices = workdir / f"{program.stem}.frames", workdir / f"{program.stem}.notices"
        (port,) = free_ports(1)
        self._launch(["simple_switch", str(program), "--thrift-port", str(port)], frames, notices)
        try:
            with self._faults():
                deadline = time.monotonic() + _START_S
                while not frames.exists() and self._process.poll() is None and time.monotonic() < deadline:
                    time.sleep(_RETRY_S)
                if self._process.poll() is not None:
                    raise ReferenceFault("simple_switch did not start")
                self._connect_frames(frames, deadline)
                self._client = self._thrift(port)
        except ReferenceFault:
            self.close()
            raise

    def add_session(self, session: int, port: int | None = None, group: int | None = None) -> None:
        """A clone session to one port, or to a multicast group."""
        config = simple_switch.MirroringSessionConfig(port=port, mgid=group if port is None else None)
        with self._faults():
            self._client.simple_switch.mirroring_session_add(session, config)

    def add_group(self, group: int, replicas: Sequence[tuple[int, int]]) -> None:
        """A multicast group of (port, rid) replicas."""
        service = self._client.replication
        with self._faults():
            handle = service.bm_mc_mgrp_create(0, group)
            for port, rid in replicas:
                node = service.bm_mc_node_create(0, rid, "1" + "0" * port, _LAG_MAP)
                service.bm_mc_node_associate(0, handle, node)

    def read_counter(self, name: str, index: int) -> tuple[int, int]:
        """(packets, bytes) of one cell."""
        with self._faults():
            value = self._client.standard.bm_counter_read(0, name, index)
        return value.packets, value.bytes

    def read_register(self, name: str) -> list[int]:
        """Every cell, as unsigned 64-bit numbers."""
        with self._faults():
            return _register(self._client, name)

    @override
    def _last_words(self, said: str) -> str:
        return said.removeprefix(_BANNER).strip()[:600]


def _register(client: Connection, name: str) -> list[int]:
    return [value & _UNSIGNED for value in client.standard.bm_register_read_all(0, name)]


# --- simple_switch_grpc ----------------------------------------------------------------------------------------------


_ATTEMPTS = 3
_POLL_S = 0.0005
_REST_S = 60.0
"""However little processor time it got."""
_IDLE_LOOKS = 2
_STAMPS = re.compile(r"^(\[[^\]]*\] )+")


class Bmv2Grpc(_Bmv2Process):
    """A running simple_switch_grpc without a program, driven over P4Runtime.

    Attributes:
        address: of its P4Runtime server.

    Raises:
        ReferenceFault: it does not start, or later ends or does not answer.
    """

    answer_s, end_s = 20.0, 2.0
    device_id = 0

    def __init__(self, workdir: Path) -> None:
        super().__init__(workdir / "simple_switch_grpc.log")
        for attempt in range(_ATTEMPTS):
            try:
                self._start(workdir, attempt)
                break
            except ReferenceFault:
                # Somebody may have taken a port that was free; it then ends at once.
                self.close()
                if attempt + 1 == _ATTEMPTS:
                    raise

    def attach(self) -> None:
        """Connect to the packet socket: the switch answers there once it has a program."""
        self._connect_frames(self._path, time.monotonic() + _START_S)

    def settle(self, seconds: float) -> tuple[list[tuple[int, bytes]], bool]:
        """All frames that come out until the switch has nothing left to do.

        Returns:
            The frames with their ports, and whether it came to rest within `seconds` of its own processor time: on a
            busy machine it may wait long for its turn.

        Raises:
            ReferenceFault: the switch ended.
        """
        found: list[tuple[int, bytes]] = []
        looks = 0
        most, deadline = processor_seconds(self._process.pid) + seconds, time.monotonic() + _REST_S
        while looks < _IDLE_LOOKS:
            if self.readable(0):
                found.append(self.receive())
                looks = 0
            elif is_idle(self._process.pid):
                looks += 1
            else:
                looks = 0
                if processor_seconds(self._process.pid) > most or time.monotonic() > deadline:
                    return found, False
                self.readable(_POLL_S)
        self.check()
        return found, True

    def read_register(self, name: str) -> tuple[int, ...]:
        """Every cell, as unsigned 64-bit numbers, over Thrift: its P4Runtime has no registers."""
        with contextlib.closing(self._thrift(self._thrift_port)) as client, self._faults():
            return tuple(_register(client, name))

    def _start(self, workdir: Path, attempt: int) -> None:
        self._path = workdir / f"frames{attempt}"
        grpc_port, self._thrift_port = free_ports(2)
        self.address = f"127.0.0.1:{grpc_port}"
        self._launch(
            [SIMPLE_SWITCH_GRPC, "--no-p4", "--thrift-port", str(self._thrift_port)],
            self._path,
            workdir / f"notices{attempt}",
            # Errors alone: an assertion that does not hold is one, and names its line.
            *("--log-console", "--log-level", "error", "--", "--grpc-server-addr", self.address),
        )
        if not answers_p4runtime(self.address, time.monotonic() + _START_S, self.check):
            raise ReferenceFault("simple_switch_grpc does not answer")

    @override
    def _last_words(self, said: str) -> str:
        """The last error it wrote, without its time."""
        lines = said.strip().splitlines()
        errors = [line for line in lines if "[E]" in line] or lines
        return _STAMPS.sub("", errors[-1])[:400] if errors else ""
