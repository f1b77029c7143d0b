# SPDX-License-Identifier: Apache-2.0
"""Bursts from ports through the native engine to ports: one system call for a burst, and no Python for a frame.

`recvmmsg` fills the records that the native engine's burst takes, `sendmmsg` empties those that it leaves, over packet
sockets and SOCK_SEQPACKET alike. Linux on 64-bit machines: `socklen_t` is 4 bytes, `size_t` 8.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

from llvmlite import ir
from typing_extensions import override

from p4soft.llvm import Fixed
from p4soft.llvm.jit import Compiled
from p4soft.switch.native.burst import Frame, Sent
from p4soft.switch.ports import Port, Received
from p4soft.switch.switch import BurstSink, Emission, SimpleSwitch

# --- The kernel's structs of recvmmsg(2) and sendmmsg(2), packet(7) and cmsg(3) --------------------------------------


BURST = 64
"""Messages of one system call."""
HEADROOM = 16
"""Bytes before a received frame: room to put a VLAN tag back in."""
MAX_FRAME = 65536


class IoVec(ctypes.Structure):
    """`struct iovec`: where the bytes of a message are."""

    _fields_ = (("base", ctypes.c_uint64), ("length", ctypes.c_uint64))


class Message(ctypes.Structure):
    """`struct mmsghdr`: `struct msghdr` and, after the call, the bytes of the message."""

    _fields_ = (
        ("name", ctypes.c_uint64),
        ("name_length", ctypes.c_uint64),
        ("vectors", ctypes.c_uint64),
        ("vector_count", ctypes.c_uint64),
        ("control", ctypes.c_uint64),
        ("control_length", ctypes.c_uint64),
        ("flags", ctypes.c_uint32),
        ("padding", ctypes.c_uint32),
        ("length", ctypes.c_uint32),
        ("padding2", ctypes.c_uint32),
    )


class LinkAddress(ctypes.Structure):
    """`struct sockaddr_ll`, padded to 24 bytes."""

    _fields_ = (
        ("family", ctypes.c_uint16),
        ("protocol", ctypes.c_uint16),
        ("interface", ctypes.c_uint32),
        ("hardware", ctypes.c_uint16),
        ("packet_type", ctypes.c_uint8),
        ("rest", ctypes.c_uint8 * 13),
    )


class Auxiliary(ctypes.Structure):
    """`struct cmsghdr` and `struct tpacket_auxdata`, which says what the kernel took out of a frame."""

    _fields_ = (
        ("size", ctypes.c_uint64),
        ("level", ctypes.c_uint32),
        ("kind", ctypes.c_uint32),
        ("status", ctypes.c_uint32),
        ("length", ctypes.c_uint32),
        ("captured", ctypes.c_uint32),
        ("link_offset", ctypes.c_uint16),
        ("network_offset", ctypes.c_uint16),
        ("vlan_tci", ctypes.c_uint16),
        ("vlan_tpid", ctypes.c_uint16),
        ("padding", ctypes.c_uint32),
    )


# --- The machine code (bursts.c) -------------------------------------------------------------------------------------


ENDED = 1 << 32
"""In the result of `receive`: the other end has closed a SOCK_SEQPACKET connection."""
NOBODY = 0xFFFF_FFFF
"""In the table of sockets: a port whose frames are Python's."""

BURSTS = Fixed(Path(__file__).parent, ("bursts",))


class _Code:
    """Made once in a process."""

    def __init__(self) -> None:
        self._compiled = Compiled(ir.Module("bursts"), BURSTS.public)
        words = [ctypes.c_int64] * 8
        self.receive = ctypes.CFUNCTYPE(*words[:7])(self._compiled.address("receive"))
        self.send = ctypes.CFUNCTYPE(*words)(self._compiled.address("send"))


@cache
def _code() -> _Code:
    return _Code()


# --- Between sockets and native memory -------------------------------------------------------------------------------


_FRAME_SPACE = HEADROOM + MAX_FRAME


