# SPDX-License-Identifier: Apache-2.0
"""Any NIC as a NIC under test: frames through network interfaces (or unix sockets), work requests through a command.

Time is real. The command is started once; it gets one JSON object per line on its standard input and answers each with
one JSON object on a line of its standard output, ``{"error": "..."}`` if it cannot do what is asked:

| ``do`` | with | answer |
|---|---|---|
| ``configure`` | ``settings``: fields of `Settings`, paths, addresses, MACs | ``qp``, ``region_address``, ``r_key`` |
| ``reconnect`` | ``settings``, as above | as above |
| ``withdraw_region`` | | nothing |
| ``post_write`` | ``data`` (hex), ``remote_address``, ``r_key``, ``wr_id``, ``immediate`` or null | nothing |
| ``completions`` | | ``completions``: fields of `Completion` each, since the last time |
| ``read_memory`` | ``offset``, ``length`` | ``data`` (hex) |
| ``control_ev`` | ``entropy``, ``denied`` | nothing |
| ``set_port`` | ``port``, ``up`` | nothing |
| ``enable_port`` | ``port``, ``enabled`` | nothing |
| ``counters`` | | ``counters``: name to number, or nothing |

"Everything has been answered" is shown by EV probes of the tester: one is sent into each port behind the frames of a
case, and what the NIC sends before it has answered all, and ``settle_ms`` after, counts as its answer. A NIC that
answers no EV probes has ``settle_ms`` alone.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError
from typing_extensions import override

from p4soft.targets.links import AttachError, FrameTooLongError, PortSocket, open_attachment
from ptf_tests.headers import codec, internet, mrc
from ptf_tests.nic import wire
from ptf_tests.nic.api import (
    Capabilities,
    Completion,
    Connection,
    NicError,
    NicGoneError,
    NicProfile,
    NicSilentError,
    NicUnderTest,
    Settings,
    Transmitted,
    nic_mac,
    switch_mac,
)
from ptf_tests.nic.wire import OUTER, PeerFrames

_SENTINELS = range(0xF000, 0x10000)
"""Request ids of the tester's own EV probes; no case uses them."""
_STOP_S = 5.0
_T = TypeVar("_T")

_CONNECTION = TypeAdapter(Connection)
_COMPLETIONS = TypeAdapter(list[Completion])
_COUNTERS = TypeAdapter(dict[str, int])


_MULTICAST = 1 << 40
_NH_HOP_BY_HOP, _NH_ICMPV6 = 0, 58


def _is_chatter(frame: bytes) -> bool:
    """Whether a frame is none of the case's: multicast, ARP, neighbour discovery and the like of the NIC's host."""
    if len(frame) < codec.size_of(internet.ETHERNET) + codec.size_of(internet.IPV6):
        return False
    ethernet = codec.decode(internet.ETHERNET, frame)
    if ethernet["dst"] & _MULTICAST:
        return True
    if ethernet["ethertype"] == internet.IPV4_TYPE:
        return codec.decode(internet.IPV4, frame[OUTER:])["protocol"] != internet.UDP_PROTOCOL
    if ethernet["ethertype"] != internet.IPV6_TYPE:
        return True
    return codec.decode(internet.IPV6, frame[OUTER:])["next_header"] in (_NH_HOP_BY_HOP, _NH_ICMPV6)


