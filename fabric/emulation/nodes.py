# SPDX-License-Identifier: Apache-2.0
"""An emulated network in Python: links, switches of `p4soft`, NICs of `host_stack/`, and how links join them.

They are there to be read, and to run switches and NICs of any kind; `native` does the same in machine code.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from typing_extensions import override

from fabric.emulation.events import (
    BIT_NS,
    ETHERNET_OVERHEAD,
    MINIMUM_FRAME,
    PATIENCE_NS,
    PRIORITIES,
    Arrived,
    EventLoop,
    Transit,
)
from fabric.emulation.interfaces import Endpoint, Forwarder, Lost, Parts, PortSample, Receiver, Tap, Wire
from fabric.measurements import FrameCount

# --- Links -----------------------------------------------------------------------------------------------------------


#: Bytes of frames that may wait at a port.
LIMIT_BYTES: Final = 4 << 20


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

    def send_first(self, frame: bytes) -> None:
        """Send a frame of the link itself, as soon as the one that is being sent is out."""
        transit = Transit(frame, -1, self._loop.now)
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


# --- Switches --------------------------------------------------------------------------------------------------------


class SwitchNode(Receiver):
    """Feeds arriving frames to a switch and puts what it emits into the output queues of its ports.

    Attributes:
        outputs: port number to the direction that leaves there.
        stopped: True = black hole. Links stay up, frames vanish: the failure that MRC must find by itself.
        on_lost: called with each frame that arrives while it is stopped.
        trimmed: frames emitted shorter than received.
        consumed: frames that led to no emission.
        blackholed: frames that arrived while stopped. unconnected: frames emitted to a port without a link.
    """

    __slots__ = (
        "_bit",
        "_loop",
        "_switch",
        "_timer_us",
        "blackholed",
        "consumed",
        "emitted",
        "name",
        "on_lost",
        "outputs",
        "received",
        "stopped",
        "trimmed",
        "unconnected",
    )

    def __init__(self, loop: EventLoop, name: str, index: int, switch: Forwarder) -> None:
        self._loop = loop
        self._bit = 1 << index
        self._switch = switch
        self._timer_us: int | None = None
        self.name = name
        self.outputs: dict[int, Direction] = {}
        self.stopped = False
        self.on_lost: Lost | None = None
        self.received = self.emitted = self.trimmed = self.consumed = self.blackholed = self.unconnected = 0

    @property
    def pauses(self) -> int:
        """How often it has asked a port to pause: never, without flow control."""
        return 0

    @property
    def first_pause_ns(self) -> int | None:
        """When it did for the first time."""
        return None

    @override
    def deliver(self, port: int, transit: Transit) -> None:
        self.received += 1
        if self.stopped:
            self.blackholed += 1
            if self.on_lost is not None:
                self.on_lost(transit.frame, transit.born_ns, self._loop.now)
            return
        switch = self._switch
        frame = transit.frame
        with switch.lock:
            emissions = switch.receive(port, frame, self._loop.now // 1000)
            due = switch.next_event_us()
        if due is not None and due != self._timer_us:
            self._arm(due)
        size = len(frame)
        trimmed = transit.trimmed
        first = True
        for emission in emissions:
            if first:
                first = False
                onward = transit
                onward.trail |= self._bit
            else:
                onward = transit.copy()
                onward.trimmed = trimmed
            onward.frame = out = emission.frame
            output = self.outputs.get(emission.port)
            self.emitted += 1
            if output is None:
                self.unconnected += 1
                continue
            if len(out) < size:
                onward.trimmed = True
                self.trimmed += 1
                output.trims += 1
            output.send(onward, emission.priority)
        if first:
            self.consumed += 1

    def _arm(self, due_us: int) -> None:
        self._timer_us = due_us
        self._loop.at(max(due_us * 1000, self._loop.now), self._expire, due_us)

    def _expire(self, due_us: int) -> None:
        if due_us != self._timer_us:
            return
        self._timer_us = None
        with self._switch.lock:
            emissions = self._switch.advance(self._loop.now // 1000)
            due = self._switch.next_event_us()
        # A frame the switch held back has lost its Transit: it starts a new one, of no NIC.
        for emission in emissions:
            self.emitted += 1
            output = self.outputs.get(emission.port)
            if output is None:
                self.unconnected += 1
            elif not self.stopped:
                output.send(Transit(emission.frame, -1, self._loop.now, self._bit), emission.priority)
        if due is not None:
            self._arm(due)


# --- NICs ------------------------------------------------------------------------------------------------------------


Arrival = Callable[[int, Transit, int], None]

#: How long a NIC takes to notice that a link is gone, or back, unless a scenario says otherwise.
SIGNAL_NS: Final = 10_000


class NicNode(Receiver):
    """Asks a NIC for frames whenever a port frees, after each arrival and at each wake-up.

    Attributes:
        index: the topology's number of this NIC.
        outputs: the direction that leaves each port, in port (= plane) order.
        signal_ns: how long after a change of its link the NIC notices; None: never. Until then it sends at line rate
            into nothing.
    """

    __slots__ = (
        "_armed_ns",
        "_carriers",
        "_dark",
        "_loop",
        "_on_arrival",
        "_pumping",
        "index",
        "lines",
        "name",
        "nic",
        "outputs",
        "signal_ns",
    )

    def __init__(self, loop: EventLoop, name: str, index: int, nic: Endpoint) -> None:
        self._loop = loop
        self._armed_ns: int | None = None
        self._carriers = -1
        self._dark: dict[int, int] = {}
        self.lines: Sequence[Wire] = ()
        self.signal_ns: int | None = SIGNAL_NS
        self._pumping = False
        self.name = name
        self.index = index
        self.nic = nic
        self.outputs: Sequence[Direction] = ()
        self._on_arrival: Arrival | None = None

    def attach(self, outputs: Sequence[Direction]) -> None:
        self.outputs = self.lines = outputs
        for output in outputs:
            output.on_idle = self.pump

    def watch(self, on_arrival: Arrival) -> None:
        """Have `on_arrival` called with (index of this NIC, transit, port) for each frame, before the NIC sees it."""
        self._on_arrival = on_arrival

    def link_changed(self, port: int, up: bool) -> None:
        """The link of a port has gone down, or come up; the NIC notices later, if it ever does."""
        if up:
            self._dark.pop(port, None)
        elif self._carriers >> port & 1:
            self._dark[port] = self._loop.now
        if self.signal_ns is not None:
            self._loop.at(self._loop.now + self.signal_ns, self._notice, (port, up))
        self.pump()

    def _notice(self, change: tuple[int, bool]) -> None:
        port, up = change
        self._carriers = self._carriers & ~(1 << port) | int(up) << port
        self._dark.pop(port, None)
        self.nic.set_carrier(port, up, self._loop.now)
        self.pump()

    @override
    def deliver(self, port: int, transit: Transit) -> None:
        now = self._loop.now
        try:
            if self._on_arrival is not None:
                self._on_arrival(self.index, transit, port)
            self.nic.receive(port, transit.frame, now)
        except BaseException:  # whatever it is, the NIC is asked again, and the caller gets it
            self._arm(now, now)
            raise
        self.pump()

    def pump(self) -> None:
        """Pull frames until the NIC has none for the ports that are free, then arm the next wake-up.

        A NIC that raises an exception is asked again `PATIENCE_NS` later.
        """
        if self._pumping:
            return
        self._pumping = True
        wakeup: int | None
        wakeup = now = self._loop.now
        nic = self.nic
        try:
            settled = self._pull(now, self._usable(now))
            wakeup = nic.next_wakeup()
            if wakeup is not None and wakeup <= now and not settled:
                # Something is due: asked even with no port free, because the NIC's timers expire inside this call.
                self._pull(now, self._usable(now), due=True)
                wakeup = nic.next_wakeup()
        finally:
            self._pumping = False
            self._arm(wakeup, now)

    def _arm(self, wakeup: int | None, now: int) -> None:
        if wakeup is None:
            self._armed_ns = None
            return
        if wakeup <= now:
            wakeup = now + PATIENCE_NS
        armed = self._armed_ns
        if armed is None or wakeup < armed or armed <= now:
            self._armed_ns = wakeup
            self._loop.at(wakeup, self._wake, wakeup)

    def _pull(self, now: int, free: int, *, due: bool = False) -> bool:
        """Send what the NIC has for the ports in `free`, and then for those left; whether it said that that is all.

        With no port free it is not asked, unless something is `due`.
        """
        while free or due:
            pulled = self.nic.transmit(free, now)
            if pulled is None:
                return True
            port, frame = pulled
            self._put(port, frame, now)  # lost, and counted, if the link is down
            if port in self._dark:
                taken_ns = (len(frame) + ETHERNET_OVERHEAD) * BIT_NS // self.lines[port].rate_bps
                self._dark[port] = now + taken_ns
                self._loop.at(now + taken_ns, self._lit)
            free, due = self._usable(now), False
        return False

    def _usable(self, now: int) -> int:
        """The ports that the NIC may send on, as a mask: those that can take a frame, and those that it thinks can."""
        free = self._free() & self._carriers
        if self._dark:
            free |= sum(1 << port for port, idle_ns in self._dark.items() if idle_ns <= now)
        return free

    def _free(self) -> int:
        """The ports that can take a frame now, as a mask."""
        free = 0
        bit = 1
        for output in self.outputs:
            if output.up and not output.busy:
                free |= bit
            bit <<= 1
        return free

    def _put(self, port: int, frame: bytes, now_ns: int) -> None:
        """Send a frame on a free port."""
        self.outputs[port].send(Transit(frame, self.index, now_ns))

    def _lit(self, _nothing: None) -> None:
        """A frame that was sent into a link that is down has taken its time."""
        self.pump()

    def _wake(self, armed_ns: int) -> None:
        if armed_ns == self._armed_ns:
            self._armed_ns = None
            self.pump()


# --- How they are joined ---------------------------------------------------------------------------------------------


D = TypeVar("D", bound=Direction)


class PythonCounts:
    """Counts the frames of each path that reach a NIC, where Python sees each of them."""

    __slots__ = ("_counts", "_loop")

    def __init__(self, loop: EventLoop) -> None:
        self._loop = loop
        self._counts: dict[tuple[int, int, int], tuple[FrameCount, list[int]]] = {}

    def arrived(self, nic: int, transit: Transit, port: int) -> None:
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

    def so_far(self) -> list[Arrived]:
        return [Arrived(*key, count, worst[0]) for key, (count, worst) in self._counts.items()]


class PythonParts(Parts):
    def __init__(self) -> None:
        self._loop = EventLoop()
        self._switches: dict[str, SwitchNode] = {}
        self._nics: dict[str, NicNode] = {}
        self._outputs: dict[str, dict[int, Direction]] = {}

    @property
    @override
    def loop(self) -> EventLoop:
        return self._loop

    @override
    def switch(self, name: str, index: int, switch: Forwarder) -> SwitchNode:
        node = self._switches[name] = SwitchNode(self._loop, name, index, switch)
        return node

    @override
    def nic(self, name: str, index: int, nic: Endpoint) -> NicNode:
        node = self._nics[name] = NicNode(self._loop, name, index, nic)
        self._outputs[name] = {}
        return node

    @override
    def wire(
        self, source: tuple[str, int], sink: tuple[str, int], *, rate_bps: int, delay_ns: int, seed: str
    ) -> Direction:
        direction = self._direction(Direction, source, sink, rate_bps=rate_bps, delay_ns=delay_ns, seed=seed)
        switch = self._switches.get(source[0])
        outputs = self._outputs[source[0]] if switch is None else switch.outputs
        outputs[source[1]] = direction
        return direction

    def _direction(
        self, kind: type[D], source: tuple[str, int], sink: tuple[str, int], *, rate_bps: int, delay_ns: int, seed: str
    ) -> D:
        """A direction of some kind, not yet at the node that it leaves."""
        return kind(
            self._loop,
            f"{source[0]}:{source[1]}>{sink[0]}:{sink[1]}",
            rate_bps=rate_bps,
            delay_ns=delay_ns,
            sink=self._nics.get(sink[0]) or self._switches[sink[0]],
            sink_port=sink[1],
            seed=seed,
        )

    @override
    def count_arrivals(self) -> Callable[[], Iterable[Arrived]]:
        counts = PythonCounts(self._loop)
        for nic in self._nics.values():
            nic.watch(counts.arrived)
        return counts.so_far

    @override
    def attach(self) -> None:
        for name, nic in self._nics.items():
            ports = self._outputs[name]
            nic.attach([ports[number] for number in sorted(ports)])

    @override
    def sample(self, wires: Sequence[Wire]) -> PortSample:
        def look() -> tuple[Sequence[int], Sequence[int]]:
            peaks = [wire.peak_bytes for wire in wires]
            for wire in wires:
                wire.peak_bytes = wire.queued_bytes
            return peaks, [wire.trims for wire in wires]

        return look
