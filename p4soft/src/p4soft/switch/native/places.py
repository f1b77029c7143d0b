# SPDX-License-Identifier: Apache-2.0
"""Where headers lie in the packet that a function works on: instances, elements of stacks, members of unions."""

from __future__ import annotations

from dataclasses import dataclass

from llvmlite import ir

from p4soft.switch.codegen.layout import Layout
from p4soft.switch.native.ints import I1, I64
from p4soft.switch.native.layout import Cell, Shape
from p4soft.switch.native.unit import Body
from p4soft.switch.program.expr import AccessUnionHeader, Deref, Expr, HeaderRef, StackRef, UnionRef
from p4soft.switch.program.header_model import HeaderType


@dataclass(frozen=True, slots=True, eq=False)
class Place:
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
    """The headers of one function's packet."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self.unit = body.unit
        self.layout: Layout = body.unit.layout.layout
        self.native = body.unit.layout
        self.program = body.unit.program

    def shape(self, place: Place) -> Shape:
        """How a header lies in memory."""
        return self.native.shape(place.type)

    def is_valid(self, place: Place) -> ir.Value:
        """A header's validity, as one bit."""
        return self.body.b.trunc(self.body.load(place.pointer, Cell(0, 1)).value, I1)

    def instance(self, name: str) -> Place:
        """A header instance."""
        base, at = self.layout.base[name], self.body.at
        packet = self.body.packet
        siblings = tuple(at(packet, self.native.start(s)) for s in self.layout.siblings.get(base, ()))
        header_type = self.program.headers[name].type
        start = self.body.part(packet, self.native.header[name], self.native.shape(header_type).size)
        return Place(start, header_type, siblings)

    def elements(self, stack: str) -> list[Place]:
        """The elements of a header stack."""
        return [self.instance(name) for name in self.program.stacks[stack].headers]

    def element(self, stack: str, number: ir.Value) -> Place:
        """Element `number` (64 bits; the depth for the scratch element) of a header stack."""
        header_type = self.program.stacks[stack].type
        return Place(self.body.part(self._row(stack, number), 0, self.native.shape(header_type).size), header_type)

    def row(self, stack: str, number: ir.Value) -> list[Place]:
        """The members of element `number` (64 bits; the depth for the scratch element) of a union stack."""
        program, b = self.program, self.body.b
        start, offsets = self._row(stack, number), self.native.member[stack]
        depth = len(program.union_stacks[stack].unions)
        inside = b.icmp_unsigned("<", number, ir.Constant(I64, depth))
        members = program.unions[program.union_stacks[stack].unions[0]].members
        sizes = [self.native.shape(program.headers[h].type).size for _, h in members]
        pointers = [self.body.part(start, offset, size) for offset, size in zip(offsets, sizes, strict=True)]
        return [
            Place(p, program.headers[h].type, tuple(q for q in pointers if q is not p), inside)
            for p, (_, h) in zip(pointers, members, strict=True)
        ]

    def depth(self, stack: str) -> int:
        """How many elements a stack has."""
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

    def header_type(self, expr: Expr) -> HeaderType:
        """The type of a header-valued expression; raises TypeError for another."""
        match expr:
            case HeaderRef(name=name):
                return self.program.headers[name].type
            case Deref(stack=StackRef(name=name)):
                return self.program.stacks[name].type
            case AccessUnionHeader(union=UnionRef(name=name), index=index):
                return self.program.headers[self.program.unions[name].members[index][1]].type
            case AccessUnionHeader(union=Deref(stack=stack), index=index):
                union = self.program.unions[self.program.union_stacks[stack.name].unions[0]]
                return self.program.headers[union.members[index][1]].type
        raise TypeError(f"not a header: {expr!r}")