class BurstTransfer:
    """Memory for one burst in and one out, and the sockets that frames leave by. One thread at a time.

    Attributes:
        records: address of the frame records of the last `receive` (`Frame`).
    """

    def __init__(self) -> None:
        code = _code()
        self._receive, self._send = code.receive, code.send
        self._frames = (Frame * BURST)()
        self.records = ctypes.addressof(self._frames)
        self._space = (ctypes.c_uint8 * (_FRAME_SPACE * BURST))()
        self._names = (LinkAddress * BURST)()
        self._control = (Auxiliary * BURST)()
        self._in, self._in_vectors = _messages()
        self._out, self._out_vectors = _messages()
        space = ctypes.addressof(self._space)
        for i in range(BURST):
            self._in_vectors[i].base = space + i * _FRAME_SPACE + HEADROOM
            self._in_vectors[i].length = MAX_FRAME
            self._in[i].name = ctypes.addressof(self._names[i])
            self._in[i].control = ctypes.addressof(self._control[i])
        self._sockets = (ctypes.c_uint32 * 1)(NOBODY)
        self._work = (ctypes.c_uint32 * 0)()

    def serve(self, sockets: Mapping[int, int]) -> None:
        """Frames to these ports leave by these sockets (file descriptors); those to all others are left to Python."""
        count = max(sockets, default=0) + 1
        self._sockets = (ctypes.c_uint32 * count)(*(sockets.get(port, NOBODY) for port in range(count)))

    def receive(self, sock: int, port: int, since_us: int, now_us: int) -> Received:
        """Take at most 64 frames that wait at a socket (a file descriptor), and came between `since_us` and `now_us`.

        Raises:
            BlockingIOError: none waits.
            OSError: the interface is down or gone.
        """
        result = self._receive(sock, ctypes.addressof(self._in), self.records, port, since_us, now_us)
        if result < 0:
            raise OSError(-result, os.strerror(-result))
        return Received(result & (ENDED - 1), bool(result & ENDED))

    def send(self, records: int, count: int, data: int) -> list[int]:
        """Send `count` frames, `Sent` at `records` with offsets from `data`, as far as sockets take them.

        Returns:
            The numbers of the records that are left: in the order of frames, for each port.
        """
        ports = len(self._sockets)
        size = 2 * ports + 3 * count
        if len(self._work) < size:
            self._work = (ctypes.c_uint32 * (2 * size))()
        sockets, work, out = (ctypes.addressof(memory) for memory in (self._sockets, self._work, self._out))
        left = self._send(records, count, data, sockets, ports, work, out)
        first = 2 * ports + 2 * count
        return self._work[first : first + left]


def _messages() -> tuple[ctypes.Array[Message], ctypes.Array[IoVec]]:
    messages, vectors = (Message * BURST)(), (IoVec * BURST)()
    for message, vector in zip(messages, vectors, strict=True):
        message.vectors, message.vector_count = ctypes.addressof(vector), 1
    return messages, vectors


# --- Through the switch, while both ends of the way can take bursts --------------------------------------------------


class BurstPath(BurstSink):
    """One switch and its ports. Frames that a port does not take at once go to it one by one, through `emit`."""

    def __init__(
        self, switch: SimpleSwitch, ports: Mapping[int, Port], emit: Callable[[Sequence[Emission]], None]
    ) -> None:
        self._switch, self._ports, self._emit = switch, ports, emit
        self._transfer = BurstTransfer()
        self._stale = True

    def ports_changed(self) -> None:
        """Some port may have another socket now, or none."""
        self._stale = True

    def receive(self, port: int, sock: int, since_us: int, now_us: int) -> Received:
        """Take a burst off a socket (a file descriptor), through the switch, whose lock the caller holds.

        Its frames are taken to have come evenly between `since_us` and `now_us`.

        Raises:
            OSError: the socket has nothing, or no more.
        """
        received = self._transfer.receive(sock, port, since_us, now_us)
        if received.frames:
            self._switch.receive_records(self._transfer.records, received.frames, self)
        return received

    @override
    def records(self, records: int, count: int, data: int) -> None:
        if self._stale:
            sockets = {number: port.burst_socket() for number, port in self._ports.items()}
            self._transfer.serve({number: sock for number, sock in sockets.items() if sock is not None})
            self._stale = False
        left = self._transfer.send(records, count, data)
        if left:
            found = (Sent * count).from_address(records)
            self.emissions(
                [
                    Emission(r.port, r.priority, ctypes.string_at(data + r.offset, r.length))
                    for r in (found[i] for i in left)
                ]
            )

    @override
    def emissions(self, emissions: Sequence[Emission]) -> None:
        self._emit(emissions)
        self._stale = True  # a port that keeps frames waiting must get the next ones behind them
