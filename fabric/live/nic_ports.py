# SPDX-License-Identifier: Apache-2.0
"""A NIC's ports on network interfaces: frames out at the port's rate, frames in with their time."""

from __future__ import annotations

import socket

from targets.packet_socket import is_up, lost_since, open_interface, receive_frame

_SOCKET_BUFFER = 32 << 20
_SO_SNDBUFFORCE, _SO_RCVBUFFORCE = 32, 33
_CREDIT_FRAMES = 2
"""So many full frames may leave at once when the process was woken late: a late wake-up costs no rate."""
_FULL_FRAME_BITS = 4300 * 8


class LivePort:
    """One port of a NIC.

    Attributes:
        interface: its name.
        sock: its packet socket, for `select`.
        idle_ns: when it has sent what it was given; ns of the topology.
        up: it has a carrier; see `look`.
        lost_by_kernel: frames that found the socket's buffer full.
        not_sent: frames that the socket did not take.
    """

    def __init__(self, interface: str, rate_bps: int) -> None:
        """Open `interface`; `rate_bps` in bits per second of the topology. Raises OSError."""
        self.interface = interface
        self.sock = open_interface(interface)
        for forced, option in ((_SO_SNDBUFFORCE, socket.SO_SNDBUF), (_SO_RCVBUFFORCE, socket.SO_RCVBUF)):
            try:
                self.sock.setsockopt(socket.SOL_SOCKET, forced, _SOCKET_BUFFER)
            except OSError:  # no CAP_NET_ADMIN over the kernel's limits: as much as they allow
                self.sock.setsockopt(socket.SOL_SOCKET, option, _SOCKET_BUFFER)
        self.rate_bps = rate_bps
        self.idle_ns = 0
        self.lost_by_kernel = 0
        self.not_sent = 0
        self.up = False
        self.look()

    def look(self) -> bool:
        """See whether it has a carrier; True when that has changed."""
        before, self.up = self.up, is_up(self.sock, self.interface)
        return before != self.up

    def send(self, frame: bytes, now_ns: int) -> None:
        """Send a frame; the port is busy for as long as its bits take."""
        try:
            self.sock.send(frame)
        except OSError:  # down, or its queue is full
            self.not_sent += 1
        earliest = now_ns - _CREDIT_FRAMES * _FULL_FRAME_BITS * 1_000_000_000 // self.rate_bps
        self.idle_ns = max(self.idle_ns, earliest) + len(frame) * 8_000_000_000 // self.rate_bps

    def receive(self) -> bytes | None:
        """The next frame that waits, None when there is none or the interface is down."""
        while True:
            try:
                frame = receive_frame(self.sock)
            except OSError:
                return None
            if frame:
                return frame

    def count_losses(self) -> int:
        """`lost_by_kernel`, with what was lost since it was last asked."""
        self.lost_by_kernel += lost_since(self.sock)
        return self.lost_by_kernel

    def close(self) -> None:
        """Let the interface go."""
        self.sock.close()
