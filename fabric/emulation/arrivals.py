# SPDX-License-Identifier: Apache-2.0
"""What arrived where, over which path and how late: measured on frames, without looking into them."""

from __future__ import annotations

from fabric.emulation.events import EventLoop
from fabric.emulation.frames import Arrived, Transit
from fabric.measuring.measurements import FrameCount


class PythonCounts:
    """Counts the frames of each path that reach a NIC, where Python sees each of them."""

    __slots__ = ("_counts", "_loop")

    def __init__(self, loop: EventLoop) -> None:
        self._loop = loop
        self._counts: dict[tuple[int, int, int], tuple[FrameCount, list[int]]] = {}

    def arrived(self, nic: int, transit: Transit, port: int) -> None:
        """A frame has reached a NIC."""
        del port  # the path says it: planes share no switch
        key = (transit.origin, nic, transit.trail)
        known = self._counts.get(key)
        if known is None:
            known = self._counts[key] = (FrameCount(), [0])
        count, worst = known
        count.frames += 1
        count.bytes += len(transit.frame)
        if transit.trimmed:
            count.trimmed += 1
        latency = self._loop.now - transit.born_ns
        worst[0] = max(worst[0], latency)

    def told(self) -> list[Arrived]:
        """The counts so far."""
        return [Arrived(*key, count, worst[0]) for key, (count, worst) in self._counts.items()]
