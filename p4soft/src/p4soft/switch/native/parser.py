# SPDX-License-Identifier: Apache-2.0
"""The parser, `parse(context, packet)`, a block per state; and the deparser.

Headers are big-endian bits without gaps on the wire, and a struct in memory: they are converted 8 bytes at a time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from llvmlite import ir

from p4soft.llvm import Unsupported
from p4soft.switch.codegen.layout import ERROR, NO_LIMIT, OFFSET, RECIRCULATE, TRUNCATE, fixed_bytes
from p4soft.switch.codegen.parser import MAX_STATES, heads
from p4soft.switch.codegen.runtime import parser_errors
from p4soft.switch.native import ints
from p4soft.switch.native.exprs import Exprs, HeaderAt
from p4soft.switch.native.ints import I1, I8, I32, I64, POINTER, VOID, Int, const, resize, width_of
from p4soft.switch.native.layout import FRAME_LENGTH, FRAME_POINTER, WIRE, Cell, Shape, container
from p4soft.switch.native.primitives import Primitives
from p4soft.switch.native.unit import FAILED, Body, Unit
from p4soft.switch.program.model import (
    Deparser,
    Expr,
    FieldRef,
    FieldType,
    HeaderType,
    KeyPart,
    Parser,
    ParserOp,
    ParseState,
    Transition,
)

# --- Wire ------------------------------------------------------------------------------------------------------------


_WORDS = (8, 4, 2, 1)
"""Bytes that a processor reads and writes at once."""
_FEW = 4
"""Fields whose code is no longer than a call, about."""


def _load(body: Body, pointer: ir.Value, size: int) -> Int:
    """`size` bytes (1 to 8), highest first."""
    if size not in _WORDS:
        return Int(_load_big(body, pointer, size), 64)
    return Int(body.swapped(body.b.load(pointer, typ=ir.IntType(8 * size), align=1)), 8 * size)


def _store(body: Body, pointer: ir.Value, value: Int, size: int) -> None:
    """The low `size` bytes (1 to 8) of a number, highest first."""
    if size not in _WORDS:
        _store_big(body, pointer, resize(body.b, value, 64), size)
    else:
        body.b.store(body.swapped(resize(body.b, value, 8 * size)), pointer, align=1)


def _load_big(body: Body, pointer: ir.Value, size: int) -> ir.Value:
    """`size` bytes (1 to 8), highest first, as 64 bits."""
    b, value, done = body.b, ir.Constant(I64, 0), 0
    while done < size:
        step = next(s for s in _WORDS if s <= size - done)
        kind = ir.IntType(8 * step)
        part = b.load(body.at(pointer, done), typ=kind, align=1)
        wide = resize(b, Int(body.swapped(part), 8 * step), 64)
        done += step
        value = b.or_(value, b.shl(wide, ir.Constant(I64, 8 * (size - done)))) if size > step else wide
    return value


def _store_big(body: Body, pointer: ir.Value, value: ir.Value, size: int) -> None:
    """The low `size` bytes (1 to 8) of 64 bits, highest first."""
    b, left, at = body.b, size, 0
    while left:
        step = next(s for s in _WORDS if s <= left)
        left -= step
        part = b.lshr(value, ir.Constant(I64, 8 * left)) if left else value
        b.store(body.swapped(resize(b, Int(part, 64), 8 * step)), body.at(pointer, at), align=1)
        at += step


Fields = list[tuple[FieldType, Cell]]
_Emit = Callable[[Body, ir.Value, ir.Value, Fields], None]


class Bits:
    """Consecutive bits of a packet, from a byte on; each 8 bytes are loaded once."""

    def __init__(self, body: Body, pointer: ir.Value, size: int) -> None:
        self.body = body
        self.pointer = pointer
        self.size = size
        self._words: dict[int, ir.Value] = {}

    def take(self, at: int, width: int) -> ir.Value:
        """`width` bits from bit `at` on."""
        b, kind = self.body.b, ir.IntType(max(width, 1))
        value, left = ir.Constant(kind, 0), width
        while left:
            word, inside = divmod(at, 64)
            bits = min(64, 8 * self.size - 64 * word)
            step = min(left, bits - inside)
            part = self._word(word, bits // 8)
            if bits - inside - step:
                part = b.lshr(part, ir.Constant(I64, bits - inside - step))
            if step < 64:
                part = b.and_(part, ir.Constant(I64, (1 << step) - 1))
            left, at = left - step, at + step
            wide = resize(b, Int(part, 64), width)
            value = b.or_(value, b.shl(wide, ir.Constant(kind, left))) if step < width else wide
        return value

    def _word(self, number: int, size: int) -> ir.Value:
        if number not in self._words:
            self._words[number] = _load_big(self.body, self.body.at(self.pointer, 8 * number), size)
        return self._words[number]


def _read_fields(body: Body, source: ir.Value, to: ir.Value, fields: Fields) -> None:
    """Cut consecutive fields of fixed width, a whole number of bytes together, into a struct."""
    _per_shape(body, _read, source, to, fields)


def _write_fields(body: Body, source: ir.Value, to: ir.Value, fields: Fields) -> None:
    """Put fields of a struct one after the other, as `_read_fields` reads them."""
    _per_shape(body, _write, source, to, fields)


def _per_shape(body: Body, emit: _Emit, source: ir.Value, to: ir.Value, fields: Fields) -> None:
    """Code for fields, here; or, in a large program, a call of the function that all headers of their shape share."""
    if not body.unit.is_large or len(fields) < _FEW:
        emit(body, source, to, fields)
        return
    shape = repr([(field.width, cell) for field, cell in fields])

    def make() -> ir.Function:
        apart = body.unit.apart(name, VOID, (POINTER, POINTER))
        emit(apart, apart.function.args[0], apart.function.args[1], fields)
        apart.b.ret_void()
        return apart.function

    name = f"wire.{emit.__name__}.{hashlib.sha256(shape.encode()).hexdigest()[:16]}"
    body.b.call(body.unit.once(name, make), [source, to])


def _read(body: Body, source: ir.Value, to: ir.Value, fields: Fields) -> None:
    for first, run in _runs(fields):
        _read_run(body, body.at(source, first), to, run)


def _write(body: Body, source: ir.Value, to: ir.Value, fields: Fields) -> None:
    for first, run in _runs(fields):
        _write_run(body, source, body.at(to, first), run)


def _runs(fields: Fields) -> Iterator[tuple[int, Fields]]:
    """The fewest fields that are whole bytes together, and the byte that they start at."""
    first, width, run = 0, 0, []
    for pair in fields:
        run.append(pair)
        width += pair[0].width
        if width % 8 == 0:
            yield first, run
            first, width, run = first + width // 8, 0, []


def _read_run(body: Body, source: ir.Value, to: ir.Value, run: Fields) -> None:
    field, cell = run[0]
    if len(run) == 1 and field.width > 0 and (field.width <= 64 or not cell.signed):
        for first, size, part in _words_of(field, cell):
            body.store(to, part, resize(body.b, _load(body, body.at(source, first), size), part.width))
        return
    bits, at = Bits(body, source, sum(f.width for f, _ in run) // 8), 0
    for field, cell in run:
        body.store(to, cell, bits.take(at, field.width))
        at += field.width


def _write_run(body: Body, source: ir.Value, to: ir.Value, run: Fields) -> None:
    field, cell = run[0]
    if len(run) == 1 and field.width > 0:
        for first, size, part in _words_of(field, cell):
            found = body.load(source, part).value
            _store(body, body.at(to, first), Int(found, width_of(found)), size)
        return
    b, total = body.b, sum(f.width for f, _ in run)
    words: dict[int, ir.Value] = {}
    at = 0
    for field, cell in run:
        value, left = body.load(source, cell).value, field.width
        value = resize(b, Int(value, width_of(value)), max(field.width, 1))
        while left:
            word, inside = divmod(at, 64)
            bits = min(64, total - 64 * word)
            step = min(left, bits - inside)
            left, at = left - step, at + step
            part = b.lshr(value, ir.Constant(value.type, left)) if left else value
            part = resize(b, Int(part, field.width), 64)
            if step < 64 and step < field.width:
                part = b.and_(part, ir.Constant(I64, (1 << step) - 1))
            part = b.shl(part, ir.Constant(I64, bits - inside - step))
            words[word] = b.or_(words[word], part) if word in words else part
    for word, value in words.items():
        _store_big(body, body.at(to, 8 * word), value, min(8, total // 8 - 8 * word))


def _words_of(field: FieldType, cell: Cell) -> Iterator[tuple[int, int, Cell]]:
    """The words in memory of a field of whole bytes: the byte where each is on the wire, how many it has, its cell."""
    size = field.width // 8
    if size <= 8:
        yield 0, size, cell
        return
    for done in range(0, size, 8):
        part = min(8, size - done)
        yield size - done - part, part, Cell(cell.offset + done, 64)


def split(header_type: HeaderType, shape: Shape) -> tuple[Fields, Cell, Fields]:
    """What comes before and after a header's variable-length field, and that field.

    Raises:
        Unsupported: it does not start on a byte.
    """
    pairs = list(zip(header_type.fields, shape.fields, strict=True))
    number = next(i for i, (f, _) in enumerate(pairs) if f.varbit)
    before, after = pairs[:number], pairs[number + 1 :]
    if sum(f.width for f, _ in before) % 8:
        raise Unsupported(f"the variable-length field of header type {header_type.name} does not start on a byte")
    varbit = pairs[number][1]
    assert header_type.max_bytes == header_type.fixed_bits // 8 + varbit.width // 8, header_type
    return before, varbit, after


def _copy_reversed(body: Body, to: ir.Value, source: ir.Value, count: ir.Value) -> None:
    """`count` bytes, the last first: between the wire and the machine's byte order."""
    b = body.b
    with body.count_to(count) as i:
        place = b.sub(b.sub(count, i), ir.Constant(I64, 1))
        b.store(b.load(body.at(source, place), typ=I8), body.at(to, i), align=1)


