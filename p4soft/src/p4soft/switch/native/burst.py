# SPDX-License-Identifier: Apache-2.0
"""The fast path: `burst(context, count, frames, out)` takes frames through the whole switch.

Frames are records of 24 bytes: port (32 bits), length (32), address, time in microseconds. `out` says where what leaves
goes: address of records, how many there can be, how many there are, address of bytes, their size, how many are used (64
bits each); a record is port, priority, offset, length (32 bits each). The last word of `out` is 0, or for a burst of
one frame 1: then the end of the frame is not copied if it leaves as it came, and the word says how long that is. The
result is how many frames were taken in its low half, and in its high half why it stopped (`layout.Exit`). A packet that
needs what only `dataplane` does (a clone, a digest, a queue that makes it wait ...) stops the burst where it is, at the
end of ingress or egress, in the packet's struct.

Large tables are looked up for several frames at once. What a packet needs of a table with 100,000 entries is in no
cache, and it must wait for one piece of memory to know where the next one is. So before a group of frames is processed,
each is parsed, and its key looked up in every large table whose key is known by then, in a loop so short that a
processor does several rounds at once; the record of what is found is asked for. Key and finding are noted: a table that
is applied with that key need not be searched again.

    notes of a frame:  for each such table, the number found (32 bits; UNKNOWN: not looked up) | unused | key words
                       while the group is looked at, where the search goes on instead of the number (64 bits)

None of this changes what packets do. Notes are good for one burst: no table changes meanwhile.
"""

from __future__ import annotations

import ctypes
import struct

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
from p4soft.switch.native import layout
from p4soft.switch.native.exprs import Exprs
from p4soft.switch.native.ints import I32, I64, POINTER, VOID, Int, const, resize
from p4soft.switch.native.layout import FRAME_LENGTH, FRAME_POINTER, Exit
from p4soft.switch.native.memory import words_of
from p4soft.switch.native.tables import LARGE, is_short
from p4soft.switch.native.unit import FAILED, Body, Unit
from p4soft.switch.program.controls import may_be_read
from p4soft.switch.program.cursor import VALID
from p4soft.switch.program.model import KeyField, Program, TableSpec
from p4soft.switch.state.lookup import lpm_order

# --- The key that a packet has for a table, as `native.tables` takes it ----------------------------------------------


