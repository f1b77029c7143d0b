# SPDX-License-Identifier: Apache-2.0
"""What went from NIC to NIC over which path, and how late: counted on frames, without looking into them."""

from __future__ import annotations

from fabric.emulation.network import Network
from fabric.measuring.measurements import FrameCount, PathUse


class PathUses:
    """What has arrived in a network so far, by pair of NICs; counting begins with `Network.count_arrivals`."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._told = network.count_arrivals()
        self._asked_at = -1
        self._pairs: dict[tuple[int, int], list[tuple[int, FrameCount]]] = {}
        self._worst: dict[tuple[int, int], int] = {}

    def worst_latency_ns(self, source: int, destination: int) -> int | None:
        """Longest first-bit-out to last-bit-in of any frame between two NICs; None when there was none."""
        self._ask()
        return self._worst.get((source, destination))

    def paths(self, source: int, destination: int) -> list[PathUse]:
        """Paths used from one NIC to another, switches in order of passage."""
        self._ask()
        own_t0 = self._network.topology.nic(source).t0
        return [
            PathUse(self._names(trail, own_t0), count.frames, count.bytes, count.trimmed)
            for trail, count in self._pairs.get((source, destination), ())
        ]

    def _ask(self) -> None:
        """Sort what has been counted, unless nothing has happened since."""
        if self._asked_at == self._network.loop.processed:
            return
        self._asked_at = self._network.loop.processed
        self._pairs = {}
        self._worst = {}
        for arrived in self._told():
            pair = (arrived.origin, arrived.nic)
            self._pairs.setdefault(pair, []).append((arrived.trail, arrived.count))
            self._worst[pair] = max(self._worst.get(pair, 0), arrived.worst_ns)

    def _names(self, trail: int, own_t0: int) -> tuple[str, ...]:
        names = [name for index, name in enumerate(self._network.switches) if trail >> index & 1]

        def order(name: str) -> int:
            switch = self._network.topology.switch(name)
            return 1 if switch.tier == "t1" else (0 if switch.index == own_t0 else 2)

        return tuple(sorted(names, key=order))
