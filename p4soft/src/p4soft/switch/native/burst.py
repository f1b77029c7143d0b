# SPDX-License-Identifier: Apache-2.0
"""The fast path: `burst(context, count, frames, out)` takes frames through the whole switch.

Frames are records of 24 bytes: port (32 bits), length (32), address, time in microseconds. `out` says where what leaves
goes: address of records, how many there can be, how many there are, address of bytes, their size, how many are used (64
bits each); a record is port, priority, offset, length (32 bits each). The result is how many frames were taken in its
low half, and in its high half why it stopped (`context.Exit`). A packet that needs what only `dataplane` does (a clone,
a digest, a queue that makes it wait ...) stops the burst where it is, at the end of ingress or egress, in the packet's
struct.
"""

from __future__ import annotations

import ctypes

from llvmlite import ir

from p4soft.switch.codegen.layout import (
    CHECKSUM_ERROR,
    CLONE,
    ERROR,
    EXIT,
    LEARN,
    LENGTH,
    NORMAL,
    NOW,
    PACKET_LENGTH,
    RECIRCULATE,
    RESUBMIT,
    Slots,
)
from p4soft.switch.codegen.layout import PACKET as PACKET_NUMBER
from p4soft.switch.native import context as words
from p4soft.switch.native import queues
from p4soft.switch.native.context import Exit
from p4soft.switch.native.ints import I32, I64, POINTER, Int
from p4soft.switch.native.layout import FRAME_LENGTH, FRAME_POINTER
from p4soft.switch.native.lookahead import LookAhead
from p4soft.switch.native.unit import FAILED, Unit

# --- Machine code ----------------------------------------------------------------------------------------------------


FRAME_SIZE = 24
RECORD_SIZE = 16
OUT_RECORDS, OUT_LIMIT, OUT_COUNT, OUT_BYTES, OUT_SIZE, OUT_USED = range(0, 48, 8)
TIME_MASK = (1 << 48) - 1
REASON = 32  # shift of the reason in the result


def emit_burst(unit: Unit, headers: int) -> None:
    """The function; `headers` is how many bytes all headers together can take."""
    _BurstGen(unit, headers).emit()


