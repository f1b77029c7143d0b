# SPDX-License-Identifier: Apache-2.0
"""The event loop of emulated time, and a frame on its way through it.

Time is an integer number of nanoseconds since the start of the run. Two events at the same nanosecond run in the order
in which they were scheduled, so a run depends on nothing but its inputs.

The fabric knows no protocol. Latency, paths and losses are measured on the frames themselves, so that a report shows
what the network did and not what a NIC believes.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from fabric.measurements import FrameCount

# --- Events ----------------------------------------------------------------------------------------------------------


class EventLoop:
    """A deterministic discrete-event loop.

    Attributes:
        now: the current emulated time in ns. Read freely; only the loop advances it.
    """

    __slots__ = ("_heap", "_sequence", "now", "processed")

    def __init__(self) -> None:
        self.now = 0
        self.processed = 0
        self._heap: list[tuple[int, int, Callable[[Any], None], Any]] = []
        self._sequence = 0

    def at(self, when_ns: int, action: Callable[[Any], None], argument: Any = None) -> None:  # noqa: ANN401 - the caller's own
        """Run `action(argument)` at `when_ns`.

        There is no cancel: a caller that may change its mind passes a token and ignores a stale one (`nodes.NicNode`).

        Raises:
            ValueError: `when_ns` lies in the past.
        """
        if when_ns < self.now:
            raise ValueError(f"cannot schedule an event at {when_ns} ns: the clock is already at {self.now} ns")
        self._sequence = sequence = self._sequence + 1
        heapq.heappush(self._heap, (when_ns, sequence, action, argument))

    def __len__(self) -> int:
        return len(self._heap)

    def run(self, until_ns: int, stop: Callable[[], bool] | None = None, every: int = 64) -> bool:
        """Run events up to and including `until_ns`.

        Args:
            until_ns: the last nanosecond to run; of the past nothing is run. When the events run out earlier the clock
                stays at the last event.
            stop: asked after every `every` events (counted, so that it is asked at reproducible moments); True ends the
                run.
            every: how often `stop` is asked.

        Returns:
            True when `stop` ended the run, False when time or events ran out.
        """
        if until_ns < self.now:
            return False
        heap = self._heap
        pop = heapq.heappop
        left = every
        while heap:
            if heap[0][0] > until_ns:
                self.now = until_ns
                return False
            when, _, action, argument = pop(heap)
            self.now = when
            self.processed += 1
            action(argument)
            left -= 1
            if not left:
                left = every
                if stop is not None and stop():
                    return True
        return False


# --- Frames ----------------------------------------------------------------------------------------------------------


#: Preamble and delimiter 8 B, inter-packet gap 12 B, FCS 4 B (IEEE 802.3): on the wire but not in `Transit.frame`.
ETHERNET_OVERHEAD: Final = 24
#: Shortest Ethernet frame without its FCS (IEEE 802.3): shorter ones are padded on the wire.
MINIMUM_FRAME: Final = 60
PRIORITIES: Final = 8
BIT_NS: Final = 8 * 1_000_000_000
"""Nanoseconds that a byte takes at 1 bit/s."""
#: A NIC that asks to be woken now although it was just asked is asked again this much later (ns): time must pass.
PATIENCE_NS: Final = 100


class Transit:
    """One frame on its way through the fabric. Mutable: every switch replaces `frame` with what it emits.

    Attributes:
        frame: Ethernet frame without preamble and FCS.
        origin: index of the NIC that sent it.
        born_ns: emulated time at which the first bit left that NIC.
        trail: bit i set = crossed the switch with run index i (order follows from the tiers).
        trimmed: some switch emitted it shorter than it had received it.
    """

    __slots__ = ("born_ns", "frame", "origin", "trail", "trimmed")

    def __init__(self, frame: bytes, origin: int, born_ns: int, trail: int = 0, trimmed: bool = False) -> None:
        self.frame = frame
        self.origin = origin
        self.born_ns = born_ns
        self.trail = trail
        self.trimmed = trimmed

    def copy(self) -> Transit:
        """The same frame for a second destination (a switch that emits more than one)."""
        return Transit(self.frame, self.origin, self.born_ns, self.trail, self.trimmed)


class Arrived(Struct, frozen=True):
    """What has arrived at NIC `nic` from NIC `origin` over one path, as `Transit` names it; times in ns.

    Attributes:
        worst_ns: longest time from a frame's first bit out to its last bit in.
    """

    origin: int
    nic: int
    trail: int
    count: FrameCount
    worst_ns: int