MOST_WORDS = 8
"""Of a header that is copied word by word: LLVM knows what is in each."""


def _copy_in(body: Body, source: ir.Value, to: ir.Value, size: int) -> None:
    """A header from the wire to where it lies as there, in whole words."""
    b = body.b
    if size > 8 * MOST_WORDS:
        body.copy(to, source, size)
        return
    for at in range(0, size, 8):
        if at + 8 <= size:
            word = b.load(body.at(source, at), typ=I64, align=1)
        elif size > 8:  # with bytes before them
            word = b.load(body.at(source, size - 8), typ=I64, align=1)
            word = b.lshr(word, ir.Constant(I64, 8 * (at + 8 - size)))
        else:
            word = body.swapped(_load_big(body, source, size))
            word = b.lshr(word, ir.Constant(I64, 8 * (8 - size)))
        b.store(word, body.at(to, at), align=8)


def _copy_out(body: Body, source: ir.Value, to: ir.Value, size: int) -> None:
    """And back; no read is of two words, which may just have been written."""
    b = body.b
    if size > 8 * MOST_WORDS:
        body.copy(to, source, size)
        return
    at = 0
    while at < size:
        step = next(s for s in _WORDS if s <= size - at)
        b.store(b.load(body.at(source, at), typ=ir.IntType(8 * step), align=step), body.at(to, at), align=1)
        at += step


