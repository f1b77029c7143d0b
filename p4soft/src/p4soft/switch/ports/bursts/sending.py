# SPDX-License-Identifier: Apache-2.0
"""The native function that sends what a burst leaves: each port's frames in order, in as few calls as may be."""

from __future__ import annotations

import ctypes

from llvmlite import ir

from p4soft.switch.native.frames import Sent
from p4soft.switch.native.ir_blocks import I64, Code, Word, function
from p4soft.switch.ports.bursts.messages import BURST, IoVec, Message
from p4soft.switch.ports.bursts.receiving import MSG_DONTWAIT, libc, load, store

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
