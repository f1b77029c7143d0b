# SPDX-License-Identifier: Apache-2.0
"""Links with a rate and a delay between NICs of any kind, in virtual time; what they lose is the tests' business."""

from __future__ import annotations

import heapq
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, Protocol, TypeVar


class _Config(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def ports(self) -> Sequence[Any]: ...


class WiredNic(Protocol):
    """What `NicWire` asks of a NIC."""

    @property
    def config(self) -> _Config: ...

    def transmit(self, free_ports: int, now_ns: int) -> tuple[int, bytes] | None: ...

    def receive(self, port: int, frame: bytes, now_ns: int) -> None: ...

    def next_wakeup(self) -> int | None: ...


N = TypeVar("N", bound=WiredNic)


class NicWire(ABC, Generic[N]):
    """A port carries one frame at a time; a frame arrives when it has left and the delay is over.

    Attributes:
        now: virtual time in ns.
        sent: every frame that left: when, whose, by which port.
        down: ports (name of the NIC, number) that carry nothing.
    """

    def __init__(self, nics: Sequence[N], *, delay_ns: int, rate_bps: int) -> None:
        self.nics = {nic.config.name: nic for nic in nics}
        self.now = 0
        self.delay_ns = delay_ns
        self.rate_bps = rate_bps
        self.sent: list[tuple[int, str, int, bytes]] = []
        self.down: set[tuple[str, int]] = set()
        self._busy: dict[tuple[str, int], int] = {}
        self._events: list[tuple[int, int, Callable[[], None]]] = []
        self._order = 0
        self._wakes: dict[str, int] = {}

    @abstractmethod
    def _passed(self, nic: N, port: int, frame: bytes) -> Iterable[tuple[N, int, bytes]]:
        """Who gets a frame that leaves, how many ns later than usual, and what became of it on the way."""

    def at(self, when: int, action: Callable[[], None]) -> None:
        self._order += 1
        heapq.heappush(self._events, (when, self._order, action))

    def pump(self, nic: N) -> None:
        """Let a NIC send whatever its free ports can take."""
        name = nic.config.name
        while True:
            free = sum(
                1 << port
                for port in range(len(nic.config.ports))
                if self._busy.get((name, port), 0) <= self.now and (name, port) not in self.down
            )
            out = nic.transmit(free, self.now)
            if out is None:
                break
            port, frame = out
            assert free >> port & 1, "transmitted on a port that was not free"
            self.sent.append((self.now, name, port, frame))
            done = self.now + (len(frame) + 24) * 8 * 10**9 // self.rate_bps
            self._busy[name, port] = done
            self.at(done, lambda: self.pump(nic))
            for target, extra, passed in self._passed(nic, port, frame):
                self.at(done + self.delay_ns + extra, lambda t=target, p=port, f=passed: self._deliver(t, p, f))
        wake = nic.next_wakeup()
        if wake is not None:
            assert wake > self.now, "a wake-up must be in the future once transmit has said None"
            if name not in self._wakes or wake < self._wakes[name]:
                self._wakes[name] = wake
                self.at(wake, lambda: self._wake(nic, wake))

    def _wake(self, nic: N, when: int) -> None:
        # An earlier one may have been asked for since; then that one has pumped, and armed the next.
        if self._wakes.get(nic.config.name) == when:
            del self._wakes[nic.config.name]
            self.pump(nic)

    def _deliver(self, nic: N, port: int, frame: bytes) -> None:
        nic.receive(port, frame, self.now)
        self.pump(nic)

    def run(self, until: Callable[[], bool] | None = None, *, limit_ns: int = 20_000_000) -> None:
        """Run until the condition holds (checked after each event) or virtual time passes the limit."""
        for nic in self.nics.values():
            self.pump(nic)
        while self._events and not (until is not None and until()):
            if self._events[0][0] > limit_ns:
                self.now = limit_ns
                return
            self.now, _, action = heapq.heappop(self._events)
            action()


def pattern(size: int, seed: int = 1) -> bytes:
    """Bytes that differ at every packet boundary."""
    block = bytes((i * 7 + seed) & 0xFF for i in range(251))
    return (block * (size // 251 + 1))[:size]


def with_ce(frame: bytes) -> bytes:
    """As a switch marks it (IPv6)."""
    return frame[:15] + bytes((frame[15] | 0x30,)) + frame[16:]
