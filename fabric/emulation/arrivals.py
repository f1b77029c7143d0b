# SPDX-License-Identifier: Apache-2.0
"""What arrived where, over which path and how late: measured on frames, without looking into them."""

from __future__ import annotations

from fabric.emulation.frames import Transit
from fabric.emulation.network import Network
from fabric.measuring.measurements import FrameCount, PathUse


class Arrivals:
    """Counts frames per (sending NIC, receiving NIC, path) and keeps the worst latency per pair of NICs."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._loop = network.loop
        self._uses: dict[tuple[int, int, int], FrameCount] = {}
        self._worst: dict[tuple[int, int], int] = {}
        for nic in network.nics:
            nic.on_arrival = self._arrived

    def _arrived(self, nic: int, transit: Transit, port: int) -> None:
        del port  # the path says it: planes share no switch
        key = (transit.origin, nic, transit.trail)
        use = self._uses.get(key)
        if use is None:
            use = self._uses[key] = FrameCount()
        use.frames += 1
        use.bytes += len(transit.frame)
        if transit.trimmed:
            use.trimmed += 1
        latency = self._loop.now - transit.born_ns
        pair = (transit.origin, nic)
        if latency > self._worst.get(pair, -1):
            self._worst[pair] = latency

    def worst_latency_ns(self, source: int, destination: int) -> int | None:
        """Longest first-bit-out to last-bit-in of any frame between two NICs; None when there was none."""
        return self._worst.get((source, destination))

    def paths(self, source: int, destination: int) -> list[PathUse]:
        """Paths used from one NIC to another, switches in order of passage."""
        own_t0 = self._network.topology.nic(source).t0
        return [
            PathUse(self._names(trail, own_t0), use.frames, use.bytes, use.trimmed)
            for (origin, nic, trail), use in self._uses.items()
            if (origin, nic) == (source, destination)
        ]

    def _names(self, trail: int, own_t0: int) -> tuple[str, ...]:
        names = [name for index, name in enumerate(self._network.switches) if trail >> index & 1]

        def order(name: str) -> int:
            switch = self._network.topology.switch(name)
            return 1 if switch.tier == "t1" else (0 if switch.index == own_t0 else 2)

        return tuple(sorted(names, key=order))
