# SPDX-License-Identifier: Apache-2.0
"""Reads "type value objects" and expressions (JSON_format.md, "The type value object")."""

from __future__ import annotations

from p4soft.switch.program.cursor import Cursor
from p4soft.switch.program.expr import (
    AccessField,
    AccessUnionHeader,
    Bool,
    Const,
    Deref,
    Expr,
    HeaderRef,
    Lookahead,
    ObjectRef,
    Op,
    Param,
    ParamsVector,
    RegisterRef,
    StackField,
    StackRef,
    Str,
    UnionRef,
    UnionStackField,
    UnionStackRef,
)
from p4soft.switch.program.header_model import HeaderType
from p4soft.switch.program.kinds import OPERATORS, kind_of, operation, require
from p4soft.switch.program.names import Names, type_field


class ExprReader:
    """Reads expressions against the program's names. `params` is the number of runtime data in scope."""

    def __init__(self, names: Names, params: int = 0) -> None:
        self.names = names
        self.params = params

    def read(self, at: Cursor) -> Expr:
        """The typed tree for a type value object, or for a bare {op, left, right} object."""
        if isinstance(at.value, dict) and "op" in at.value:
            return self._operation(at)
        kind = at.get("type").text()
        value = at.get("value")
        match kind:
            case "field":
                return self.names.field(value)
            case "hexstr":
                return Const(value.hex())
            case "bool":
                return Bool(value.boolean())
            case "string":
                return Str(value.text())
            case "local" | "runtime_data":
                index = value.integer()
                if index >= self.params:
                    raise value.fail(f"runtime data {index} does not exist; the action has {self.params} parameters")
                return Param(index)
            case "expression":
                return self.read(value)
            case "header":
                return HeaderRef(self.names.header(value).name)
            case "header_stack":
                return StackRef(self.names.stack(value).name)
            case "header_union":
                return UnionRef(self.names.union(value).name)
            case "header_union_stack":
                return UnionStackRef(self.names.union_stack(value).name)
            case "stack_field":
                stack_at, field_at = value.pair()
                stack = self.names.stack(stack_at)
                return StackField(stack.name, type_field(field_at, stack.type).name)
            case "union_stack_field":
                return self._union_stack_field(value)
            case "lookahead":
                return self.lookahead(value)
            case "register":
                array, cell_at = value.pair()
                cell = require(cell_at, self.read(cell_at), "data")
                return RegisterRef(self._object("register_array", array).name, cell)
            case "parameters_vector":
                empty = value.value == {}  # how p4c writes an empty vector
                items = () if empty else value.items()
                return ParamsVector(tuple(require(item, self.read(item), "data") for item in items))
            case "calculation" | "meter_array" | "counter_array" | "register_array" | "extern":
                return self._object(kind, value)
            case _:
                raise at.get("type").fail(f"unknown type {kind!r}")

    def lookahead(self, at: Cursor) -> Lookahead:
        """Bits of the packet that the parser has yet to read: there is none elsewhere."""
        raise at.fail("a lookahead outside of a parser")

    def _object(self, kind: str, at: Cursor) -> ObjectRef:
        name = at.text()
        if name not in self.names.objects[kind]:
            raise at.fail(f"no {kind.replace('_', ' ')} is called {name!r}")
        return ObjectRef(kind, name)

    def _union_stack_field(self, at: Cursor) -> UnionStackField:
        parts = list(at.items())
        if len(parts) != 3:
            raise at.fail("expected [union stack, member, field]")
        stack = self.names.union_stack(parts[0])
        member = parts[1].text()
        members = dict(self.names.unions[stack.unions[0]].members)
        if member not in members:
            raise parts[1].fail(f"union type {stack.union_type} has no member {member!r}; it has: {', '.join(members)}")
        found = type_field(parts[2], self.names.headers[members[member]].type)
        return UnionStackField(stack.name, member, found.name)

    def _operation(self, at: Cursor) -> Expr:
        op = at.get("op").text()
        if op == "access_field":
            header = self.read(at.get("left"))
            fields = header_type_of(self.names, header, at.get("left")).fields
            return AccessField(header, at.get("right").integer(high=len(fields) - 1))
        if op == "access_union_header":
            union = self.read(at.get("left"))
            if not isinstance(union, UnionRef | Deref):
                raise at.get("left").fail("expected a header union")
            return AccessUnionHeader(union, at.get("right").integer(high=len(union_members(self.names, union)) - 1))
        if op in ("dereference_header_stack", "dereference_stack", "dereference_union_stack"):
            stack = self.read(at.get("left"))
            if not isinstance(stack, StackRef | UnionStackRef):
                raise at.get("left").fail("expected a header stack or a header union stack")
            return Deref(stack, require(at.get("right"), self.read(at.get("right")), "data"))
        if op not in OPERATORS:
            raise at.get("op").fail(f"unknown operator {op!r}; accepted: {', '.join(sorted(OPERATORS))}")
        left_at = at.find("left")
        left = self.read(left_at) if left_at else None
        right = self.read(at.get("right"))
        cond = self.read(at.get("cond")) if op == "?" else None
        return operation(at, self.names, Op(op, left, right, cond))


class ParserExprReader(ExprReader):
    """Reads the expressions of a parser, which can look ahead."""

    def lookahead(self, at: Cursor) -> Lookahead:
        """Bits of the packet that the parser has yet to read."""
        offset, width = at.pair()
        return Lookahead(offset.integer(), width.integer(low=1))


def header_type_of(names: Names, expr: Expr, at: Cursor) -> HeaderType:
    """The type of the header a header-valued expression yields."""
    if isinstance(expr, HeaderRef):
        return names.headers[expr.name].type
    if isinstance(expr, Deref) and isinstance(expr.stack, StackRef):
        return names.stacks[expr.stack.name].type
    if isinstance(expr, AccessUnionHeader):
        member = union_members(names, expr.union)[expr.index][1]
        return names.headers[member].type
    raise at.fail("expected a header")


def union_members(names: Names, expr: Expr) -> tuple[tuple[str, str], ...]:
    """The (member, header instance) pairs of the union an expression yields; element 0's for a union stack."""
    if isinstance(expr, UnionRef):
        return names.unions[expr.name].members
    if isinstance(expr, Deref) and isinstance(expr.stack, UnionStackRef):
        return names.unions[names.union_stacks[expr.stack.name].unions[0]].members
    return ()


def is_bool(expr: Expr) -> bool:
    """True when an expression yields a boolean."""
    return kind_of(expr) == "bool"


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside an expression."""
    inner: tuple[Expr | None, ...] = ()
    if isinstance(expr, Op):
        inner = (expr.left, expr.right, expr.cond)
    elif isinstance(expr, RegisterRef):
        inner = (expr.index,)
    elif isinstance(expr, AccessField):
        inner = (expr.header,)
    elif isinstance(expr, AccessUnionHeader):
        inner = (expr.union,)
    elif isinstance(expr, Deref):
        inner = (expr.stack, expr.index)
    elif isinstance(expr, ParamsVector):
        inner = expr.items
    return tuple(i for i in inner if i is not None)
