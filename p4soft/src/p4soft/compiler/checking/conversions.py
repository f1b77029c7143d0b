# SPDX-License-Identifier: Apache-2.0
"""Implicit conversions and explicit casts (specification section 8.11)."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from typing_extensions import override

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.checking import constants
from p4soft.compiler.checking.generics import unify
from p4soft.compiler.checking.typerefs import TypeResolver
from p4soft.compiler.source import one_of

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
    """Converts checked expressions to the types their context wants."""

    @abstractmethod
    def settle(self, type_: t.Type, target: t.Type) -> t.Type:
        """A generic parser or control with the type arguments that make it fit a type; else `type_` itself."""

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