class TableKeys:
    def __init__(self, exprs: Exprs) -> None:
        self.exprs = exprs
        self.body = exprs.body

    def key(self, table: TableSpec) -> ir.Value:
        """The key in 64-bit words, lowest first."""
        b, body, key = self.body.b, self.body, table.key
        order = lpm_order(key) if table.match == "lpm" else list(range(len(key)))
        values = [self._key_value(k) for k in key]
        words = self._concatenated([(values[i], key[i].width) for i in order])
        room = body.room(8 * len(words))
        for i, word in enumerate(words):
            b.store(word, body.at(room, 8 * i), align=8)
        return room

    def _concatenated(self, parts: list[tuple[Int, int]]) -> list[ir.Value]:
        """Integers one after the other, the last lowest, as 64-bit words."""
        b, total = self.body.b, sum(width for _, width in parts)
        words = [ir.Constant(I64, 0)] * max(1, -(-total // 64))
        at = 0
        for value, width in reversed(parts):
            done = 0
            bits = resize(b, value, max(1, width))
            while done < width:
                step = min(64 - at % 64, width - done)
                part = b.lshr(bits, ir.Constant(bits.type, done)) if done else bits
                part = resize(b, Int(part, width), 64)
                if step < 64 and done + step < width:
                    part = b.and_(part, ir.Constant(I64, (1 << step) - 1))
                if at % 64:
                    part = b.shl(part, ir.Constant(I64, at % 64))
                words[at // 64] = part if at % 64 == 0 else b.or_(words[at // 64], part)
                at, done = at + step, done + step
        return words

    def _key_value(self, k: KeyField) -> Int:
        """A key field's value: 0 in an invalid header (as BMv2), masked, unsigned."""
        b, exprs = self.body.b, self.exprs
        pointer, cell = exprs.field(k.target)
        if not cell.width:  # LLVM has no integers of no bits
            return const(0)
        value = Int(resize(b, self.body.load(pointer, cell), cell.width), cell.width)
        if k.target.field != VALID and not exprs.program.headers[k.target.header].metadata:
            valid = exprs.is_valid(exprs.instance(k.target.header))
            value = Int(b.select(valid, value.value, ir.Constant(value.value.type, 0)), cell.width)
        if k.mask is not None:
            mask = k.mask & ((1 << cell.width) - 1)
            value = Int(b.and_(value.value, ir.Constant(value.value.type, mask)), cell.width)
        return value


# --- A packet's struct before a packet -------------------------------------------------------------------------------


def _set_afresh(body: Body) -> None:
    """Set it to what the layout says: nearly all is 0, and that is not read from memory."""
    native = body.unit.layout
    body.clear(body.packet, native.set_size)
    words = struct.unpack_from(f"<{native.set_size // 8}q", native.template)
    for at, word in enumerate(words):
        if word:
            body.b.store(ir.Constant(I64, word), body.at(body.packet, 8 * at), align=8)


# --- The look ahead --------------------------------------------------------------------------------------------------


GROUP = 16
"""Frames looked at together: what they need fits in the first cache."""
FEWEST = 4
"""Bursts of fewer frames than this are processed at once."""

_FRAME_SIZE = 24
_NOTED_KEY = 8
_UNKNOWN = -2


class Notes:
    """Where the notes of a frame have what about which table."""

    def __init__(self, program: Program) -> None:
        self.places: dict[str, int] = {}
        self.size = 0
        self.tables: list[TableSpec] = []
        operations = (op for state in program.parsers["parser"].states.values() for op in state.ops)
        if any(op.call is not None for op in operations):
            return  # parsing twice could be seen
        for table in program.pipelines["ingress"].tables.values():
            if _is_known_early(program, table):
                self.tables.append(table)
                self.places[table.name] = self.size
                self.size += _NOTED_KEY + 8 * key_words(table)


def key_words(table: TableSpec) -> int:
    """64-bit words of a table's key."""
    return words_of(sum(k.width for k in table.key))


def emit_find(body: Body, table: TableSpec, key: ir.Value) -> ir.Value:
    """The number that a key has in a table: as noted, or looked up."""
    b, unit = body.b, body.unit
    root = body.pointer_in_context(unit.context.roots[table.name])
    place = Notes(unit.program).places.get(table.name)
    if place is None:
        return b.call(unit.lookups[table.name], [root, key])
    found = body.variable(I32)
    noted, same, search, after = (body.block(name) for name in ("noted", "same", "search", "found"))
    notes = body.pointer_in_context(layout.LOOKED)
    b.cbranch(b.icmp_unsigned("!=", notes, ir.Constant(POINTER, None)), noted, search)
    b.position_at_end(noted)
    at = body.at(notes, place)
    number = b.load(at, typ=I32, align=8)
    equal = b.icmp_signed("!=", number, ir.Constant(I32, _UNKNOWN))
    for i in range(key_words(table)):
        mine, theirs = (b.load(body.at(p, 8 * i), typ=I64, align=8) for p in (key, body.at(at, _NOTED_KEY)))
        equal = b.and_(equal, b.icmp_unsigned("==", mine, theirs))
    b.cbranch(equal, same, search)
    b.position_at_end(same)
    b.store(number, found)
    b.branch(after)
    b.position_at_end(search)
    b.store(b.call(unit.lookups[table.name], [root, key]), found)
    b.branch(after)
    b.position_at_end(after)
    return b.load(found)


class LookAhead:
    """What `burst` does for frames before it processes them, if the program has a table for which that helps.

    `look_ahead(context, packet, frames, first, end, notes)` is the function that does it.
    """

    def __init__(self, unit: Unit, body: Body, frames: ir.Value, count: ir.Value) -> None:
        """Written where a burst of `count` frames, at the address `frames`, begins."""
        self._unit, self._body = unit, body
        self._frames, self._count = frames, count
        self._plan = Notes(unit.program)
        if not self._plan.tables:
            return
        self._function = self._emit()
        b = body.b
        self._notes, self._ahead = body.room(GROUP * self._plan.size), body.variable(I64)
        b.store(ir.Constant(I64, -1), self._ahead)
        with body.when(b.icmp_unsigned(">=", count, ir.Constant(I64, FEWEST))):
            wanted: ir.Value = ir.Constant(I64, 0)
            for table in self._plan.tables:
                wanted = b.or_(wanted, self._large(body, table))
            helps = b.icmp_unsigned("!=", wanted, ir.Constant(I64, 0))
            b.store(b.select(helps, ir.Constant(I64, 0), ir.Constant(I64, -1)), self._ahead)

    def step(self, number: ir.Value) -> None:
        """Written before frame `number` is processed: look at the next group if it starts one; point to its notes."""
        if not self._plan.tables:
            return
        body = self._body
        b = body.b
        with body.when(b.icmp_unsigned("==", number, b.load(self._ahead))):
            end = b.add(number, ir.Constant(I64, GROUP))
            end = b.select(b.icmp_unsigned("<", end, self._count), end, self._count)
            b.call(self._function, [body.context, body.packet, self._frames, number, end, self._notes])
            b.store(end, self._ahead)
        with body.when(b.icmp_signed(">=", b.load(self._ahead), ir.Constant(I64, 0))):
            place = b.mul(b.and_(number, ir.Constant(I64, GROUP - 1)), ir.Constant(I64, self._plan.size))
            body.set_word_in_context(layout.LOOKED, b.ptrtoint(body.at(self._notes, place), I64))

    def end(self) -> None:
        """Written where a burst ends: the notes are gone."""
        if self._plan.tables:
            self._body.set_word_in_context(layout.LOOKED, ir.Constant(I64, 0))

    def _large(self, body: Body, table: TableSpec) -> ir.Value:
        root = body.pointer_in_context(self._unit.context.roots[table.name])
        return body.b.load(body.at(root, LARGE), typ=I64, align=8)

    def _emit(self) -> ir.Function:
        unit = self._unit
        body = unit.apart("look_ahead", VOID, (POINTER, POINTER, POINTER, I64, I64, POINTER))
        b, slots = body.b, Slots.of(unit.layout.layout)
        _, _, frames, first, end, notes = body.function.args
        keys = TableKeys(Exprs(body))
        count = b.sub(end, first)
        prefetch = unit.intrinsic("llvm.prefetch.p0", ir.FunctionType(VOID, (POINTER, I32, I32, I32)))
        with body.count_to(count) as i:
            frame = body.at(frames, b.mul(b.add(first, i), ir.Constant(I64, _FRAME_SIZE)))
            data = b.load(body.at(frame, 8), typ=POINTER, align=8)
            b.call(prefetch, [data, *(ir.Constant(I32, n) for n in (0, 3, 1))])
        with body.count_to(count) as i:
            frame = body.at(frames, b.mul(b.add(first, i), ir.Constant(I64, _FRAME_SIZE)))
            _set_afresh(body)
            b.store(b.load(body.at(frame, 8), typ=POINTER, align=8), body.at(body.packet, FRAME_POINTER), align=8)
            length = b.zext(b.load(body.at(frame, 4), typ=I32, align=4), I64)
            b.store(length, body.at(body.packet, FRAME_LENGTH), align=8)
            port = b.and_(b.load(frame, typ=I32, align=8), ir.Constant(I32, slots.port_mask & 0xFFFF_FFFF))
            body.set_slot(slots.ingress_port, Int(port, 32))
            b.call(unit.module.globals["parse"], [body.context, body.packet])
            for table in self._plan.tables:
                at = self._note(body, notes, i, table)
                b.store(ir.Constant(I32, _UNKNOWN), at, align=8)
                with body.when(b.icmp_unsigned("!=", self._large(body, table), ir.Constant(I64, 0))):
                    body.copy(body.at(at, _NOTED_KEY), keys.key(table), 8 * key_words(table))
        for table in self._plan.tables:
            large = b.icmp_unsigned("!=", self._large(body, table), ir.Constant(I64, 0))
            rounds = b.select(large, count, ir.Constant(I64, 0))
            if table.name in unit.ahead:
                with body.count_to(rounds) as i:
                    self._locate(body, table, self._note(body, notes, i, table))
                for _ in range(unit.ahead[table.name].rounds):
                    with body.count_to(rounds) as i:
                        self._follow(body, table, self._note(body, notes, i, table))
            with body.count_to(rounds) as i:
                self._fetch(body, table, self._note(body, notes, i, table))
        b.ret_void()
        return body.function

    def _note(self, body: Body, notes: ir.Value, i: ir.Value, table: TableSpec) -> ir.Value:
        """Where the notes of frame `i` of the group have what about a table."""
        frame = body.at(notes, body.b.mul(i, ir.Constant(I64, self._plan.size)))
        return body.at(frame, self._plan.places[table.name])

    def _locate(self, body: Body, table: TableSpec, note: ir.Value) -> None:
        """Ask for what the search for a noted key must read, and note where that is."""
        root = body.pointer_in_context(self._unit.context.roots[table.name])
        key = body.at(note, _NOTED_KEY)
        body.b.store(body.b.call(self._unit.ahead[table.name].locate, [root, key]), note, align=8)

    def _follow(self, body: Body, table: TableSpec, note: ir.Value) -> None:
        """Go on from where that is, now that it has come."""
        b, follow = body.b, self._unit.ahead[table.name].follow
        root = body.pointer_in_context(self._unit.context.roots[table.name])
        b.store(b.call(follow, [root, body.at(note, _NOTED_KEY), b.load(note, typ=I64, align=8)]), note, align=8)

    def _find(self, body: Body, table: TableSpec, note: ir.Value) -> ir.Value:
        """The number of a noted key."""
        b, unit = body.b, self._unit
        root = body.pointer_in_context(unit.context.roots[table.name])
        ahead, key = unit.ahead.get(table.name), body.at(note, _NOTED_KEY)
        if ahead is None:
            return b.call(unit.lookups[table.name], [root, key])
        return b.call(ahead.take, [root, key, b.load(note, typ=I64, align=8)])

    def _fetch(self, body: Body, table: TableSpec, note: ir.Value) -> None:
        """Find the entry of a noted key, note it, and ask for its record."""
        b, unit = body.b, self._unit
        found = self._find(body, table, note)
        b.store(found, note, align=8)
        start = layout.entry_start(table) - layout.entry_left_out(table)
        size = layout.entry_sizes(unit.program)[table.name]
        at = b.mul(b.add(b.sext(found, I64), ir.Constant(I64, 1)), ir.Constant(I64, size))
        record = body.at(body.pointer_in_context(unit.context.records[table.name]), at)
        prefetch = unit.intrinsic("llvm.prefetch.p0", ir.FunctionType(VOID, (POINTER, I32, I32, I32)))
        write = int(table.with_counters or table.support_timeout)
        lines = range(start, size, 64)
        for offset in lines if 64 % size == 0 else (*lines, size - 1):
            b.call(prefetch, [body.at(record, offset), *(ir.Constant(I32, n) for n in (write, 3, 1))])


def _is_known_early(program: Program, table: TableSpec) -> bool:
    """Whether the parser alone makes a table's key, unless the program changes headers before, and a search is long."""
    return (
        bool(table.key)
        and not is_short(table)
        and all(
            k.target.field == VALID
            or not program.headers[k.target.header].metadata
            or str(k.target) == "standard_metadata.ingress_port"
            for k in table.key
        )
    )


# --- Machine code ----------------------------------------------------------------------------------------------------


FRAME_SIZE = 24
RECORD_SIZE = 16
OUT_RECORDS, OUT_LIMIT, OUT_COUNT, OUT_BYTES, OUT_SIZE, OUT_USED, OUT_LEFT = range(0, 56, 8)
TIME_MASK = (1 << 48) - 1
REASON = 32  # shift of the reason in the result

MOST_ON_STACK = 1 << 14
"""Bytes of a packet's struct that is a variable of the burst: in the first cache, whichever switch had the last one."""

SHORT = 100
"""Instructions of a function that the burst has a copy of; copies of longer ones cost LLVM more time than they save."""


def emit_burst(unit: Unit, headers: int) -> None:
    """The function; `headers` is how many bytes all headers together can take."""
    _BurstGen(unit, headers).emit()


class _BurstGen:
    def __init__(self, unit: Unit, headers: int) -> None:
        self.unit = unit
        self.slots = Slots.of(unit.layout.layout)
        self.read: frozenset[int | None] = frozenset(map(unit.layout.layout.slot, may_be_read(unit.program)))
        self.headers = headers
        self.body = unit.function("burst", I64, (POINTER, I64, POINTER, POINTER), public=True)
        _, self.count, self.frames, self.out = self.body.function.args

    def emit(self) -> None:
        b, body = self.body.b, self.body
        if self.unit.layout.set_size <= MOST_ON_STACK:
            body.packet = body.room(self.unit.layout.set_size, 64)
        else:
            body.packet = body.pointer_in_context(layout.PACKET)
        self.ahead = LookAhead(self.unit, body, self.frames, self.count)
        self.number = body.variable(I64)
        b.store(ir.Constant(I64, 0), self.number)
        self.why, self.left = body.variable(I64), body.block("left")
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
        self._leave_packet()

    def _stop(self, reason: Exit) -> None:
        b = self.body.b
        if reason >= Exit.INGRESS_FAILED:
            b.store(ir.Constant(I64, reason << REASON), self.why)
            b.branch(self.left)
            return
        self.ahead.end()
        b.ret(b.or_(b.load(self.number), ir.Constant(I64, reason << REASON)))

    def _leave_packet(self) -> None:
        """Where all stops end that leave a packet to Python."""
        b = self.body.b
        b.position_at_end(self.left)
        self.ahead.end()
        self.body.show_packet()
        b.ret(b.or_(b.load(self.number), b.load(self.why)))

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
        due = b.icmp_signed(">=", b.mul(now, ir.Constant(I64, 1000)), body.word_in_context(layout.NEXT_NS))
        self._stop_if(due, Exit.DUE)
        room = b.sub(self._out(OUT_SIZE), self._out(OUT_USED))
        small = b.icmp_signed("<", room, b.add(length, ir.Constant(I64, self.headers)))
        full = b.icmp_unsigned(">=", self._out(OUT_COUNT), self._out(OUT_LIMIT))
        self._stop_if(b.or_(small, full), Exit.FULL)
        b.store(b.add(b.load(self.number), ir.Constant(I64, 1)), self.number)
        _set_afresh(body)
        b.store(data, body.at(body.packet, FRAME_POINTER), align=8)
        b.store(length, body.at(body.packet, FRAME_LENGTH), align=8)
        for slot in (LENGTH, PACKET_LENGTH, slots.packet_length):
            body.set_slot(slot, Int(length, 64))
        body.set_slot(NOW, Int(now, 64))
        number = body.word_in_context(layout.NUMBER)
        body.set_slot(PACKET_NUMBER, Int(number, 64))
        body.set_word_in_context(layout.NUMBER, b.add(number, ir.Constant(I64, 1)))
        masked = b.and_(port, ir.Constant(I32, slots.port_mask & 0xFFFF_FFFF))
        body.set_slot(slots.ingress_port, Int(masked, 32))
        if slots.ingress_timestamp is not None:
            body.set_slot(slots.ingress_timestamp, Int(b.and_(now, ir.Constant(I64, TIME_MASK)), 48))
        self._ingress()
        self._enqueue(now)

    def _run(self, name: str, *room: ir.Value) -> ir.Value:
        function = self.unit.module.globals[name]
        short = sum(len(block.instructions) for block in function.blocks) <= SHORT
        attributes = ("alwaysinline",) if short else ()
        return self.body.b.call(function, [self.body.context, self.body.packet, *room], attrs=attributes)

    def _call(self, name: str, failed: Exit | None) -> None:
        b, body = self.body.b, self.body
        status = self._run(name)
        if failed is None:
            return
        with body.when(b.icmp_unsigned(">=", status, ir.Constant(I32, FAILED))):
            body.set_word_in_context(layout.EXIT_STATUS, b.zext(status, I64))
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
        with body.when(b.icmp_unsigned("==", port, body.word_in_context(layout.DROP_PORT))):
            self._next()

    def _enqueue(self, now: ir.Value) -> None:
        b, body, slots = self.body.b, self.body, self.slots
        port = b.zext(body.slot(slots.egress_spec).value, I64)
        priority = ir.Constant(I64, 0)
        if slots.priority is not None:
            priority = b.zext(body.slot(slots.priority).value, I64)
        queues, known, priorities = (
            body.pointer_in_context(layout.QUEUES),
            *(body.word_in_context(word) for word in (layout.QUEUE_PORTS, layout.PRIORITIES)),
        )
        now_ns = b.mul(now, ir.Constant(I64, 1000))
        passes = b.call(self.unit.fixed("queue_passes"), [queues, known, priorities, port, priority, now_ns])
        self._stop_if(b.icmp_unsigned("==", passes, ir.Constant(I64, 0)), Exit.ENQUEUE)
        self._egress(port, priority, now)

    def _egress(self, port: ir.Value, priority: ir.Value, now: ir.Value) -> None:
        b, body, slots = self.body.b, self.body, self.slots
        time48 = Int(now, 64)
        if slots.egress_timestamp is not None and slots.egress_timestamp in self.read:
            body.set_slot(slots.egress_timestamp, time48)
        self._queueing(priority, now)
        body.set_slot(slots.egress_port, Int(b.and_(port, ir.Constant(I64, slots.port_mask)), 64))
        body.set_slot(slots.egress_spec, Int(body.word_in_context(layout.NOT_DROPPED), 64))
        body.set_slot(slots.packet_length, body.slot(PACKET_LENGTH))
        body.set_word_in_context(layout.EXIT_PORT, port)
        body.set_word_in_context(layout.EXIT_PRIORITY, priority)
        self._call("egress", Exit.EGRESS_FAILED)
        body.set_slot(EXIT, 0)
        to_python = b.icmp_unsigned("==", port, body.word_in_context(layout.CPU_PORT))
        rare = b.or_(b.or_(self._clones(), self._is_set(RECIRCULATE)), to_python)
        self._stop_if(rare, Exit.EGRESS_ENDS)
        self._drop_by_program()
        self._send(port, priority)

    def _queueing(self, priority: ir.Value, now: ir.Value) -> None:
        """The metadata of a queue that the packet did not wait in, if anything reads them."""
        b, body, slots = self.body.b, self.body, self.slots
        enqueued, depth, waited, depth_then = (
            slots.enq_timestamp,
            slots.enq_qdepth,
            slots.deq_timedelta,
            slots.deq_qdepth,
        )
        if enqueued is None or depth is None or waited is None or depth_then is None:
            return
        if self.read.isdisjoint((enqueued, depth, waited, depth_then, slots.qid)):
            return
        body.set_slot(enqueued, Int(b.and_(now, ir.Constant(I64, slots.enqueue_mask)), 64))
        body.set_slot(depth, 0)
        before = resize(b, body.slot(enqueued), 64)
        body.set_slot(waited, Int(b.and_(b.sub(now, before), ir.Constant(I64, slots.enqueue_mask)), 64))
        body.set_slot(depth_then, 0)
        if slots.qid is not None:
            body.set_slot(slots.qid, Int(priority, 64))

    def _send(self, port: ir.Value, priority: ir.Value) -> None:
        b, body = self.body.b, self.body
        used, count = self._out(OUT_USED), self._out(OUT_COUNT)
        to = body.at(b.inttoptr(self._out(OUT_BYTES), POINTER), used)
        left = body.at(self.out, OUT_LEFT)
        length = self._run("deparse", to, left)
        with body.when(b.icmp_signed("<", length, ir.Constant(I64, 0))):
            body.set_word_in_context(layout.EXIT_STATUS, b.neg(length))
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

    _fields_ = tuple((name, ctypes.c_int64) for name in ("records", "limit", "count", "bytes", "size", "used", "left"))


assert (ctypes.sizeof(Frame), ctypes.sizeof(Sent)) == (FRAME_SIZE, RECORD_SIZE)
