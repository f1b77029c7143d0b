# SPDX-License-Identifier: Apache-2.0
"""Operators, casts, slices and indices (specification sections 8.5 to 8.12)."""

from __future__ import annotations

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.checking import constants
from p4soft.compiler.checking.conversions import Conversions, castable
from p4soft.compiler.limits import MAX_CONSTANT_BITS, MAX_WIDTH


class Operators(Conversions):
    """Checks operators, casts, slices and indices."""

    def _unary(self, node: ast.Unary) -> ast.Expression:
        node.operand = self.expression(node.operand)
        operand = node.operand
        if isinstance(operand.type, t.SerEnumType) and node.op != "!":
            operand = node.operand = self.coerce(operand, operand.type.underlying, "the operand")
        type_ = operand.type
        if isinstance(type_, t.UnknownType):
            return node
        if node.op == "!":
            if not isinstance(type_, t.BoolType):
                return self.unknown(node, f"`!` cannot be applied to `{type_}`", "bool")
        elif node.op == "~":
            if not isinstance(type_, t.BitType):
                return self.unknown(node, f"`~` cannot be applied to `{type_}`", "bit<W> or int<W>")
        elif not isinstance(type_, t.BitType | t.InfIntType):
            return self.unknown(node, f"`{node.op}` cannot be applied to `{type_}`", "bit<W>, int<W> or int")
        node.type = type_
        if operand.const_value is not None:
            node.const_value = constants.unary(node.op, operand.const_value, type_)
        return node

    def _binary(self, node: ast.Binary) -> ast.Expression:
        node.left = self.expression(node.left)
        node.right = self.expression(node.right)
        op = node.op
        if isinstance(node.left.type, t.UnknownType) or isinstance(node.right.type, t.UnknownType):
            if op in {"==", "!=", "<", "<=", ">", ">=", "&&", "||"}:
                node.type = t.BOOL
            return node
        if op in {"<<", ">>"}:
            type_ = self._shift(node)
        elif op == "++":
            type_ = self._concatenation(node)
        elif op in {"&&", "||"}:
            type_ = self._logical(node)
        else:
            node.left, node.right = self.unite(node.left, node.right, f"`{op}`")
            if isinstance(node.left.type, t.UnknownType) or isinstance(node.right.type, t.UnknownType):
                node.type = t.BOOL if op in {"==", "!=", "<", "<=", ">", ">="} else t.UNKNOWN
                return node
            if op in {"==", "!="}:
                type_ = self._equality(node)
            elif op in {"<", "<=", ">", ">="}:
                type_ = self._comparison(node)
            else:
                type_ = self._arithmetic(node)
        node.type = type_
        if not isinstance(type_, t.UnknownType):
            self._fold(node)
        return node

    def _fold(self, node: ast.Binary) -> None:
        left, right = node.left.const_value, node.right.const_value
        if node.op in {"/", "%"} and right == 0 and not isinstance(right, bool):
            self.error(node.right, "division by zero")
            return
        # Short-circuit operators have a value as soon as the left side decides.
        if (node.op == "&&" and left is False) or (node.op == "||" and left is True):
            node.const_value = left
            return
        if left is None or right is None:
            return
        try:
            node.const_value = constants.binary(node.op, left, right, node.type, (node.left.type, node.right.type))
        except constants.ConstantError as e:
            self.error(node, f"the constant expression has no value: {e}")
            node.type = t.UNKNOWN
            return
        if (
            node.op in {"+", "-", "*"}
            and isinstance(node.type, t.InfIntType)
            and isinstance(node.const_value, int)
            and node.const_value.bit_length() > MAX_CONSTANT_BITS
        ):
            self.error(node, f"the constant needs more than {MAX_CONSTANT_BITS} bits")
            node.type, node.const_value = t.UNKNOWN, None

    def _shift(self, node: ast.Binary) -> t.Type:
        left, right = self._number(node.left), self._number(node.right)
        node.left, node.right = left, right
        if not isinstance(left.type, t.BitType | t.InfIntType):
            return self._bad_operand(node, node.left, "bit<W>, int<W> or int")
        amount = right.const_value
        if isinstance(right.type, t.InfIntType):
            if not isinstance(amount, int):
                return self._bad_operand(node, right, "a constant or a bit<W>")
            if amount < 0:
                self.error(right, f"shift by the negative amount {amount}")
                return t.UNKNOWN
            if isinstance(left.type, t.BitType):
                node.right = self.literal(right, amount, t.BitType(max(32, amount.bit_length())))
        elif not isinstance(right.type, t.BitType) or (right.type.signed and not isinstance(amount, int)):
            return self._bad_operand(node, right, "an unsigned bit<W> or a constant")
        elif isinstance(amount, int) and amount < 0:
            self.error(right, f"shift by the negative amount {amount}")
            return t.UNKNOWN
        if isinstance(left.type, t.InfIntType) and (amount is None or left.const_value is None):
            self.error(node, "an `int` can only be shifted by a constant", "a width for the left side, such as 8w1")
            return t.UNKNOWN
        if isinstance(left.type, t.BitType) and isinstance(amount, int) and amount >= left.type.width:
            self.diagnostics.warn(
                node.span, f"a shift of `{left.type}` by {amount} leaves no bit of the value", code="overflow"
            )
        return left.type

    def _number(self, expression: ast.Expression) -> ast.Expression:
        if isinstance(expression.type, t.SerEnumType):
            return self.coerce(expression, expression.type.underlying, "the operand")
        return expression

    def _concatenation(self, node: ast.Binary) -> t.Type:
        node.left, node.right = self._number(node.left), self._number(node.right)
        match node.left.type, node.right.type:
            case t.BitType(a, signed), t.BitType(b, other):
                if signed != other and (node.left.const_value is None or node.right.const_value is None):
                    self.error(node, "`++` joins a signed and an unsigned value", "two bit<W> or two int<W>")
                    return t.UNKNOWN
                if a + b > MAX_WIDTH:
                    self.error(node, f"`++` makes {a + b} bits", f"at most {MAX_WIDTH} bits")
                    return t.UNKNOWN
                return t.BitType(a + b, signed)
            case t.StringType(), t.StringType():
                return t.STRING
            case t.InfIntType(), _:
                return self._bad_operand(node, node.left, "an operand with a width, such as 8w1")
            case _, t.InfIntType():
                return self._bad_operand(node, node.right, "an operand with a width, such as 8w1")
            case t.BitType(), _:
                return self._bad_operand(node, node.right, "bit<W> or int<W>")
        return self._bad_operand(node, node.left, "bit<W>, int<W> or string")

    def _logical(self, node: ast.Binary) -> t.Type:
        for side in (node.left, node.right):
            if not isinstance(side.type, t.BoolType):
                self._bad_operand(node, side, "bool")
        return t.BOOL

    def _equality(self, node: ast.Binary) -> t.Type:
        type_ = node.left.type
        if isinstance(type_, t.StructType) and type_.decl is None:
            self.error(
                node, "two struct expressions of unknown type are compared", "a cast, `(S){...}`, of one of them"
            )
            return t.BOOL
        if isinstance(
            type_,
            t.ExternType
            | t.ParserType
            | t.ControlType
            | t.PackageType
            | t.VoidType
            | t.TableType
            | t.ApplyResultType
            | t.ActionEnumType
            | t.DontCareType
            | t.TypeVar,
        ):
            return self._bad_operand(node, node.left, "a type with equality")
        return t.BOOL

    def _comparison(self, node: ast.Binary) -> t.Type:
        if not isinstance(t.strip_newtype(node.left.type), t.BitType | t.InfIntType):
            return self._bad_operand(node, node.left, "bit<W>, int<W> or int")
        return t.BOOL

    def _arithmetic(self, node: ast.Binary) -> t.Type:
        node.left, node.right = self._number(node.left), self._number(node.right)
        type_ = node.left.type
        op = node.op
        if not isinstance(type_, t.BitType | t.InfIntType):
            return self._bad_operand(node, node.left, "bit<W>, int<W> or int")
        if op in {"|+|", "|-|"} and isinstance(type_, t.InfIntType):
            return self._bad_operand(node, node.left, "operands with a width, such as 8w1")
        if op in {"/", "%"}:
            return self._division(node, type_)
        return type_

    def _division(self, node: ast.Binary, type_: t.Type) -> t.Type:
        if isinstance(type_, t.BitType) and type_.signed:
            return self._bad_operand(node, node.left, "bit<W> or int (division is not defined for int<W>)")
        self.check_division(node.op, node.left, node.right)
        return type_

    def check_division(self, op: str, left: ast.Expression, right: ast.Expression) -> None:
        """Report negative operands; what cannot be divided at run time is only refused where it would be."""
        if left.const_value is not None and right.const_value is not None:
            return  # folding reports what is wrong with it
        for side in (left, right):
            value = side.const_value
            if isinstance(value, int) and value < 0:
                self.error(side, f"`{op}` is not defined for negative numbers", "positive numbers")
                return

    def _bad_operand(self, node: ast.Binary, operand: ast.Expression, expected: str) -> t.Type:
        self.error(operand, f"`{node.op}` cannot be applied to `{operand.type}`", expected)
        return t.UNKNOWN

    # ------------------------------------------------------------------------------------------------ the others

    def _ternary(self, node: ast.Ternary, hint: t.Type | None) -> ast.Expression:
        node.condition = self.coerce(self.expression(node.condition), t.BOOL, "the condition")
        node.then = self.expression(node.then, hint)
        node.otherwise = self.expression(node.otherwise, hint)
        node.then, node.otherwise = self.unite(node.then, node.otherwise, "`? :`")
        node.type = node.then.type
        if isinstance(node.otherwise.type, t.UnknownType):
            node.type = t.UNKNOWN
        chosen = node.condition.const_value
        if isinstance(chosen, bool):
            node.const_value = (node.then if chosen else node.otherwise).const_value
        return node

    def _cast(self, node: ast.Cast) -> ast.Expression:
        assert node.target is not None
        target = self.type_ref(node.target)
        node.operand = self.expression(node.operand, target)
        operand = node.operand
        node.type = target
        if isinstance(target, t.UnknownType) or isinstance(operand.type, t.UnknownType):
            return node
        if isinstance(target, t.InfIntType) and not self.is_static(operand):
            what = f"a `{operand.type}` known only at run time cannot become an `int`"
            return self.unknown(
                node, what, "a type with a width, such as bit<32>: an `int` exists at compile time only"
            )
        if isinstance(operand, ast.ListExpr | ast.StructExpr | ast.InvalidExpr):
            node.operand = self.coerce(operand, target, "the value cast")
        elif not castable(operand.type, target):
            return self.unknown(
                node, f"`{operand.type}` cannot be cast to `{target}`", _cast_hint(operand.type, target)
            )
        elif isinstance(operand.type, t.InfIntType) and self.is_static(operand) and operand.const_value is None:
            return node
        elif isinstance(operand.type, t.InfIntType) and not isinstance(operand.const_value, int):
            return self.unknown(node, "an `int` can only be cast when its value is known at compile time")
        elif isinstance(operand.type, t.InfIntType) and isinstance(operand.const_value, int):
            below = t.representation(target)
            if isinstance(below, t.BitType):
                node.operand = self.literal(operand, operand.const_value, below)
            elif isinstance(below, t.BoolType) and operand.const_value not in {0, 1}:
                return self.unknown(node, f"{operand.const_value} cannot be cast to bool", "0 or 1")
        if node.operand.const_value is not None:
            node.const_value = constants.cast(node.operand.const_value, node.operand.type, target)
        return node

    def _slice(self, node: ast.Slice) -> ast.Expression:
        node.base = self.expression(node.base)
        node.high, high = self.integer(node.high, "the slice's upper bit")
        node.low, low = self.integer(node.low, "the slice's lower bit")
        if isinstance(node.base.type, t.SerEnumType):
            node.base = self.coerce(node.base, node.base.type.underlying, "the value sliced")
        type_ = t.strip_newtype(node.base.type)
        if isinstance(type_, t.UnknownType) or high is None or low is None:
            return node
        if not isinstance(type_, t.BitType | t.InfIntType):
            return self.unknown(node, f"a value of type `{type_}` has no bits to slice", "bit<W> or int<W>")
        if high < low or low < 0:
            return self.unknown(node, f"the slice [{high}:{low}] is no range", "[high:low] with high >= low >= 0")
        if isinstance(type_, t.BitType) and high >= type_.width:
            return self.unknown(node, f"the slice [{high}:{low}] leaves `{type_}`", f"bits {type_.width - 1} to 0")
        if isinstance(type_, t.InfIntType) and not isinstance(node.base.const_value, int):
            return self.unknown(node, "an `int` has no bits to slice", "bit<W> or int<W>")
        node.high_value, node.low_value = high, low
        node.type = t.BitType(high - low + 1)
        if isinstance(node.base.const_value, int):
            node.const_value = (node.base.const_value >> low) & ((1 << (high - low + 1)) - 1)
        return node

    def _index(self, node: ast.Index) -> ast.Expression:
        node.base = self.expression(node.base)
        node.index = self.expression(node.index)
        base, index = node.base.type, node.index
        if isinstance(base, t.UnknownType) or isinstance(index.type, t.UnknownType):
            return node
        if not isinstance(t.representation(index.type), t.BitType | t.InfIntType):
            return self.unknown(node, f"the index has type `{index.type}`", "an integer")
        value = index.const_value
        if isinstance(index.type, t.InfIntType):
            if not isinstance(value, int):
                return self.unknown(node, "the index is an `int` without a value known at compile time", "bit<W>")
            index = node.index = self.literal(index, value, t.BitType(32, value < 0))
        match base:
            case t.StackType(element, size):
                length, node.type = size, element
            case t.TupleType(elements):
                if not isinstance(value, int):
                    return self.unknown(node, "the index of a tuple is not known at compile time", "a constant")
                length = len(elements)
                if 0 <= value < length:
                    node.type = elements[value]
            case t.ListType(element) if isinstance(node.base.const_value, tuple):
                length, node.type = len(node.base.const_value), element
            case _:
                return self.unknown(node, f"a value of type `{base}` cannot be indexed", "a header stack or a tuple")
        if isinstance(value, int):
            if not 0 <= value < length:
                return self.unknown(node, f"index {value} is outside `{base}`", f"0 to {length - 1}")
            if isinstance(node.base.const_value, tuple) and value < len(node.base.const_value):
                node.const_value = node.base.const_value[value]
        return node

    def _mask(self, node: ast.Mask) -> ast.Expression:
        node.value, node.mask = self.unite(self.expression(node.value), self.expression(node.mask), "`&&&`")
        return self._set_of(node, node.value, "&&&")

    def _range(self, node: ast.Range) -> ast.Expression:
        node.low, node.high = self.unite(self.expression(node.low), self.expression(node.high), "`..`")
        low, high = node.low.const_value, node.high.const_value
        if isinstance(low, int) and isinstance(high, int) and low > high:
            self.error(node, f"the range {low} .. {high} is empty", "low .. high with low <= high")
        return self._set_of(node, node.low, "..")

    def _set_of(self, node: ast.Mask | ast.Range, part: ast.Expression, op: str) -> ast.Expression:
        if isinstance(part.type, t.UnknownType):
            return node
        if not isinstance(t.representation(part.type), t.BitType | t.InfIntType):
            return self.unknown(node, f"`{op}` cannot be applied to `{part.type}`", "bit<W>, int<W> or int")
        node.type = t.SetType(part.type)
        return node


def _cast_hint(source: t.Type, target: t.Type) -> str:
    a, b = t.representation(source), t.representation(target)
    if isinstance(a, t.BitType) and isinstance(b, t.BitType):
        return f"a cast that changes either width or sign: `({target})({'int' if b.signed else 'bit'}<{a.width}>) ...`"
    if isinstance(a, t.BoolType) and isinstance(b, t.BitType):
        return "bit<1>"
    return ""
