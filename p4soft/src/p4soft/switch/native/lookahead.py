# SPDX-License-Identifier: Apache-2.0
"""Looks into large tables for the next frames of a burst, so that memory is read for many of them at once.

What a packet needs of a table with 100,000 entries is in no cache, and it must wait for one piece of memory to know
where the next one is. So before a group of frames is processed, each is parsed, and its key looked up in every large
table whose key is known by then, in a loop so short that a processor does several rounds at once; the record of what is
found is asked for. Key and finding are noted: a table that is applied with that key need not be searched again.

    notes of a frame:  for each such table, the number found (32 bits; UNKNOWN: not looked up) | unused | key words
                       while the group is looked at, where the search goes on instead of the number (64 bits)

Nothing of this changes what packets do. Notes are good for one burst: nobody changes a table meanwhile.
"""

from __future__ import annotations

from llvmlite import ir

from p4soft.switch.codegen.layout import Slots
from p4soft.switch.native import context as words
from p4soft.switch.native import records
from p4soft.switch.native.exprs import Exprs
from p4soft.switch.native.ints import I32, I64, POINTER, VOID, Int, const, resize
from p4soft.switch.native.layout import FRAME_LENGTH, FRAME_POINTER
from p4soft.switch.native.memory import words_of
from p4soft.switch.native.tables import LARGE
from p4soft.switch.native.unit import Body, Unit
from p4soft.switch.program.cursor import VALID
from p4soft.switch.program.model import KeyField, Program, TableSpec
from p4soft.switch.state.lookup import lpm_order

# --- The key that a packet has for a table, as `native.tables` takes it ----------------------------------------------


class TableKeys:
    """Writes keys into one function."""

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
    notes = body.pointer_in_context(words.LOOKED)
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
        wanted: ir.Value = ir.Constant(I64, 0)
        for table in self._plan.tables:
            wanted = b.or_(wanted, self._large(body, table))
        helps = b.and_(
            b.icmp_unsigned("!=", wanted, ir.Constant(I64, 0)), b.icmp_unsigned(">=", count, ir.Constant(I64, FEWEST))
        )
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
            body.set_word_in_context(words.LOOKED, b.ptrtoint(body.at(self._notes, place), I64))

    def end(self) -> None:
        """Written where a burst ends: the notes are gone."""
        if self._plan.tables:
            self._body.set_word_in_context(words.LOOKED, ir.Constant(I64, 0))

    def _large(self, body: Body, table: TableSpec) -> ir.Value:
        root = body.pointer_in_context(self._unit.context.roots[table.name])
        return body.b.load(body.at(root, LARGE), typ=I64, align=8)

    def _emit(self) -> ir.Function:
        unit = self._unit
        body = unit.function("look_ahead", VOID, (POINTER, POINTER, POINTER, I64, I64, POINTER))
        b, slots = body.b, Slots.of(unit.layout.layout)
        _, _, frames, first, end, notes = body.function.args
        keys, template = TableKeys(Exprs(body)), unit.bytes_constant(unit.layout.template())
        count = b.sub(end, first)
        with body.count_to(count) as i:
            frame = body.at(frames, b.mul(b.add(first, i), ir.Constant(I64, _FRAME_SIZE)))
            body.copy(body.packet, template, unit.layout.size)
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
        size = records.entry_size(unit.program, table)
        at = b.mul(b.add(b.sext(found, I64), ir.Constant(I64, 1)), ir.Constant(I64, size))
        record = body.at(body.pointer_in_context(unit.context.records[table.name]), at)
        prefetch = unit.intrinsic("llvm.prefetch.p0", ir.FunctionType(VOID, (POINTER, I32, I32, I32)))
        for offset in (*range(0, size, 64), size - 1):
            b.call(prefetch, [body.at(record, offset), *(ir.Constant(I32, n) for n in (1, 3, 1))])


def _is_known_early(program: Program, table: TableSpec) -> bool:
    """Whether the parser alone makes a table's key, unless the program changes headers before."""
    return bool(table.key) and all(
        k.target.field == VALID
        or not program.headers[k.target.header].metadata
        or str(k.target) == "standard_metadata.ingress_port"
        for k in table.key
    )