# --- Transitions: which of the values, masked values and value sets the key matches first ----------------------------


MANY = 12
"""From here on values are searched in a list in memory: LLVM takes long over long chains of comparisons."""

MOST_SETS = 256

Go = Callable[[Transition], None]


class Selection:
    def __init__(self, body: Body, exprs: Exprs, key: Sequence[KeyPart]) -> None:
        self.body = body
        self.unit = body.unit
        values = []
        for part in key:
            value = exprs.exact(part.expr)
            if value.signed:
                value = Int(resize(body.b, value, part.width), part.width)
            values.append((value, part.width))
        self._values = values
        self._key = self._concatenated([(value, (width + 7) // 8 * 8) for value, width in values])
        self._raw: Int | None = None

    @staticmethod
    def runs(transitions: Sequence[Transition]) -> list[list[Transition]]:
        """Transitions that are tested together, in order, without defaults.

        Raises:
            Unsupported: more than MOST_SETS value sets.
        """
        tested = [t for t in transitions if t.kind != "default"]
        if sum(t.kind == "parse_vset" for t in tested) > MOST_SETS:
            raise Unsupported(f"a parse state selects among more than {MOST_SETS} value sets")
        found: list[list[Transition]] = []
        for kind, group in groupby(tested, key=lambda t: t.kind):
            run = list(group)
            if kind == "hexstr" and len(run) >= MANY:
                found.append(run)
            else:
                found += [[t] for t in run]
        return found

    def test(self, run: list[Transition], go: Go) -> None:
        """Go where the first that matches says; what is written next is for when none does."""
        if len(run) > 1:
            self._search(run, go)
            return
        chosen, following = self.body.block("chosen"), self.body.block("next")
        self.body.b.cbranch(self._matches(run[0]), chosen, following)
        self.body.b.position_at_end(chosen)
        go(run[0])
        self.body.b.position_at_end(following)

    def _concatenated(self, parts: list[tuple[Int, int]]) -> Int:
        b = self.body.b
        total = ints.sized(sum(width for _, width in parts))
        kind = ir.IntType(total)
        result, shift = ir.Constant(kind, 0), total
        for value, width in parts:
            shift -= width
            wide = resize(b, value, total)
            result = b.or_(result, b.shl(wide, ir.Constant(kind, shift)) if shift else wide)
        return Int(result, total)

    def _matches(self, transition: Transition) -> ir.Value:
        b = self.body.b
        if transition.kind == "parse_vset":
            assert transition.value_set is not None, transition
            return self._in_set(transition.value_set, transition.mask)
        if transition.mask is None:
            return ints.compare(b, "==", self._key, const(transition.value))
        masked = ints.bitwise(b, "&", self._key, const(transition.mask))
        return ints.compare(b, "==", masked, const(transition.value & transition.mask))

    def _search(self, run: list[Transition], go: Go) -> None:
        """Through rows of value and mask; the number of the first that matches selects the next state."""
        b, body = self.body.b, self.body
        key = self._key
        numbers = [n for t in run for n in (t.value, t.mask or 0)]
        width = container(max(key.bits, *(n.bit_length() for n in numbers)))
        full = (1 << width) - 1
        rows = []
        for t in run:
            mask = full if t.mask is None else t.mask
            rows += [t.value & mask, mask]
        table = self.unit.words_constant(tuple(rows), width)
        wide = resize(b, key, width)
        number = body.variable(I64)
        b.store(ir.Constant(I64, len(run)), number)
        search, after = body.block("search"), body.block("found")
        with body.count_to(ir.Constant(I64, len(run))) as i:
            row = body.at(table, b.mul(i, ir.Constant(I64, 2 * (width // 8))))
            value, mask = body.load(row, Cell(0, width)).value, body.load(row, Cell(width // 8, width)).value
            b.cbranch(b.icmp_unsigned("==", b.and_(wide, mask), value), after, search)
            b.position_at_end(after)
            b.store(i, number)
            leave = body.block("leave")
            b.branch(leave)
            b.position_at_end(search)
        b.branch(leave)
        b.position_at_end(leave)
        targets = self.unit.words_constant(tuple(_targets(run)), 32)
        found = b.load(number)
        following = body.block("next")
        some = body.block("some")
        b.cbranch(b.icmp_unsigned("<", found, ir.Constant(I64, len(run))), some, following)
        b.position_at_end(some)
        target = b.load(body.at(targets, b.shl(found, ir.Constant(I64, 2))), typ=I32, align=4)
        switch = b.switch(target, following)
        for number_of, transition in enumerate(_distinct(run)):
            block = body.block("chosen")
            switch.add_case(ir.Constant(I32, number_of), block)
            b.position_at_end(block)
            go(transition)
        b.position_at_end(following)

    def _in_set(self, name: str, mask: int | None) -> ir.Value:
        """Whether a value set holds the key without padding: see profiles.py for how it lies in memory."""
        b, body, spec = self.body.b, self.body, self.unit.program.value_sets[name]
        if self._raw is None:
            self._raw = self._concatenated(self._values)
        raw, cell = self._raw, Cell(0, spec.width)
        root = body.pointer_in_context(self.unit.context.value_sets[name])
        count = b.load(root, typ=I64, align=8)
        rows = b.load(body.at(root, 8), typ=POINTER, align=8)
        found = body.variable(I1)
        b.store(ir.Constant(I1, 0), found)
        wide = max(raw.bits, spec.width)
        kind = ir.IntType(wide)
        looked_at = ir.Constant(kind, ((1 << wide) - 1) if mask is None else mask & ((1 << wide) - 1))
        with body.count_to(count) as i:
            row = body.at(rows, b.mul(i, ir.Constant(I64, 2 * cell.size)))
            value = resize(b, body.load(row, cell), wide)
            used = resize(b, body.load(row, Cell(cell.size, spec.width)), wide)
            differ = b.and_(b.and_(b.xor(resize(b, raw, wide), value), used), looked_at)
            same = b.icmp_unsigned("==", differ, ir.Constant(kind, 0))
            b.store(b.or_(b.load(found), same), found)
        return b.load(found)


def _distinct(run: list[Transition]) -> list[Transition]:
    """One transition for each next state."""
    return list({t.next_state: t for t in run}.values())


def _targets(run: list[Transition]) -> list[int]:
    """Of each transition, the number of its next state among the distinct ones."""
    states = [t.next_state for t in _distinct(run)]
    return [states.index(t.next_state) for t in run]


# --- The parser ------------------------------------------------------------------------------------------------------


def emit_parser(unit: Unit, parser: Parser) -> None:
    """The function `parse(context, packet)`: DONE, or FAILED + n for an assertion."""
    _ParserGen(unit, parser).emit()


class _ParserGen:
    def __init__(self, unit: Unit, parser: Parser) -> None:
        self.unit = unit
        self.parser = parser
        self.body = unit.step("parse", I32, (POINTER, POINTER))
        self.exprs = Exprs(self.body)
        self.exprs.peek = self._peek
        self.primitives = Primitives(self.exprs)
        self.stores = self.primitives.stores
        self.errors = parser_errors(unit.program)

    def emit(self) -> None:
        body, b = self.body, self.body.b
        if self.parser.init_state is None:
            body.set_slot(OFFSET, 0)
            b.ret(ir.Constant(I32, 0))
            return
        self.frame = b.load(body.at(body.packet, FRAME_POINTER), typ=POINTER, align=8)
        self.length = b.load(body.at(body.packet, FRAME_LENGTH), typ=I64, align=8)
        self.cursor, self.rounds = body.variable(I64), body.variable(I32)
        b.store(ir.Constant(I64, 0), self.cursor)
        b.store(ir.Constant(I32, 0), self.rounds)
        body.set_slot(ERROR, self.errors["NO_ERROR"])
        self.end = body.block("end")
        # Entering one of these is what the limit of states counts, as in the generated Python.
        self.heads = heads(self.unit.layout.layout, self.parser)
        self.blocks = {name: body.block("state") for name in self.parser.states}
        self.entries = {name: body.block("enter") for name in self.heads}
        b.branch(self.entries[self.parser.init_state])
        for name, block in self.entries.items():
            b.position_at_end(block)
            now = b.load(self.rounds)
            self._fail_if(b.icmp_unsigned(">=", now, ir.Constant(I32, MAX_STATES)), self.errors["TIMEOUT"])
            b.store(b.add(now, ir.Constant(I32, 1)), self.rounds)
            b.branch(self.blocks[name])
        for name, state in self.parser.states.items():
            b.position_at_end(self.blocks[name])
            for op in state.ops:
                self._op(op)
            self._transitions(state)
        b.position_at_end(self.end)
        body.set_slot(OFFSET, Int(b.load(self.cursor), 64, signed=True))
        b.ret(ir.Constant(I32, 0))

    def _fail_if(self, condition: ir.Value, code: int | Int) -> None:
        with self.body.when(condition):
            self.body.set_slot(ERROR, code)
            self.body.b.branch(self.end)

    def _op(self, op: ParserOp) -> None:
        exprs, b = self.exprs, self.body.b
        match op.op:
            case "extract" | "extract_VL":
                self._extract(op)
            case "set":
                target, value = op.args
                exprs.share(op.args)
                if isinstance(target, FieldRef) and exprs.layout.field_type(target).varbit:
                    self.stores.copy_varbit(target, value)
                else:
                    self.stores.assign(target, value)
                exprs.forget()
            case "verify":
                exprs.share(op.args)
                holds = exprs.boolean(op.args[0])
                failed = self.body.block("failed")
                following = self.body.block("verified")
                b.cbranch(holds, following, failed)
                b.position_at_end(failed)
                self.body.set_slot(ERROR, exprs.exact(op.args[1]))
                b.branch(self.end)
                b.position_at_end(following)
                exprs.forget()
            case "advance":
                self._advance(op.args[0])
            case _:
                assert op.call is not None, op
                if op.call.op == "exit":
                    raise Unsupported("an exit statement in a parser")
                self.primitives.emit(op.call)

    def _advance(self, bits: Expr) -> None:
        exprs, b = self.exprs, self.body.b
        exprs.share([bits])
        value = exprs.exact(bits)
        exprs.forget()
        low = resize(b, value, 3)
        self._fail_if(b.icmp_unsigned("!=", low, ir.Constant(low.type, 0)), self.errors["INVALID_ARGUMENT"])
        now = b.load(self.cursor)
        room = Int(b.shl(b.sub(self.length, now), ir.Constant(I64, 3)), 64)
        beyond = b.or_(ints.is_negative(b, value), ints.compare(b, ">", value, room))
        self._fail_if(beyond, self.errors["TOO_SHORT"])
        b.store(b.add(now, b.lshr(resize(b, value, 64), ir.Constant(I64, 3))), self.cursor)

    def _extract(self, op: ParserOp) -> None:
        b, body, layout = self.body.b, self.body, self.unit.layout.layout
        stack = op.target[1] if len(op.target) > 1 else None
        following = None
        if stack is None:
            place = self.exprs.instance(op.target[0])
        else:
            slot = layout.next_slot[stack]
            following = body.slot(slot)
            depth = self.exprs.depth(stack)
            full = b.icmp_unsigned(">=", following.value, ir.Constant(I32, depth))
            self._fail_if(full, self.errors["STACK_OUT_OF_BOUNDS"])
            place = self._next(op.target, b.zext(following.value, I64))
        size = fixed_bytes(self.unit.program, place.type)
        now = b.load(self.cursor)
        source = body.at(self.frame, now)
        if op.op == "extract_VL":
            end = self._extract_variable(place, op, size, now, source)
        else:
            end = b.add(now, ir.Constant(I64, size))
            self._fail_if(b.icmp_unsigned(">", end, self.length), self.errors["TOO_SHORT"])
            shape = self.exprs.shape(place)
            if shape.on_wire is not None:
                _copy_in(body, source, body.at(place.pointer, WIRE), shape.on_wire)
            elif place.type.fields:
                pairs = list(zip(place.type.fields, shape.fields, strict=True))
                _read_fields(body, source, place.pointer, pairs)
        self.stores.mark_valid(place)
        b.store(end, self.cursor)
        if following is not None and stack is not None:
            body.set_slot(layout.next_slot[stack], ints.add(b, following, const(1)))

    def _extract_variable(self, place: HeaderAt, op: ParserOp, size: int, now: ir.Value, source: ir.Value) -> ir.Value:
        b, body = self.body.b, self.body
        self.exprs.share(op.args)
        bits = self.exprs.exact(op.args[0])
        self.exprs.forget()
        low = resize(b, bits, 3)
        odd = b.icmp_unsigned("!=", low, ir.Constant(low.type, 0))
        self._fail_if(b.or_(odd, ints.is_negative(b, bits)), self.errors["INVALID_ARGUMENT"])
        # Compared before it is cut to 64 bits, so that no length is too long to be noticed.
        left = Int(b.sub(b.sub(self.length, now), ir.Constant(I64, size)), 64, signed=True)
        count = ints.shift_right(b, bits, const(3))
        self._fail_if(ints.compare(b, ">", count, left), self.errors["TOO_SHORT"])
        shape = self.exprs.shape(place)
        before, varbit, after = split(place.type, shape)
        assert place.type.max_bytes is not None and shape.length is not None, place
        self._fail_if(ints.compare(b, ">", count, const(place.type.max_bytes - size)), self.errors["HEADER_TOO_SHORT"])
        extra = resize(b, count, 64)
        _read_fields(body, source, place.pointer, before)
        first = sum(f.width for f, _ in before) // 8
        to = body.at(place.pointer, varbit.offset)
        body.clear(to, varbit.size)
        _copy_reversed(body, to, body.at(source, first), extra)
        body.store(place.pointer, shape.length, b.trunc(b.shl(extra, ir.Constant(I64, 3)), I32))
        _read_fields(body, body.at(body.at(source, first), extra), place.pointer, after)
        return b.add(now, b.add(extra, ir.Constant(I64, size)))

    def _next(self, target: tuple[str, ...], number: ir.Value) -> HeaderAt:
        if target[0] == "stack":
            return self.exprs.element(target[1], number)
        member = [label for label, _ in self.unit.program.row_members(target[1])].index(target[2])
        return self.exprs.row(target[1], number)[member]

    def _peek(self, offset: int, width: int) -> Int:
        b, body = self.body.b, self.body
        first, last = offset // 8, (offset + width + 7) // 8
        now = b.load(self.cursor)
        end = b.add(now, ir.Constant(I64, last))
        self._fail_if(b.icmp_unsigned(">", end, self.length), self.errors["TOO_SHORT"])
        bits = Bits(body, body.at(body.at(self.frame, now), first), last - first)
        return Int(bits.take(offset % 8, width), max(1, width))

    def _transitions(self, state: ParseState) -> None:
        # simple_switch keeps one default per state, the last read, and tries it after everything else.
        default = next((t for t in reversed(state.transitions) if t.kind == "default"), None)
        if state.key:
            self.exprs.share([part.expr for part in state.key])
            selection = Selection(self.body, self.exprs, state.key)
            self.exprs.forget()
            for run in selection.runs(state.transitions):
                selection.test(run, self._go)
        self._go(default)

    def _go(self, transition: Transition | None) -> None:
        target = transition.next_state if transition else None
        if target is None:
            self.body.b.branch(self.end)
        elif target in self.entries:
            self.body.b.branch(self.entries[target])
        else:
            self.body.b.branch(self.blocks[target])


# --- The deparser: valid headers, then the rest of the frame, cut to what truncation leaves --------------------------


def room_for_headers(unit: Unit, deparser: Deparser) -> int:
    """Bytes that all headers together can take."""
    types = [unit.program.headers[name].type for name in deparser.order]
    return sum(t.max_bytes or fixed_bytes(unit.program, t) for t in types if t.fields)


def emit_deparser(unit: Unit, deparser: Deparser) -> None:
    """`deparse(context, packet, out, left)`: length of the packet, or minus what a failed assertion returns.

    `out` has room for every header and the whole frame. If `*left` is not 0, what follows the headers is not copied
    where it leaves as it came: `*left` is then how many bytes of the frame's end that is. It is 0 if `out` has headers
    only, and below 0 if it has the frame as far as the byte `-*left`, where that is cut off.
    """
    before = unit.function("deparser_primitives", I32, (POINTER, POINTER))
    primitives = Primitives(Exprs(before))
    primitives.emit_all(deparser.primitives)
    before.b.ret(ir.Constant(I32, 0))
    body = unit.step("deparse", I64, (POINTER, POINTER, POINTER, POINTER))
    b, (_, _, out, left) = body.b, body.function.args
    stays = b.icmp_signed("!=", b.load(left, typ=I64, align=8), ir.Constant(I64, 0))
    b.store(ir.Constant(I64, 0), left, align=8)
    b.call(unit.module.globals["update_checksums"], [body.context, body.packet])
    if deparser.primitives:
        status = b.call(before.function, [body.context, body.packet])
        with body.when(b.icmp_signed(">=", status, ir.Constant(I32, FAILED))):
            b.ret(b.neg(b.zext(status, I64)))
    at = body.variable(I64)
    b.store(ir.Constant(I64, 0), at)
    exprs = Exprs(body)
    for name in deparser.order:
        place = exprs.instance(name)
        if place.type.fields:
            with body.when(exprs.is_valid(place)):
                _serialise(body, exprs, place, body.at(out, b.load(at)), at)
    headers = b.load(at)
    offset = body.slot(OFFSET).value
    frame = b.load(body.at(body.packet, FRAME_POINTER), typ=POINTER, align=8)
    rest = b.sub(b.load(body.at(body.packet, FRAME_LENGTH), typ=I64, align=8), offset)
    # What recirculates is a copy, of full length.
    again = b.icmp_signed("!=", body.slot(RECIRCULATE).value, ir.Constant(I64, 0))
    limit = b.select(again, ir.Constant(I64, NO_LIMIT), body.slot(TRUNCATE).value)
    total = b.add(headers, rest)
    with body.when(b.icmp_signed("<=", total, limit)):
        with body.when(stays):
            b.store(rest, left, align=8)
            b.ret(total)
        _copy_rest(body, body.at(out, headers), body.at(frame, offset), rest)
        b.ret(total)
    with body.when(b.icmp_signed(">=", headers, limit)):
        zero = ir.Constant(I64, 0)
        # A limit below zero is Python's slice end from the back.
        back = b.add(headers, limit)
        from_back = b.select(b.icmp_signed(">", back, zero), back, zero)
        b.ret(b.select(b.icmp_signed("<", limit, zero), from_back, limit))
    kept = b.sub(limit, headers)
    body.copy(body.at(out, headers), body.at(frame, offset), kept)
    with body.when(stays):
        b.store(b.neg(b.add(offset, kept)), left, align=8)
    b.ret(limit)


_PIECE, _FEW = 64, 5
"""Bytes that a processor copies at once, and of how many such pieces the copy is made here: `memcpy` is longer."""


def _copy_rest(body: Body, to: ir.Value, source: ir.Value, size: ir.Value) -> None:
    """Copy what follows the headers; few bytes piece by piece, of which the last ends where they do."""
    b, piece = body.b, ir.Constant(I64, _PIECE)
    last = b.sub(size, piece)

    def in_pieces() -> None:
        with body.count_to(b.udiv(b.add(last, ir.Constant(I64, _PIECE - 1)), piece)) as i:
            at = b.mul(i, piece)
            body.copy(body.at(to, at), body.at(source, at), _PIECE)
        body.copy(body.at(to, last), body.at(source, last), _PIECE)

    few = b.icmp_unsigned("<=", last, ir.Constant(I64, (_FEW - 1) * _PIECE))  # not of fewer bytes than a piece
    body.either(few, in_pieces, lambda: body.copy(to, source, size))


def _serialise(body: Body, exprs: Exprs, place: HeaderAt, out: ir.Value, at: ir.Value) -> None:
    b, shape = body.b, exprs.shape(place)
    size = fixed_bytes(exprs.program, place.type)
    if shape.on_wire is not None:
        _copy_out(body, body.at(place.pointer, WIRE), out, size)
        b.store(b.add(b.load(at), ir.Constant(I64, size)), at)
        return
    if shape.length is None:
        _write_fields(body, place.pointer, out, list(zip(place.type.fields, shape.fields, strict=True)))
        b.store(b.add(b.load(at), ir.Constant(I64, size)), at)
        return
    before, varbit, after = split(place.type, shape)
    first = sum(f.width for f, _ in before) // 8
    _write_fields(body, place.pointer, out, before)
    extra = b.lshr(b.zext(body.load(place.pointer, shape.length).value, I64), ir.Constant(I64, 3))
    _copy_reversed(body, body.at(out, first), body.at(place.pointer, varbit.offset), extra)
    _write_fields(body, place.pointer, body.at(body.at(out, first), extra), after)
    b.store(b.add(b.load(at), b.add(extra, ir.Constant(I64, size))), at)
