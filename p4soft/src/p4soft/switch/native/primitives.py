# SPDX-License-Identifier: Apache-2.0
"""Primitives (simple_switch's and the core ones) to LLVM IR."""

from __future__ import annotations

from llvmlite import ir

from p4soft.switch.codegen.layout import CLONE, CLONE_LIST, LEARN, LENGTH, NOW, RECIRCULATE, RESUBMIT, TRUNCATE
from p4soft.switch.native import ints
from p4soft.switch.native.context import DROP_PORT, Host
from p4soft.switch.native.exprs import Exprs
from p4soft.switch.native.ints import I64, I128, Int, const, resize
from p4soft.switch.native.layout import Cell
from p4soft.switch.native.meters import colour
from p4soft.switch.native.random_numbers import emit_between
from p4soft.switch.native.stores import Stores
from p4soft.switch.native.unit import DONE, EXITED
from p4soft.switch.program.expr import Const, Expr, HeaderRef, ObjectRef, ParamsVector, StackRef, Str, UnionStackRef
from p4soft.switch.program.exprs import is_bool
from p4soft.switch.program.header_model import SourceInfo
from p4soft.switch.program.model import PrimitiveCall

COUNTER_BYTES = 16  # a counter's cell: packets, bytes
MAX_ITERATIONS = 1 << 16  # as codegen.actions
_JUMPS = ("_jump", "_jump_if_zero")
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
        jumps = [(i, _offset(c)) for i, c in enumerate(calls) if c.op in _JUMPS]
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
                self._jump(i, _offset(call), blocks, rounds)
            elif call.op == "_jump_if_zero":
                self.exprs.share(call.args)
                zero = ints.compare(b, "==", self.exprs.exact(call.args[0]), const(0))
                self.exprs.forget()
                taken = body.block("jump")
                b.cbranch(zero, taken, blocks[i + 1])
                b.position_at_end(taken)
                self._jump(i, _offset(call), blocks, rounds)
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
        """The code of one primitive that is no jump."""
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
                body.set_slot(LEARN, _const(args[1]) & 0xFFFF)
            case "clone_ingress_pkt_to_egress" | "clone_egress_pkt_to_egress":
                body.set_slot(CLONE, Int(exprs.low(args[0], 15), 15))
                body.set_slot(CLONE_LIST, _const(args[1]))
            case "resubmit" | "recirculate":
                body.set_slot(RESUBMIT if call.op == "resubmit" else RECIRCULATE, _const(args[0]) & 0xFFFF)
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
        layout, body = self.exprs.layout, self.body
        spec = layout.standard("standard_metadata.egress_spec")
        group = layout.standard("intrinsic_metadata.mcast_grp")
        if isinstance(header, HeaderRef):
            names = [f.name for f in self.exprs.program.headers[header.name].type.fields]
            base = layout.base[header.name]
            spec = base + 1 + names.index("egress_spec") if "egress_spec" in names else spec
            group = base + 1 + names.index("mcast_grp") if "mcast_grp" in names else group
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
        """The values go to Python with their widths in 64-bit words; see host.py."""
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
            drawn = b.call(emit_between(self.unit), [self.body.context, low, high])
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


def _const(expr: Expr) -> int:
    assert isinstance(expr, Const), expr
    return expr.value


def _offset(call: PrimitiveCall) -> int:
    return _const(call.args[-1])


__all__ = ["DONE", "I128", "Primitives", "add_to"]
