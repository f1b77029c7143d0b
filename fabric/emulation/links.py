# SPDX-License-Identifier: Apache-2.0
"""One direction of a link, in Python: with an output queue, a serialiser, a propagation delay, loss and state."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from typing import Final

from fabric.emulation.events import EventLoop, Transit
from fabric.emulation.interfaces import Receiver

#: Preamble and delimiter 8 B, inter-packet gap 12 B, FCS 4 B (IEEE 802.3): on the wire but not in `Transit.frame`.
ETHERNET_OVERHEAD: Final = 24
#: Shortest Ethernet frame without its FCS (IEEE 802.3): shorter ones are padded on the wire.
MINIMUM_FRAME: Final = 60
PRIORITIES: Final = 8
#: Bytes of frames that may wait at a port.
LIMIT_BYTES: Final = 4 << 20
BIT_NS: Final = 8 * 1_000_000_000
"""Nanoseconds that a byte takes at 1 bit/s."""


Tap = Callable[[int, bytes], None]
Lost = Callable[[bytes, int, int], None]


class Direction:
    """One direction of a link: the output queue of the sending port and the wire behind it.

    Strict priority by the number given to `send` (0..7, 7 first), FIFO within one, non-preemptive. Queue lengths are in
    bytes of frame. A frame occupies the wire for (frame + 24 B) at the link rate; fractions of a nanosecond are carried
    over while the wire stays busy, so a saturated link carries exactly its rate.

    Attributes:
        name: `node:port>node:port`.
        up: link state; `set_state` changes it.
        held: bit p: nothing of priority p is sent now.
        loss: probability 0..1 that a frame is lost on the wire.
        loses: says of a frame whether it is lost for what is in it; None when none is.
        queued_bytes, peak_bytes: now, and the maximum since someone last reset it to `queued_bytes`.
        sent_frames, sent_bytes: put on the wire (frame bytes).
        on_lost: called with each frame that is sent while the link is down.
        lost_random: frames lost to `loss` or `loses`.
        lost_down, lost_overflow: frames lost to a link that was or went down, to a full queue.
        trims: frames a switch shortened before queueing them here (written by the switch's node).
    """

    __slots__ = (
        "_epoch",
        "_loop",
        "_mask",
        "_queues",
        "_remainder",
        "_rng",
        "_sink",
        "_sink_port",
        "busy",
        "delay_ns",
        "delivered_bytes",
        "delivered_frames",
        "held",
        "limit_bytes",
        "loses",
        "loss",
        "lost_down",
        "lost_overflow",
        "lost_random",
        "name",
        "on_idle",
        "on_lost",
        "peak_bytes",
        "queued_bytes",
        "rate_bps",
        "sent_bytes",
        "sent_frames",
        "tap",
        "trims",
        "up",
    )

    def __init__(
        self,
        loop: EventLoop,
        name: str,
        *,
        rate_bps: int,
        delay_ns: int,
        sink: Receiver,
        sink_port: int,
        seed: str,
        limit_bytes: int = LIMIT_BYTES,
    ) -> None:
        self._loop = loop
        self.name = name
        self.rate_bps = rate_bps
        self.delay_ns = delay_ns
        self.limit_bytes = limit_bytes
        self._sink = sink
        self._sink_port = sink_port
        # A string seed: the stream of one direction depends on the run's seed and its own name only.
        self._rng = random.Random(f"{seed}/{name}")
        self._queues: list[deque[Transit]] = [deque() for _ in range(PRIORITIES)]
        self._mask = 0
        self._remainder = 0
        self._epoch = 0
        self.up = True
        self.loss = 0.0
        self.loses: Callable[[bytes], bool] | None = None
        self.busy = False
        self.held = 0
        self.on_idle: Callable[[], None] | None = None
        self.tap: Tap | None = None
        self.on_lost: Lost | None = None
        self.queued_bytes = self.peak_bytes = 0
        self.sent_frames = self.sent_bytes = self.delivered_frames = self.delivered_bytes = 0
        self.lost_random = self.lost_down = self.lost_overflow = 0
        self.trims = 0

    def send(self, transit: Transit, priority: int = 0) -> None:
        """Queue a frame, or start sending it when the wire is idle. A frame without room is counted as lost."""
        if not self.up:
            self.lost_down += 1
            if self.on_lost is not None:
                self.on_lost(transit.frame, transit.born_ns, self._loop.now)
        elif not self.busy and not self.held:
            self._start(transit)
        else:
            level = priority if 0 <= priority < PRIORITIES else (0 if priority < 0 else PRIORITIES - 1)
            if not self.busy and not self.held >> level & 1:
                self._start(transit)
                return
            queued = self.queued_bytes + len(transit.frame)
            if queued > self.limit_bytes:
                self.lost_overflow += 1
                return
            self._queues[level].append(transit)
            self._mask |= 1 << level
            self.queued_bytes = queued
            self.peak_bytes = max(self.peak_bytes, queued)

    def _start(self, transit: Transit) -> None:
        loop = self._loop
        frame = transit.frame
        size = len(frame)
        self.busy = True
        self.sent_frames += 1
        self.sent_bytes += size
        wire = (size if size > MINIMUM_FRAME else MINIMUM_FRAME) + ETHERNET_OVERHEAD
        duration, self._remainder = divmod(wire * BIT_NS + self._remainder, self.rate_bps)
        done = loop.now + duration
        epoch = self._epoch
        if self.tap is not None:
            self.tap(loop.now, frame)
        loop.at(done, self._sent, epoch)
        if (self.loss and self._rng.random() < self.loss) or (self.loses is not None and self.loses(frame)):
            self.lost_random += 1
        else:
            loop.at(done + self.delay_ns, self._arrived, (epoch, transit))

    def _sent(self, epoch: int) -> None:
        if epoch == self._epoch:
            self._go_on()

    def _go_on(self) -> None:
        mask = self._mask & ~self.held
        if mask:
            level = mask.bit_length() - 1
            queue = self._queues[level]
            transit = queue.popleft()
            if not queue:
                self._mask &= ~(1 << level)
            self.queued_bytes -= len(transit.frame)
            self._start(transit)
            return
        self.busy = False
        self._remainder = 0
        if self.on_idle is not None:
            self.on_idle()

    def _arrived(self, item: tuple[int, Transit]) -> None:
        epoch, transit = item
        if epoch != self._epoch:
            self.lost_down += 1
            return
        self.delivered_frames += 1
        self.delivered_bytes += len(transit.frame)
        self._sink.deliver(self._sink_port, transit)

    def send_first(self, transit: Transit) -> None:
        """Send a frame of the link itself, as soon as the one that is being sent is out."""
        if not self.up:
            self.lost_down += 1
        elif not self.busy:
            self._start(transit)
        else:
            self._queues[-1].appendleft(transit)
            self._mask |= 1 << PRIORITIES - 1
            self.queued_bytes += len(transit.frame)

    def hold(self, priority: int) -> None:
        """Send nothing more of this priority (0..6)."""
        self.held |= 1 << priority

    def let_go(self, priority: int) -> None:
        if self.held >> priority & 1:
            self.held &= ~(1 << priority)
            if self.up and not self.busy:
                self._go_on()

    def set_rate(self, rate_bps: int) -> None:
        """Change the rate (bits/s); the frame being sent keeps its old one."""
        self.rate_bps = rate_bps
        self._remainder = 0

    def set_state(self, up: bool) -> None:
        """Bring the direction up or down. Going down loses what is queued and what is on the wire."""
        if up == self.up:
            return
        self.up = up
        if up:
            if self.on_idle is not None:
                self.on_idle()
            return
        self._epoch += 1
        self.lost_down += sum(len(queue) for queue in self._queues)
        for queue in self._queues:
            queue.clear()
        self._mask = self.queued_bytes = self._remainder = 0
        self.busy = False
