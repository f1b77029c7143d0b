# SPDX-License-Identifier: Apache-2.0
"""One direction of a cable as arithmetic: rate, strict priority, delay, loss and state; no sockets, no clock."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Mapping

BANDS = 8
LIMIT_BYTES = 64 << 20
"""That may wait in one direction: the P4 program limits its queues, this only bounds memory."""
_BIT_NS = 8 * 1_000_000_000
"""Nanoseconds that a byte takes at 1 bit/s."""
_DSCP = {b"\x86\xdd": (0x0FC0, 6), b"\x08\x00": (0x00FC, 2)}
"""By EtherType, which of an IP header's first 16 bits are the DSCP, and how far from the right (RFC 8200, section 3;
RFC 791, section 3.1)."""

Saw = Callable[[int, bytes], None]
"""When, and which frame."""


class Wire:
    """One direction of a cable, in real time that its caller tells.

    Frames wait in bands, the first served first, each in its order; one on its way is not overtaken. A frame occupies
    the wire for its bytes at the rate, is lost by chance at the end of that, and comes out a delay later. Times in
    ns never go back from call to call.

    Attributes:
        up: the link; see `set_up`.
        loss: probability 0..1 that a frame that is sent from now on is lost.
        began: told each frame that is not lost, when its first bit leaves; None when nobody looks.
        queued_bytes: that wait to be sent.
        sent_frames, sent_bytes: whose first bit has left, lost ones included.
        lost_random, lost_down, lost_overflow: frames lost by chance, to a link that was or went down, to a full queue.
    """

    def __init__(self, rate_bps: int, delay_ns: int, bands: Mapping[int, int], seed: str) -> None:
        """An idle wire.

        Args:
            rate_bps: bits per second, at least 1.
            delay_ns: from the last bit's leaving to its arrival.
            bands: DSCP to band, 0 (served first) to 7; what has another DSCP, or none, is in the last.
            seed: of what is lost.
        """
        self.up = True
        self.loss = 0.0
        self.began: Saw | None = None
        self.queued_bytes = 0
        self.sent_frames = self.sent_bytes = 0
        self.lost_random = self.lost_down = self.lost_overflow = 0
        self._rate_bps = rate_bps
        self._delay_ns = delay_ns
        self._bands = {dscp: band for dscp, band in bands.items() if 0 <= band < BANDS}
        self._drawn = random.Random(seed)
        self._waiting: list[deque[bytes]] = [deque() for _ in range(BANDS)]
        self._on_the_way: deque[tuple[int, bytes]] = deque()
        self._free_ns = 0
        self._fraction = 0

    def put(self, frame: bytes, now_ns: int) -> None:
        """A frame wants to be sent; what cannot be is counted as lost."""
        self._advance(now_ns)
        if not self.up:
            self.lost_down += 1
        elif self._free_ns <= now_ns:
            self._free_ns, self._fraction = now_ns, 0
            self._send(frame)
        elif self.queued_bytes + len(frame) > LIMIT_BYTES:
            self.lost_overflow += 1
        else:
            self._waiting[self._band(frame)].append(frame)
            self.queued_bytes += len(frame)

    def take(self, now_ns: int) -> list[tuple[int, bytes]]:
        """The frames that have come out by now, with the times when they did."""
        self._advance(now_ns)
        taken, way = [], self._on_the_way
        while way and way[0][0] <= now_ns:
            taken.append(way.popleft())
        return taken

    def next_ns(self) -> int | None:
        """When to ask for frames again; None when none is on its way, or waits."""
        if self._on_the_way:
            return self._on_the_way[0][0]
        return self._free_ns if self.queued_bytes else None  # what was sent before them is lost

    def set_up(self, up: bool, now_ns: int) -> None:
        """Plug or unplug: what waits, and what is on its way, is lost."""
        self._advance(now_ns)
        self.up = up
        if up:
            return
        arrived = [each for each in self._on_the_way if each[0] <= now_ns]
        self.lost_down += len(self._on_the_way) - len(arrived) + sum(len(band) for band in self._waiting)
        self._on_the_way = deque(arrived)
        for band in self._waiting:
            band.clear()
        self.queued_bytes = 0
        self._free_ns = min(self._free_ns, now_ns)

    def set_rate(self, rate_bps: int, now_ns: int) -> None:
        """Another rate from now on, for what is left of the frame that is being sent as well."""
        self._advance(now_ns)
        left_ns = self._free_ns - now_ns
        if left_ns > 0:
            free_ns = now_ns + left_ns * self._rate_bps // rate_bps
            if self._on_the_way and self._on_the_way[-1][0] == self._free_ns + self._delay_ns:  # it was not lost
                self._on_the_way[-1] = free_ns + self._delay_ns, self._on_the_way[-1][1]
            self._free_ns = free_ns
        self._rate_bps = rate_bps

    def _advance(self, now_ns: int) -> None:
        """Send what has had its turn by now. What waits came before the wire was free, so it leaves just then."""
        while self.queued_bytes and self._free_ns <= now_ns:
            band = next(band for band in self._waiting if band)
            frame = band.popleft()
            self.queued_bytes -= len(frame)
            self._send(frame)

    def _send(self, frame: bytes) -> None:
        """The wire is free, and begins with a frame."""
        began_ns = self._free_ns
        took_ns, self._fraction = divmod(len(frame) * _BIT_NS + self._fraction, self._rate_bps)
        self._free_ns += took_ns
        self.sent_frames += 1
        self.sent_bytes += len(frame)
        if self.loss and self._drawn.random() < self.loss:
            self.lost_random += 1
            return
        self._on_the_way.append((self._free_ns + self._delay_ns, frame))
        if self.began is not None:
            self.began(began_ns, frame)

    def _band(self, frame: bytes) -> int:
        place = _DSCP.get(frame[12:14])
        if place is None or len(frame) < 16:
            return BANDS - 1
        mask, shift = place
        return self._bands.get((int.from_bytes(frame[14:16], "big") & mask) >> shift, BANDS - 1)
