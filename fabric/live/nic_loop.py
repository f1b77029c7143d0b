# SPDX-License-Identifier: Apache-2.0
"""A NIC of `host_stack` in real time: the pull loop of its contract, between its ports and a clock."""

from __future__ import annotations

import selectors
from collections import deque
from collections.abc import Callable, Sequence

from fabric.live.nic_ports import LivePort
from fabric.live.scale import Clock
from host_stack import Nic

_FRAMES_AT_ONCE = 64
"""Taken from one port before the others have their turn, and before timers are looked at."""
_KEPT = 4096
"""Latenesses kept for the statistics."""
_LONGEST_WAIT_S = 0.5

Saw = Callable[[int, bytes], None]
"""A port's number and a frame."""


def _nobody(_port: int, _frame: bytes) -> None:
    pass


class NicLoop:
    """Moves frames between a NIC and its ports, and wakes it when it wants to be woken.

    Attributes:
        nic: whose.
        ports: in port order.
        late_ns: how late the newest wake-ups were, ns of the topology.
    """

    def __init__(
        self,
        nic: Nic,
        clock: Clock,
        selector: selectors.BaseSelector,
        *,
        signal_ns: int | None = 0,
        hold_ns: int = 0,
        saw: Saw = _nobody,
    ) -> None:
        """Begin without ports.

        Args:
            nic: whose.
            clock: of the fabric.
            selector: which waits for everything.
            signal_ns: how long after a change of its link the NIC notices; None: never.
            hold_ns: how long after its arrival the NIC gets a frame, where cables have no delay.
            saw: told each frame that arrives, before the NIC is.
        """
        self.nic = nic
        self.ports: Sequence[LivePort] = ()
        self.late_ns: deque[int] = deque(maxlen=_KEPT)
        self._clock = clock
        self._selector = selector
        self._wanted_ns: int | None = None
        self._signal_ns = signal_ns
        self._hold_ns = hold_ns
        self._held: deque[tuple[int, int, bytes]] = deque()
        self._saw = saw
        self._carriers = 0
        self._signals: deque[tuple[int, int, bool]] = deque()

    def open(self, ports: Sequence[LivePort]) -> None:
        """Begin to use these ports."""
        self.ports = ports
        for number, port in enumerate(ports):
            port.look()
            self._notice(number, port.up)
            self._selector.register(port.sock, selectors.EVENT_READ, self._reader(number, port))

    def close(self) -> None:
        """Let go of the ports. Idempotent."""
        for port in self.ports:
            if not port.ended:
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
        while self._held and self._held[0][0] <= now:
            _, number, frame = self._held.popleft()
            self.nic.receive(number, frame, now)
        while self._signals and self._signals[0][0] <= now:
            _, number, up = self._signals.popleft()
            self._notice(number, up)
        self._pump()

    def _notice(self, number: int, up: bool) -> None:
        self._carriers = self._carriers & ~(1 << number) | up << number
        self.nic.set_carrier(number, up, self._clock.now_ns())

    def _pump(self) -> None:
        nic, ports = self.nic, self.ports
        while True:
            now = self._clock.now_ns()
            free = 0
            for number, port in enumerate(ports):
                if port.idle_ns <= now:
                    free |= 1 << number
            free &= self._carriers  # what it sends until it notices that its link is down is lost
            pulled = nic.transmit(free, now)
            if pulled is None:
                break
            ports[pulled[0]].send(pulled[1], now)
        wakeup = nic.next_wakeup()
        wishes = [
            port.idle_ns for number, port in enumerate(ports) if self._carriers >> number & 1 and port.idle_ns > now
        ]
        wishes += [queue[0][0] for queue in (self._signals, self._held) if queue]
        if wakeup is not None:
            wishes.append(wakeup)
        self._wanted_ns = min(wishes) if wishes else None

    def _reader(self, number: int, port: LivePort) -> Callable[[int], None]:
        def readable(_events: int) -> None:
            for _ in range(_FRAMES_AT_ONCE):
                frame = port.receive()
                if frame is None:
                    if port.ended:
                        self._selector.unregister(port.sock)
                        self.look()
                    return
                self._saw(number, frame)
                now = self._clock.now_ns()
                if self._hold_ns:
                    self._held.append((now + self._hold_ns, number, frame))
                else:
                    self.nic.receive(number, frame, now)

        return readable

    def look(self) -> None:
        """See which links have gone or come; the NIC notices after a while."""
        for number, port in enumerate(self.ports):
            if port.look() and self._signal_ns is not None:
                self._signals.append((self._clock.now_ns() + self._signal_ns, number, port.up))
