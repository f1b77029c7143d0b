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
from typing import NamedTuple

from llvmlite import ir
from typing_extensions import override

from p4soft.llvm.ir import I32, I64, POINTER, Code, Variable, Word, function
from p4soft.llvm.jit import Compiled
from p4soft.packet_socket import (
    ETH_P_8021Q,
    PACKET_AUXDATA,
    PACKET_OUTGOING,
    SOL_PACKET,
    TP_STATUS_VLAN_TPID_VALID,
    TP_STATUS_VLAN_VALID,
)
from p4soft.switch.native.burst import Frame, Sent
from p4soft.switch.ports.base import Port
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


def at(structure: type[ctypes.Structure], field: str) -> tuple[int, int]:
    """Byte offset and width in bits of a field."""
    found = getattr(structure, field)
    return found.offset, 8 * found.size


# --- The native function that makes frame records of the messages of a socket ----------------------------------------


MSG_DONTWAIT = 0x40
ENDED = 1 << 32
"""In the result: the other end has closed a SOCK_SEQPACKET connection."""
_TAG = 4
_SHORTEST_TAGGED = 12


def libc(module: ir.Module, name: str, arguments: int) -> ir.Function:
    """A function of the C library that takes words and addresses as words, and gives 32 bits."""
    return ir.Function(module, ir.FunctionType(I32, [I64] * arguments), name)