class Command:
    """The program that passes work requests to the NIC."""

    def __init__(self, arguments: Sequence[str], deadline_s: float) -> None:
        self._name = " ".join(arguments)
        self._deadline_s = deadline_s
        self._rest = b""
        try:
            self._process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise NicGoneError(f"command: {self._name}: cannot start: {error.strerror}") from None

    def ask(self, do: str, **more: object) -> dict[str, object]:
        """Send one request; its answer.

        Raises:
            NicGoneError: there is none in time, or one that cannot be read.
            NicError: the answer is an error.
        """
        stdin = self._process.stdin
        assert stdin is not None, "a pipe was asked for"
        try:
            stdin.write(json.dumps({"do": do, **more}).encode() + b"\n")
            stdin.flush()
        except OSError:
            raise NicGoneError(f"command: {self._name}: it ended before {do}") from None
        line = self._line(do)
        try:
            answer = json.loads(line)
        except ValueError:
            raise NicGoneError(f"command: {self._name}: answered {do} with {line!r}; accepted: a JSON object") from None
        if not isinstance(answer, dict):
            raise NicGoneError(f"command: {self._name}: answered {do} with {line!r}; accepted: a JSON object")
        if "error" in answer:
            raise NicError(f"command: {self._name}: {do}: {answer['error']}")
        return answer

    def _line(self, do: str) -> bytes:
        stdout = self._process.stdout
        assert stdout is not None, "a pipe was asked for"
        deadline = time.monotonic() + self._deadline_s
        while b"\n" not in self._rest:
            ready, _, _ = select.select([stdout], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise NicGoneError(f"command: {self._name}: no answer to {do} in {self._deadline_s:g} s")
            chunk = os.read(stdout.fileno(), 1 << 20)
            if not chunk:
                raise NicGoneError(f"command: {self._name}: it ended without an answer to {do}")
            self._rest += chunk
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def close(self) -> None:
        """End it: its standard input closes, and if that is not enough it is killed. Idempotent."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        try:
            self._process.wait(_STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class InterfaceNic(NicUnderTest):
    """A NIC behind interfaces, as its profile describes it."""

    def __init__(self, profile: NicProfile) -> None:
        """Open its ports and start its command. Raises NicError."""
        self._profile = profile
        self._capabilities = profile.capabilities()
        self._sent: list[Transmitted] = []
        self._ports: list[PortSocket] = []
        self._up: set[int] = set(range(len(profile.interfaces)))
        self._make: PeerFrames | None = None
        self._next_sentinel = 0
        self._unanswered: set[int] = set()
        self._command = Command(profile.command, profile.deadline_s)
        try:
            self._ports = [open_attachment(spec) for spec in profile.interfaces]
        except AttachError as error:
            self.close()
            raise NicGoneError(f"{profile.name}: {error}") from None

    @property
    @override
    def capabilities(self) -> Capabilities:
        return self._capabilities

    @override
    def configure(self, settings: Settings) -> Connection:
        """See NicUnderTest. What the NIC sent before is thrown away."""
        self._up = set(range(settings.planes))
        return self._connected("configure", settings)

    @override
    def reconnect(self, settings: Settings) -> Connection:
        """See NicUnderTest. What the NIC sent before is thrown away."""
        return self._connected("reconnect", settings)

    @override
    def withdraw_region(self) -> None:
        self._command.ask("withdraw_region")

    def _connected(self, do: str, settings: Settings) -> Connection:
        self._unanswered.clear()
        wanted = {
            **asdict(settings),
            "denied": sorted(settings.denied),
            "paths": [{**asdict(path), "destination": path.destination.hex()} for path in settings.paths()],
            "nic_address": settings.nic_address.hex(),
            "peer_address": settings.peer_address.hex(),
            "nic_macs": [f"{nic_mac(port):012x}" for port in range(settings.planes)],
            "switch_macs": [f"{switch_mac(port):012x}" for port in range(settings.planes)],
        }
        connection = self._read(_CONNECTION, self._command.ask(do, settings=wanted), do)
        self._make = PeerFrames(settings, self._capabilities, connection)
        self.settle()
        self._sent = []
        return connection

    @override
    def post_write(
        self, data: bytes, remote_address: int, r_key: int, *, wr_id: int = 0, immediate: int | None = None
    ) -> None:
        self._command.ask(
            "post_write",
            data=data.hex(),
            remote_address=remote_address,
            r_key=r_key,
            wr_id=wr_id,
            immediate=immediate,
        )

    @override
    def receive_from_network(self, port: int, frame: bytes) -> None:
        try:
            self._ports[port].send(frame)
        except FrameTooLongError as error:
            raise NicError(f"{self._profile.name}: {error}") from None
        except AttachError as error:
            raise NicGoneError(f"{self._profile.name}: {error}") from None

    @override
    def settle(self) -> None:
        """Until it has answered an EV probe, if it does, and has been quiet for a while."""
        if self._make is not None and "nic.ev_probes" in self._capabilities.claims:
            self._probe(self._make)
        while self._collect(time.monotonic() + self._profile.settle_ms / 1000):
            pass

    def _probe(self, make: PeerFrames) -> None:
        """One EV probe into each port that is up, behind all frames that went in there; wait for the answers."""
        first_paths = {path.port: path for path in reversed(make.paths) if path.port in self._up}
        for path in first_paths.values():
            sentinel = _SENTINELS[self._next_sentinel % len(_SENTINELS)]
            self._next_sentinel += 1
            self._unanswered.add(sentinel)
            probe = make.ev_probe(sentinel, entropy=path.entropy)
            self.receive_from_network(probe.port, probe.data)
        deadline = time.monotonic() + self._profile.deadline_s
        while self._unanswered:
            if not self._collect(deadline):
                raise NicSilentError(
                    f"{self._profile.name}: no answer to an EV probe in {self._profile.deadline_s:g} s; a NIC that "
                    "answers none must not claim nic.ev_probes"
                )

    @override
    def advance(self, duration_ns: int) -> None:
        deadline = time.monotonic() + duration_ns / 1e9
        while time.monotonic() < deadline:
            self._collect(deadline)

    @override
    def transmitted(self) -> list[Transmitted]:
        sent, self._sent = self._sent, []
        return sent

    @override
    def completions(self) -> list[Completion]:
        answer = self._command.ask("completions")
        return self._read(_COMPLETIONS, answer.get("completions"), "completions")

    @override
    def control_ev(self, entropy: int, *, denied: bool) -> None:
        self._command.ask("control_ev", entropy=entropy, denied=denied)

    @override
    def set_port(self, port: int, *, up: bool) -> None:
        self._command.ask("set_port", port=port, up=up)
        (self._up.add if up else self._up.discard)(port)

    @override
    def enable_port(self, port: int, *, enabled: bool) -> None:
        self._command.ask("enable_port", port=port, enabled=enabled)

    @override
    def read_memory(self, offset: int, length: int) -> bytes:
        answer = self._command.ask("read_memory", offset=offset, length=length)
        try:
            data = bytes.fromhex(str(answer.get("data")))
        except ValueError:
            data = b""
        if len(data) != length:
            raise NicGoneError(
                f"command: answered read_memory of {length} bytes with {len(data)}; accepted: hex in `data`"
            )
        return data

    @override
    def counters(self) -> Mapping[str, int]:
        return self._read(_COUNTERS, self._command.ask("counters").get("counters", {}), "counters")

    @override
    def close(self) -> None:
        for port in self._ports:
            port.close()
        self._command.close()

    def _collect(self, deadline: float) -> bool:
        """Take a frame from every port that has one, waiting for the first until ``deadline``; whether any had."""
        ready, _, _ = select.select(self._ports, [], [], max(0.0, deadline - time.monotonic()))
        for socket in ready:
            try:
                frame = socket.recv(0.0)
            except AttachError as error:
                raise NicGoneError(f"{self._profile.name}: {error}") from None
            if frame is not None and not _is_chatter(frame) and not self._is_sentinel(frame):
                self._sent.append(Transmitted(self._ports.index(socket), frame, time.monotonic_ns()))
        return bool(ready)

    def _is_sentinel(self, frame: bytes) -> bool:
        """Whether a frame answers the tester's own EV probe, whose id is noted."""
        try:
            seen = wire.parse(frame, self._capabilities.rules)
        except codec.WireError:
            return False
        if seen.bth["opcode"] != mrc.ENDPOINT_RESPONSE or seen.bth["psn"] & 0xFFFF not in _SENTINELS:
            return False
        self._unanswered.discard(seen.bth["psn"] & 0xFFFF)
        return True

    @staticmethod
    def _read(adapter: TypeAdapter[_T], value: object, do: str) -> _T:
        try:
            return adapter.validate_python(value)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"])) or "the answer"
            raise NicGoneError(f"command: answered {do} wrongly: {place}: {first['msg']}") from None
