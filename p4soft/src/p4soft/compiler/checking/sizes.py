# SPDX-License-Identifier: Apache-2.0
"""Calls about the size of values on the wire: `extract`, `lookahead`, `minSizeInBits` (specification section 13.8)."""

from __future__ import annotations

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.ast import CallKind
from p4soft.compiler.checking.binding import ArgumentBinder

SIZES = frozenset({"minSizeInBits", "minSizeInBytes", "maxSizeInBits", "maxSizeInBytes"})


class Sizes(ArgumentBinder):
    """Checks calls that depend on sizes."""

    def refuse(self, node: ast.Call, message: str, expected: str = "") -> ast.Expression:
        """Report a call that is wrong as a whole, and the errors in its arguments."""
        self.check_args(node)
        return self.unknown(node, message, expected)

    def check_args(self, node: ast.Call | ast.ConstructorCall) -> None:
        """Check the arguments of a call that is wrong itself, for the errors inside them."""
        for arg in node.args:
            arg.value = self.expression(arg.value)

    def packet_call(self, node: ast.Call, name: str) -> None:
        """What `extract` and `lookahead` demand of their types (specification section 13.8)."""
        if name == "extract" and node.bound_args and node.bound_args[0].value is not None:
            arg = node.bound_args[0].value
            skipped = isinstance(arg, ast.DontCareExpr) and bool(node.bound_type_args)
            type_ = node.bound_type_args[0] if skipped else arg.type
            if isinstance(type_, t.UnknownType | t.TypeVar | t.DontCareType):
                return
            if not isinstance(type_, t.HeaderType):
                self.error(arg, f"`extract` into a value of type `{type_}`", "a header")
                return
            varbits = sum(isinstance(f.type, t.VarbitType) for f in type_.fields)
            if varbits != len(node.bound_args) - 1:
                wanted = "a header without varbit field, or a size" if varbits else "a header with a varbit field"
                self.error(arg, f"`extract` with {len(node.bound_args)} arguments into `{type_}`", wanted)
        elif name == "lookahead" and node.bound_type_args:
            type_ = node.bound_type_args[0]
            if not isinstance(type_, t.UnknownType | t.TypeVar) and (
                t.width_of(type_) is None or t.width_of(type_) != minimum_width(type_)
            ):
                self.error(node, f"`lookahead` of type `{type_}`", "a type of fixed width")

    def size_of(self, node: ast.Call, type_: t.Type, name: str) -> ast.Expression:
        """`minSizeInBits()` and its kin: known at compile time."""
        node.kind, node.type = CallKind.SIZE_OF, t.INFINT
        if node.args or node.type_args:
            return self.refuse(node, f"`{name}` takes no arguments")
        bits = minimum_width(type_) if name.startswith("min") else t.width_of(type_)
        if bits is None:
            return self.refuse(node, f"`{type_}` has no size in bits")
        node.const_value = bits if name.endswith("Bits") else (bits + 7) // 8
        return node


def minimum_width(type_: t.Type) -> int | None:
    """Smallest size of a value on the wire in bits: a varbit or a header union counts its smallest."""
    match t.representation(type_):
        case t.VarbitType():
            return 0
        case t.HeaderUnionType() as union:
            widths = [minimum_width(f.type) for f in union.fields]
            return None if None in widths else min((w for w in widths if w is not None), default=0)
        case t.StructType() | t.HeaderType() as struct:
            total = 0
            for field in struct.fields:
                width = minimum_width(field.type)
                if width is None:
                    return None
                total += width
            return total
        case t.StackType(element, size):
            width = minimum_width(element)
            return None if width is None else width * size
        case other:
            return t.width_of(other)