def emit_receive(module: ir.Module) -> None:
    """Write `receive(socket, messages, records, port, since_us, now_us)` into `module`.

    The kernel does not say when a frame came: they are taken to have come evenly between `since_us` and `now_us`, so
    that a burst does not look like a crowd to a program that measures time. The result is how many records were made,
    with `ENDED`; or an errno, negated. Frames that this machine sent itself are left out, and VLAN tags that the kernel
    took out of frames are put back.
    """
    recvmmsg = libc(module, "recvmmsg", 5)
    errno = ir.Function(module, ir.FunctionType(POINTER, []), "__errno_location")
    with function(module, "receive", I64, (I64,) * 6) as (f, arguments):
        sock, messages, records, port, since, now = arguments
        i = f.variable(0)
        with f.loop(lambda: i.get() < BURST):
            message = messages + i.get() * ctypes.sizeof(Message)
            store(f, Message, "name_length", message, f.constant(ctypes.sizeof(LinkAddress)))
            store(f, Message, "control_length", message, f.constant(ctypes.sizeof(Auxiliary)))
            i.set(i.get() + 1)
        wait = f.constant(MSG_DONTWAIT)
        got = f.call(recvmmsg, [sock, messages, f.constant(BURST), wait, f.constant(0)])
        with f.when(got.equals(0xFFFFFFFF)):
            where = Word(f, f.builder.ptrtoint(f.builder.call(errno, []), I64))
            f.ret(f.constant(0) - f.load(where, 32).resized(64))
        made, ended = f.variable(0), f.variable(0)
        i.set(0)
        with f.loop(lambda: i.get() < got.resized(64)) as loop:
            message = messages + i.get() * ctypes.sizeof(Message)
            i.set(i.get() + 1)
            length = f.variable(load(f, Message, "length", message).resized(64))
            with f.when(length.get().equals(0)):
                ended.set(ENDED)
                loop.again()
            vector = load(f, Message, "vectors", message)
            frame = f.variable(load(f, IoVec, "base", vector))
            with f.when(_is_ours(f, message)):
                loop.again()
            _restore_tag(f, message, frame, length)
            with f.when(length.get() < MAX_FRAME):  # the tag may make it too long for anybody
                record = records + made.get() * ctypes.sizeof(Frame)
                store(f, Frame, "port", record, port.resized(32))
                store(f, Frame, "length", record, length.get().resized(32))
                store(f, Frame, "data", record, frame.get())
                store(f, Frame, "now_us", record, since + (now - since) * i.get() // got.resized(64))
                made.set(made.get() + 1)
        f.ret(made.get() | ended.get())


def load(f: Code, structure: type[ctypes.Structure], field: str, address: Word) -> Word:
    offset, width = at(structure, field)
    return f.load(address + offset, width)


def store(f: Code, structure: type[ctypes.Structure], field: str, address: Word, value: Word) -> None:
    offset, width = at(structure, field)
    assert value.width == width, (structure, field)
    f.store(value, address + offset, width)


def _is_ours(f: Code, message: Word) -> Word:
    """One bit: a packet socket gave a frame that this machine sent. Other sockets give no address."""
    name = load(f, Message, "name", message)
    known = load(f, Message, "name_length", message).resized(32) >= LinkAddress.rest.offset
    return known & load(f, LinkAddress, "packet_type", name).equals(PACKET_OUTGOING)


def _restore_tag(f: Code, message: Word, frame: Variable, length: Variable) -> None:
    """Put the VLAN tag that the kernel keeps apart back behind the addresses, in the headroom before the frame."""
    auxiliary = load(f, Message, "control", message)
    given = load(f, Message, "control_length", message) >= Auxiliary.padding.offset
    ours = load(f, Auxiliary, "level", auxiliary).equals(SOL_PACKET)
    ours = ours & load(f, Auxiliary, "kind", auxiliary).equals(PACKET_AUXDATA)
    status = load(f, Auxiliary, "status", auxiliary)
    tagged = (status & TP_STATUS_VLAN_VALID).differs(0)
    with f.when(given & ours & tagged & (length.get() >= _SHORTEST_TAGGED)):
        start = frame.get()
        for offset, width in ((0, 64), (8, 32)):
            f.store(f.load(start + offset, width), start + offset - _TAG, width)
        named = (status & TP_STATUS_VLAN_TPID_VALID).differs(0)
        tpid = named.choose(load(f, Auxiliary, "vlan_tpid", auxiliary), f.constant(ETH_P_8021Q, 16))
        for offset, value in ((12, tpid), (14, load(f, Auxiliary, "vlan_tci", auxiliary))):
            f.store((value << 8) | (value >> 8), start + offset - _TAG, 16)  # in network order
        frame.set(start - _TAG)
        length.set(length.get() + _TAG)


# --- The native function that sends each port's frames in order, in as few calls as may be ---------------------------


NOBODY = 0xFFFF_FFFF
"""In the table of sockets: a port whose frames are Python's. In a chain of records: the end."""
WORD = 4
"""Bytes of an entry in every table here: sockets, first and last records, next records, ports seen, records left."""


def emit_send(module: ir.Module) -> None:
    """Write `send(records, count, bytes, sockets, ports, work, messages)` into `module`.

    `sockets` has a file descriptor, or `NOBODY`, for each of `ports` ports. `work` is tables one after the other: first
    record of each port and last record of each port (`ports` entries each), then next record of each record, ports
    seen, and records left (`count` entries each). The result is how many records are left: those of ports without a
    socket, those of no bytes, and from the first on that a socket does not take, the port's own, in their order.
    """
    sendmmsg = libc(module, "sendmmsg", 4)
    with function(module, "send", I64, (I64,) * 7) as (f, arguments):
        _SendGen(f, arguments, sendmmsg).emit()


class _SendGen:
    """Writes the body: records are chained by port first, and then sent chain by chain."""

    def __init__(self, f: Code, arguments: list[Word], sendmmsg: ir.Function) -> None:
        self.f = f
        self.records, self.count, self.bytes, self.sockets, self.ports, work, self.messages = arguments
        self.sendmmsg = sendmmsg
        self.first = work
        self.last = work + self.ports * WORD
        self.next = self.last + self.ports * WORD
        self.seen = self.next + self.count * WORD
        self.left = self.seen + self.count * WORD
        self.left_count = f.variable(0)
        self.seen_count = f.variable(0)

    def emit(self) -> None:
        f = self.f
        i = f.variable(0)
        with f.loop(lambda: i.get() < self.count):
            self._chain(i.get())
            i.set(i.get() + 1)
        i.set(0)
        with f.loop(lambda: i.get() < self.seen_count.get()):
            port = self._entry(self.seen, i.get())
            self._send_chain(self._entry(self.sockets, port), self._entry(self.first, port))
            i.set(i.get() + 1)
        f.ret(self.left_count.get())

    def _entry(self, table: Word, number: Word) -> Word:
        return self.f.load(table + number * WORD, 8 * WORD).resized(64)

    def _set_entry(self, table: Word, number: Word, value: Word) -> None:
        self.f.store(value.resized(8 * WORD), table + number * WORD)

    def _keep(self, record: Word) -> None:
        """Leave a record to Python."""
        self._set_entry(self.left, self.left_count.get(), record)
        self.left_count.set(self.left_count.get() + 1)

    def _chain(self, record: Word) -> None:
        """Put a record at the end of its port's chain. A chain exists once its port is among those seen."""
        f = self.f
        port = load(f, Sent, "port", self._record(record)).resized(64)
        served = f.variable(0)
        length = load(f, Sent, "length", self._record(record)).resized(64)
        with f.when((port < self.ports) & length.differs(0)):
            served.set(self._entry(self.sockets, port).differs(NOBODY).resized(64))
        with f.either(served.get().differs(0)) as (yes, no):
            with yes:
                self._set_entry(self.next, record, f.constant(NOBODY))
                position = self._position(port)
                with f.either(position < self.seen_count.get()) as (known, new):
                    with known:
                        self._set_entry(self.next, self._entry(self.last, port), record)
                    with new:
                        self._set_entry(self.first, port, record)
                        self._set_entry(self.seen, self.seen_count.get(), port)
                        self.seen_count.set(self.seen_count.get() + 1)
                self._set_entry(self.last, port, record)
            with no:
                self._keep(record)

    def _position(self, port: Word) -> Word:
        """Where `port` is among the ports seen, or how many those are. They are few: the ports of one burst."""
        f = self.f
        place = f.variable(0)
        with f.loop(lambda: place.get() < self.seen_count.get()) as search:
            with f.when(self._entry(self.seen, place.get()).equals(port)):
                search.leave()
            place.set(place.get() + 1)
        return place.get()

    def _record(self, number: Word) -> Word:
        return self.records + number * ctypes.sizeof(Sent)

    def _send_chain(self, sock: Word, first: Word) -> None:
        f = self.f
        record = f.variable(first)
        with f.loop(lambda: record.get().differs(NOBODY)) as chain:
            start = record.get()
            filled = f.variable(0)
            with f.loop(lambda: record.get().differs(NOBODY) & (filled.get() < BURST)):
                self._fill(filled.get(), record.get())
                filled.set(filled.get() + 1)
                record.set(self._entry(self.next, record.get()))
            wait = f.constant(MSG_DONTWAIT)
            sent = f.variable(f.call(self.sendmmsg, [sock, self.messages, filled.get(), wait]).resized(64))
            with f.when(sent.get().equals(0xFFFF_FFFF)):
                sent.set(0)
            with f.when(sent.get() < filled.get()):
                self._keep_from(start, sent.get())
                chain.leave()

    def _fill(self, number: Word, record: Word) -> None:
        f = self.f
        message = self.messages + number * ctypes.sizeof(Message)
        vector = load(f, Message, "vectors", message)
        where = self._record(record)
        store(f, IoVec, "base", vector, self.bytes + load(f, Sent, "offset", where).resized(64))
        store(f, IoVec, "length", vector, load(f, Sent, "length", where).resized(64))

    def _keep_from(self, record: Word, skip: Word) -> None:
        """Leave a chain to Python, but for its first `skip` records."""
        f = self.f
        rest, passed = f.variable(record), f.variable(0)
        with f.loop(lambda: rest.get().differs(NOBODY)):
            with f.when(passed.get() >= skip):
                self._keep(rest.get())
            passed.set(passed.get() + 1)
            rest.set(self._entry(self.next, rest.get()))


# --- Between sockets and native memory -------------------------------------------------------------------------------


_FRAME_SPACE = HEADROOM + MAX_FRAME


class Received(NamedTuple):
    """The result of one burst: how many frame records, and whether the other end has closed the connection."""

    frames: int
    ended: bool


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


class _Code:
    """The machine code, made once in a process."""

    def __init__(self) -> None:
        module = ir.Module("bursts")
        emit_receive(module)
        emit_send(module)
        self._compiled = Compiled(module)
        words = [ctypes.c_int64] * 8
        self.receive = ctypes.CFUNCTYPE(*words[:7])(self._compiled.address("receive"))
        self.send = ctypes.CFUNCTYPE(*words)(self._compiled.address("send"))


@cache
def _code() -> _Code:
    return _Code()


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
