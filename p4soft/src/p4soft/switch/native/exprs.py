# SPDX-License-Identifier: Apache-2.0
"""Expression trees to LLVM IR: exact values, or only their low bits, and where headers lie."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from llvmlite import ir
from msgspec import Struct

from p4soft.switch.codegen.layout import Layout
from p4soft.switch.native import ints
from p4soft.switch.native.ints import I1, I8, I64, Int, const, is_negative, resize, sized
from p4soft.switch.native.layout import Cell, Shape
from p4soft.switch.native.unit import Body, Unit
from p4soft.switch.program.cursor import VALID
from p4soft.switch.program.expressions import children, constant_of, is_bool
from p4soft.switch.program.model import (
    AccessField,
    AccessUnionHeader,
    Bool,
    Const,
    Deref,
    Expr,
    FieldRef,
    HeaderRef,
    HeaderType,
    Lookahead,
    Op,
    Param,
    RegisterRef,
    StackField,
    StackRef,
    UnionRef,
    UnionStackField,
    UnionStackRef,
)

# --- Where headers lie: instances, elements of stacks, members of unions ---------------------------------------------


class HeaderAt(Struct, frozen=True, eq=False):
    """Where a header lies.

    Attributes:
        siblings: addresses of the validities of the other members of its union.
        in_union: whether they are to be touched (not those of a stack's scratch element); None: always.
    """

    pointer: ir.Value
    type: HeaderType
    siblings: tuple[ir.Value, ...] = ()
    in_union: ir.Value | None = None


class Places:
    def __init__(self, body: Body) -> None:
        self.body = body
        self.unit = body.unit
        self.layout: Layout = body.unit.layout.layout
        self.native = body.unit.layout
        self.program = body.unit.program

    def shape(self, place: HeaderAt) -> Shape:
        return self.native.shape(place.type)

    def is_valid(self, place: HeaderAt) -> ir.Value:
        """A header's validity, as one bit."""
        return self.body.b.trunc(self.body.load(place.pointer, Cell(0, 1)).value, I1)

    def instance(self, name: str) -> HeaderAt:
        base, at = self.layout.base[name], self.body.at
        packet = self.body.packet
        siblings = tuple(at(packet, self.native.start(s)) for s in self.layout.siblings.get(base, ()))
        header_type = self.program.headers[name].type
        start = self.body.part(packet, self.native.header[name], self.native.shape(header_type).size)
        return HeaderAt(start, header_type, siblings)

    def elements(self, stack: str) -> list[HeaderAt]:
        return [self.instance(name) for name in self.program.stacks[stack].headers]

    def element(self, stack: str, number: ir.Value) -> HeaderAt:
        """Element `number` (64 bits; the depth for the scratch element) of a header stack."""
        header_type = self.program.stacks[stack].type
        return HeaderAt(self.body.part(self._row(stack, number), 0, self.native.shape(header_type).size), header_type)

    def row(self, stack: str, number: ir.Value) -> list[HeaderAt]:
        """The members of element `number` (64 bits; the depth for the scratch element) of a union stack."""
        program, b = self.program, self.body.b
        start, offsets = self._row(stack, number), self.native.member[stack]
        depth = len(program.union_stacks[stack].unions)
        inside = b.icmp_unsigned("<", number, ir.Constant(I64, depth))
        members = program.row_members(stack)
        sizes = [self.native.shape(program.headers[h].type).size for _, h in members]
        pointers = [self.body.part(start, offset, size) for offset, size in zip(offsets, sizes, strict=True)]
        return [
            HeaderAt(p, program.headers[h].type, tuple(q for q in pointers if q is not p), inside)
            for p, (_, h) in zip(pointers, members, strict=True)
        ]

    def depth(self, stack: str) -> int:
        found = self.program.stacks.get(stack)
        return len(found.headers) if found else len(self.program.union_stacks[stack].unions)

    def last(self, stack: str) -> ir.Value:
        """The number of a stack's last element; that of the scratch element when the stack is empty."""
        b = self.body.b
        following = b.zext(self.body.slot(self.layout.next_slot[stack]).value, I64)
        empty = b.icmp_unsigned("==", following, ir.Constant(I64, 0))
        return b.select(empty, ir.Constant(I64, self.depth(stack)), b.sub(following, ir.Constant(I64, 1)))

    def _row(self, stack: str, number: ir.Value) -> ir.Value:
        stride = self.native.stride[stack]
        offset = self.body.b.mul(number, ir.Constant(I64, stride))
        start = self.body.part(self.body.packet, self.native.stack[stack], stride * (self.depth(stack) + 1))
        return self.body.part(start, offset, stride)


# --- Division and remainder, as BMv2 and the generated Python define them --------------------------------------------


# Machines divide 64 bits, and what LLVM calls for more is not in every process; wider numbers are divided bit by bit.


def divide(body: Body, op: str, left: Int, right: Int) -> Int:
    """`left / right` rounded towards zero, or `left % right` with the sign of `left`; 0 for a division by zero."""
    b = body.b
    bits = sized(max(left.bits, right.bits))
    x, y = (_magnitude(body, v, bits) for v in (left, right))
    zero = b.icmp_unsigned("==", y, ir.Constant(y.type, 0))
    safe = b.select(zero, ir.Constant(y.type, 1), y)
    if bits <= 64:
        result = (b.udiv if op == "/" else b.urem)(x, safe)
    else:
        name = f"divide.{bits}"
        pair = b.call(body.unit.once(name, lambda: _long_division(body.unit, name, bits)), [x, safe])
        result = b.extract_value(pair, 0 if op == "/" else 1)
    result = b.select(zero, ir.Constant(y.type, 0), result)
    value = Int(result, bits)
    if not left.signed and not right.signed:
        return value
    minus = is_negative(b, left)
    if op == "/":
        minus = b.xor(minus, is_negative(b, right))
    wide = resize(b, value, sized(bits + 1))
    return Int(b.select(minus, b.sub(ir.Constant(wide.type, 0), wide), wide), bits + 1, signed=True)


def _magnitude(body: Body, value: Int, bits: int) -> ir.Value:
    b = body.b
    if not value.signed:
        return resize(b, value, bits)
    wide = resize(b, value, bits)
    return b.select(is_negative(b, value), b.sub(ir.Constant(wide.type, 0), wide), wide)


def _long_division(unit: Unit, name: str, bits: int) -> ir.Function:
    """The function that gives quotient and remainder of integers of `bits` bits."""
    kind, wide = ir.IntType(bits), ir.IntType(bits + 1)
    inner = unit.function(name, ir.LiteralStructType([kind, kind]), (kind, kind))
    b = inner.b
    x, y = inner.function.args
    divisor = b.zext(y, wide)
    quotient, rest = inner.variable(kind), inner.variable(wide)
    b.store(ir.Constant(kind, 0), quotient)
    b.store(ir.Constant(wide, 0), rest)
    with inner.count_to(ir.Constant(I64, bits)) as i:
        shift = b.sub(ir.Constant(I64, bits - 1), i)
        place = b.trunc(shift, kind) if bits < 64 else b.zext(shift, kind) if bits > 64 else shift
        bit = b.and_(b.lshr(x, place), ir.Constant(kind, 1))
        now = b.or_(b.shl(b.load(rest), ir.Constant(wide, 1)), b.zext(bit, wide))
        fits = b.icmp_unsigned(">=", now, divisor)
        b.store(b.select(fits, b.sub(now, divisor), now), rest)
        more = b.or_(b.load(quotient), b.shl(b.zext(fits, kind), place))
        b.store(more, quotient)
    pair = ir.Constant(ir.LiteralStructType([kind, kind]), ir.Undefined)
    pair = b.insert_value(pair, b.load(quotient), 0)
    pair = b.insert_value(pair, b.trunc(b.load(rest), kind), 1)
    b.ret(pair)
    return inner.function


# --- Expressions -----------------------------------------------------------------------------------------------------


MAX_SHIFT = 1 << 16  # as codegen.runtime
MOST_BY_WORD = 512
"""Bits of which words are taken one by one; LLVM shifts wider values in memory."""


class Exprs(Places):
    """The expressions of one function. `params` are where the action's arguments lie, from `arguments` on.

    `peek` loads lookahead bits; only parsers have one.
    """

    def __init__(self, body: Body, params: tuple[Cell, ...] = (), arguments: ir.Value | None = None) -> None:
        super().__init__(body)
        self.peek: Callable[[int, int], Int] | None = None
        self._params = params
        self._arguments = arguments
        self._numbers: dict[int, int] = {}
        self._peeks: set[int] = set()
        self._values: dict[tuple[int, int], Int | ir.Value] = {}
        self._kept: list[Expr] = []

    # -- what expressions share ----------------------------------------------------------------------------------

    def share(self, exprs: Iterable[Expr]) -> None:
        """Compute equal parts of these expressions once, until `forget`: p4c repeats subtrees dozens of times."""
        numbers: dict[object, int] = {}

        def visit(expr: Expr) -> int:
            inner = [visit(i) for i in children(expr)]
            key = (expr.op, expr.left is None, *inner) if isinstance(expr, Op) else expr
            number = numbers.setdefault(key, len(numbers))
            self._numbers[id(expr)] = number
            if isinstance(expr, Lookahead) or any(i in self._peeks for i in inner):
                self._peeks.add(number)
            return number

        for expr in exprs:
            self._kept.append(expr)
            visit(expr)

    def forget(self) -> None:
        """Fields may change now."""
        self._numbers.clear()
        self._values.clear()
        self._peeks.clear()
        self._kept.clear()

    def _known(self, expr: Expr, what: int) -> Int | ir.Value | None:
        number = self._numbers.get(id(expr))
        return None if number is None else self._values.get((number, what))

    def _keep(self, expr: Expr, what: int, value: Int | ir.Value) -> None:
        number = self._numbers.get(id(expr))
        if number is not None:
            self._values[(number, what)] = value

    def _may_fail(self, expr: Expr) -> bool:
        return self._numbers.get(id(expr)) in self._peeks

    # -- data ----------------------------------------------------------------------------------------------------

    def exact(self, expr: Expr) -> Int:
        """The value of a data expression, whatever it is."""
        found = self._known(expr, 0)
        if found is None:
            found = self._exact(expr)
            self._keep(expr, 0, found)
        assert isinstance(found, Int), expr
        return found

    def low(self, expr: Expr, width: int) -> ir.Value:
        """The low `width` bits of a data expression."""
        found = self._known(expr, width)
        if found is None:
            found = self._low(expr, ints.sized(width))
            self._keep(expr, width, found)
        return found

    def fitted(self, expr: Expr, cell: Cell) -> ir.Value:
        """A data expression cut to what a field takes, as BMv2 does on assignment."""
        if cell.saturating:
            return self.fit(self.exact(expr), cell)
        return self.low(expr, cell.width)

    def fit(self, value: Int, cell: Cell) -> ir.Value:
        b = self.body.b
        if cell.saturating:
            value = ints.saturate(b, value, cell.width, cell.signed)
        return resize(b, value, cell.width)

    def _exact(self, expr: Expr) -> Int:
        match expr:
            case FieldRef():
                return self.body.load(*self.field(expr))
            case Const(value=value):
                return const(value)
            case Param(index=i):
                if i >= len(self._params) or self._arguments is None:
                    raise TypeError(f"no such parameter: {expr!r}")
                return self.body.load(self._arguments, self._params[i])
            case StackField() | UnionStackField() | AccessField():
                return self.body.load(*self.field(expr))
            case RegisterRef():
                return self._register(expr)
            case Lookahead(offset=offset, width=width):
                assert self.peek is not None, expr
                return self.peek(offset, width)
            case Op():
                return self._op(expr)
            case _:
                raise TypeError(f"not a data expression: {expr!r}")

    def _low(self, expr: Expr, width: int) -> ir.Value:
        b, kind = self.body.b, ir.IntType(width)
        if not isinstance(expr, Op) or expr.right is None:
            return resize(b, self.exact(expr), width)
        left, right = expr.left, expr.right
        if left is None:
            match expr.op:
                case "-":
                    return b.sub(ir.Constant(kind, 0), self.low(right, width))
                case "~":
                    return b.not_(self.low(right, width))
            return resize(b, self.exact(expr), width)
        match expr.op:
            case "&" if (mask := _mask(expr)) is not None and mask[1].bit_length() < width:
                part = self.low(mask[0], max(1, mask[1].bit_length()))
                return resize(b, Int(b.and_(part, ir.Constant(part.type, mask[1])), part.type.width), width)
            case "+" | "-" | "*" | "&" | "|" | "^":
                make = {"+": b.add, "-": b.sub, "*": b.mul, "&": b.and_, "|": b.or_, "^": b.xor}[expr.op]
                return make(self.low(left, width), self.low(right, width))
            case ">>":
                found = self._low_shift_right(left, right, width)
                if found is not None:
                    return found
            case "<<":
                if isinstance(right, Const) and 0 <= right.value < MAX_SHIFT:
                    if right.value >= width:
                        return ir.Constant(kind, 0)
                    return b.shl(self.low(left, width), ir.Constant(kind, right.value))
                return ints.low_shift_left(b, self.low(left, width), self.exact(right))
            case "?" if expr.cond is not None and not self._may_fail(expr):
                return b.select(self.boolean(expr.cond), self.low(left, width), self.low(right, width))
            case "two_comp_mod" if isinstance(right, Const):
                if width <= right.value:
                    return self.low(left, width)
                return b.sext(self.low(left, right.value), kind)
        return resize(b, self.exact(expr), width)

    def _low_shift_right(self, left: Expr, right: Expr, width: int) -> ir.Value | None:
        """The low `width` bits of `left >> right`, where less than the whole of `left` is enough."""
        if isinstance(right, Const):
            return self._words_above(left, right.value, width) if isinstance(left, FieldRef) else None
        x, amount = self.exact(left), self.exact(right)
        if width > 64 or x.signed or amount.signed or not 64 < x.bits <= MOST_BY_WORD:
            return None
        return resize(self.body.b, ints.word_at(self.body.b, x, amount), width)

    def _words_above(self, ref: FieldRef, at: int, width: int) -> ir.Value | None:
        """`width` bits of a wide unsigned field from a word's first bit on.

        LLVM's selection of instructions aborts at words that are loaded one by one, if there are more of them.
        """
        pointer, cell = self.field(ref)
        if width > MOST_BY_WORD or not cell.by_word or cell.signed or at < 0 or at % 64 or at + width > 8 * cell.size:
            return None
        b, count = self.body.b, -(-width // 64)
        kind = ir.IntType(64 * count)
        value: ir.Value = ir.Constant(kind, 0)
        for i in range(count):
            word = b.zext(b.load(self.body.at(pointer, cell.offset + at // 8 + 8 * i), typ=I64, align=8), kind)
            value = b.or_(value, b.shl(word, ir.Constant(kind, 64 * i))) if i else word
        return resize(b, Int(value, 64 * count), width)

    def _op(self, expr: Op) -> Int:
        b, left, right = self.body.b, expr.left, expr.right
        assert right is not None, expr
        match expr.op:
            case "b2d":
                return Int(b.zext(self.boolean(right), I8), 1)
            case "last_stack_index" | "size_stack":
                assert isinstance(right, StackRef | UnionStackRef), expr
                following = self.body.slot(self.layout.next_slot[right.name])
                return ints.subtract(b, following, const(1)) if expr.op == "last_stack_index" else following
            case "~":
                return ints.invert(b, self.exact(right))
        if left is None:
            return ints.negate(b, self.exact(right)) if expr.op == "-" else self.exact(right)
        match expr.op:
            case "?":
                return self._ternary(expr, left, right)
            case "&":
                mask = _mask(expr)
                if mask is not None:
                    bits = max(1, mask[1].bit_length())
                    part = self.low(mask[0], bits)
                    return Int(b.and_(part, ir.Constant(part.type, mask[1])), bits)
                return ints.bitwise(b, "&", self.exact(left), self.exact(right))
            case "two_comp_mod":
                return Int(self.low(left, constant_of(right)), constant_of(right), signed=True)
            case "usat_cast" | "sat_cast":
                return self._saturated(left, constant_of(right), expr.op == "sat_cast")
        x, y = self.exact(left), self.exact(right)
        match expr.op:
            case "|" | "^":
                return ints.bitwise(b, expr.op, x, y)
            case "+":
                return ints.add(b, x, y)
            case "-":
                return ints.subtract(b, x, y)
            case "*":
                return ints.multiply(b, x, y)
            case "<<":
                if isinstance(right, Const):
                    return ints.shift_left(b, x, right.value) if 0 <= right.value < MAX_SHIFT else const(0)
                return ints.shift_left_by(b, x, y, MAX_SHIFT)
            case ">>":
                return ints.shift_right(b, x, y)
            case "/" | "%":
                return divide(self.body, expr.op, x, y)
            case _:
                raise TypeError(f"not a data operator: {expr.op}")

    def _saturated(self, expr: Expr, width: int, signed: bool) -> Int:
        """An expression clamped to the range of `width` bits."""
        b = self.body.b
        if isinstance(expr, Op) and expr.op in ("+", "-") and expr.left is not None and expr.right is not None:
            make = ints.saturating_add if expr.op == "+" else ints.saturating_subtract
            return make(b, self.exact(expr.left), self.exact(expr.right), width, signed)
        return ints.saturate(b, self.exact(expr), width, signed)

    def _ternary(self, expr: Op, left: Expr, right: Expr) -> Int:
        assert expr.cond is not None, expr
        if not self._may_fail(left) and not self._may_fail(right):
            return ints.choose(self.body.b, self.boolean(expr.cond), self.exact(left), self.exact(right))
        results: list[tuple[Int, ir.Block]] = []
        b, before = self.body.b, dict(self._values)
        condition = self.boolean(expr.cond)
        blocks = self.body.block("yes"), self.body.block("no")
        after = self.body.block("chosen")
        b.cbranch(condition, *blocks)
        for block, side in zip(blocks, (left, right), strict=True):
            b.position_at_end(block)
            self._values = dict(before)
            results.append((self.exact(side), b.block))
        self._values = before
        signed = any(x.signed for x, _ in results)
        bits = max(x.signed_bits if signed else x.bits for x, _ in results)
        wide = []
        for x, block in results:
            b.position_at_end(block)
            wide.append((resize(b, x, bits), block))
            b.branch(after)
        b.position_at_end(after)
        phi = b.phi(ir.IntType(bits))
        for value, block in wide:
            phi.add_incoming(value, block)
        return Int(phi, bits, signed)

    def _register(self, expr: RegisterRef) -> Int:
        """A register cell used as a value: 0 out of range."""
        b, spec = self.body.b, self.program.registers[expr.array]
        cell = Cell(0, spec.bitwidth)
        index = self.exact(expr.index)
        inside = ints.below(b, index, spec.size)
        room = self.body.room(cell.size)
        self.body.clear(room, cell.size)
        where = b.select(inside, self.register_cell(expr.array, index), room)
        return self.body.load(where, cell) if spec.size else const(0)

    def register_cell(self, array: str, index: Int) -> ir.Value:
        """The address of a register's cell, which must be in range when it is used."""
        cell = Cell(0, self.program.registers[array].bitwidth)
        start = self.body.pointer_in_context(self.unit.context.registers[array])
        offset = self.body.b.mul(resize(self.body.b, index, 64), ir.Constant(I64, cell.size))
        return self.body.at(start, offset)

    # -- booleans ------------------------------------------------------------------------------------------------

    def boolean(self, expr: Expr) -> ir.Value:
        """A boolean expression as one bit; raises TypeError for another kind."""
        if isinstance(expr, Bool):
            return ir.Constant(I1, int(expr.value))
        if not isinstance(expr, Op):
            raise TypeError(f"not a boolean expression: {expr!r}")
        found = self._known(expr, -1)
        if found is None:
            found = self._boolean(expr)
            self._keep(expr, -1, found)
        return found

    def _boolean(self, expr: Op) -> ir.Value:
        b, left, right = self.body.b, expr.left, expr.right
        assert right is not None, expr
        match expr.op:
            case "valid":
                return self.is_valid(self.header(right))
            case "valid_union":
                bits = [self.is_valid(place) for place in self.union(right)]
                result = ir.Constant(I1, 0)
                for bit in bits:
                    result = b.or_(result, bit)
                return result
            case "d2b":
                return ints.compare(b, "!=", self.exact(right), const(0))
            case "not":
                return b.not_(self.boolean(right))
        assert left is not None, expr
        match expr.op:
            case "?":
                assert expr.cond is not None, expr
                if self._may_fail(expr):
                    as_data = Op("?", Op("b2d", None, left), Op("b2d", None, right), expr.cond)
                    self.share([as_data])
                    return ints.compare(b, "!=", self.exact(as_data), const(0))
                return b.select(self.boolean(expr.cond), self.boolean(left), self.boolean(right))
            case "and" | "or":
                if self._may_fail(right):
                    yes, no = (right, Bool(False)) if expr.op == "and" else (Bool(True), right)
                    choice = Op("?", yes, no, left)
                    self.share([choice])
                    return self.boolean(choice)
                make = b.and_ if expr.op == "and" else b.or_
                return make(self.boolean(left), self.boolean(right))
            case "==" | "!=":
                equal = self._equal(left, right)
                return equal if expr.op == "==" else b.not_(equal)
        return ints.compare(b, expr.op, self.exact(left), self.exact(right))

    def _equal(self, left: Expr, right: Expr) -> ir.Value:
        b = self.body.b
        if is_bool(left) or is_bool(right):
            return b.icmp_unsigned("==", self.boolean(left), self.boolean(right))
        pairs: list[tuple[HeaderAt, HeaderAt]]
        if isinstance(left, HeaderRef | AccessUnionHeader) or (
            isinstance(left, Deref) and isinstance(left.stack, StackRef)
        ):
            pairs = [(self.header(left), self.header(right))]
        elif isinstance(left, UnionRef | Deref):
            pairs = list(zip(self.union(left), self.union(right), strict=True))
        elif isinstance(left, StackRef) and isinstance(right, StackRef):
            pairs = list(zip(self.elements(left.name), self.elements(right.name), strict=True))
        else:
            return ints.compare(b, "==", self.exact(left), self.exact(right))
        result = ir.Constant(I1, 1)
        for x, y in pairs:
            result = b.and_(result, self._same_header(x, y))
        return result

    def _same_header(self, left: HeaderAt, right: HeaderAt) -> ir.Value:
        """P4's == on headers: both invalid, or both valid with equal fields."""
        b, shape = self.body.b, self.shape(left)
        x, y = self.is_valid(left), self.is_valid(right)
        same = ir.Constant(I1, 1)
        for cell in (*shape.fields, *((shape.length,) if shape.length else ())):
            values = (self.body.load(place.pointer, cell).value for place in (left, right))
            same = b.and_(same, b.icmp_unsigned("==", *values))
        return b.or_(b.not_(b.or_(x, y)), b.and_(b.and_(x, y), same))

    # -- headers -------------------------------------------------------------------------------------------------

    def header(self, expr: Expr) -> HeaderAt:
        """Where the header that an expression names lies; raises TypeError for another kind."""
        if isinstance(expr, HeaderRef):
            return self.instance(expr.name)
        if isinstance(expr, Deref) and isinstance(expr.stack, StackRef):
            return self.element(expr.stack.name, self._element_number(expr))
        if isinstance(expr, AccessUnionHeader):
            return self.union(expr.union)[expr.index]
        raise TypeError(f"not a header: {expr!r}")

    def union(self, expr: Expr) -> list[HeaderAt]:
        """The members of a union; raises TypeError for another kind of expression."""
        if isinstance(expr, UnionRef):
            return [self.instance(h) for _, h in self.program.unions[expr.name].members]
        if isinstance(expr, Deref) and isinstance(expr.stack, UnionStackRef):
            return self.row(expr.stack.name, self._element_number(expr))
        raise TypeError(f"not a header union: {expr!r}")

    def field(self, expr: Expr) -> tuple[ir.Value, Cell]:
        """Where a field lies: a header's address, and the field in it; raises TypeError for another kind."""
        match expr:
            case FieldRef(header=header, field=name) if name == VALID:
                return self.instance(header).pointer, Cell(0, 1)
            case FieldRef(header=header) if self.program.headers[header].metadata:
                if expr in self.native.own:
                    return self.body.own, self.native.own[expr]
                return self.body.packet, self.native.cell(self.layout.slot(expr))
            case FieldRef(header=header, field=name):
                place = self.instance(header)
            case StackField(stack=stack, field=name):
                place = self.element(stack, self.last(stack))
            case UnionStackField(stack=stack, member=member, field=name):
                number = [label for label, _ in self.program.row_members(stack)].index(member)
                place = self.row(stack, self.last(stack))[number]
            case AccessField(header=header_expr, index=index):
                place = self.header(header_expr)
                return place.pointer, self.shape(place).fields[index]
            case _:
                raise TypeError(f"not a field: {expr!r}")
        number = [f.name for f in place.type.fields].index(name)
        return place.pointer, self.shape(place).fields[number]

    def _element_number(self, expr: Deref) -> ir.Value:
        """The index, or the depth (the scratch element) when it is out of range."""
        b, depth = self.body.b, self.depth(expr.stack.name)
        index = self.exact(expr.index)
        number = ints.known(index)
        if number is not None:
            return ir.Constant(I64, number if 0 <= number < depth else depth)
        return b.select(ints.below(b, index, depth), resize(b, index, 64), ir.Constant(I64, depth))


def _mask(expr: Op) -> tuple[Expr, int] | None:
    """The other side and the number of an `&` with a constant that is not negative."""
    for one, other in ((expr.right, expr.left), (expr.left, expr.right)):
        if isinstance(one, Const) and one.value >= 0 and other is not None:
            return other, one.value
    return None
