# SPDX-License-Identifier: Apache-2.0
"""Bursts from ports through the native engine to ports: one system call for a burst, and no Python for a frame.

`recvmmsg` fills the records that the native engine's burst takes, `sendmmsg` empties those that it leaves, over packet
sockets and SOCK_SEQPACKET alike. From a ring, frames come without a system call, and several bursts without Python.
Linux on 64-bit machines: `socklen_t` is 4 bytes, `size_t` 8.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import mmap
import os
import socket
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType

from llvmlite import ir
from typing_extensions import override

from p4soft.llvm import Fixed
from p4soft.llvm.bounds import CHECKED
from p4soft.llvm.jit import Compiled
from p4soft.packet_socket import ETH_P_ALL, SOL_PACKET, mtu, open_interface, receive_frame, see_all, see_nothing
from p4soft.switch.native.burst import Frame, Sent
from p4soft.switch.native.engine import Stopped
from p4soft.switch.native.switch import RECORDS, FastPath
from p4soft.switch.ports import LONGEST_WAIT_US, Port, Received
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
        words = [ctypes.c_int64] * 9
        self.receive = ctypes.CFUNCTYPE(*words[:7])(self._compiled.address("receive"))
        self.send = ctypes.CFUNCTYPE(*words)(self._compiled.address("send"))
        self.take = ctypes.CFUNCTYPE(*words[:6])(self._compiled.address("take"))
        self.give_back = ctypes.CFUNCTYPE(*words[:3])(self._compiled.address("give_back"))
        self.forward = ctypes.CFUNCTYPE(*words[:5])(self._compiled.address("forward_bursts"))


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
        self._rings = (ctypes.c_uint64 * 1)(0)
        self._work = (ctypes.c_uint32 * 0)()

    def serve(self, sockets: Mapping[int, int], rings: Mapping[int, int] = MappingProxyType({})) -> None:
        """Frames to these ports leave by these sockets (file descriptors); those to all others are left to Python.

        `rings`: the address of a port's `SendRing`, by which as many leave as it takes.
        """
        count = max(sockets, default=0) + 1
        self._rings = (ctypes.c_uint64 * count)(*(rings.get(port, 0) for port in range(count)))
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
        return self.left(count, self._send(records, count, data, *self.arguments(count)))

    def arguments(self, count: int) -> tuple[int, int, int, int, int]:
        """The last arguments of machine code's `send`, good for `count` records, until `serve`."""
        ports = len(self._sockets)
        size = 2 * ports + 3 * count
        if len(self._work) < size:
            self._work = (ctypes.c_uint32 * (2 * size))()
        tables = ctypes.addressof(self._sockets), ctypes.addressof(self._rings)
        return *tables, ports, ctypes.addressof(self._work), ctypes.addressof(self._out)

    def left(self, count: int, left: int) -> list[int]:
        """Which records of `count` are left, when `send` has said how many."""
        first = 2 * len(self._sockets) + 2 * count
        return self._work[first : first + left]


def _messages() -> tuple[ctypes.Array[Message], ctypes.Array[IoVec]]:
    messages, vectors = (Message * BURST)(), (IoVec * BURST)()
    for message, vector in zip(messages, vectors, strict=True):
        message.vectors, message.vector_count = ctypes.addressof(vector), 1
    return messages, vectors


# --- From a ring that the kernel fills (PACKET_RX_RING, packet(7)) ---------------------------------------------------


CUT = 1 << 33
"""In the result of `take`: the next frame is longer than a slot."""

_SLOTS = 8_192
_LONGEST_SLOT = 4_608
"""Bytes: more would take too much memory, and fewer slots would hold too few small frames."""
_BLOCK = 1 << 16
_SLOT_HEAD = 96
"""Bytes of a slot before the payload of a frame: the kernel's header, and Ethernet's with two VLAN tags."""
_PACKET_RX_RING, _PACKET_COPY_THRESH, _PACKET_VERSION, _TPACKET_V2 = 5, 7, 10, 1
_STATUS_COPY = 2


