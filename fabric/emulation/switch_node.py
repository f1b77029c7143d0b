# SPDX-License-Identifier: Apache-2.0
"""A switch of `p4soft` as a node of the emulated fabric."""

from __future__ import annotations

from typing_extensions import override

from fabric.emulation.events import EventLoop
from fabric.emulation.frames import Transit
from fabric.emulation.interfaces import Forwarder, Receiver
from fabric.emulation.links import Direction, Lost


class SwitchNode(Receiver):
    """Feeds arriving frames to a switch and puts what it emits into the output queues of its ports.

    Attributes:
        name: the topology's name.
        outputs: port number to the direction that leaves there.
        stopped: True = black hole. Links stay up, frames vanish, nobody is told: the failure MRC must find by itself.
        on_lost: told of each frame that arrives while it is stopped.
        received, emitted: frames in and out.
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
