# SPDX-License-Identifier: Apache-2.0
"""A NIC of `host_stack` in real time: the pull loop of its contract, between its ports and a clock.

A port is a network interface or a socket: frames leave at the port's rate, and are taken as they come.
"""

from __future__ import annotations

import selectors
import socket
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence

from typing_extensions import override

from fabric.live.scale import Clock, latenesses
from host_stack import Nic
from p4soft.packet_socket import MAX_FRAME, is_up, lost_since, open_interface, receive_frame

# --- Ports -----------------------------------------------------------------------------------------------------------


_SOCKET_BUFFER = 32 << 20
_SO_SNDBUFFORCE, _SO_RCVBUFFORCE = 32, 33
_CREDIT_FRAMES = 2
"""So many full frames may leave at once when the process was woken late: a late wake-up costs no rate."""
_FULL_FRAME_BITS = 4300 * 8


class LivePort(ABC):
    """One port of a NIC.

    Attributes:
        sock: for `select`.
        rate_bps: bits per second of the topology; see `pace`.
        idle_ns: when it has sent what it was given; ns of the topology.
        up: it has a carrier; see `look`.
        ended: nothing more will come.
        not_sent: frames that the socket did not take.
    """

    def __init__(self, sock: socket.socket, rate_bps: int) -> None:
        self.sock = sock
        self.rate_bps = rate_bps
        self.idle_ns = 0
        self.up = False
        self.ended = False
        self.not_sent = 0
        self.look()

    def look(self) -> bool:
        """See whether it has a carrier; True when that has changed."""
        before, self.up = self.up, self._has_carrier()
        return before != self.up

    def send(self, frame: bytes, now_ns: int) -> None:
        """Send a frame; the port is busy for as long as its bits take."""
        try:
            self.sock.send(frame)
        except OSError:  # down, or its queue is full
            self.not_sent += 1
        earliest = now_ns - _CREDIT_FRAMES * _FULL_FRAME_BITS * 1_000_000_000 // self.rate_bps
        self.idle_ns = max(self.idle_ns, earliest) + len(frame) * 8_000_000_000 // self.rate_bps

    def pace(self, rate_bps: int, now_ns: int) -> None:
        """Another rate from now on, for what is left of the frames that it has been given as well."""
        left_ns = self.idle_ns - now_ns
        if left_ns > 0:
            self.idle_ns = now_ns + left_ns * self.rate_bps // rate_bps
        self.rate_bps = rate_bps

    def close(self) -> None:
        self.sock.close()

    def notice(self, up: bool) -> None:
        """Somebody says what its carrier is; a port that can see it for itself does not listen."""
        del up

    @abstractmethod
    def receive(self) -> bytes | None:
        """The next frame that waits, None when there is none, the link is down, or it has ended."""

    @abstractmethod
    def count_losses(self) -> int:
        """Frames that found the socket's buffer full, up to now."""

    @abstractmethod
    def _has_carrier(self) -> bool: ...


class InterfacePort(LivePort):
    def __init__(self, interface: str, rate_bps: int) -> None:
        """Open `interface`; `rate_bps` in bits per second of the topology. Raises OSError."""
        self._interface = interface
        self._lost = 0
        sock = open_interface(interface)
        for forced, option in ((_SO_SNDBUFFORCE, socket.SO_SNDBUF), (_SO_RCVBUFFORCE, socket.SO_RCVBUF)):
            try:
                sock.setsockopt(socket.SOL_SOCKET, forced, _SOCKET_BUFFER)
            except OSError:  # no CAP_NET_ADMIN over the kernel's limits: as much as they allow
                sock.setsockopt(socket.SOL_SOCKET, option, _SOCKET_BUFFER)
        super().__init__(sock, rate_bps)

    @override
    def receive(self) -> bytes | None:
        while True:
            try:
                frame = receive_frame(self.sock)
            except OSError:
                return None
            if frame:
                return frame

    @override
    def count_losses(self) -> int:
        self._lost += lost_since(self.sock)
        return self._lost

    @override
    def _has_carrier(self) -> bool:
        return is_up(self.sock, self._interface)


class SocketPort(LivePort):
    """A port on one end of a pair of SOCK_SEQPACKET sockets, one frame per message; the relay holds what waits."""

    def __init__(self, descriptor: int, rate_bps: int) -> None:
        """Take over `descriptor`; `rate_bps` in bits per second of the topology. Raises OSError."""
        self._carrier = True
        sock = socket.socket(fileno=descriptor)
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SOCKET_BUFFER)
        super().__init__(sock, rate_bps)

    @override
    def notice(self, up: bool) -> None:
        self._carrier = up

    @override
    def receive(self) -> bytes | None:
        try:
            frame = self.sock.recv(MAX_FRAME)
        except BlockingIOError:
            return None
        except OSError:
            frame = b""
        if not frame:  # the relay is gone
            self.ended = True
            return None
        return frame

    @override
    def count_losses(self) -> int:
        return 0

    @override
    def _has_carrier(self) -> bool:
        return self._carrier and not self.ended


# --- The loop --------------------------------------------------------------------------------------------------------


_FRAMES_AT_ONCE = 64
"""Taken from one port before the others have their turn, and before timers are looked at."""
_LONGEST_WAIT_S = 0.5

Saw = Callable[[int, bytes], None]
"""A port's number and a frame."""


def _nobody(_port: int, _frame: bytes) -> None:
    pass


class NicLoop:
    """Moves frames between a NIC and its ports, and wakes it when it wants to be woken.

    Attributes:
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
            saw: called with each frame that arrives, before the NIC gets it.
        """
        self.nic = nic
        self.ports: Sequence[LivePort] = ()
        self.late_ns = latenesses()
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

    def step(self) -> None:
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
            free &= self._carriers  # frames are lost until it notices that its link is down
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
