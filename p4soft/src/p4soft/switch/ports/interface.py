# SPDX-License-Identifier: Apache-2.0
"""A port on a Linux network interface (AF_PACKET), and when the state of an interface may have changed."""

from __future__ import annotations

import contextlib
import errno
import os
import selectors
import socket
import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from typing_extensions import override

from p4soft.packet_socket import is_up, lost_since, open_interface, receive_frame, see_all
from p4soft.switch.ports import BURST, FRAMES, BurstTaker, FrameSink, OutputBuffer, Port, PortError

if TYPE_CHECKING:
    from p4soft.switch.ports.bursts import FrameRing, SendRing

_FRAMES_PER_TURN = 4 * BURST
"""Frames taken before the loop looks at the others, or a burst less one more."""
_FRAMES_PER_LOOK = 256
"""Frames that come before the kernel is asked again whether there was no room for others."""
_RETRY_S = 1.0
"""After a ring could not be had: memory comes free, an interface is there again, or has another MTU."""
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

    Frames come to a socket, where small ones take up little memory. From when it had no room for one on, they come into
    a ring: that takes less time, but up to 36 MiB. When many at a time come from one and leave by a port, that port has
    a ring to send by, of 64 frames: they may wait there in addition to those of the socket.
    """

    def __init__(self, number: int, name: str, sink: FrameSink, bursts: BurstTaker) -> None:
        """Open interface `name`. Raises PortError."""
        self.number = number
        self.capture_name = name
        self.lost = Counter()
        self._waiting = OutputBuffer(frames=FRAMES)
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
        self._source: int | FrameRing = self._sock.fileno()
        self._coming: FrameRing | None = None
        self._ring_at = self._send_ring_at = 0.0  # when they may be asked for, of the monotonic clock
        self._since_look = 0
        self._send_ring: SendRing | None = None
        see_all(self._sock, name)

    @override
    def register(self, selector: selectors.BaseSelector) -> None:
        self._selector = selector
        selector.register(self._sock, selectors.EVENT_READ, self._receive)

    @override
    def is_up(self) -> bool:
        """Whether it is administratively up, with a carrier."""
        return is_up(self._out, self._out.getsockname()[0])  # it may have another name now

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
        rings = [ring for ring in (self._source, self._coming) if not isinstance(ring, int | None)]
        for sock in (self._sock, self._out, *(ring.socket for ring in rings)):
            if self._selector is not None:
                with contextlib.suppress(KeyError, ValueError):
                    self._selector.unregister(sock)
            sock.close()
        self._selector = None
        for ring in rings:
            ring.close()
        if self._send_ring is not None:
            self._send_ring.close()
            self._send_ring = None
        if unsent := self._waiting.clear():
            self.lost["the port was closed"] += unsent

    @override
    def burst_socket(self) -> int | None:
        return None if self._waiting else self._out.fileno()

    @override
    def send_ring(self) -> int:
        return 0 if self._send_ring is None else self._send_ring.address

    @override
    def begin_send_ring(self) -> bool:
        from p4soft.switch.ports.bursts import SendRing  # noqa: PLC0415 - only with native code

        now = time.monotonic()
        if self._send_ring is None and now >= self._send_ring_at:
            self._send_ring_at = now + _RETRY_S
            with contextlib.suppress(OSError):  # No memory, a kernel that has none, or the interface is gone.
                self._send_ring = SendRing(self._out.getsockname()[0])
                return True
        return False

    @override
    def look_at_link(self) -> None:
        if self._send_ring is not None:
            self._send_ring.look_at_mtu()

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
            frames = [] if self._take_bursts() else self._take_frames()
        except BlockingIOError:
            if self._coming is not None:
                self._go_on_with(self._coming)
            return
        except OSError:  # The interface is down: it may come back.
            return
        for frame in frames:
            self._sink(self.number, frame)

    def _take_bursts(self) -> bool:
        """Whether frames may come in bursts for now. Raises OSError."""
        turn = 0
        while turn < _FRAMES_PER_TURN:
            taken = self._bursts(self.number, self._source)
            if taken is None:
                return False
            turn += taken.frames
            self._since_look += taken.frames
            if not taken.frames or taken.frames % BURST:  # nothing waits behind a burst that is not full
                break
        if self._since_look >= _FRAMES_PER_LOOK:
            self._since_look = 0
            if isinstance(self._source, int) and self._coming is None and lost_since(self._sock):
                self._begin_ring()
        return True

    def _take_frames(self) -> list[bytes]:
        """At most a burst, without the switch. Raises OSError."""
        if not isinstance(self._source, int):
            return self._source.frames()
        found: list[bytes] = []
        try:
            for _ in range(BURST):
                found.append(receive_frame(self._sock) or b"")
        except OSError:
            if not found:
                raise
        return [frame for frame in found if frame]

    def _begin_ring(self) -> None:
        """Let frames come into a ring, which has its turn once the socket has no more."""
        from p4soft.switch.ports.bursts import FrameRing  # noqa: PLC0415 - only with native code

        now = time.monotonic()
        if now < self._ring_at:
            return
        self._ring_at = now + _RETRY_S
        name = self._sock.getsockname()[0]  # it may have another one now
        try:
            ring = FrameRing(name, instead_of=self._sock)
        except OSError:  # No memory, or the interface is gone.
            return
        with contextlib.suppress(OSError):  # The interface is gone.
            ring.start()
        if self._selector is not None:
            self._selector.register(ring.socket, selectors.EVENT_READ, self._receive)
        self._coming = ring

    def _go_on_with(self, ring: FrameRing) -> None:
        if self._selector is not None:
            self._selector.unregister(self._sock)
        self._sock.close()
        self._sock, self._source, self._coming = ring.socket, ring, None


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
