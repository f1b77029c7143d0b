# SPDX-License-Identifier: Apache-2.0
"""A NIC's ports, on network interfaces or sockets: frames out at the port's rate, frames in as they come."""

from __future__ import annotations

import socket
from abc import ABC, abstractmethod

from typing_extensions import override

from p4soft.packet_socket import MAX_FRAME, is_up, lost_since, open_interface, receive_frame

_SOCKET_BUFFER = 32 << 20
_SO_SNDBUFFORCE, _SO_RCVBUFFORCE = 32, 33
_CREDIT_FRAMES = 2
"""So many full frames may leave at once when the process was woken late: a late wake-up costs no rate."""
_FULL_FRAME_BITS = 4300 * 8


class LivePort(ABC):
    """One port of a NIC.

    Attributes:
        sock: for `select`.
        rate_bps: bits per second of the topology.
        idle_ns: when it has sent what it was given; ns of the topology.
        up: it has a carrier; see `look`.
        ended: nothing more will come, whoever waits.
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

    def close(self) -> None:
        """Let it go."""
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
    """A port on a network interface."""

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
        if not frame:  # whoever relays is gone
            self.ended = True
            return None
        return frame

    @override
    def count_losses(self) -> int:
        return 0

    @override
    def _has_carrier(self) -> bool:
        return self._carrier and not self.ended
