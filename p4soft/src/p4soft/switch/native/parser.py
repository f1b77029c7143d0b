# SPDX-License-Identifier: Apache-2.0
"""The parser: `parse(context, packet)`, a block per state."""

from __future__ import annotations

from llvmlite import ir

from p4soft.switch.codegen.layout import ERROR, OFFSET, fixed_bytes
from p4soft.switch.codegen.parser import MAX_STATES, heads
from p4soft.switch.codegen.runtime import parser_errors
from p4soft.switch.native import ints
from p4soft.switch.native.errors import Unsupported
from p4soft.switch.native.exprs import Exprs
from p4soft.switch.native.ints import I32, I64, POINTER, Int, const, resize
from p4soft.switch.native.layout import FRAME_LENGTH, FRAME_POINTER
from p4soft.switch.native.places import Place
from p4soft.switch.native.primitives import Primitives
from p4soft.switch.native.selection import Selection
from p4soft.switch.native.unit import Unit
from p4soft.switch.native.wire import Bits, copy_reversed, read_fields, split
from p4soft.switch.program.expr import Expr, FieldRef
from p4soft.switch.program.model import Parser, ParserOp, ParseState, Transition


def emit_parser(unit: Unit, parser: Parser) -> None:
    """The function `parse(context, packet)`: DONE, or FAILED + n for an assertion."""
    _ParserGen(unit, parser).emit()


class _ParserGen:
    def __init__(self, unit: Unit, parser: Parser) -> None:
        self.unit = unit
        self.parser = parser
        self.body = unit.function("parse", I32, (POINTER, POINTER), public=True)
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
        """Leave the parser with an error code."""
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
            if place.type.fields:
                pairs = list(zip(place.type.fields, self.exprs.shape(place).fields, strict=True))
                read_fields(body, source, place.pointer, pairs)
        self.stores.mark_valid(place)
        b.store(end, self.cursor)
        if following is not None and stack is not None:
            body.set_slot(layout.next_slot[stack], ints.add(b, following, const(1)))

    def _extract_variable(self, place: Place, op: ParserOp, size: int, now: ir.Value, source: ir.Value) -> ir.Value:
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
        read_fields(body, source, place.pointer, before)
        first = sum(f.width for f, _ in before) // 8
        to = body.at(place.pointer, varbit.offset)
        body.clear(to, varbit.size)
        copy_reversed(body, to, body.at(source, first), extra)
        body.store(place.pointer, shape.length, b.trunc(b.shl(extra, ir.Constant(I64, 3)), I32))
        read_fields(body, body.at(body.at(source, first), extra), place.pointer, after)
        return b.add(now, b.add(extra, ir.Constant(I64, size)))

    def _next(self, target: tuple[str, ...], number: ir.Value) -> Place:
        if target[0] == "stack":
            return self.exprs.element(target[1], number)
        program = self.unit.program
        union = program.unions[program.union_stacks[target[1]].unions[0]]
        member = [label for label, _ in union.members].index(target[2])
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
