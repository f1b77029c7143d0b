# SPDX-License-Identifier: Apache-2.0
"""A cable in user space: a wire each way between two ends, what both count, and who looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fabric.live.messages import EndState
from fabric.live.relay.messages import SEEN, RelayCable
from fabric.live.relay.outlet import Outlet
from fabric.live.relay.wire import Wire


class Tap:
    """Somebody who looks at a cable, and is told frames as `SEEN` and their bytes."""

    def __init__(self) -> None:
        self.outlet: Outlet | None = None
        self._lost = 0

    @property
    def is_open(self) -> bool:
        """Whether he is still there."""
        return self.outlet is None or self.outlet.is_open

    def tell(self, at_ns: int, leaving: bool, frame: bytes) -> None:
        """A frame has left the cable's second end, or arrived there."""
        if self.outlet is not None and not self.outlet.send(SEEN.pack(at_ns, leaving, self._lost) + frame):
            self._lost += 1


class Way:
    """One direction: its wire, and the end that it leads to.

    Attributes:
        wire: paced.
        received_frames, received_bytes: that have come out, and were taken.
        lost: frames for which there was no room where it leads to, or nobody.
        scheduled_ns: when somebody is going to ask for frames; None when nobody is. Its caller's to keep.
    """

    def __init__(self, wire: Wire, tell: Callable[[int, bytes], None] | None) -> None:
        self.wire = wire
        self.received_frames = self.received_bytes = 0
        self.lost = 0
        self.scheduled_ns: int | None = None
        self.outlet: Outlet | None = None
        self._tell = tell

    def deliver(self, now_ns: int) -> None:
        """Hand over what has come out."""
        for at_ns, frame in self.wire.take(now_ns):
            if self._tell is not None:
                self._tell(at_ns, frame)
            if self.outlet is None or not self.outlet.send(frame):
                self.lost += 1
                continue
            self.received_frames += 1
            self.received_bytes += len(frame)


class CableInUserSpace:
    """Both ways of a cable.

    Attributes:
        ways: from the first end to the second, and back.
    """

    def __init__(self, laid: RelayCable, bands: Mapping[int, int], seed: int) -> None:
        """Idle, up, with nobody at its ends."""
        self._names = laid.a.name, laid.b.name
        wires = [Wire(laid.rate_bps, laid.delay_ns, bands, f"{seed}/{name}") for name in self._names]
        self.ways = Way(wires[0], self._arrived), Way(wires[1], None)
        self._taps: list[Tap] = []

    def watch(self, tap: Tap) -> None:
        """Let somebody look at the second end."""
        self._taps.append(tap)
        self.ways[1].wire.began = self._left

    def counted(self) -> dict[str, EndState]:
        """By the names of both ends."""
        return {
            name: EndState(
                received_frames=back.received_frames,
                received_bytes=back.received_bytes,
                sent_frames=out.wire.sent_frames,
                sent_bytes=out.wire.sent_bytes,
                queued_bytes=out.wire.queued_bytes,
                lost_random=out.wire.lost_random,
                lost_overflow=out.wire.lost_overflow + out.lost,
                lost_down=out.wire.lost_down,
            )
            for name, out, back in zip(self._names, self.ways, self.ways[::-1], strict=True)
        }

    def _arrived(self, at_ns: int, frame: bytes) -> None:
        self._say(at_ns, False, frame)

    def _left(self, at_ns: int, frame: bytes) -> None:
        self._say(at_ns, True, frame)

    def _say(self, at_ns: int, leaving: bool, frame: bytes) -> None:
        if not self._taps:
            return
        for tap in self._taps:
            tap.tell(at_ns, leaving, frame)
        self._taps = [tap for tap in self._taps if tap.is_open]
        if not self._taps:
            self.ways[1].wire.began = None
