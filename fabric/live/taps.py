# SPDX-License-Identifier: Apache-2.0
"""Whoever looks at a cable of a live fabric: on the interface at its second end, or at the process that relays it."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import struct
import time
from dataclasses import dataclass
from typing import Protocol

from typing_extensions import override

from fabric.live.relay.messages import SEEN
from p4soft.packet_socket import (
    MAX_FRAME,
    PACKET_IGNORE_OUTGOING,
    PACKET_OUTGOING,
    SOL_PACKET,
    lost_since,
    open_interface,
    with_tag,
)
from p4soft.targets.attach import UNIX_PREFIX

_BUFFER = 32 << 20
_SO_RCVBUFFORCE, _SO_TIMESTAMPNS = 33, 35
_TIMESPEC = struct.Struct("@qq")
_ANCILLARY = 256
_ANSWER_S = 10.0


@dataclass(frozen=True, slots=True)
class Seen:
    """A frame as it passed the cable's second end.

    Attributes:
        at_ns: as `time.monotonic_ns` counts.
        leaving: it went into the cable there; otherwise it came.
        frame: whole, with its VLAN tag.
    """

    at_ns: int
    leaving: bool
    frame: bytes


class Tap(Protocol):
    """Sees every frame that passes the second end of a cable.

    Attributes:
        sock: for `select`.
        ended: nothing more will come, whoever waits.
    """

    sock: socket.socket
    ended: bool

    def take(self) -> Seen | None:
        """The next frame; None when none waits."""

    def lost(self) -> int:
        """Frames that there was no room for, since this was last asked."""


def open_tap(where: str, link: str) -> Tap:
    """Look at a cable.

    Args:
        where: what `fabric.live.cabling.Cabling.tap` says.
        link: its name.

    Raises:
        OSError: it cannot be looked at.
    """
    if where.startswith(UNIX_PREFIX):
        return SocketTap(where.removeprefix(UNIX_PREFIX), link)
    return InterfaceTap(where)


class InterfaceTap(Tap):
    """On the interface at the cable's second end."""

    def __init__(self, interface: str) -> None:
        """Open it. Raises OSError."""
        self.ended = False
        self.sock = open_interface(interface)
        self.sock.setsockopt(SOL_PACKET, PACKET_IGNORE_OUTGOING, 0)
        self.sock.setsockopt(socket.SOL_SOCKET, _SO_TIMESTAMPNS, 1)
        with contextlib.suppress(OSError):  # without CAP_NET_ADMIN the buffer is what it is
            self.sock.setsockopt(socket.SOL_SOCKET, _SO_RCVBUFFORCE, _BUFFER)
        self._realtime_offset_ns = time.time_ns() - time.monotonic_ns()

    @override
    def take(self) -> Seen | None:
        try:
            data, ancillary, _flags, address = self.sock.recvmsg(MAX_FRAME, _ANCILLARY)
        except OSError:  # none waits, or the interface went down
            return None
        at_ns = time.monotonic_ns()
        for level, kind, payload in ancillary:
            if level == socket.SOL_SOCKET and kind == _SO_TIMESTAMPNS and len(payload) >= _TIMESPEC.size:
                seconds, nanoseconds = _TIMESPEC.unpack_from(payload)
                at_ns = seconds * 1_000_000_000 + nanoseconds - self._realtime_offset_ns
        return Seen(at_ns, address[2] == PACKET_OUTGOING, with_tag(data, ancillary))

    @override
    def lost(self) -> int:
        return lost_since(self.sock)


class SocketTap(Tap):
    """At the process that relays the cable."""

    def __init__(self, path: str, link: str) -> None:
        """Connect to it. Raises OSError."""
        self.ended = False
        self._lost = self._told = 0
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            self.sock.settimeout(_ANSWER_S)
            self.sock.connect(path)
            self.sock.send(link.encode())
            if not self.sock.recv(MAX_FRAME):
                raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        except BaseException:  # the socket is nobody else's, however this ends
            self.sock.close()
            raise
        self.sock.setblocking(False)

    @override
    def take(self) -> Seen | None:
        try:
            data = self.sock.recv(SEEN.size + MAX_FRAME)
        except BlockingIOError:
            return None
        except OSError:
            data = b""
        if len(data) < SEEN.size:
            self.ended = True
            return None
        at_ns, leaving, self._lost = SEEN.unpack_from(data)
        return Seen(at_ns, leaving, data[SEEN.size :])

    @override
    def lost(self) -> int:
        lost, self._told = self._lost - self._told, self._lost
        return lost
