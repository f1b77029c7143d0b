# SPDX-License-Identifier: Apache-2.0
"""What one switch holds of each port that it came by, and which of them it has asked to pause because of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from fabric.emulation.events import EventLoop
from fabric.emulation.frames import Transit
from fabric.emulation.links import Direction
from roce.wire import pause

#: A pause that has to go on is asked for again after this part of its time.
_AGAIN: Final = 2
#: Switch ports send their pause frames from an address that nobody looks at.
_MAC: Final = b"\x02\0\0\0\0\0"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Of every port and lossless priority, in bytes of frame.

    Attributes:
        priorities: bit p: priority p is lossless.
        xoff: held above it, the port is paused; xon: held at most this, it is released.
        headroom: what may still arrive then; beyond it frames are lost.
    """

    priorities: int
    xoff: int
    xon: int
    headroom: int


class Accounts:
    """The frames in a switch's output queues, by (ingress port, priority).

    Attributes:
        ingress: the port that the frame came by which the switch is working on.
        pauses: how often it has asked a port to pause, repetitions not counted.
        peak_bytes: most that was held of one port and priority.
    """

    __slots__ = ("_held", "_loop", "_outputs", "_paused", "_sizes", "_thresholds", "ingress", "pauses", "peak_bytes")

    def __init__(self, loop: EventLoop, thresholds: Thresholds, outputs: Mapping[int, Direction]) -> None:
        """``outputs``: of the switch, by port; they take the pause frames."""
        self._loop = loop
        self._thresholds = thresholds
        self._outputs = outputs
        self._held: dict[tuple[int, int], int] = {}
        self._sizes: dict[Transit, tuple[tuple[int, int], int]] = {}
        self._paused: dict[tuple[int, int], int] = {}
        self.ingress = -1
        self.pauses = 0
        self.peak_bytes = 0

    def charge(self, transit: Transit, priority: int) -> bool:
        """A frame is to wait in an output queue; False if there is no room for it even in the headroom."""
        thresholds = self._thresholds
        if not thresholds.priorities >> priority & 1:
            return True
        key = (self.ingress, priority)
        size = len(transit.frame)
        held = self._held.get(key, 0) + size
        if held > thresholds.xoff + thresholds.headroom:
            return False
        self._held[key] = held
        self._sizes[transit] = key, size
        self.peak_bytes = max(self.peak_bytes, held)
        if held > thresholds.xoff and key not in self._paused:
            self.pauses += 1
            self._paused[key] = self.pauses
            self._pause((key, self.pauses))
        return True

    def release(self, transit: Transit) -> None:
        """A frame has left its queue."""
        charged = self._sizes.pop(transit, None)
        if charged is None:
            return
        key, size = charged
        self._held[key] -= size
        if self._held[key] <= self._thresholds.xon and key in self._paused:
            del self._paused[key]
            self._ask(key, 0)

    def _pause(self, item: tuple[tuple[int, int], int]) -> None:
        """Ask for the longest pause, and again before it is over, as long as it is this one that goes on."""
        key, number = item
        if self._paused.get(key) != number:
            return
        self._ask(key, pause.LONGEST)
        again_ns = pause.pause_ns(pause.LONGEST, self._outputs[key[0]].rate_bps) // _AGAIN
        self._loop.at(self._loop.now + again_ns, self._pause, item)

    def _ask(self, key: tuple[int, int], quanta: int) -> None:
        port, priority = key
        self._outputs[port].send_first(Transit(pause.pack(_MAC, {priority: quanta}), -1, self._loop.now))
