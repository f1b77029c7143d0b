# SPDX-License-Identifier: Apache-2.0
"""Calls of functions, methods, actions, tables, controls and parsers; constructors (sections 8.18, 8.21, 11.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from typing_extensions import override

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.ast import CallKind
from p4soft.compiler.checking.base import Place
from p4soft.compiler.checking.binding import Signature, match_arguments
from p4soft.compiler.checking.generics import has_variables, unify
from p4soft.compiler.checking.sizes import SIZES, Sizes
from p4soft.compiler.source import one_of

Callable_ = ast.FunctionDecl | ast.ExternFunctionDecl | ast.MethodDecl


_BODIES = {
    Place.TOP: "a declaration",
    Place.PARSER: "a parser",
    Place.CONTROL: "a control",
    Place.ACTION: "an action",
    Place.FUNCTION: "a function",
}
"""How messages name what a call stands in."""


class Calls(Sizes):
    """What is called: functions, methods, tables, blocks, built-ins."""

    @override
    def call(self, node: ast.Call, hint: t.Type | None) -> ast.Expression:
        callee = node.callee
        if isinstance(callee, ast.PathExpr):
            return self._named_call(node, callee, hint)
        if not isinstance(callee, ast.Member):
            return self.refuse(node, "this expression cannot be called", "the name of a function, action or method")
        callee.kind = ast.MemberKind.METHOD
        if isinstance(callee.base, ast.TypeNameExpr):
            return self._type_call(node, callee, callee.base)
        callee.base = self.expression(callee.base)
        node.receiver = callee.base
        base, name = callee.base.type, callee.name
        match base:
            case t.UnknownType():
                self.check_args(node)
                return node
            case t.TableType() if name == "apply":
                return self._table_apply(node, base)
            case t.ControlType() | t.ParserType() if name == "apply":
                return self._apply(node, base)
            case t.ExternType():
                return self._method(node, callee, base, hint)
            case t.HeaderType() | t.HeaderUnionType() if name == "isValid":
                return self._builtin(node, CallKind.IS_VALID, t.BOOL)
            case t.HeaderType() if name in {"setValid", "setInvalid"}:
                if self.require_lvalue(callee.base, f"the header of `{name}`"):
                    pass
                return self._builtin(node, CallKind.SET_VALID if name == "setValid" else CallKind.SET_INVALID, t.VOID)
            case t.StackType() if name in {"push_front", "pop_front"}:
                self.require_lvalue(callee.base, f"the stack of `{name}`")
                return self._push_pop(node, name)
        if name in SIZES:
            return self.size_of(node, base, name)
        self.check_args(node)
        return self.unknown(node, f"a value of type `{base}` has no method `{name}`")

    # ------------------------------------------------------------------------------------------------ by name

    def _named_call(self, node: ast.Call, callee: ast.PathExpr, hint: t.Type | None) -> ast.Expression:
        decl = self.lookup(callee.name, callee.absolute, callee.span, "function or action")
        callee.decl = decl
        match decl:
            case None:
                self.check_args(node)
                return node
            case ast.ActionDecl():
                return self._action(node, decl)
            case ast.FunctionDecl() | ast.ExternFunctionDecl():
                candidates = (
                    self.overloads.get(callee.name, [decl]) if self.scope.lookup(callee.name) is decl else [decl]
                )
                return self._function(node, candidates, hint)
            case ast.TableDecl():
                return self.refuse(node, f"the table `{callee.name}` cannot be called", f"`{callee.name}.apply()`")
        return self.refuse(node, f"`{callee.name}` cannot be called", "a function or an action")

    def _action(self, node: ast.Call, decl: ast.ActionDecl) -> ast.Expression:
        node.kind, node.decl, node.type = CallKind.ACTION, decl, t.VOID
        if self.place not in {Place.CONTROL, Place.ACTION}:
            self.error(node, f"the action `{decl.name}` cannot be called here", "a call in a control or an action")
        if node.type_args:
            self.error(node, "actions take no type arguments")
        if not isinstance(decl.type, t.ActionType):
            self.check_args(node)
            return node
        bound = self.bind(Signature(f"action `{decl.name}`", decl.type.params), node.args, node)
        node.bound_args = bound or []
        return node

    def _function(
        self, node: ast.Call, candidates: Sequence[ast.FunctionDecl | ast.ExternFunctionDecl], hint: t.Type | None
    ) -> ast.Expression:
        decl = self._choose(candidates, node.args, node)
        if not isinstance(decl.type, t.FunctionType):
            self.check_args(node)
            return node
        node.kind = CallKind.FUNCTION if isinstance(decl, ast.FunctionDecl) else CallKind.EXTERN_FUNCTION
        node.decl = decl
        self.used.add(decl)
        self._deprecated(node, decl)
        signature = Signature(f"`{decl.name}`", decl.type.params, decl.type.type_params)
        if decl.name == "verify" and isinstance(decl, ast.ExternFunctionDecl) and self.place is not Place.PARSER:
            self.error(node, "`verify` cannot be called here", "a call in a parser state")
        checked = self._invoke(node, signature, decl.type.result, hint)
        if decl.name == "static_assert" and isinstance(decl, ast.ExternFunctionDecl):
            self._static_assert(node)
        return checked

    def _deprecated(self, node: ast.Call, decl: ast.Declaration) -> None:
        note = decl.annotation("deprecated")
        if note is not None:
            reason = f": {note.string}" if note.string else ""
            self.diagnostics.warn(node.span, f"`{decl.name}` is deprecated{reason}", code="deprecated")

    def _choose(self, candidates: Sequence[Callable_], args: Sequence[ast.Argument], at: ast.Node) -> Callable_:
        """The overload the number and names of the arguments select (the first when none fits)."""
        fitting = [
            c for c in candidates if isinstance(c.type, t.FunctionType) and not match_arguments(c.type.params, args)[1]
        ]
        if len(fitting) > 1:
            notes = [(c.name_span if c.name_span.line else c.span, "this one fits") for c in fitting]
            message = f"the call of `{fitting[0].name}` fits {len(fitting)} declarations"
            self.error(at, message, "named arguments, `(name = value)`, that fit only one", notes)
        return (fitting or candidates)[0]

    def _invoke(self, node: ast.Call, signature: Signature, result: t.Type, hint: t.Type | None) -> ast.Expression:
        """Bind type arguments and arguments, and give the call its type."""
        if node.type_args:
            self.bind_type_args(signature, node.type_args, node)
        bound = self.bind(signature, node.args, node)
        if bound is None:
            return node
        if hint is not None and has_variables(result):
            unify(result, hint, signature.bindings, frozenset(signature.variables))
        self.unresolved(signature, node)
        node.bound_args = bound
        node.bound_type_args = tuple(signature.bindings[v] for v in signature.variables)
        node.type = t.substitute(result, signature.bindings)
        return node

    def _static_assert(self, node: ast.Call) -> None:
        node.kind = CallKind.STATIC_ASSERT
        condition = node.bound_args[0].value if node.bound_args else None
        if condition is None or isinstance(condition.type, t.UnknownType):
            return
        if condition.const_value is False:
            message = (
                node.bound_args[1].value.const_value if len(node.bound_args) > 1 and node.bound_args[1].value else ""
            )
            self.error(node, "static assertion failed" + (f": {message}" if message else ""))
        elif condition.const_value is None:
            self.error(node, "the condition of static_assert is not known at compile time", "a constant")
        node.const_value = True

    # ------------------------------------------------------------------------------------------------ methods

    def _method(self, node: ast.Call, callee: ast.Member, base: t.ExternType, hint: t.Type | None) -> ast.Expression:
        decl = base.decl
        assert isinstance(decl, ast.ExternDecl)
        candidates = [m for m in decl.methods if m.name == callee.name and m.result is not None]
        if not candidates:
            names = one_of(dict.fromkeys(m.name for m in decl.methods if m.result is not None))
            return self.refuse(node, f"`{base}` has no method `{callee.name}`", names)
        method = self._choose(candidates, node.args, node)
        assert isinstance(method, ast.MethodDecl)
        node.kind = CallKind.ABSTRACT_METHOD if method.abstract else CallKind.EXTERN_METHOD
        node.decl = callee.decl = method
        if not isinstance(method.type, t.FunctionType):
            self.check_args(node)
            return node
        outer = {
            p.type: a for p, a in zip(decl.type_params, base.type_args, strict=False) if isinstance(p.type, t.TypeVar)
        }
        params = t.substitute_params(method.type.params, outer)
        for param in params:
            if isinstance(param.type, t.DontCareType):
                message = f"the type of the argument `{param.name}` of `{base}.{callee.name}` is not known"
                return self.refuse(
                    node, message, f"type arguments where the object is declared: `{base.name}<...>(...)`"
                )
        signature = Signature(f"`{base.name}.{callee.name}`", params, method.type.type_params)
        checked = self._invoke(node, signature, t.substitute(method.type.result, outer), hint)
        if base.name == "packet_in":
            self.packet_call(node, callee.name)
        return checked

    def _builtin(self, node: ast.Call, kind: CallKind, result: t.Type) -> ast.Expression:
        node.kind, node.type = kind, result
        if node.args or node.type_args:
            assert isinstance(node.callee, ast.Member)
            self.check_args(node)
            self.error(node, f"`{node.callee.name}` takes no arguments")
        return node

    def _push_pop(self, node: ast.Call, name: str) -> ast.Expression:
        node.kind = CallKind.PUSH_FRONT if name == "push_front" else CallKind.POP_FRONT
        node.type = t.VOID
        if len(node.args) != 1:
            return self.refuse(node, f"`{name}` takes one argument, the number of elements", "a constant")
        arg = node.args[0]
        arg.value, count = self.integer(arg.value, f"the argument of `{name}`")
        if count is not None:
            if count < 0:
                self.error(arg, f"`{name}` by {count}", "a positive number")
            if isinstance(arg.value.type, t.InfIntType):
                arg.value = self.coerce(arg.value, t.BIT32, f"the argument of `{name}`")
        node.bound_args = [ast.BoundArg(t.Param("count", "", arg.value.type), arg.value)]
        return node

    # ------------------------------------------------------------------------------------------------ apply

    def _table_apply(self, node: ast.Call, base: t.TableType) -> ast.Expression:
        node.kind, node.decl = CallKind.TABLE_APPLY, base.decl
        node.type = t.ApplyResultType(base.name, base.decl)
        if node.args or node.type_args:
            self.check_args(node)
            self.error(node, "the apply() of a table takes no arguments")
        if self.place is not Place.CONTROL:
            where = _BODIES[self.place]
            message = f"the table `{base.name}` cannot be applied in {where}: P4_16 applies tables in controls alone"
            self.error(node, message, "its apply() in a control's apply block, before or after the call")
        return node

    def _apply(self, node: ast.Call, base: t.ControlType | t.ParserType) -> ast.Expression:
        is_control = isinstance(base, t.ControlType)
        node.kind = CallKind.CONTROL_APPLY if is_control else CallKind.PARSER_APPLY
        node.decl, node.type = base.decl, t.VOID
        self._check_apply_place(node, base)
        kind = "control" if is_control else "parser"
        signature = Signature(f"{kind} `{base.name}`", base.params)
        node.bound_args = self.bind(signature, node.args, node) or []
        return node

    def _check_apply_place(self, node: ast.Call, base: t.ControlType | t.ParserType) -> None:
        wanted = Place.CONTROL if isinstance(base, t.ControlType) else Place.PARSER
        if self.place is not wanted:
            kind, where = (
                ("control", "a control's apply block") if wanted is Place.CONTROL else ("parser", "a parser state")
            )
            self.error(node, f"the {kind} `{base.name}` cannot be applied here", f"an apply() in {where}")

    def _type_call(self, node: ast.Call, callee: ast.Member, base: ast.TypeNameExpr) -> ast.Expression:
        type_ = base.type = self.type_ref(base.ref)
        node.receiver = base
        if isinstance(type_, t.UnknownType):
            self.check_args(node)
            return node
        if isinstance(type_, t.ControlType | t.ParserType) and callee.name == "apply":
            node.kind, node.decl, node.type = CallKind.TYPE_APPLY, type_.decl, t.VOID
            self._check_apply_place(node, type_)
            if not isinstance(type_.decl, ast.ControlDecl | ast.ParserDecl):
                return self.refuse(node, f"`{type_}` has no body to apply")
            if any(not p.optional for p in type_.ctor_params):
                return self.refuse(node, f"`{type_}` has constructor parameters", "an instance applied by name")
            own = _own_variables(type_) if self.unsettled(type_) else ()
            signature = Signature(f"`{type_.name}`", type_.params, own)
            node.bound_args = self.bind(signature, node.args, node) or []
            if own and not self.unresolved(signature, node):
                base.type = special = self.specialised(type_, signature.bindings)
                if isinstance(special, t.ControlType | t.ParserType):
                    node.decl = special.decl
                    node.bound_args = _rebound(node.bound_args, special.params)
            return node
        if callee.name in SIZES:
            return self.size_of(node, type_, callee.name)
        return self.refuse(node, f"the type `{type_}` has no method `{callee.name}`")

    # ------------------------------------------------------------------------------------------------ constructors

    def _variant(
        self, type_: t.ControlType | t.ParserType | t.PackageType, args: Sequence[ast.Argument]
    ) -> tuple[t.ControlType | t.ParserType | t.PackageType, Sequence[t.Param]]:
        """Of several parsers, controls or packages of one name the one whose constructor takes the arguments."""
        for decl in self.variants.get(type_.name, []) if type_.decl is self.top.lookup(type_.name) else []:
            other = decl.type
            if not isinstance(other, t.ControlType | t.ParserType | t.PackageType):
                continue
            if len(self.variants[type_.name]) > 1 and not match_arguments(other.ctor_params, args)[1]:
                return other, other.ctor_params
        return type_, type_.ctor_params

    @override
    def constructor_call(self, node: ast.ConstructorCall, hint: t.Type | None) -> ast.Expression:
        type_ = self.type_ref(node.ref)
        if isinstance(type_, t.ExternType) and isinstance(type_.decl, ast.ExternDecl):
            for method in type_.decl.methods:
                if method.abstract and not method.annotation("optional"):
                    what = (
                        f"`{type_}` has the abstract method `{method.name}`: a nameless instance cannot give it a body"
                    )
                    self.error(node, what, f"a declaration, `{type_}(...) name = {{ ... }};`")
                    break
        node.type, node.constructor, node.bound_args = self.construct(type_, node.args, node, hint)
        return node

    def construct(
        self, type_: t.Type, args: Sequence[ast.Argument], at: ast.Node, hint: t.Type | None = None
    ) -> tuple[t.Type, ast.MethodDecl | None, list[ast.BoundArg]]:
        """The type, constructor and bound arguments of an instance."""
        constructor: ast.MethodDecl | None = None
        params: Sequence[t.Param]
        match type_:
            case t.ExternType(decl=ast.ExternDecl() as decl):
                constructors = decl.constructors
                if constructors:
                    chosen = self._choose(constructors, args, at)
                    assert isinstance(chosen, ast.MethodDecl)
                    constructor = chosen
                    outer = {
                        p.type: a
                        for p, a in zip(decl.type_params, type_.type_args, strict=False)
                        if isinstance(p.type, t.TypeVar)
                    }
                    params = ()
                    if isinstance(constructor.type, t.FunctionType):
                        params = t.substitute_params(constructor.type.params, outer)
                else:
                    self.error(at, f"`{type_.name}` has no constructor: it cannot be instantiated")
                    params = ()
                    args = ()
            case t.ControlType() | t.ParserType():
                if not isinstance(type_.decl, ast.ControlDecl | ast.ParserDecl):
                    self.error(at, f"`{type_.name}` is only a type: it has no body to instantiate")
                    return t.UNKNOWN, None, []
                params = type_.ctor_params
            case t.PackageType():
                params = type_.ctor_params
            case t.UnknownType():
                params = ()
                for arg in args:
                    arg.value = self.expression(arg.value)
                return t.UNKNOWN, None, []
            case _:
                self.error(at, f"`{type_}` cannot be instantiated", "an extern, parser, control or package")
                return t.UNKNOWN, None, []
        if isinstance(type_, t.ControlType | t.ParserType | t.PackageType):
            type_, params = self._variant(type_, args)
        own = _own_variables(type_)
        signature = Signature(f"the constructor of `{type_.name}`", params, own, static=True)
        if hint is not None and isinstance(hint, t.ExternType) and own:
            unify(type_, hint, signature.bindings, frozenset(own))
        bound = self.bind(signature, args, at)
        if isinstance(type_, t.ControlType | t.ParserType) and self.unsettled(type_):
            special = self.specialised(type_, signature.bindings)
            if hint is not None:
                special = self.settle(special, hint)
            assert isinstance(special, t.ControlType | t.ParserType)
            return special, constructor, _rebound(bound or [], special.ctor_params)
        for variable in own:
            signature.bindings.setdefault(variable, t.DONT_CARE)
        return t.substitute(type_, signature.bindings), constructor, bound or []


def _rebound(bound: Sequence[ast.BoundArg], params: Sequence[t.Param]) -> list[ast.BoundArg]:
    """The same arguments for the parameters of a specialised copy."""
    return [replace(b, param=p) for b, p in zip(bound, params, strict=False)]


def _own_variables(type_: t.NominalType) -> tuple[t.TypeVar, ...]:
    """The type's own type parameters when no arguments were given for them."""
    decl = type_.decl
    params = getattr(decl, "type_params", [])
    own = tuple(p.type for p in params if isinstance(p.type, t.TypeVar))
    return own if type_.type_args == own else ()
