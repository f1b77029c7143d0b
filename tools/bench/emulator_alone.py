# SPDX-License-Identifier: Apache-2.0
"""How fast the emulator itself is: events and frames per second of real time, with switches and NICs that do nothing.

Run as `python -m tools.bench.emulator_alone`. The switch and the NIC are for tests, too. Their frames start with 8
bytes: destination NIC, plane, T1, kind (0 data, 1 trimmed data, 2 acknowledgement), source NIC, and a 24-bit sequence
number. The switch forwards by them; the NIC keeps a window of frames in flight and sends again what is not
acknowledged.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path

import click

import topologies
from fabric.emulation.measuring import PathUses
from fabric.emulation.network import Network
from p4soft.command_line import run_command
from p4soft.switch import Emission

# --- Fakes -----------------------------------------------------------------------------------------------------------


DATA, TRIMMED, ACK = 0, 1, 2
HEADER_BYTES = 8
TRIM_BYTES = 256
_SIZE = 4238
"""Bytes of a data frame."""
_WINDOW, _TIMEOUT_NS = 64, 50_000
"""Frames in flight of a NIC, and how long after its transmission one is sent again."""


class FakeSwitch:
    """Forwards by destination NIC and T1; trims every `trim_every`-th data frame that leaves to a NIC (0: none)."""

    def __init__(self, topology: topologies.Fabric, name: str, trim_every: int = 0) -> None:
        self.lock = threading.RLock()
        self._topology = topology
        self._switch = topology.switch(name)
        self._trim_every = trim_every
        self._data = 0

    def receive(self, port: int, frame: bytes, now_us: int) -> list[Emission]:
        """The frame towards its NIC, trimmed when it is its turn."""
        del port, now_us
        target, t1, kind = frame[0], frame[2], frame[3]
        downlinks = self._topology.downlinks
        if self._switch.tier == "t1":
            return [Emission(target // downlinks, 7 if kind else 1, frame)]
        if target // downlinks != self._switch.index:
            return [Emission(downlinks + t1, 7 if kind else 1, frame)]
        if kind == DATA and self._trim_every:
            self._data += 1
            if self._data % self._trim_every == 0:
                trimmed = frame[:3] + bytes([TRIMMED]) + frame[4:TRIM_BYTES]
                return [Emission(target % downlinks, 6, trimmed)]
        return [Emission(target % downlinks, 7 if kind else 1, frame)]

    def advance(self, now_us: int) -> list[Emission]:
        del now_us
        return []

    def next_event_us(self) -> int | None:
        """None: nothing is ever held back."""
        return None


class FakeNic:
    """Sends data frames to `target`, sprayed over planes and T1s; acknowledges what it receives."""

    def __init__(
        self,
        topology: topologies.Fabric,
        index: int,
        target: int | None = None,
        *,
        frames: int = 0,
    ) -> None:
        self._topology = topology
        self._index = index
        self._target = target
        self._fresh = deque(range(frames))
        self._in_flight: dict[int, int] = {}
        self._replies: deque[tuple[int, bytes]] = deque()
        self._turn = 0
        self.acknowledged: set[int] = set()
        self.received: set[tuple[int, int]] = set()
        self.sent = 0
        self.resent = 0

    def start(self, frames: int) -> None:
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
            if not self._fresh or len(self._in_flight) >= _WINDOW:
                return None
            sequence = self._fresh.popleft()
            self.sent += 1
        else:
            self.resent += 1
            del self._in_flight[sequence]
        self._in_flight[sequence] = now_ns
        self._turn += 1
        header = bytes([self._target, port, self._turn // 2 % self._topology.t1s, DATA, self._index])
        return port, (header + sequence.to_bytes(3, "big")).ljust(_SIZE, b"\0")

    def set_carrier(self, port: int, up: bool, now_ns: int) -> None:
        del port, up, now_ns

    def _overdue(self, now_ns: int) -> int | None:
        # Insertion order is order of transmission: only the first can be overdue first.
        for sequence, sent_ns in self._in_flight.items():
            return sequence if now_ns - sent_ns >= _TIMEOUT_NS else None
        return None

    def next_wakeup(self) -> int | None:
        for sent_ns in self._in_flight.values():
            return sent_ns + _TIMEOUT_NS
        return None


# --- Emulator alone --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Measurement:
    """Events run, frames through switches and the CPU time they took."""

    events: int
    passes: int
    seconds: float

    @property
    def microseconds_per_event(self) -> float:
        """CPU time per event, µs."""
        return self.seconds * 1e6 / self.events


def measure(frames: int, topology_file: Path = topologies.LAB) -> Measurement:
    """Run a 3:1 incast of `frames` frames per sender on fakes and time it."""
    topology = topologies.load(topology_file)
    switches = {s.name: FakeSwitch(topology, s.name) for s in topology.switches()}
    last = topology.nics - 1
    nics = [
        FakeNic(topology, i, last if i < last else None, frames=frames if i < last else 0) for i in range(topology.nics)
    ]
    network = Network(topology, switches, nics, seed=1)
    PathUses(network)
    for nic in network.nics:
        nic.pump()
    start = time.process_time()
    network.loop.run(10**12, stop=lambda: all(len(nic.acknowledged) == frames for nic in nics[:last]))
    seconds = time.process_time() - start
    return Measurement(network.loop.processed, sum(node.received for node in network.switches.values()), seconds)


@click.command()
@click.option(
    "--frames", type=click.IntRange(1, 1_000_000), default=20_000, show_default=True, help="Data frames per sender."
)
def bench(frames: int) -> None:
    """Measure the emulator alone."""
    result = measure(frames)
    click.echo(
        f"{result.events:,} events, {result.passes:,} switch passes in {result.seconds:.2f} s of CPU: "
        f"{result.events / result.seconds:,.0f} events/s, {result.microseconds_per_event:.2f} µs per event"
    )


if __name__ == "__main__":
    run_command(bench, (), status=1)
