# SPDX-License-Identifier: Apache-2.0
"""A port on a Linux network interface (AF_PACKET), and when the state of an interface may have changed."""

from __future__ import annotations

import contextlib
import errno
import os
import selectors
import socket
import struct
from collections import Counter
from collections.abc import Callable

from typing_extensions import override

from p4soft.packet_socket import SOL_PACKET, is_up, open_interface, receive_frame
from p4soft.switch.ports import BURST, FRAMES, BurstTaker, FrameSink, OutputBuffer, Port, PortError

_RECEIVE_BUFFER = 8 << 20
_BURSTS = 4
"""Bursts taken before the loop looks at the others."""
_PACKET_MR_PROMISC = 1
_PACKET_ADD_MEMBERSHIP = 1
_REASONS = {
    errno.ENOBUFS: "dropped by the interface's queueing discipline",
    errno.EMSGSIZE: "longer than the interface's MTU",
    errno.ENETDOWN: "the interface is down",
    errno.ENXIO: "the interface is gone",
}


class InterfacePort(Port):
    """A network interface, which is put into promiscuous mode while the port is open, as libpcap does for BMv2.

    How much may wait in the interface's queueing discipline is the kernel's default (net.core.wmem_default bytes), as
    for BMv2: then the interface takes no more until half of that has gone. It sends through a socket that nobody waits
    for: the kernel says at each frame that has gone that there is room, which costs time where a selector hears it.
    """

    def __init__(self, number: int, name: str, sink: FrameSink, bursts: BurstTaker) -> None:
        """Open interface `name`. Raises PortError."""
        self.number = number
        self.capture_name = name
        self.lost = Counter()
        self._waiting = OutputBuffer(frames=FRAMES)
        self._name = name
        self._sink, self._bursts = sink, bursts
        self._selector: selectors.BaseSelector | None = None
        try:
            self._sock = open_interface(name)
            with contextlib.ExitStack() as opened:
                opened.enter_context(self._sock)
                self._out = open_interface(name, receives=False)
                opened.pop_all()
        except OSError as error:
            raise PortError(f"port {number}: {error.strerror or error}") from None
        index = socket.if_nametoindex(name)
        membership = struct.pack("@iHH8s", index, _PACKET_MR_PROMISC, 0, b"")  # struct packet_mreq
        with contextlib.suppress(OSError):  # Loopback and some virtual interfaces have no such mode.
            self._sock.setsockopt(SOL_PACKET, _PACKET_ADD_MEMBERSHIP, membership)
        self._sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BUFFER)

    @override
    def register(self, selector: selectors.BaseSelector) -> None:
        self._selector = selector
        selector.register(self._sock, selectors.EVENT_READ, self._receive)

    @override
    def is_up(self) -> bool:
        """Whether it is administratively up, with a carrier."""
        return is_up(self._sock, self._name)

    @override
    def transmit(self, frame: bytes) -> bool:
        """Send, or wait for the interface; a frame over the MTU, or an interface that is down, is a loss."""
        if not self._waiting:
            sent = self._send(frame)
            if sent is not None:
                return sent
            if self._selector is not None:
                self._selector.register(self._out, selectors.EVENT_WRITE, self._flush)
        self._waiting.append(frame)
        return True

    @override
    def room(self) -> int:
        return self._waiting.room

    @override
    def close(self) -> None:
        for sock in (self._sock, self._out):
            if self._selector is not None:
                with contextlib.suppress(KeyError, ValueError):
                    self._selector.unregister(sock)
            sock.close()
        self._selector = None
        if unsent := self._waiting.clear():
            self.lost["the port was closed"] += unsent

    @override
    def burst_socket(self) -> int | None:
        return None if self._waiting else self._out.fileno()

    def _send(self, frame: bytes) -> bool | None:
        """Whether the interface took the frame or it is lost; None: it takes no more for now."""
        try:
            self._out.send(frame)
        except BlockingIOError:
            return None
        except OSError as error:
            number = error.errno or 0
            self.lost[_REASONS.get(number, os.strerror(number))] += 1
            return False
        return True

    def _flush(self, _events: int) -> None:
        while self._waiting and self._send(self._waiting.first()) is not None:
            self._waiting.remove_first()
        if not self._waiting and self._selector is not None:
            self._selector.unregister(self._out)

    def _receive(self, _events: int) -> None:
        try:
            for _ in range(_BURSTS):
                taken = self._bursts(self.number, self._sock.fileno())
                if taken is None:
                    break
                if taken.frames < BURST:
                    return
            else:
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


# --- Changes of any interface (rtnetlink(7), group RTMGRP_LINK) ------------------------------------------------------


_RTMGRP_LINK = 1
_MESSAGE_BYTES = 65536


class LinkMonitor:
    """Calls `changed` on the event loop's thread after any interface went up, down, or away.

    Where netlink is not available, it never does.
    """

    def __init__(self, selector: selectors.BaseSelector, changed: Callable[[], None]) -> None:
        self._selector = selector
        self._changed = changed
        self._sock: socket.socket | None = None
        with contextlib.suppress(OSError):
            self._sock = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW | socket.SOCK_NONBLOCK, socket.NETLINK_ROUTE)
            self._sock.bind((0, _RTMGRP_LINK))
            selector.register(self._sock, selectors.EVENT_READ, self._readable)

    def close(self) -> None:
        """Stop watching. Idempotent."""
        if self._sock is not None:
            with contextlib.suppress(KeyError, ValueError):
                self._selector.unregister(self._sock)
            self._sock.close()
            self._sock = None

    def _readable(self, _events: int) -> None:
        assert self._sock is not None
        while True:
            try:
                self._sock.recv(_MESSAGE_BYTES)
            except BlockingIOError:
                break
            except OSError as error:
                # Too many events for the buffer: some are lost, but what counts is that there were any.
                if error.errno != errno.ENOBUFS:
                    break
        self._changed()
