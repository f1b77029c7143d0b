# SPDX-License-Identifier: Apache-2.0
"""Primitives (simple_switch's and the core ones) to LLVM IR: writes to fields and headers, random numbers, the rest."""

from __future__ import annotations

import ctypes
import random

from llvmlite import ir

from p4soft.llvm import Unsupported
from p4soft.switch.codegen.layout import (
    CLONE,
    CLONE_LIST,
    LEARN,
    LENGTH,
    NOW,
    PACKET_LENGTH,
    RECIRCULATE,
    RESUBMIT,
    TRUNCATE,
)
from p4soft.switch.codegen.primitives import JUMPS, MAX_ITERATIONS, jump_target
from p4soft.switch.native import ints
from p4soft.switch.native.exprs import Exprs, HeaderAt
from p4soft.switch.native.ints import I1, I32, I64, Int, const, resize
from p4soft.switch.native.layout import DROP_PORT, RANDOM, Cell, Host
from p4soft.switch.native.memory import Memory, read_word, write_word
from p4soft.switch.native.meters import colour
from p4soft.switch.native.unit import EXITED
from p4soft.switch.program.expressions import constant_of, is_bool
from p4soft.switch.program.model import (
    AccessField,
    Expr,
    FieldRef,
    HeaderType,
    ObjectRef,
    ParamsVector,
    PrimitiveCall,
    RegisterRef,
    SourceInfo,
    StackField,
    StackRef,
    Str,
    UnionStackRef,
)

# --- Writes to fields, and headers as wholes: validity, assignment, stacks that shift --------------------------------


