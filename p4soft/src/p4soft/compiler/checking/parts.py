# SPDX-License-Identifier: Apache-2.0
"""Parts of a value, `base[index +: width]`: read, and written (specification section 8.6)."""

from __future__ import annotations

import copy

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.checking.operators import Operators


class Parts(Operators):
    """Checks parts; what stays is slices, shifts and masks."""

    def _part_select(self, node: ast.PartSelect) -> ast.Expression:
        """`base[index +: width]`: a slice when the index is constant, else a shift and a truncation."""
        base, index = self.expression(node.base), self.expression(node.index)
        node.base, node.index = base, index
        node.width, width = self.integer(node.width, "the width of the part")
        type_ = t.strip_newtype(base.type)
        if isinstance(type_, t.UnknownType) or isinstance(index.type, t.UnknownType) or width is None:
            return node
        if not isinstance(type_, t.BitType) or not isinstance(t.representation(index.type), t.BitType | t.InfIntType):
            return self.unknown(node, f"a part of `{type_}` at `{index.type}`", "bit<W>[bit<X> +: constant]")
        if not 0 < width <= type_.width:
            return self.unknown(node, f"a part of {width} bits of `{type_}`", f"1 to {type_.width}")
        low = index.const_value
        if isinstance(low, int):
            return self._fixed_part(node, type_, low, width)
        if isinstance(index.type, t.InfIntType):
            return self.unknown(index, "the index is an `int` without a value known at compile time", "bit<W>")
        unsigned = t.BitType(type_.width)
        shifted = ast.Binary(node.span, ">>", _as(base, unsigned), self._number(index), type=unsigned)
        return _as(shifted, t.BitType(width))

    def _fixed_part(self, node: ast.PartSelect, type_: t.BitType, low: int, width: int) -> ast.Expression:
        base = node.base
        if low < 0 or low + width > type_.width:
            return self.unknown(node, f"the part [{low} +: {width}] leaves `{type_}`", f"bits {type_.width - 1} to 0")
        bounds = [ast.IntLiteral(node.span, n, type=t.INFINT, const_value=n) for n in (low + width - 1, low)]
        part = ast.Slice(node.span, base, *bounds, type=t.BitType(width))
        part.high_value, part.low_value = low + width - 1, low
        if isinstance(base.const_value, int):
            part.const_value = (base.const_value >> low) & ((1 << width) - 1)
        return part

    def assigned_part(
        self, left: ast.PartSelect, right: ast.Expression, op: str
    ) -> tuple[ast.Expression, ast.Expression]:
        """Both sides of the plain assignment that `base[index +: width] op= right` means.

        The left side is the part (a slice, or the node itself after an error), or the whole base when the index is only
        known at run time: then the right side is `base & ~(ones << index) | value << index`.
        """
        if op:
            right = ast.Binary(left.span.to(right.span), op, copy.deepcopy(left), right)
        read = self.expression(copy.deepcopy(left.base))
        part = self._part_select(left)
        if not isinstance(part, ast.Cast):
            return part, self.expression(right, part.type)
        if _calls(left.index) or _calls(left.base):
            self.error(left, "the place of a part that is written contains a call", "a variable that holds its result")
        narrow, base, span = part.type, left.base, left.span
        value = self.coerce(self.expression(right, narrow), narrow, "the right side")
        below = t.strip_newtype(base.type)
        if (
            isinstance(value.type, t.UnknownType)
            or not isinstance(narrow, t.BitType)
            or not isinstance(below, t.BitType)
        ):
            return base, ast.DontCareExpr(span, type=t.UNKNOWN)
        whole = t.BitType(below.width)
        mask = (1 << narrow.width) - 1
        ones = ast.IntLiteral(span, mask, whole.width, type=whole, const_value=mask)
        index = self._number(left.index)
        hole = ast.Unary(span, "~", ast.Binary(span, "<<", ones, index, type=whole), type=whole)
        kept = ast.Binary(span, "&", _as(read, whole), hole, type=whole)
        moved = ast.Binary(span, "<<", _as(value, whole), index, type=whole)
        return base, _as(ast.Binary(span, "|", kept, moved, type=whole), base.type)


def _as(expression: ast.Expression, type_: t.Type) -> ast.Expression:
    if expression.type == type_:
        return expression
    return ast.Cast(expression.span, None, expression, implicit=True, type=type_)


def _calls(expression: ast.Expression) -> bool:
    """Whether an expression calls something (and so could have side effects)."""
    match expression:
        case ast.Call():
            return True
        case ast.Member() | ast.Slice():
            return _calls(expression.base)
        case ast.Index():
            return _calls(expression.base) or _calls(expression.index)
        case ast.Unary() | ast.Cast():
            return _calls(expression.operand)
        case ast.Binary():
            return _calls(expression.left) or _calls(expression.right)
        case ast.Ternary():
            return any(map(_calls, (expression.condition, expression.then, expression.otherwise)))
    return False
