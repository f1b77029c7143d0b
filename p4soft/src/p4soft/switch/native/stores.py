# SPDX-License-Identifier: Apache-2.0
"""Writes to fields, and headers as wholes: validity, assignment, stacks that shift."""

from __future__ import annotations

from llvmlite import ir

from p4soft.switch.codegen.layout import PACKET_LENGTH
from p4soft.switch.native import ints
from p4soft.switch.native.errors import Unsupported
from p4soft.switch.native.exprs import Exprs
from p4soft.switch.native.ints import I1, I32, I64, Int, const, resize
from p4soft.switch.native.layout import Cell
from p4soft.switch.native.places import Place
from p4soft.switch.program.expr import AccessField, Expr, FieldRef, RegisterRef, StackField, StackRef, UnionStackRef
from p4soft.switch.program.header_model import HeaderType


class Stores:
    """The assignments of one function."""

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
        """The same for a value."""
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

    def set_valid(self, place: Place, *, fresh: bool) -> None:
        """Make a header valid; `fresh` clears its fields and counts its bytes, as setValid does."""
        b, shape = self.body.b, self.exprs.shape(place)
        with self.body.when(b.not_(self.exprs.is_valid(place))):
            if fresh:
                self.body.clear(place.pointer, shape.size)
                self._lengthen(const(place.type.fixed_bits // 8))
            self.body.store(place.pointer, Cell(0, 1), ir.Constant(I1, 1))
        self.invalidate_siblings(place)

    def set_invalid(self, place: Place) -> None:
        """Make a header invalid and take its bytes off the packet length."""
        b, shape = self.body.b, self.exprs.shape(place)
        with self.body.when(self.exprs.is_valid(place)):
            size = const(place.type.fixed_bits // 8)
            if shape.length is not None:
                bits = self.body.load(place.pointer, shape.length)
                size = ints.add(b, size, ints.shift_right(b, bits, const(3)))
            self._lengthen(ints.negate(b, size))
            self.body.store(place.pointer, Cell(0, 1), ir.Constant(I1, 0))

    def mark_valid(self, place: Place) -> None:
        """Validity alone, as extraction sets it."""
        self.body.store(place.pointer, Cell(0, 1), ir.Constant(I1, 1))
        self.invalidate_siblings(place)

    def copy_header(self, to: Place, source: Place) -> None:
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

    def copy_union(self, to: list[Place], source: list[Place]) -> None:
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

    def invalidate_siblings(self, place: Place) -> None:
        """When a union member becomes valid, the others become invalid."""
        if not place.siblings:
            return
        if place.in_union is None:
            self._clear_validities(place)
            return
        with self.body.when(place.in_union):
            self._clear_validities(place)

    def _clear_validities(self, place: Place) -> None:
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
                header_type = self.exprs.header_type(header_expr)
                return header_type, header_type.fields[index].name
        return None, ""
