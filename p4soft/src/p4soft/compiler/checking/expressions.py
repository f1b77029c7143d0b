# SPDX-License-Identifier: Apache-2.0
"""Names, members, literals, lists; l-values (specification sections 6.7, 8.1 to 8.20)."""

from __future__ import annotations

from abc import abstractmethod

from typing_extensions import override

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.checking import constants
from p4soft.compiler.checking.operators import Parts
from p4soft.compiler.checking.scopes import BlockKind, did_you_mean
from p4soft.compiler.checking.types import TYPE_DECLARATIONS
from p4soft.compiler.diagnostics import one_of

HEADER_METHODS = frozenset({"isValid", "setValid", "setInvalid"})


class Expressions(Parts):
    @override
    def expression(self, expression: ast.Expression, hint: t.Type | None = None) -> ast.Expression:
        match expression:
            case ast.PathExpr():
                return self._path(expression)
            case ast.Member():
                return self._member(expression)
            case ast.IntLiteral():
                return self._integer_literal(expression)
            case ast.Binary():
                return self._binary(expression)
            case ast.Call():
                return self.call(expression, hint)
            case ast.Unary():
                return self._unary(expression)
            case ast.Cast():
                return self._cast(expression)
            case ast.Slice():
                return self._slice(expression)
            case ast.Index():
                return self._index(expression)
            case ast.PartSelect():
                return self._part_select(expression)
            case ast.Ternary():
                return self._ternary(expression, hint)
            case ast.BoolLiteral():
                expression.type, expression.const_value = t.BOOL, expression.value
            case ast.StringLiteral():
                expression.type, expression.const_value = t.STRING, expression.value
            case ast.ListExpr():
                return self._list_expression(expression)
            case ast.StructExpr():
                return self._struct_expression(expression)
            case ast.ConstructorCall():
                return self.constructor_call(expression, hint)
            case ast.Mask():
                return self._mask(expression)
            case ast.Range():
                return self._range(expression)
            case ast.TypeNameExpr():
                self.type_ref(expression.ref)
                return self.unknown(expression, "a type is no value")
            case ast.InvalidExpr() | ast.DotsExpr() | ast.DefaultExpr() | ast.DontCareExpr():
                expression.type = t.DONT_CARE
            case ast.ThisExpr():
                return self._this(expression)
        return expression

    @abstractmethod
    def call(self, node: ast.Call, hint: t.Type | None) -> ast.Expression:
        """Check a call; returns it, or what replaces it."""

    @abstractmethod
    def constructor_call(self, node: ast.ConstructorCall, hint: t.Type | None) -> ast.Expression:
        """Check a nameless instance: a constructor call as an expression."""

    # ------------------------------------------------------------------------------------------------ leaves

    def _integer_literal(self, node: ast.IntLiteral) -> ast.Expression:
        if node.width is None:
            node.type, node.const_value = t.INFINT, node.value
            return node
        if node.signed and node.width < 1:
            return self.unknown(node, f"the literal `{node.text}` has width {node.width}", "a width of at least 1")
        type_ = t.BitType(node.width, node.signed)
        # -8s128 is written with a literal that only fits after the minus.
        if type_.wrap(node.value) != node.value and not (node.signed and node.value == 1 << (node.width - 1)):
            low, high = constants.bounds(type_)
            self.diagnostics.warn(
                node.span,
                f"{node.value} does not fit `{type_}` and becomes {type_.wrap(node.value)}",
                expected=f"{low} to {high}",
                code="overflow",
            )
        node.type, node.const_value = type_, type_.wrap(node.value)
        return node

    def _path(self, node: ast.PathExpr) -> ast.Expression:
        if node.name in self.match_kinds and self.scope.lookup(node.name) is None:
            node.decl = self.match_kinds[node.name]
            node.type = t.MATCH_KIND
            return node
        decl = self.lookup(node.name, node.absolute, node.span, "name")
        if decl is None:
            return node
        node.decl = decl
        if isinstance(decl, TYPE_DECLARATIONS):
            return self.unknown(node, f"`{node.name}` is a type, not a value", "a value")
        node.type = decl.type
        if isinstance(decl, ast.ConstDecl):
            node.const_value = decl.value.const_value
        elif isinstance(decl, ast.EnumMember):
            node.const_value = decl.number
        elif isinstance(decl, ast.ActionDecl | ast.FunctionDecl | ast.ExternFunctionDecl | ast.ParserState):
            kind = {ast.ActionDecl: "an action", ast.ParserState: "a parser state"}.get(type(decl), "a function")
            return self.unknown(node, f"`{node.name}` is {kind}, not a value", "a value")
        return node

    def _this(self, node: ast.ThisExpr) -> ast.Expression:
        decl = self.scope.lookup("this")
        if decl is None:
            return self.unknown(node, "`this` outside of an extern instance's methods")
        node.type = decl.type
        return node

    def _list_expression(self, node: ast.ListExpr) -> ast.Expression:
        node.elements = [self.expression(e) for e in node.elements]
        types = tuple(e.type for e in node.elements)
        if any(isinstance(x, t.UnknownType) for x in types):
            return node
        node.type = t.TupleType(types)
        values = [e.const_value for e in node.elements]
        known = tuple(v for v in values if v is not None)
        node.const_value = known if len(known) == len(values) else None
        return node

    def _struct_expression(self, node: ast.StructExpr) -> ast.Expression:
        seen: set[str] = set()
        for field in node.fields:
            field.value = self.expression(field.value)
            if field.name in seen:
                self.error(field, f"field `{field.name}` is given twice")
            seen.add(field.name)
        if any(isinstance(f.value.type, t.UnknownType) for f in node.fields):
            return node
        node.type = t.StructType("", None, tuple(t.Field(f.name, f.value.type) for f in node.fields))
        values = [f.value.const_value for f in node.fields]
        known = tuple(v for v in values if v is not None)
        node.const_value = known if len(known) == len(values) else None
        return node

    # ------------------------------------------------------------------------------------------------ members

    def _member(self, node: ast.Member) -> ast.Expression:
        if isinstance(node.base, ast.TypeNameExpr):
            return self._type_member(node, node.base)
        node.base = self.expression(node.base)
        base = node.base.type
        match base:
            case t.UnknownType():
                return node
            case t.StructLike():
                field = base.field(node.name)
                if field is None:
                    return self._no_field(node, base)
                node.kind, node.decl, node.type = ast.MemberKind.FIELD, field.decl, field.type
                constant = node.base.const_value
                if isinstance(constant, tuple) and len(constant) == len(base.fields):
                    node.const_value = constant[base.fields.index(field)]
                return node
            case t.StackType():
                return self._stack_member(node, base)
            case t.ApplyResultType():
                return self._result_member(node, base)
        return self.unknown(node, f"a value of type `{base}` has no member `{node.name}`")

    def _no_field(self, node: ast.Member, base: t.StructLike) -> ast.Expression:
        span = node.span
        at = span._replace(line=span.end_line, column=max(1, span.end_column - len(node.name)))
        node.type = t.UNKNOWN
        if node.name in HEADER_METHODS and isinstance(base, t.HeaderType | t.HeaderUnionType):
            self.error(at, f"`{node.name}` is a method and must be called", f"`{node.name}()`")
            return node
        names = [f.name for f in base.fields]
        hint = did_you_mean(node.name, names)
        expected = "" if hint else one_of(names)
        self.error(at, f"`{base}` has no field `{node.name}`{hint}", expected)
        return node

    def _stack_member(self, node: ast.Member, base: t.StackType) -> ast.Expression:
        kinds = {
            "next": (ast.MemberKind.STACK_NEXT, base.element),
            "last": (ast.MemberKind.STACK_LAST, base.element),
            "lastIndex": (ast.MemberKind.STACK_LAST_INDEX, t.BIT32),
            "size": (ast.MemberKind.STACK_SIZE, t.BIT32),
        }
        if node.name not in kinds:
            return self.unknown(
                node,
                f"a header stack has no member `{node.name}`",
                "next, last, lastIndex, size, push_front, pop_front",
            )
        node.kind, node.type = kinds[node.name]
        if node.kind is ast.MemberKind.STACK_SIZE:
            node.const_value = base.size
        elif self.block_kind is not BlockKind.PARSER:
            return self.unknown(node, f"`{node.name}` of a header stack can only be used in a parser")
        return node

    def _result_member(self, node: ast.Member, base: t.ApplyResultType) -> ast.Expression:
        kinds: dict[str, tuple[ast.MemberKind, t.Type]] = {
            "hit": (ast.MemberKind.TABLE_HIT, t.BOOL),
            "miss": (ast.MemberKind.TABLE_MISS, t.BOOL),
            "action_run": (ast.MemberKind.TABLE_ACTION_RUN, t.ActionEnumType(f"actions of {base.name}", base.decl)),
        }
        if node.name not in kinds:
            return self.unknown(node, f"the result of a table has no member `{node.name}`", "hit, miss or action_run")
        node.kind, node.type = kinds[node.name]
        if node.kind is ast.MemberKind.TABLE_ACTION_RUN and self.switch_subject is not node:
            return self.unknown(node, "`action_run` can only be the subject of a switch statement")
        return node

    def _type_member(self, node: ast.Member, base: ast.TypeNameExpr) -> ast.Expression:
        type_ = self.type_ref(base.ref)
        base.type = type_
        match type_:
            case t.UnknownType():
                return node
            case t.ErrorType():
                member = self.errors.get(node.name)
                if member is None:
                    return self.unknown(node, f"there is no error `{node.name}`", one_of(self.errors))
                node.kind, node.decl, node.type = ast.MemberKind.ERROR_MEMBER, member, t.ERROR
                node.const_value = member
                return node
            case t.MatchKindType():
                if node.name not in self.match_kinds:
                    return self.unknown(node, f"there is no match kind `{node.name}`")
                node.type = t.MATCH_KIND
                return node
            case t.EnumType() | t.SerEnumType():
                assert isinstance(type_.decl, ast.EnumDecl)
                for enum_member in type_.decl.members:
                    if enum_member.name == node.name:
                        node.kind, node.decl, node.type = ast.MemberKind.ENUM_MEMBER, enum_member, type_
                        node.const_value = enum_member.number if isinstance(type_, t.SerEnumType) else enum_member
                        return node
                names = one_of(m.name for m in type_.decl.members)
                return self.unknown(node, f"`{type_}` has no member `{node.name}`", names)
        return self.unknown(node, f"the type `{type_}` has no member `{node.name}`")

    # ------------------------------------------------------------------------------------------------ l-values

    def require_lvalue(self, expression: ast.Expression, what: str) -> bool:
        """Report an expression that cannot be assigned to."""
        problem = self.not_assignable(expression)
        if problem is not None:
            self.error(expression, f"{what} {problem}", "a variable, an out or inout parameter, or a part of one")
            return False
        self.mark_written(expression)
        return True

    def not_assignable(self, expression: ast.Expression) -> str | None:
        """Why an expression cannot be assigned to, or None if it can."""
        match expression:
            case ast.PathExpr():
                decl = expression.decl
                if decl is None or isinstance(decl, ast.VarDecl):
                    return None
                if isinstance(decl, ast.Parameter):
                    if decl.direction in {"out", "inout"}:
                        return None
                    kind = f"the `{decl.direction}`" if decl.direction else "the directionless"
                    return f"cannot be written: {kind} parameter `{decl.name}` is read-only"
                if isinstance(decl, ast.ConstDecl):
                    return f"cannot be written: `{decl.name}` is a constant"
                return f"cannot be written: `{decl.name}` is no variable"
            case ast.Member():
                if expression.kind in {ast.MemberKind.FIELD, ast.MemberKind.STACK_NEXT, ast.MemberKind.STACK_LAST}:
                    return self.not_assignable(expression.base)
                if expression.kind is ast.MemberKind.UNRESOLVED:
                    return None
            case ast.Index() | ast.Slice():
                return self.not_assignable(expression.base)
        return "cannot be written: it is no place in memory"

    def mark_written(self, expression: ast.Expression) -> None:
        """Remember that the variable under an l-value is written."""
        while isinstance(expression, ast.Member | ast.Index | ast.Slice):
            expression = expression.base
        if isinstance(expression, ast.PathExpr) and expression.decl is not None:
            self.written.add(expression.decl)

    @override
    def is_static(self, expression: ast.Expression) -> bool:
        if expression.const_value is not None or isinstance(expression.type, t.UnknownType):
            return True
        match expression:
            case ast.PathExpr():
                decl = expression.decl
                if isinstance(decl, ast.ConstDecl):
                    if decl not in self.static_constants:  # asked once: constants made of constants twice double
                        self.static_constants[decl] = self.is_static(decl.value)
                    return self.static_constants[decl]
                return decl in self.constructor_params or isinstance(decl, ast.Instantiation | ast.MatchKindMember)
            case ast.Binary():
                return self.is_static(expression.left) and self.is_static(expression.right)
            case ast.Unary() | ast.Cast():
                return self.is_static(expression.operand)
            case ast.Ternary():
                parts = (expression.condition, expression.then, expression.otherwise)
                return all(self.is_static(p) for p in parts)
            case ast.Slice() | ast.Member():
                return self.is_static(expression.base)
            case ast.ListExpr():
                return all(self.is_static(e) for e in expression.elements)
            case ast.StructExpr():
                return all(self.is_static(f.value) for f in expression.fields)
            case ast.ConstructorCall() | ast.DotsExpr() | ast.InvalidExpr():
                return True
        return False