class Stores:
    def __init__(self, exprs: Exprs) -> None:
        self.exprs = exprs
        self.body = exprs.body

    def assign(self, target: Expr, value: Expr) -> None:
        """`target = value`, cut to the target's width."""
        if isinstance(target, RegisterRef):
            spec = self.exprs.program.registers[target.array]
            self.write_register(target.array, target.index, self.exprs.low(value, spec.bitwidth))
            return
        pointer, cell = self.target(target)
        self.body.store(pointer, cell, self.exprs.fitted(value, cell))

    def assign_value(self, target: Expr, value: Int) -> None:
        if isinstance(target, RegisterRef):
            width = self.exprs.program.registers[target.array].bitwidth
            self.write_register(target.array, target.index, resize(self.body.b, value, width))
            return
        pointer, cell = self.target(target)
        self.body.store(pointer, cell, self.exprs.fit(value, cell))

    def target(self, target: Expr) -> tuple[ir.Value, Cell]:
        """Where a left value that is a field lies.

        Raises:
            Unsupported: it is a variable-length field, which has no width to cut a number to.
        """
        if self._varbit(target):
            raise Unsupported("a number is assigned to a variable-length field")
        return self.exprs.field(target)

    def write_register(self, array: str, index: Expr, value: ir.Value) -> None:
        """Write a register's cell; nothing out of range."""
        spec = self.exprs.program.registers[array]
        number = self.exprs.exact(index)
        with self.body.when(ints.below(self.body.b, number, spec.size)):
            self.body.store(self.exprs.register_cell(array, number), Cell(0, spec.bitwidth), value)

    def copy_varbit(self, target: Expr, source: Expr) -> None:
        """Assignment of a variable-length field: value and length; raises Unsupported unless both are such fields."""
        if not self._varbit(target) or not self._varbit(source):
            raise Unsupported("a variable-length field is assigned to or from one that is not")
        to, cell = self.exprs.field(target)
        origin, other = self.exprs.field(source)
        value = resize(self.body.b, self.body.load(origin, other), cell.width)
        if other.width > cell.width:
            raise Unsupported("a variable-length field is assigned to a shorter one")
        length = self.body.load(origin, self._length(source))
        self.body.store(to, cell, value)
        self.body.store(to, self._length(target), length.value)

    def set_valid(self, place: HeaderAt, *, fresh: bool) -> None:
        """Make a header valid; `fresh` clears its fields and counts its bytes, as setValid does."""
        b, shape = self.body.b, self.exprs.shape(place)
        with self.body.when(b.not_(self.exprs.is_valid(place))):
            if fresh:
                self.body.clear(place.pointer, shape.size)
                self._lengthen(const(place.type.fixed_bits // 8))
            self.body.store(place.pointer, Cell(0, 1), ir.Constant(I1, 1))
        self.invalidate_siblings(place)

    def set_invalid(self, place: HeaderAt) -> None:
        """Make a header invalid and take its bytes off the packet length."""
        b, shape = self.body.b, self.exprs.shape(place)
        with self.body.when(self.exprs.is_valid(place)):
            size = const(place.type.fixed_bits // 8)
            if shape.length is not None:
                bits = self.body.load(place.pointer, shape.length)
                size = ints.add(b, size, ints.shift_right(b, bits, const(3)))
            self._lengthen(ints.negate(b, size))
            self.body.store(place.pointer, Cell(0, 1), ir.Constant(I1, 0))

    def mark_valid(self, place: HeaderAt) -> None:
        """Validity alone, as extraction sets it."""
        self.body.store(place.pointer, Cell(0, 1), ir.Constant(I1, 1))
        self.invalidate_siblings(place)

    def copy_header(self, to: HeaderAt, source: HeaderAt) -> None:
        """Header assignment: validity and, when valid, fields; a union's other members become invalid."""

        def assign() -> None:
            self.body.copy(to.pointer, source.pointer, self.exprs.shape(to).size)
            self.invalidate_siblings(to)

        def invalidate() -> None:
            self.body.store(to.pointer, Cell(0, 1), ir.Constant(I1, 0))

        self.body.either(self.exprs.is_valid(source), assign, invalidate)

    def copy_stack(self, to: str, source: str) -> None:
        """Assignment of a header stack, or of a union stack, element by element."""
        layout = self.exprs.layout
        for i in range(self.exprs.depth(to)):
            if to in self.exprs.program.stacks:
                number = ir.Constant(I64, i)
                self.copy_header(self.exprs.element(to, number), self.exprs.element(source, number))
            else:
                self.copy_union(*(self.exprs.row(stack, ir.Constant(I64, i)) for stack in (to, source)))
        self.body.set_slot(layout.next_slot[to], self.body.slot(layout.next_slot[source]))

    def copy_union(self, to: list[HeaderAt], source: list[HeaderAt]) -> None:
        """Assignment of a union, member by member; at most one is valid, so none invalidates another wrongly."""
        for mine, other in zip(to, source, strict=True):
            self.copy_header(mine, other)

    def shift(self, stack: StackRef | UnionStackRef, count: Int, *, push: bool) -> None:
        """P4_16's push_front and pop_front."""
        b, body, native = self.body.b, self.body, self.exprs.native
        depth, stride = self.exprs.depth(stack.name), native.stride[stack.name]
        number = resize(b, ints.clamp(b, count, 0, depth), 64)
        step = ir.Constant(I64, stride)
        moved, kept = b.mul(number, step), b.mul(b.sub(ir.Constant(I64, depth), number), step)
        start = body.at(body.packet, native.stack[stack.name])
        slot = self.exprs.layout.next_slot[stack.name]
        following, by = body.slot(slot).value, b.trunc(number, I32)
        if push:
            body.move(body.at(start, moved), start, kept)
            body.clear(start, moved)
            full = b.sub(ir.Constant(I32, depth), by)
            room = b.icmp_unsigned("<=", following, full)
            following = b.select(room, b.add(following, by), ir.Constant(I32, depth))
        else:
            body.move(start, body.at(start, moved), kept)
            body.clear(body.at(start, kept), moved)
            room = b.icmp_unsigned(">=", following, by)
            following = b.select(room, b.sub(following, by), ir.Constant(I32, 0))
        body.set_slot(slot, Int(following, 32))

    def invalidate_siblings(self, place: HeaderAt) -> None:
        """When a union member becomes valid, the others become invalid."""
        if not place.siblings:
            return
        if place.in_union is None:
            self._clear_validities(place)
            return
        with self.body.when(place.in_union):
            self._clear_validities(place)

    def _clear_validities(self, place: HeaderAt) -> None:
        for pointer in place.siblings:
            self.body.store(pointer, Cell(0, 1), ir.Constant(I1, 0))

    def _lengthen(self, by: Int) -> None:
        self.body.set_slot(PACKET_LENGTH, ints.add(self.body.b, self.body.slot(PACKET_LENGTH), by))

    def _varbit(self, expr: Expr) -> bool:
        header_type, name = self._field_of(expr)
        found = header_type.field(name) if header_type else None
        return found is not None and found.varbit

    def _length(self, expr: Expr) -> Cell:
        header_type, _ = self._field_of(expr)
        assert header_type is not None, expr
        length = self.exprs.native.shape(header_type).length
        assert length is not None, expr
        return length

    def _field_of(self, expr: Expr) -> tuple[HeaderType | None, str]:
        """The header's type and the field's name, of a left value in a header."""
        program = self.exprs.program
        match expr:
            case FieldRef(header=header, field=name):
                return program.headers[header].type, name
            case StackField(stack=stack, field=name):
                return program.stacks[stack].type, name
            case AccessField(header=header_expr, index=index):
                header_type = self.exprs.layout.header_type(header_expr)
                return header_type, header_type.fields[index].name
        return None, ""


# --- `random`: the numbers that Python's `random.Random.randint` would draw, from the same state ---------------------


# That is a Mersenne Twister (random.c): 624 words of 32 bits, and how many of them are used.

_WORDS = 624
_USED = 4 * _WORDS


class RandomState:
    """The state of a generator, which belongs to machine code between `take` and `give_back`; `address` is where."""

    def __init__(self, memory: Memory) -> None:
        self._block = memory.allocate(_USED + 8, "random numbers")
        self.address = self._block.address
        self._words = (ctypes.c_uint32 * _WORDS).from_address(self.address)

    def take(self, rng: random.Random) -> None:
        """Go on where a generator of Python's is."""
        _, (*words, used), _ = rng.getstate()
        self._words[:] = words
        write_word(self.address + _USED, used)

    def give_back(self, rng: random.Random) -> None:
        """Let a generator of Python's go on where this one is."""
        version, _, gauss = rng.getstate()
        rng.setstate((version, (*self._words, read_word(self.address + _USED)), gauss))


# --- Primitives ------------------------------------------------------------------------------------------------------


COUNTER_BYTES = 16  # a counter's cell: packets, bytes
_BINARY = {
    "add": ints.add,
    "subtract": ints.subtract,
    "bit_xor": lambda b, x, y: ints.bitwise(b, "^", x, y),
    "bit_or": lambda b, x, y: ints.bitwise(b, "|", x, y),
    "bit_and": lambda b, x, y: ints.bitwise(b, "&", x, y),
    "shift_left": lambda b, x, y: ints.shift_left_by(b, x, y, 1 << 16),
    "shift_right": ints.shift_right,
}


class Primitives:
    """The primitives of one function, which returns DONE, EXITED or FAILED + n as 32 bits."""

    def __init__(self, exprs: Exprs) -> None:
        self.exprs = exprs
        self.body = exprs.body
        self.unit = exprs.unit
        self.stores = Stores(exprs)

    def emit_all(self, calls: tuple[PrimitiveCall, ...]) -> None:
        """A list of primitives with its jumps, and what follows its end."""
        b, body = self.body.b, self.body
        jumps = [(i, jump_target(c)) for i, c in enumerate(calls) if c.op in JUMPS]
        if not jumps:
            for call in calls:
                self.emit(call)
            return
        blocks = [body.block(f"pc{i}") for i in range(len(calls) + 1)]
        rounds = None
        if any(target <= i for i, target in jumps):
            rounds = body.variable(ints.I32)
            b.store(ir.Constant(ints.I32, 0), rounds)
        b.branch(blocks[0])
        for i, call in enumerate(calls):
            b.position_at_end(blocks[i])
            if call.op == "_jump":
                self._jump(i, jump_target(call), blocks, rounds)
            elif call.op == "_jump_if_zero":
                self.exprs.share(call.args)
                zero = ints.compare(b, "==", self.exprs.exact(call.args[0]), const(0))
                self.exprs.forget()
                taken = body.block("jump")
                b.cbranch(zero, taken, blocks[i + 1])
                b.position_at_end(taken)
                self._jump(i, jump_target(call), blocks, rounds)
            else:
                self.emit(call)
                b.branch(blocks[i + 1])
        b.position_at_end(blocks[-1])

    def _jump(self, at: int, target: int, blocks: list[ir.Block], rounds: ir.Value | None) -> None:
        b = self.body.b
        if target <= at and rounds is not None:
            now = b.add(b.load(rounds), ir.Constant(ints.I32, 1))
            b.store(now, rounds)
            with self.body.when(b.icmp_unsigned(">=", now, ir.Constant(ints.I32, MAX_ITERATIONS))):
                self._leave(self.unit.failure(f"a loop in P4 ran more than {MAX_ITERATIONS} times"))
        b.branch(blocks[target])

    def emit(self, call: PrimitiveCall) -> None:
        self.exprs.share(call.args)
        self._primitive(call)
        self.exprs.forget()

    def _leave(self, status: int) -> None:
        """Return, and go on writing where nothing comes."""
        self.body.b.ret(ir.Constant(ints.I32, status))
        self.body.b.position_at_end(self.body.block("unreached"))

    def _primitive(self, call: PrimitiveCall) -> None:
        args, exprs, stores, b = call.args, self.exprs, self.stores, self.body.b
        match call.op:
            case "assign" | "modify_field":
                stores.assign(args[0], args[1])
            case "assign_VL":
                stores.copy_varbit(args[0], args[1])
            case "assign_header" | "copy_header":
                stores.copy_header(exprs.header(args[0]), exprs.header(args[1]))
            case "assign_header_stack" | "assign_union_stack":
                assert isinstance(args[0], StackRef | UnionStackRef) and isinstance(args[1], StackRef | UnionStackRef)
                stores.copy_stack(args[0].name, args[1].name)
            case "assign_union":
                stores.copy_union(exprs.union(args[0]), exprs.union(args[1]))
            case "push" | "pop":
                assert isinstance(args[0], StackRef | UnionStackRef), args
                stores.shift(args[0], exprs.exact(args[1]), push=call.op == "push")
            case "add" | "subtract" | "bit_xor" | "bit_or" | "bit_and" | "shift_left" | "shift_right":
                stores.assign_value(args[0], _BINARY[call.op](b, exprs.exact(args[1]), exprs.exact(args[2])))
            case "add_to_field" | "subtract_from_field":
                make = ints.add if call.op == "add_to_field" else ints.subtract
                stores.assign_value(args[0], make(b, exprs.exact(args[0]), exprs.exact(args[1])))
            case "add_header" | "add_header_fast":
                stores.set_valid(exprs.header(args[0]), fresh=call.op == "add_header")
            case "remove_header":
                stores.set_invalid(exprs.header(args[0]))
            case _:
                self._extern(call)

    def _extern(self, call: PrimitiveCall) -> None:
        args, exprs, body = call.args, self.exprs, self.body
        match call.op:
            case "drop" | "mark_to_drop":
                self._drop(args[0] if args else None)
            case "exit":
                self._leave(EXITED)
            case "assert" | "assume":
                self._assert(call.op, args[0], call.source)
            case "log_msg":
                self._log(args[0], args[1])
            case "no_op":
                return
            case "modify_field_rng_uniform":
                self._random(args)
            case "modify_field_with_hash_based_offset":
                self._hash(args)
            case "generate_digest":
                body.set_slot(LEARN, constant_of(args[1]) & 0xFFFF)
            case "clone_ingress_pkt_to_egress" | "clone_egress_pkt_to_egress":
                body.set_slot(CLONE, Int(exprs.low(args[0], 15), 15))
                body.set_slot(CLONE_LIST, constant_of(args[1]))
            case "resubmit" | "recirculate":
                body.set_slot(RESUBMIT if call.op == "resubmit" else RECIRCULATE, constant_of(args[0]) & 0xFFFF)
            case "truncate":
                self._truncate(args[0])
            case "count":
                self._count(args)
            case "execute_meter":
                self._meter(args)
            case "register_read":
                self._register_read(args)
            case "register_write":
                assert isinstance(args[0], ObjectRef), args
                width = exprs.program.registers[args[0].name].bitwidth
                self.stores.write_register(args[0].name, args[1], exprs.low(args[2], width))
            case _:
                raise NotImplementedError(call.op)

    def _assert(self, word: str, truth: Expr, source: SourceInfo | None) -> None:
        b, exprs = self.body.b, self.exprs
        data = None if is_bool(truth) else exprs.exact(truth)
        fails = b.not_(exprs.boolean(truth)) if data is None else ints.compare(b, "==", data, const(0))
        with self.body.when(fails):
            self._leave(self.unit.failure(f"{word} failed at {source}"))

    def _drop(self, header: Expr | None) -> None:
        body, (spec, group) = self.body, self.exprs.layout.drop_slots(header)
        assert spec is not None, header
        body.set_slot(spec, Int(body.word_in_context(DROP_PORT), 64))
        if group is not None:
            body.set_slot(group, 0)

    def _truncate(self, to: Expr) -> None:
        b = self.body.b
        limit = ints.clamp(b, self.exprs.exact(to), -(1 << 63), (1 << 63) - 1)
        now = self.body.slot(TRUNCATE)
        self.body.set_slot(TRUNCATE, ints.choose(b, ints.compare(b, "<", limit, now), limit, now))

    def _log(self, template: Expr, values: Expr) -> None:
        """The values go to Python with their widths in 64-bit words; see engine.py."""
        assert isinstance(template, Str) and isinstance(values, ParamsVector), (template, values)
        numbers = [self.exprs.exact(v) for v in values.items]
        signed = tuple((-(-x.signed_bits // 64)) for x in numbers)
        number = self.unit.message(template.value, signed)
        room = self.body.room(8 * sum(signed))
        at = 0
        for x, words in zip(numbers, signed, strict=True):
            value = resize(self.body.b, x, 64 * words)
            self.body.b.store(value, self.body.at(room, at), align=8)
            at += 8 * words
        self.body.host(Host.LOG, number, room)

    def _random(self, args: tuple[Expr, ...]) -> None:
        b = self.body.b
        low, high = self.exprs.low(args[1], 64), self.exprs.low(args[2], 64)
        with self.body.when(b.icmp_unsigned("<=", low, high)):  # BMv2 leaves the field alone otherwise
            state = self.body.pointer_in_context(RANDOM)
            drawn = b.call(self.unit.fixed("random_between"), [state, low, high])
            self.stores.assign_value(args[0], Int(drawn, 64))

    def _hash(self, args: tuple[Expr, ...]) -> None:
        b, calculation = self.body.b, args[2]
        assert isinstance(calculation, ObjectRef), calculation
        base, size = self.exprs.low(args[1], 64), self.exprs.low(args[3], 64)
        hashed = b.call(self.unit.calculations[calculation.name], [self.body.context, self.body.packet])
        one = b.icmp_unsigned("==", size, ir.Constant(I64, 0))
        # uint64 arithmetic; a size of 0 is taken as 1.
        value = b.add(b.urem(hashed, b.select(one, ir.Constant(I64, 1), size)), base)
        self.stores.assign_value(args[0], Int(value, 64))

    def _count(self, args: tuple[Expr, ...]) -> None:
        array, b, body = args[0], self.body.b, self.body
        assert isinstance(array, ObjectRef), array
        spec = self.exprs.program.counters[array.name]
        index = self.exprs.exact(args[1])
        with body.when(ints.below(b, index, spec.size)):
            start = body.pointer_in_context(self.unit.context.counters[array.name])
            cell = body.at(start, b.mul(resize(b, index, 64), ir.Constant(I64, COUNTER_BYTES)))
            add_to(body, cell, ir.Constant(I64, 1))
            add_to(body, body.at(cell, 8), body.slot(LENGTH).value)

    def _meter(self, args: tuple[Expr, ...]) -> None:
        array, b, body = args[0], self.body.b, self.body
        assert isinstance(array, ObjectRef), array
        spec = self.exprs.program.meters[array.name]
        index = self.exprs.exact(args[1])
        with body.when(ints.below(b, index, spec.size)):
            rows = body.pointer_in_context(self.unit.context.meters[array.name])
            amount = body.slot(LENGTH).value if spec.unit == "bytes" else ir.Constant(I64, 1)
            found = colour(body, rows, resize(b, index, 64), body.slot(NOW).value, amount)
            self.stores.assign_value(args[2], Int(b.trunc(found, ir.IntType(2)), 2))

    def _register_read(self, args: tuple[Expr, ...]) -> None:
        array, body = args[1], self.body
        assert isinstance(array, ObjectRef), array
        spec = self.exprs.program.registers[array.name]
        index = self.exprs.exact(args[2])
        with body.when(ints.below(body.b, index, spec.size)):
            cell = self.exprs.register_cell(array.name, index)
            self.stores.assign_value(args[0], body.load(cell, Cell(0, spec.bitwidth)))


def add_to(body: object, pointer: ir.Value, amount: ir.Value) -> None:
    """`*pointer += amount`, 64 bits that wrap."""
    b = body.b  # type: ignore[attr-defined]
    b.store(b.add(b.load(pointer, typ=I64, align=8), amount), pointer, align=8)
