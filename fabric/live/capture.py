# SPDX-License-Identifier: Apache-2.0
"""Captures one cable of a live fabric: `python -m fabric.live.capture WHERE LINK FACTOR ORIGIN_NS FRAMES SNAPLEN`.

WHERE is what `fabric.live.cabling.Cabling.tap` says; where that is an interface, run it in the network of the
switches, where the `b` end of every cable is. It writes pcapng to standard output until standard input ends, or FRAMES
are there (0: no end), up to SNAPLEN bytes of each (0: all), and says on standard error how many there were. An
interface per direction, times in ns of the topology since ORIGIN_NS of `time.monotonic_ns`, as captures of emulated
time have them. An ORIGIN_NS of `-` is the first line of standard input instead; what has passed before that moment is
left out.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import selectors
import socket
import struct
import sys
import time
from collections.abc import Sequence
from typing import BinaryIO, Protocol

from msgspec import Struct
from typing_extensions import override

from fabric.live.messages import SEEN
from fabric.live.scale import Clock, Scale
from p4soft.outputs import NANOSECONDS, PcapngWriter
from p4soft.packet_socket import (
    MAX_FRAME,
    PACKET_IGNORE_OUTGOING,
    PACKET_OUTGOING,
    SOL_PACKET,
    lost_since,
    open_interface,
    with_tag,
)
from p4soft.targets.links import UNIX_PREFIX

# --- Taps ------------------------------------------------------------------------------------------------------------


_BUFFER = 32 << 20
_SO_RCVBUFFORCE, _SO_TIMESTAMPNS = 33, 35
_TIMESPEC = struct.Struct("@qq")
_ANCILLARY = 256
_ANSWER_S = 10.0


class Seen(Struct, frozen=True):
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
        ended: nothing more will come.
    """

    sock: socket.socket
    ended: bool

    def take(self) -> Seen | None:
        """The next frame; None when none waits."""

    def lost(self) -> int:
        """Frames that there was no room for, since this was last asked."""


def open_tap(where: str, link: str) -> Tap:
    """Look at a cable.

    Raises:
        OSError: it cannot be looked at.
    """
    if where.startswith(UNIX_PREFIX):
        return SocketTap(where.removeprefix(UNIX_PREFIX), link)
    return InterfaceTap(where)


class InterfaceTap(Tap):
    """A tap on the interface at the cable's second end."""

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
    """A tap at the process that relays the cable."""

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
        except BaseException:  # no one else closes this socket
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


# --- The capture -----------------------------------------------------------------------------------------------------


_AT_ONCE = 256


class Recording:
    """Writes what a tap sees as a capture of one link."""

    def __init__(self, stream: BinaryIO, link: str, clock: Clock, snaplen: int) -> None:
        """Begin the file.

        Args:
            stream: where it goes.
            link: its name, `a--b`; the tap is at `b`.
            clock: of the fabric.
            snaplen: bytes kept of each frame; 0 keeps all.
        """
        self.frames = 0
        self._stream = stream
        self._clock = clock
        near, _, far = link.partition("--")
        self._writer = PcapngWriter(stream, application="mrc-fabric", snaplen=snaplen, resolution=NANOSECONDS)
        self._arriving = self._writer.add_interface(f"{near}>{far}", f"arriving at {far}")
        self._leaving = self._writer.add_interface(f"{far}>{near}", f"leaving {far}")
        stream.flush()

    def add(self, seen: Seen) -> None:
        """Write one frame, unless it passed before time began."""
        at_ns = self._clock.scale.fabric_ns(seen.at_ns - self._clock.origin_ns)
        if at_ns < 0:
            return
        self._writer.write(self._leaving if seen.leaving else self._arriving, at_ns, seen.frame)
        self.frames += 1

    def flush(self) -> None:
        self._stream.flush()


def record(tap: Tap, recording: Recording, until: int, frames: int) -> None:
    """Record until descriptor `until` ends, or `frames` are there (0: no end)."""
    with selectors.DefaultSelector() as selector:
        selector.register(tap.sock, selectors.EVENT_READ)
        selector.register(until, selectors.EVENT_READ)
        ended_ns = None
        while ended_ns is None and not tap.ended and not (frames and recording.frames >= frames):
            if any(key.fd == until for key, _ in selector.select()):
                ended_ns = time.monotonic_ns()  # what passed until now, and waits, is still taken
            _take(tap, recording, frames, ended_ns)
            recording.flush()


def _take(tap: Tap, recording: Recording, frames: int, ended_ns: int | None) -> None:
    """Record what waits: of a capture that has ended all that had passed then, otherwise some."""
    for taken in itertools.count():
        if ended_ns is None and taken == _AT_ONCE:
            return
        seen = tap.take()
        if seen is None or (ended_ns is not None and seen.at_ns > ended_ns):
            return
        recording.add(seen)
        if frames and recording.frames >= frames:
            return


def main(arguments: Sequence[str]) -> int:
    """Capture; exit status 1 when it cannot begin, or its output is closed."""
    where, link, factor, origin_ns, frames, snaplen = arguments
    try:
        tap = open_tap(where, link)
        print(f"capturing {link}", file=sys.stderr, flush=True)
        clock = Clock(Scale(int(factor)), int(sys.stdin.readline() or 0) if origin_ns == "-" else int(origin_ns))
        recording = Recording(sys.stdout.buffer, link, clock, int(snaplen))
        record(tap, recording, sys.stdin.fileno(), int(frames))
    except BrokenPipeError:  # a reader that has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"error: {error.strerror}", file=sys.stderr)
        return 1
    lost = tap.lost()
    print(f"{recording.frames:,} frames" + (f", {lost:,} lost: its buffer was full" if lost else ""), file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
