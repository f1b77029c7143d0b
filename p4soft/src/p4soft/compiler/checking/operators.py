# SPDX-License-Identifier: Apache-2.0
"""Conversions, operators, casts, slices, indices and parts of values (specification sections 8.5 to 8.12)."""

from __future__ import annotations

import copy

from msgspec.structs import replace
from typing_extensions import override

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.checking import constants
from p4soft.compiler.checking.types import TypeResolver, unify
from p4soft.compiler.diagnostics import MAX_CONSTANT_BITS, MAX_WIDTH, one_of

# --- Implicit conversions and explicit casts (section 8.11) ----------------------------------------------------------


NO_DEFAULT = (t.ListType, t.ExternType, t.ParserType, t.ControlType, t.PackageType, t.StringType, t.MatchKindType)
"""Types `...` gives no value of (specification section 7.3)."""


COMPILE_TIME_TYPES = (t.ParserType, t.ControlType, t.PackageType, t.ExternType)


def castable(source: t.Type, target: t.Type) -> bool:
    """Whether `(target) value` is legal for a value of type `source` (lists and structs excepted)."""
    if source == target or isinstance(source, t.UnknownType) or isinstance(target, t.UnknownType):
        return True
    if isinstance(target, t.NewType):
        below = t.strip_newtype(target)
        return (
            isinstance(source, t.InfIntType)
            or t.strip_newtype(source) == below
            or (isinstance(source, t.SerEnumType) and source.underlying == below)
        )
    if isinstance(source, t.NewType):
        return castable(source.underlying, target)
    if isinstance(source, t.SerEnumType):
        return castable(source.underlying, target)
    if isinstance(target, t.SerEnumType):
        return castable(source, target.underlying)
    match source, target:
        case t.BitType(), t.BitType():
            return source.signed == target.signed or source.width == target.width
        case t.BitType(1, False), t.BoolType():
            return True
        case t.BoolType(), t.BitType(1, False):
            return True
        case t.InfIntType(), t.BitType() | t.BoolType():
            return True
        case t.BitType(), t.InfIntType():
            return True
        case t.SetType(a), t.SetType(b):
            return castable(a, b)
    return False


def default_value(type_: t.Type) -> ast.ConstValue | None:
    """The default value of a type when a constant can express it (specification section 7.3)."""
    below = t.representation(type_)
    if isinstance(below, t.BitType | t.InfIntType):
        return 0
    if isinstance(below, t.BoolType):
        return False
    if isinstance(below, t.EnumType) and isinstance(below.decl, ast.EnumDecl) and below.decl.members:
        return below.decl.members[0]
    return None


