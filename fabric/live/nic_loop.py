# SPDX-License-Identifier: Apache-2.0
"""A NIC of `host_stack` in real time: the pull loop of its contract, between interfaces and a clock."""

from __future__ import annotations

import selectors
from collections import deque
from collections.abc import Callable, Sequence

from fabric.live.nic_ports import LivePort
from fabric.live.scale import Clock
from host_stack import Nic
from targets.softswitch.ports.link_monitor import LinkMonitor

_FRAMES_AT_ONCE = 64
"""Taken from one port before the others have their turn, and before timers are looked at."""
_KEPT = 4096
"""Latenesses kept for the statistics."""
_LONGEST_WAIT_S = 0.5


class NicLoop:
    """Moves frames between a NIC and its interfaces, and wakes it when it wants to be woken.

    Attributes:
        nic: whose.
        ports: in port order.
        late_ns: how late the newest wake-ups were, ns of the topology.
    """

    def __init__(self, nic: Nic, clock: Clock, selector: selectors.BaseSelector) -> None:
        self.nic = nic
        self.ports: Sequence[LivePort] = ()
        self.late_ns: deque[int] = deque(maxlen=_KEPT)
        self._clock = clock
        self._selector = selector
        self._wanted_ns: int | None = None
        self._monitor: LinkMonitor | None = None

    def open(self, ports: Sequence[LivePort]) -> None:
        """Begin to use these ports."""
        self.ports = ports
        for number, port in enumerate(ports):
            self.nic.set_carrier(number, port.up, self._clock.now_ns())
            self._selector.register(port.sock, selectors.EVENT_READ, self._reader(number, port))
        self._monitor = LinkMonitor(self._selector, self._look)

    def close(self) -> None:
        """Let go of the ports. Idempotent."""
        if self._monitor is not None:
            self._monitor.close()
        for port in self.ports:
            self._selector.unregister(port.sock)
            port.close()
        self.ports = ()

    def turn(self) -> None:
        """Wait for frames, requests or the NIC's next wish; serve them; send what the NIC has to send."""
        wanted = self._wanted_ns
        wait = _LONGEST_WAIT_S if wanted is None else min(_LONGEST_WAIT_S, self._clock.seconds_until(wanted))
        for key, events in self._selector.select(wait):
            key.data(events)
        now = self._clock.now_ns()
        if wanted is not None and now >= wanted:
            self.late_ns.append(now - wanted)
        self._pump()

    def _pump(self) -> None:
        nic, ports = self.nic, self.ports
        while True:
            now = self._clock.now_ns()
            free = 0
            for number, port in enumerate(ports):
                if port.up and port.idle_ns <= now:
                    free |= 1 << number
            pulled = nic.transmit(free, now)
            if pulled is None:
                break
            ports[pulled[0]].send(pulled[1], now)
        wakeup = nic.next_wakeup()
        wishes = [port.idle_ns for port in ports if port.up and port.idle_ns > now]
        if wakeup is not None:
            wishes.append(wakeup)
        self._wanted_ns = min(wishes) if wishes else None

    def _reader(self, number: int, port: LivePort) -> Callable[[int], None]:
        def readable(_events: int) -> None:
            for _ in range(_FRAMES_AT_ONCE):
                frame = port.receive()
                if frame is None:
                    return
                self.nic.receive(number, frame, self._clock.now_ns())

        return readable

    def _look(self) -> None:
        for number, port in enumerate(self.ports):
            if port.look():
                self.nic.set_carrier(number, port.up, self._clock.now_ns())