class Ring(ctypes.Structure):
    """Where a ring's slots are, and which of them the kernel fills next."""

    _fields_ = (
        ("memory", ctypes.c_uint64),
        ("size", ctypes.c_uint64),
        ("block", ctypes.c_uint64),
        ("slot", ctypes.c_uint64),
        ("next", ctypes.c_uint64),
        ("taken", ctypes.c_uint64),
    )


@contextlib.contextmanager
def _closed_on_error(sock: socket.socket) -> Iterator[socket.socket]:
    try:
        yield sock
    except OSError:
        sock.close()
        raise


def _mapped(sock: socket.socket, kind: int, slot: int, slots: int) -> tuple[mmap.mmap, Ring]:
    """A ring (packet(7)) of at least `slots` slots of at least `slot` bytes, and its memory. Raises OSError."""
    slot = -(-slot // 16) * 16
    if slot > _BLOCK:
        raise OSError(errno.EMSGSIZE, os.strerror(errno.EMSGSIZE))
    each = _BLOCK // slot
    count = -(-slots // each)
    sock.setsockopt(SOL_PACKET, _PACKET_VERSION, _TPACKET_V2)
    sock.setsockopt(SOL_PACKET, kind, struct.pack("@IIII", _BLOCK, count, slot, count * each))  # struct tpacket_req
    memory = mmap.mmap(sock.fileno(), count * _BLOCK)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    return memory, Ring(address, count * _BLOCK, _BLOCK, slot, 0, 0)


class FrameRing:
    """Frames that come in by an interface, in memory that the kernel and this process share: 8,192 of them.

    One longer than 4,500 bytes, or than the MTU was at first, has its slot as well, but its bytes wait at the socket.

    Attributes:
        socket: readable while frames wait.
        address: of its `Ring`.
    """

    def __init__(self, name: str, *, instead_of: socket.socket | None = None) -> None:
        """Have a ring for interface `name`, which gets nothing before `start`, nor does `instead_of` from now on.

        Raises:
            OSError: there is none, and `instead_of` goes on.
        """
        self._code, self._name = _code(), name
        with _closed_on_error(open_interface(name, receives=False)) as self.socket:
            slot = min(_SLOT_HEAD + mtu(self.socket, name), _LONGEST_SLOT)
            self.socket.setsockopt(SOL_PACKET, _PACKET_COPY_THRESH, 1)
            self._memory, self._ring = _mapped(self.socket, _PACKET_RX_RING, slot, _SLOTS)
            see_all(self.socket, name)
            if instead_of is not None:
                see_nothing(instead_of)
        self.address = ctypes.addressof(self._ring)
        self._frames = (Frame * BURST)()

    def start(self) -> None:
        """Let frames come. Raises OSError."""
        self.socket.bind((self._name, ETH_P_ALL))

    def close(self) -> None:
        """Forget the frames that wait. Idempotent."""
        self._memory.close()
        self.socket.close()

    def take(self, records: int, port: int, since_us: int, now_us: int) -> Received | None:
        """As `BurstTransfer.receive`, into `records`; None: the next frame is not in the ring.

        The frames stay in the ring, and take up room there, until `give_back`.

        Raises:
            OSError: as there.
        """
        result = self._code.take(self.address, records, port, since_us, now_us)
        if result == CUT and not self._ring.taken:
            return None
        if not self._ring.taken:
            error = self.socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) or errno.EAGAIN
            raise OSError(error, os.strerror(error))
        return Received(result & (CUT - 1), ended=False)

    def give_back(self, more: int = 0) -> None:
        """The frames taken, and `more` behind them, are not needed any more."""
        self._code.give_back(self.address, more)

    def frames(self) -> list[bytes]:
        """Take frames, without a switch: as many as a burst, or one that is not in the ring. Raises as `take`."""
        received = self.take(ctypes.addressof(self._frames), 0, 0, 0)
        if received is None:
            return self._cut_frame()
        frames = self._frames[: received.frames]
        where = [ctypes.c_void_p.from_buffer(frame, Frame.data.offset).value or 0 for frame in frames]
        found = [ctypes.string_at(at, frame.length) for at, frame in zip(where, frames, strict=True)]
        self.give_back()
        return found

    def _cut_frame(self) -> list[bytes]:
        """The frame of the next slot, from the socket; none if there was no room for it there."""
        status = ctypes.c_uint32.from_address(self._ring.memory + self._ring.next).value
        self.give_back(1)
        if not status & _STATUS_COPY:
            return []
        frame = receive_frame(self.socket)
        return [] if frame is None else [frame]


# --- To a ring that the kernel empties (PACKET_TX_RING) --------------------------------------------------------------


_PACKET_TX_RING, _PACKET_VNET_HDR = 13, 15
_SEND_SLOTS = BURST
_SEND_SLOT_HEAD = 42
"""Bytes of a slot before a frame: the kernel's header, and one that says how much of the frame is to be copied."""
_ETHERNET = 14


class SendRingState(ctypes.Structure):
    """Where a ring's slots are, and which of them the kernel sends next (bursts.c: `send_ring`)."""

    _fields_ = (
        ("slots", Ring),
        ("last", ctypes.c_uint64),
        ("longest", ctypes.c_uint64),
        ("socket", ctypes.c_uint64),
    )


class SendRing:
    """Frames that leave by an interface, in memory that the kernel and this process share: 64 of them.

    The kernel copies a frame that it sends, in one piece. With `sendmmsg` it reads three structs for each frame as
    well, and gets single pages for long ones.

    Attributes:
        address: of its `SendRingState`.
    """

    def __init__(self, name: str) -> None:
        """Have a ring for interface `name`. Raises OSError."""
        with _closed_on_error(open_interface(name, receives=False)) as self._socket:
            longest = mtu(self._socket, name) + _ETHERNET
            self._socket.setsockopt(SOL_PACKET, _PACKET_VNET_HDR, 1)
            self._memory, ring = _mapped(self._socket, _PACKET_TX_RING, _SEND_SLOT_HEAD + longest, _SEND_SLOTS)
        self._state = SendRingState(ring, 0, longest, self._socket.fileno())
        self._room = ring.slot - _SEND_SLOT_HEAD
        self.address = ctypes.addressof(self._state)

    def look_at_mtu(self) -> None:
        """It may be another one now: the kernel does not check it for frames that come this way."""
        with contextlib.suppress(OSError):  # The interface is gone.
            name = self._socket.getsockname()[0]  # it may have another one, too
            self._state.longest = min(mtu(self._socket, name) + _ETHERNET, self._room)

    def close(self) -> None:
        """Release the ring; no frame may be sent by it afterwards. Idempotent."""
        self._memory.close()
        self._socket.close()


# --- Through the switch, while both ends of the way can take bursts --------------------------------------------------


BURSTS_AT_ONCE = 4
"""Bursts that machine code takes from a ring before Python, and the other ports, have their turn."""
_STOPPED, _LEFT = 1, 2


class Way(ctypes.Structure):
    """From a ring through a switch's machine code to sockets (bursts.c), and where it ended."""

    _fields_ = tuple(
        (name, ctypes.c_uint64)
        for name in (
            *("program", "context", "failed", "out", "ring", "records"),
            *("sockets", "rings", "ports", "work", "messages"),
            *("began_ns", "longest_wait_us", "port", "taken", "made", "stopped", "left", "wants"),
        )
    )


class BurstPath(BurstSink):
    """One switch and its ports. Frames that a port does not take at once go to it one by one, through `emit`."""

    def __init__(
        self,
        switch: SimpleSwitch,
        ports: Mapping[int, Port],
        emit: Callable[[Sequence[Emission]], None],
        began_ns: int,
    ) -> None:
        """The switch's time was 0 at `began_ns` of the monotonic clock."""
        self._switch, self._ports, self._emit = switch, ports, emit
        self._transfer = BurstTransfer()
        self._stale = True
        self._code = _code()
        self._fast: FastPath | None = None
        self._way = Way(records=self._transfer.records, began_ns=began_ns, longest_wait_us=LONGEST_WAIT_US)

    def ports_changed(self) -> None:
        """Some port may have another socket now, or none."""
        self._stale = True

    def receive(self, port: int, source: int | FrameRing, since_us: int, now_us: int) -> Received | None:
        """Take a burst off a socket (a file descriptor), or some off a ring, through the switch, whose lock is held.

        Frames of the first are taken to have come evenly between `since_us` and `now_us`. None: the next frame of a
        ring is not in it, and must be taken alone.

        Raises:
            OSError: there is nothing, or no more.
        """
        if isinstance(source, FrameRing):
            return self._receive_from_ring(port, source, since_us, now_us)
        received = self._transfer.receive(source, port, since_us, now_us)
        if received.frames:
            self._switch.receive_records(self._transfer.records, received.frames, self)
        return received

    def _receive_from_ring(self, port: int, ring: FrameRing, since_us: int, now_us: int) -> Received | None:
        if not CHECKED:  # machine code's memory is known call by call there
            frames = self._forward(port, ring, since_us, now_us)
            if frames:
                return Received(frames, ended=False)
        received = ring.take(self._transfer.records, port, since_us, now_us)
        try:
            if received is not None and received.frames:
                self._switch.receive_records(self._transfer.records, received.frames, self)
        finally:
            ring.give_back()
        return received

    def _forward(self, port: int, ring: FrameRing, since_us: int, now_us: int) -> int:
        """As `receive`, without Python as far as may be: how many frames were taken."""
        fast, way = self._switch.fast_path, self._way
        assert fast is not None, "takes_records was not asked"
        if fast is not self._fast:
            entry = fast.engine.entry
            way.program, way.context, way.failed, way.out = entry.burst, entry.context, entry.failed, fast.out_address
            self._fast = fast
        self._serve()
        way.ring, way.port = ring.address, port
        way.sockets, way.rings, way.ports, way.work, way.messages = self._transfer.arguments(RECORDS)
        why = self._code.forward(ctypes.addressof(way), BURSTS_AT_ONCE, since_us, now_us)
        try:
            if why == _STOPPED:
                self._switch.receive_records(way.records, way.made, self, begun=Stopped.of(way.stopped))
            elif why == _LEFT:
                fast.take_out(self._leave)
        finally:
            if why:
                ring.give_back()
        if way.wants:
            self._let_have_ring(way.wants - 1)
        return int(way.taken)

    def _let_have_ring(self, number: int) -> None:
        """Many frames at a time leave by a port."""
        port = self._ports.get(number)
        if port is not None and port.begin_send_ring():
            self._stale = True

    def _serve(self) -> None:
        if self._stale:
            sockets = {number: port.burst_socket() for number, port in self._ports.items()}
            rings = {number: port.send_ring() for number, port in self._ports.items()}
            self._transfer.serve({number: sock for number, sock in sockets.items() if sock is not None}, rings)
            self._stale = False

    @override
    def records(self, records: int, count: int, data: int) -> None:
        self._serve()
        self._emit_left(records, count, data, self._transfer.send(records, count, data))

    def _leave(self, records: int, count: int, data: int) -> None:
        """Sockets have not taken all of these."""
        self._emit_left(records, count, data, self._transfer.left(count, self._way.left))

    def _emit_left(self, records: int, count: int, data: int, left: Sequence[int]) -> None:
        if not left:
            return
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
