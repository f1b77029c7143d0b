# SPDX-License-Identifier: Apache-2.0
"""A port on a Linux network interface (AF_PACKET)."""

from __future__ import annotations

import contextlib
import fcntl
import selectors
import socket
import struct

from typing_extensions import override

from targets.packet_socket import open_interface, receive_frame
from targets.softswitch.ports.base import BURST, BurstTaker, FrameSink, Port, PortError

_BUFFER = 8 << 20
_PACKET_MR_PROMISC = 1
_SOL_PACKET = 263
_PACKET_ADD_MEMBERSHIP = 1
_SIOCGIFFLAGS = 0x8913
_UP_AND_RUNNING = 0x1 | 0x40  # IFF_UP, IFF_RUNNING


class InterfacePort(Port):
    """A network interface, which is put into promiscuous mode while the port is open, as libpcap does for BMv2."""

    def __init__(self, number: int, name: str, sink: FrameSink, bursts: BurstTaker) -> None:
        """Open interface `name`. Raises PortError."""
        self.number = number
        self.capture_name = name
        self.dropped = 0
        self._name = name
        self._sink, self._bursts = sink, bursts
        self._selector: selectors.BaseSelector | None = None
        try:
            self._sock = open_interface(name)
        except OSError as error:
            raise PortError(f"port {number}: {error.strerror or error}") from None
        index = socket.if_nametoindex(name)
        membership = struct.pack("@iHH8s", index, _PACKET_MR_PROMISC, 0, b"")  # struct packet_mreq
        with contextlib.suppress(OSError):  # Loopback and some virtual interfaces have no such mode.
            self._sock.setsockopt(_SOL_PACKET, _PACKET_ADD_MEMBERSHIP, membership)
        for option in (socket.SO_RCVBUF, socket.SO_SNDBUF):
            self._sock.setsockopt(socket.SOL_SOCKET, option, _BUFFER)

    @override
    def register(self, selector: selectors.BaseSelector) -> None:
        self._selector = selector
        selector.register(self._sock, selectors.EVENT_READ, self._readable)

    @override
    def is_up(self) -> bool:
        """: administratively up, with a carrier."""
        request = struct.pack("16sH14x", self._name.encode(), 0)  # struct ifreq
        try:
            reply = fcntl.ioctl(self._sock, _SIOCGIFFLAGS, request)
        except OSError:  # The interface is gone.
            return False
        flags: int = struct.unpack_from("16xH", reply)[0]
        return flags & _UP_AND_RUNNING == _UP_AND_RUNNING

    @override
    def transmit(self, frame: bytes) -> bool:
        """A frame over the MTU, or an interface that is down, is a drop."""
        try:
            self._sock.send(frame)
        except OSError:
            self.dropped += 1
            return False
        return True

    @override
    def close(self) -> None:
        if self._selector is not None:
            with contextlib.suppress(KeyError, ValueError):
                self._selector.unregister(self._sock)
            self._selector = None
        self._sock.close()

    @override
    def burst_socket(self) -> int:
        return self._sock.fileno()

    def _readable(self, _events: int) -> None:
        try:
            if self._bursts(self.number, self._sock.fileno()) is not None:
                return
        except OSError:  # As below.
            return
        for _ in range(BURST):
            try:
                frame = receive_frame(self._sock)
            except OSError:  # Nothing more waiting, or the interface is down: it may come back.
                return
            if frame:
                self._sink(self.number, frame)
