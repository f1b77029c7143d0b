# SPDX-License-Identifier: Apache-2.0
"""The parser, `parse(context, packet)`, a block per state; and the deparser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from llvmlite import ir

from p4soft.llvm.process import Unsupported
from p4soft.switch.codegen.layout import ERROR, NO_LIMIT, OFFSET, RECIRCULATE, TRUNCATE, fixed_bytes
from p4soft.switch.codegen.parser import MAX_STATES, heads
from p4soft.switch.codegen.runtime import parser_errors
from p4soft.switch.native import ints
from p4soft.switch.native.exprs import Exprs, HeaderAt
from p4soft.switch.native.ints import I1, I32, I64, POINTER, Int, const, resize
from p4soft.switch.native.layout import FRAME_LENGTH, FRAME_POINTER, Cell, container
from p4soft.switch.native.primitives import Primitives
from p4soft.switch.native.unit import FAILED, Body, Unit
from p4soft.switch.native.wire import Bits, copy_reversed, read_fields, split, write_fields
from p4soft.switch.program.model import Deparser, Expr, FieldRef, KeyPart, Parser, ParserOp, ParseState, Transition

# --- Transitions: which of the values, masked values and value sets the key matches first ----------------------------


MANY = 12
"""From here on values are searched in a list in memory: LLVM takes long over long chains of comparisons."""

MOST_SETS = 256

Go = Callable[[Transition], None]


class Selection:
    """The key of one parse state, and the tests against it."""

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
        """What is tested together, in order; defaults are left out.

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
        read_fields(body, source, place.pointer, before)
        first = sum(f.width for f, _ in before) // 8
        to = body.at(place.pointer, varbit.offset)
        body.clear(to, varbit.size)
        copy_reversed(body, to, body.at(source, first), extra)
        body.store(place.pointer, shape.length, b.trunc(b.shl(extra, ir.Constant(I64, 3)), I32))
        read_fields(body, body.at(body.at(source, first), extra), place.pointer, after)
        return b.add(now, b.add(extra, ir.Constant(I64, size)))

    def _next(self, target: tuple[str, ...], number: ir.Value) -> HeaderAt:
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


# --- The deparser: valid headers, then the rest of the frame, cut to what truncation leaves --------------------------


def room_for_headers(unit: Unit, deparser: Deparser) -> int:
    """Bytes that all headers together can take."""
    types = [unit.program.headers[name].type for name in deparser.order]
    return sum(t.max_bytes or fixed_bytes(unit.program, t) for t in types if t.fields)


def emit_deparser(unit: Unit, deparser: Deparser) -> None:
    """`deparse(context, packet, out)`: bytes written, or minus what a failed assertion returns.

    `out` has room for every header and the whole frame.
    """
    before = unit.function("deparser_primitives", I32, (POINTER, POINTER))
    primitives = Primitives(Exprs(before))
    primitives.emit_all(deparser.primitives)
    before.b.ret(ir.Constant(I32, 0))
    body = unit.function("deparse", I64, (POINTER, POINTER, POINTER), public=True)
    b, out = body.b, body.function.args[2]
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
        body.copy(body.at(out, headers), body.at(frame, offset), rest)
        b.ret(total)
    with body.when(b.icmp_signed(">=", headers, limit)):
        zero = ir.Constant(I64, 0)
        # A limit below zero is Python's slice end from the back.
        back = b.add(headers, limit)
        from_back = b.select(b.icmp_signed(">", back, zero), back, zero)
        b.ret(b.select(b.icmp_signed("<", limit, zero), from_back, limit))
    body.copy(body.at(out, headers), body.at(frame, offset), b.sub(limit, headers))
    b.ret(limit)


def _serialise(body: Body, exprs: Exprs, place: HeaderAt, out: ir.Value, at: ir.Value) -> None:
    b, shape = body.b, exprs.shape(place)
    size = fixed_bytes(exprs.program, place.type)
    if shape.length is None:
        write_fields(body, place.pointer, out, list(zip(place.type.fields, shape.fields, strict=True)))
        b.store(b.add(b.load(at), ir.Constant(I64, size)), at)
        return
    before, varbit, after = split(place.type, shape)
    first = sum(f.width for f, _ in before) // 8
    write_fields(body, place.pointer, out, before)
    extra = b.lshr(b.zext(body.load(place.pointer, shape.length).value, I64), ir.Constant(I64, 3))
    copy_reversed(body, body.at(out, first), body.at(place.pointer, varbit.offset), extra)
    write_fields(body, place.pointer, body.at(body.at(out, first), extra), after)
    b.store(b.add(b.load(at), b.add(extra, ir.Constant(I64, size))), at)