class Conversions(TypeResolver):
    @override
    def coerce(self, expression: ast.Expression, target: t.Type, what: str) -> ast.Expression:
        source = expression.type
        if source == target and not isinstance(expression, ast.DotsExpr):
            return expression
        if isinstance(source, t.UnknownType) or isinstance(target, t.UnknownType):
            return expression
        if isinstance(target, t.DontCareType):
            value = expression.const_value
            if isinstance(source, t.InfIntType) and isinstance(value, int):
                return self.literal(expression, value, t.BIT32)
            return expression
        match expression:
            case ast.ListExpr():
                return self._list(expression, target, what)
            case ast.StructExpr():
                return self._struct(expression, target, what)
            case ast.InvalidExpr():
                if isinstance(target, t.HeaderType | t.HeaderUnionType):
                    expression.type = target
                    return expression
                return self._mismatch(expression, target, what)
            case ast.DotsExpr():
                if isinstance(target, NO_DEFAULT):
                    return self.unknown(expression, f"`{target}` has no default value", "a value")
                expression.type = target
                expression.const_value = default_value(target)
                return expression
            case ast.Ternary() if not isinstance(source, t.SerEnumType):
                expression.then = self.coerce(expression.then, target, what)
                expression.otherwise = self.coerce(expression.otherwise, target, what)
                expression.type = target
                if isinstance(expression.condition.const_value, bool):
                    chosen = expression.then if expression.condition.const_value else expression.otherwise
                    expression.const_value = chosen.const_value
                return expression
        if isinstance(source, t.InfIntType):
            return self._sized(expression, target, what)
        if isinstance(target, t.InfIntType) and isinstance(source, t.BitType) and expression.const_value is not None:
            cast = ast.Cast(expression.span, None, expression, implicit=True, type=target)
            cast.const_value = expression.const_value
            return cast
        if isinstance(source, t.SerEnumType) and source.underlying == target:
            cast = ast.Cast(expression.span, None, expression, implicit=True, type=target)
            cast.const_value = expression.const_value
            return cast
        if isinstance(expression, ast.ConstructorCall):
            source = expression.type = self.settle(source, target)
            if isinstance(source, t.ParserType | t.ControlType):
                expression.bound_args = [
                    replace(b, param=p) for b, p in zip(expression.bound_args, source.ctor_params, strict=False)
                ]
        if isinstance(target, COMPILE_TIME_TYPES) and unify(target, source, {}, frozenset()):
            return expression
        if isinstance(target, t.SetType) and not isinstance(source, t.SetType):
            return self.coerce(expression, target.element, what)
        return self._mismatch(expression, target, what)

    def assigned(self, expression: ast.Expression, target: t.Type, what: str) -> ast.Expression:
        """Convert the source of an assignment; there, as in p4c, an `int` can become a newtype of numbers too."""
        value = expression.const_value
        if (
            isinstance(target, t.NewType)
            and isinstance(target.underlying, t.BitType)
            and isinstance(expression.type, t.InfIntType)
            and isinstance(value, int)
        ):
            literal = self.literal(expression, value, target.underlying)
            literal.type = target
            return literal
        return self.coerce(expression, target, what)

    def _mismatch(self, expression: ast.Expression, target: t.Type, what: str) -> ast.Expression:
        hint = f"`{target}`"
        below = t.representation(expression.type)
        if isinstance(target, t.BoolType) and isinstance(below, t.InfIntType):
            hint = "`bool`: true, false or a comparison"
        elif isinstance(target, t.BoolType) and isinstance(below, t.BitType):
            hint = "`bool`, such as the comparison `... != 0`"
        elif castable(expression.type, target):
            hint += f" (a cast would do: `({target}) ...`)"
        return self.unknown(expression, f"{what} has type `{expression.type}`", hint)

    def _sized(self, expression: ast.Expression, target: t.Type, what: str) -> ast.Expression:
        """Give an expression of type `int` the type its context wants."""
        below = target
        if isinstance(target, t.SerEnumType | t.NewType) or not isinstance(below, t.BitType):
            return self._mismatch(expression, target, what)
        value = expression.const_value
        if not isinstance(value, int):
            return self.unknown(expression, f"{what} has type `int` but no value known at compile time", f"`{target}`")
        return self.literal(expression, value, below)

    def literal(self, origin: ast.Expression, value: int, type_: t.BitType) -> ast.IntLiteral:
        """A literal of a sized type in the place of a constant expression; warns when the value does not fit."""
        wrapped = type_.wrap(value)
        if wrapped != value:
            low, high = constants.bounds(type_)
            self.diagnostics.warn(
                origin.span,
                f"{value} does not fit `{type_}` and becomes {wrapped}",
                expected=f"{low} to {high}",
                code="overflow",
            )
        text = origin.text if isinstance(origin, ast.IntLiteral) else ""
        return ast.IntLiteral(origin.span, wrapped, type_.width, type_.signed, text, type=type_, const_value=wrapped)

    # ------------------------------------------------------------------------------------------------ lists, structs

    def _list(self, expression: ast.ListExpr, target: t.Type, what: str) -> ast.Expression:
        elements = expression.elements
        wanted: list[t.Type]
        names: list[str]
        match target:
            case t.StructType() | t.HeaderType():
                wanted, names = [f.type for f in target.fields], [f"field `{f.name}`" for f in target.fields]
            case t.TupleType(types):
                wanted, names = list(types), [f"element {n}" for n in range(len(types))]
            case t.StackType(element, size):
                wanted, names = [element] * size, [f"element {n}" for n in range(size)]
            case t.ListType(element):
                wanted, names = [element] * len(elements), [f"element {n}" for n in range(len(elements))]
            case _:
                return self._mismatch(expression, target, what)
        if expression.has_dots and len(elements) < len(wanted):
            for type_ in wanted[len(elements) :]:
                dots = ast.DotsExpr(expression.span, type=type_, const_value=default_value(type_))
                elements.append(dots)
        if len(elements) != len(wanted):
            return self.unknown(
                expression, f"{what} is a list of {len(elements)} values", f"{len(wanted)} values for `{target}`"
            )
        for n, (type_, name) in enumerate(zip(wanted, names, strict=True)):
            elements[n] = self.coerce(elements[n], type_, f"{name} of {what}")
        expression.type = target
        _fold_list(expression)
        return expression

    def _struct(self, expression: ast.StructExpr, target: t.Type, what: str) -> ast.Expression:
        if not isinstance(target, t.StructType | t.HeaderType | t.HeaderUnionType):
            return self._mismatch(expression, target, what)
        given = {f.name: f for f in expression.fields}
        ordered: list[ast.NamedExpr] = []
        missing: list[str] = []
        for field in target.fields:
            named = given.pop(field.name, None)
            if named is not None:
                named.value = self.coerce(named.value, field.type, f"field `{field.name}` of {what}")
            elif expression.has_dots:
                dots = ast.DotsExpr(expression.span, type=field.type, const_value=default_value(field.type))
                named = ast.NamedExpr(expression.span, field.name, dots)
            elif not isinstance(target, t.HeaderUnionType):
                missing.append(f"`{field.name}`")
            if named is not None:
                ordered.append(named)
        if missing:
            self.error(expression, f"{what} gives no value to {', '.join(missing)} of `{target}`", "a value, or `...`")
        failed = bool(missing or given)
        for extra in given.values():
            self.error(extra, f"`{target}` has no field `{extra.name}`", _field_names(target))
        expression.fields = ordered
        expression.type = t.UNKNOWN if failed else target
        values = [f.value.const_value for f in ordered]
        expression.const_value = None if failed or None in values else tuple(v for v in values if v is not None)
        return expression

    # ------------------------------------------------------------------------------------------------ pairs

    def unite(self, left: ast.Expression, right: ast.Expression, what: str) -> tuple[ast.Expression, ast.Expression]:
        """Convert two operands to one type; an impossible pair gets the type UNKNOWN after a report."""
        a, b = left.type, right.type
        if a == b or isinstance(a, t.UnknownType) or isinstance(b, t.UnknownType):
            return left, right
        if isinstance(a, t.InfIntType) and isinstance(b, t.BitType):
            return self.coerce(left, b, f"the left side of {what}"), right
        if isinstance(b, t.InfIntType) and isinstance(a, t.BitType):
            return left, self.coerce(right, a, f"the right side of {what}")
        if isinstance(a, t.SerEnumType):
            return self.unite(self.coerce(left, a.underlying, what), right, what)
        if isinstance(b, t.SerEnumType):
            return self.unite(left, self.coerce(right, b.underlying, what), what)
        if isinstance(left, ast.ListExpr | ast.StructExpr | ast.InvalidExpr | ast.DotsExpr):
            return self.coerce(left, b, f"the left side of {what}"), right
        if isinstance(right, ast.ListExpr | ast.StructExpr | ast.InvalidExpr | ast.DotsExpr):
            return left, self.coerce(right, a, f"the right side of {what}")
        self.error(left.span.to(right.span), f"{what} has operands of types `{a}` and `{b}`", _one_type(a, b))
        left.type = t.UNKNOWN
        left.const_value = None
        return left, right


def _one_type(a: t.Type, b: t.Type) -> str:
    for source, target in ((b, a), (a, b)):
        if castable(source, target) and not isinstance(source, t.InfIntType):
            return f"operands of one type, such as with a cast `({target}) ...`"
    return "operands of one type"


def _fold_list(expression: ast.ListExpr) -> None:
    values = [e.const_value for e in expression.elements]
    known = [v for v in values if v is not None]
    expression.const_value = tuple(known) if len(known) == len(values) else None


def _field_names(type_: t.StructLike) -> str:
    return one_of(f.name for f in type_.fields)


# --- Operators, slices and indices -----------------------------------------------------------------------------------


class Operators(Conversions):
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


# --- Parts of a value, `base[index +: width]`: read, and written (section 8.6) ---------------------------------------


class Parts(Operators):
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
        high = low + width - 1
        first, last = (ast.IntLiteral(node.span, n, type=t.INFINT, const_value=n) for n in (high, low))
        part = ast.Slice(node.span, base, first, last, high, low, type=t.BitType(width))
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
