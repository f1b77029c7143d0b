# SPDX-License-Identifier: Apache-2.0
"""A switch and a NIC that do almost nothing: they exercise the emulator alone, in its benchmark and its tests.

Their frames start with 8 bytes: destination NIC, plane, T1, kind (0 data, 1 trimmed data, 2 acknowledgement), source
NIC, and a 24-bit sequence number. The switch forwards by them; the NIC keeps a window of frames in flight and sends
again what is not acknowledged.
"""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass

import topologies

DATA, TRIMMED, ACK = 0, 1, 2
HEADER_BYTES = 8
TRIM_BYTES = 256


@dataclass(frozen=True, slots=True)
class FakeEmission:
    """One frame leaving a `FakeSwitch`."""

    port: int
    priority: int
    frame: bytes


class FakeSwitch:
    """Forwards by destination NIC and T1; trims every `trim_every`-th data frame that leaves to a NIC (0: none)."""

    def __init__(self, topology: topologies.Fabric, name: str, trim_every: int = 0) -> None:
        self.lock = threading.RLock()
        self._topology = topology
        self._switch = topology.switch(name)
        self._trim_every = trim_every
        self._data = 0

    def receive(self, port: int, frame: bytes, now_us: int) -> list[FakeEmission]:
        """The frame towards its NIC, trimmed when it is its turn."""
        del port, now_us
        target, t1, kind = frame[0], frame[2], frame[3]
        downlinks = self._topology.downlinks
        if self._switch.tier == "t1":
            return [FakeEmission(target // downlinks, 7 if kind else 1, frame)]
        if target // downlinks != self._switch.index:
            return [FakeEmission(downlinks + t1, 7 if kind else 1, frame)]
        if kind == DATA and self._trim_every:
            self._data += 1
            if self._data % self._trim_every == 0:
                trimmed = frame[:3] + bytes([TRIMMED]) + frame[4:TRIM_BYTES]
                return [FakeEmission(target % downlinks, 6, trimmed)]
        return [FakeEmission(target % downlinks, 7 if kind else 1, frame)]

    def advance(self, now_us: int) -> list[FakeEmission]:
        """Nothing is ever held back."""
        del now_us
        return []

    def next_event_us(self) -> int | None:
        """None: nothing is ever held back."""
        return None


class FakeNic:
    """Sends data frames of `size` bytes to `target`, sprayed over planes and T1s; acknowledges what it receives."""

    def __init__(
        self,
        topology: topologies.Fabric,
        index: int,
        target: int | None = None,
        *,
        frames: int = 0,
        size: int = 4238,
        window: int = 64,
        timeout_ns: int = 50_000,
    ) -> None:
        self._topology = topology
        self._index = index
        self._target = target
        self._fresh = deque(range(frames))
        self._size = size
        self._window = window
        self._timeout_ns = timeout_ns
        self._in_flight: dict[int, int] = {}
        self._replies: deque[tuple[int, bytes]] = deque()
        self._turn = 0
        self.acknowledged: set[int] = set()
        self.received: set[tuple[int, int]] = set()
        self.sent = 0
        self.resent = 0

    def start(self, frames: int) -> None:
        """Send this many frames more."""
        first = self.sent + len(self._fresh)
        self._fresh.extend(range(first, first + frames))

    def receive(self, port: int, frame: bytes, now_ns: int) -> None:
        """Data is acknowledged, an acknowledgement ends a frame's flight, a trimmed frame is left to its timeout."""
        del now_ns
        kind, source, sequence = frame[3], frame[4], int.from_bytes(frame[5:8], "big")
        if kind == ACK:
            if self._in_flight.pop(sequence, None) is not None:
                self.acknowledged.add(sequence)
        elif kind == DATA:
            self.received.add((source, sequence))
            reply = bytes([source, port, frame[2], ACK, self._index]) + frame[5:8]
            self._replies.append((port, reply.ljust(90, b"\0")))

    def transmit(self, free_ports: int, now_ns: int) -> tuple[int, bytes] | None:
        """Acknowledgements first, then what timed out, then fresh frames."""
        if self._replies and free_ports >> self._replies[0][0] & 1:
            return self._replies.popleft()
        if not free_ports or self._target is None:
            return None
        port = (free_ports & -free_ports).bit_length() - 1
        sequence = self._overdue(now_ns)
        if sequence is None:
            if not self._fresh or len(self._in_flight) >= self._window:
                return None
            sequence = self._fresh.popleft()
            self.sent += 1
        else:
            self.resent += 1
            del self._in_flight[sequence]
        self._in_flight[sequence] = now_ns
        self._turn += 1
        header = bytes([self._target, port, self._turn // 2 % self._topology.t1s, DATA, self._index])
        return port, (header + sequence.to_bytes(3, "big")).ljust(self._size, b"\0")

    def set_carrier(self, port: int, up: bool, now_ns: int) -> None:
        """Its timeouts are all it has."""
        del port, up, now_ns

    def _overdue(self, now_ns: int) -> int | None:
        # Insertion order is order of transmission: only the first can be overdue first.
        for sequence, sent_ns in self._in_flight.items():
            return sequence if now_ns - sent_ns >= self._timeout_ns else None
        return None

    def next_wakeup(self) -> int | None:
        """When the oldest frame in flight is overdue."""
        for sent_ns in self._in_flight.values():
            return sent_ns + self._timeout_ns
        return None