class _BurstGen:
    def __init__(self, unit: Unit, headers: int) -> None:
        self.unit = unit
        self.slots = Slots.of(unit.layout.layout)
        self.headers = headers
        self.body = unit.function("burst", I64, (POINTER, I64, POINTER, POINTER), public=True)
        _, self.count, self.frames, self.out = self.body.function.args

    def emit(self) -> None:
        b, body = self.body.b, self.body
        body.packet = body.pointer_in_context(words.PACKET)
        self.ahead = LookAhead(self.unit, body, self.frames, self.count)
        self.template = self.unit.bytes_constant(self.unit.layout.template())
        self.number = body.variable(I64)
        b.store(ir.Constant(I64, 0), self.number)
        self.head, frame = body.block("head"), body.block("frame")
        over = body.block("over")
        b.branch(self.head)
        b.position_at_end(self.head)
        b.cbranch(b.icmp_unsigned("<", b.load(self.number), self.count), frame, over)
        b.position_at_end(over)
        self._stop(Exit.DONE)
        b.position_at_end(frame)
        self.ahead.step(b.load(self.number))
        self._frame()

    def _stop(self, reason: Exit) -> None:
        b = self.body.b
        self.ahead.end()
        b.ret(b.or_(b.load(self.number), ir.Constant(I64, reason << REASON)))

    def _stop_if(self, condition: ir.Value, reason: Exit) -> None:
        with self.body.when(condition):
            self._stop(reason)

    def _next(self) -> None:
        self.body.b.branch(self.head)

    def _out(self, word: int) -> ir.Value:
        return self.body.b.load(self.body.at(self.out, word), typ=I64, align=8)

    def _set_out(self, word: int, value: ir.Value) -> None:
        self.body.b.store(value, self.body.at(self.out, word), align=8)

    def _frame(self) -> None:
        b, body, slots = self.body.b, self.body, self.slots
        frame = body.at(self.frames, b.mul(b.load(self.number), ir.Constant(I64, FRAME_SIZE)))
        port = b.load(frame, typ=I32, align=8)
        length = b.zext(b.load(body.at(frame, 4), typ=I32, align=4), I64)
        data = b.load(body.at(frame, 8), typ=POINTER, align=8)
        now = b.load(body.at(frame, 16), typ=I64, align=8)
        due = b.icmp_signed(">=", b.mul(now, ir.Constant(I64, 1000)), body.word_in_context(words.NEXT_NS))
        self._stop_if(due, Exit.DUE)
        room = b.sub(self._out(OUT_SIZE), self._out(OUT_USED))
        small = b.icmp_signed("<", room, b.add(length, ir.Constant(I64, self.headers)))
        full = b.icmp_unsigned(">=", self._out(OUT_COUNT), self._out(OUT_LIMIT))
        self._stop_if(b.or_(small, full), Exit.FULL)
        b.store(b.add(b.load(self.number), ir.Constant(I64, 1)), self.number)
        body.copy(body.packet, self.template, self.unit.layout.size)
        b.store(data, body.at(body.packet, FRAME_POINTER), align=8)
        b.store(length, body.at(body.packet, FRAME_LENGTH), align=8)
        for slot in (LENGTH, PACKET_LENGTH, slots.packet_length):
            body.set_slot(slot, Int(length, 64))
        body.set_slot(NOW, Int(now, 64))
        number = body.word_in_context(words.NUMBER)
        body.set_slot(PACKET_NUMBER, Int(number, 64))
        body.set_word_in_context(words.NUMBER, b.add(number, ir.Constant(I64, 1)))
        masked = b.and_(port, ir.Constant(I32, slots.port_mask & 0xFFFF_FFFF))
        body.set_slot(slots.ingress_port, Int(masked, 32))
        if slots.ingress_timestamp is not None:
            body.set_slot(slots.ingress_timestamp, Int(b.and_(now, ir.Constant(I64, TIME_MASK)), 48))
        self._ingress()
        self._enqueue(now)

    def _call(self, name: str, failed: Exit | None) -> None:
        b, body = self.body.b, self.body
        status = b.call(self.unit.module.globals[name], [body.context, body.packet])
        if failed is None:
            return
        with body.when(b.icmp_unsigned(">=", status, ir.Constant(I32, FAILED))):
            body.set_word_in_context(words.EXIT_STATUS, b.zext(status, I64))
            self._stop(failed)

    def _is_set(self, slot: int) -> ir.Value:
        value = self.body.slot(slot).value
        return self.body.b.icmp_unsigned("!=", value, ir.Constant(value.type, 0))

    def _ingress(self) -> None:
        b, body, slots = self.body.b, self.body, self.slots
        self._call("parse", Exit.INGRESS_FAILED)
        self._call("verify", None)
        if slots.parser_error is not None:
            body.set_slot(slots.parser_error, body.slot(ERROR))
        if slots.checksum_error is not None:
            body.set_slot(slots.checksum_error, body.slot(CHECKSUM_ERROR))
        self._call("ingress", Exit.INGRESS_FAILED)
        body.set_slot(EXIT, 0)
        rare = self._clones()
        for slot in (LEARN, RESUBMIT, slots.mcast_grp):
            if slot is not None:
                rare = b.or_(rare, self._is_set(slot))
        self._stop_if(rare, Exit.INGRESS_ENDS)
        self._drop_by_program()
        body.set_slot(slots.instance_type, NORMAL)

    def _clones(self) -> ir.Value:
        return self.body.b.icmp_signed(">=", self.body.slot(CLONE).value, ir.Constant(I64, 0))

    def _drop_by_program(self) -> None:
        b, body = self.body.b, self.body
        port = b.zext(body.slot(self.slots.egress_spec).value, I64)
        with body.when(b.icmp_unsigned("==", port, body.word_in_context(words.DROP_PORT))):
            self._next()

    def _enqueue(self, now: ir.Value) -> None:
        b, body, slots = self.body.b, self.body, self.slots
        port = b.zext(body.slot(slots.egress_spec).value, I64)
        priority = ir.Constant(I64, 0)
        if slots.priority is not None:
            priority = b.zext(body.slot(slots.priority).value, I64)
        known = b.icmp_unsigned("<", port, body.word_in_context(words.QUEUE_PORTS))
        in_range = b.icmp_unsigned("<", priority, body.word_in_context(words.PRIORITIES))
        self._stop_if(b.not_(b.and_(known, in_range)), Exit.ENQUEUE)
        rows = body.pointer_in_context(words.QUEUES)
        row = b.load(body.at(rows, b.shl(port, ir.Constant(I64, 3))), typ=POINTER, align=8)
        self._stop_if(b.icmp_unsigned("==", row, ir.Constant(POINTER, None)), Exit.ENQUEUE)
        queue = body.at(row, b.mul(priority, ir.Constant(I64, queues.QUEUE_SIZE)))
        now_ns = b.mul(now, ir.Constant(I64, 1000))
        departure = b.add(body.load(queue, queues.LAST_NS).value, body.load(queue, queues.DELAY_NS).value)
        late = b.icmp_signed(">", departure, now_ns)
        waiting = b.icmp_unsigned("!=", body.load(queue, queues.LENGTH).value, ir.Constant(I64, 0))
        closed = b.icmp_unsigned("==", body.load(queue, queues.DEPTH).value, ir.Constant(I64, 0))
        self._stop_if(b.or_(late, b.or_(waiting, closed)), Exit.ENQUEUE)
        body.store(queue, queues.LAST_NS, now_ns)
        self._egress(port, priority, now)

    def _egress(self, port: ir.Value, priority: ir.Value, now: ir.Value) -> None:
        b, body, slots = self.body.b, self.body, self.slots
        time48 = Int(now, 64)
        if slots.enq_timestamp is not None and slots.enq_qdepth is not None:
            body.set_slot(slots.enq_timestamp, Int(b.and_(now, ir.Constant(I64, slots.enqueue_mask)), 64))
            body.set_slot(slots.enq_qdepth, 0)
        if slots.egress_timestamp is not None:
            body.set_slot(slots.egress_timestamp, time48)
        if slots.enq_timestamp is not None and slots.deq_timedelta is not None and slots.deq_qdepth is not None:
            before = body.slot(slots.enq_timestamp)
            delta = b.sub(now, b.zext(before.value, I64) if before.value.type.width < 64 else before.value)
            body.set_slot(slots.deq_timedelta, Int(b.and_(delta, ir.Constant(I64, slots.enqueue_mask)), 64))
            body.set_slot(slots.deq_qdepth, 0)
            if slots.qid is not None:
                body.set_slot(slots.qid, Int(priority, 64))
        body.set_slot(slots.egress_port, Int(b.and_(port, ir.Constant(I64, slots.port_mask)), 64))
        body.set_slot(slots.egress_spec, Int(body.word_in_context(words.NOT_DROPPED), 64))
        body.set_slot(slots.packet_length, body.slot(PACKET_LENGTH))
        body.set_word_in_context(words.EXIT_PORT, port)
        body.set_word_in_context(words.EXIT_PRIORITY, priority)
        self._call("egress", Exit.EGRESS_FAILED)
        body.set_slot(EXIT, 0)
        to_python = b.icmp_unsigned("==", port, body.word_in_context(words.CPU_PORT))
        rare = b.or_(b.or_(self._clones(), self._is_set(RECIRCULATE)), to_python)
        self._stop_if(rare, Exit.EGRESS_ENDS)
        self._drop_by_program()
        self._send(port, priority)

    def _send(self, port: ir.Value, priority: ir.Value) -> None:
        b, body = self.body.b, self.body
        used, count = self._out(OUT_USED), self._out(OUT_COUNT)
        to = body.at(b.inttoptr(self._out(OUT_BYTES), POINTER), used)
        length = b.call(self.unit.module.globals["deparse"], [body.context, body.packet, to])
        with body.when(b.icmp_signed("<", length, ir.Constant(I64, 0))):
            body.set_word_in_context(words.EXIT_STATUS, b.neg(length))
            self._stop(Exit.EGRESS_FAILED)
        record = body.at(b.inttoptr(self._out(OUT_RECORDS), POINTER), b.mul(count, ir.Constant(I64, RECORD_SIZE)))
        for i, value in enumerate((port, priority, used, length)):
            b.store(b.trunc(value, I32), body.at(record, 4 * i), align=4)
        self._set_out(OUT_USED, b.add(used, length))
        self._set_out(OUT_COUNT, b.add(count, ir.Constant(I64, 1)))
        self._next()


# --- Records of frames, for Python -----------------------------------------------------------------------------------


class Frame(ctypes.Structure):
    """A frame on its way in, as `burst` takes it: `length` bytes at `data`, which came on `port` at `now_us`."""

    _fields_ = (
        ("port", ctypes.c_uint32),
        ("length", ctypes.c_uint32),
        ("data", ctypes.c_char_p),
        ("now_us", ctypes.c_int64),
    )


class Sent(ctypes.Structure):
    """A frame on its way out, as `burst` leaves it: `length` bytes at `offset` of its bytes."""

    _fields_ = tuple((name, ctypes.c_uint32) for name in ("port", "priority", "offset", "length"))


class Out(ctypes.Structure):
    """Where `burst` puts what leaves."""

    _fields_ = tuple((name, ctypes.c_int64) for name in ("records", "limit", "count", "bytes", "size", "used"))


assert (ctypes.sizeof(Frame), ctypes.sizeof(Sent)) == (FRAME_SIZE, RECORD_SIZE)
