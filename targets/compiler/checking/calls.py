# SPDX-License-Identifier: Apache-2.0
"""Calls of functions, methods, actions, tables, controls and parsers; constructors (sections 8.18, 8.21, 11.3)."""

from __future__ import annotations

from collections.abc import Sequence

from targets.compiler import ast
from targets.compiler import types as t
from targets.compiler.ast import CallKind
from targets.compiler.checking.base import Place
from targets.compiler.checking.binding import ArgumentBinder, Signature, match_arguments
from targets.compiler.checking.generics import has_variables, unify

_SIZES = frozenset({"minSizeInBits", "minSizeInBytes", "maxSizeInBits", "maxSizeInBytes"})

Callable_ = ast.FunctionDecl | ast.ExternFunctionDecl | ast.MethodDecl


class Calls(ArgumentBinder):
    """Checks calls."""

    def call(self, node: ast.Call, hint: t.Type | None) -> ast.Expression:
        """Check a call."""
        callee = node.callee
        if isinstance(callee, ast.PathExpr):
            return self._named_call(node, callee, hint)
        if not isinstance(callee, ast.Member):
            return self._refuse(node, "this expression cannot be called", "the name of a function, action or method")
        callee.kind = ast.MemberKind.METHOD
        if isinstance(callee.base, ast.TypeNameExpr):
            return self._type_call(node, callee, callee.base)
        callee.base = self.expression(callee.base)
        node.receiver = callee.base
        base, name = callee.base.type, callee.name
        match base:
            case t.UnknownType():
                self._check_args(node)
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
        if name in _SIZES:
            return self._size_of(node, base, name)
        self._check_args(node)
        return self.unknown(node, f"a value of type `{base}` has no method `{name}`")

    def _refuse(self, node: ast.Call, message: str, expected: str = "") -> ast.Expression:
        self._check_args(node)
        return self.unknown(node, message, expected)

    def _check_args(self, node: ast.Call | ast.ConstructorCall) -> None:
        """Check the arguments of a call that is wrong itself, for the errors inside them."""
        for arg in node.args:
            arg.value = self.expression(arg.value)

    # ------------------------------------------------------------------------------------------------ by name

    def _named_call(self, node: ast.Call, callee: ast.PathExpr, hint: t.Type | None) -> ast.Expression:
        decl = self.lookup(callee.name, callee.absolute, callee.span, "function or action")
        callee.decl = decl
        match decl:
            case None:
                self._check_args(node)
                return node
            case ast.ActionDecl():
                return self._action(node, decl)
            case ast.FunctionDecl() | ast.ExternFunctionDecl():
                candidates = (
                    self.overloads.get(callee.name, [decl]) if self.scope.lookup(callee.name) is decl else [decl]
                )
                return self._function(node, candidates, hint)
            case ast.TableDecl():
                return self._refuse(node, f"the table `{callee.name}` cannot be called", f"`{callee.name}.apply()`")
        return self._refuse(node, f"`{callee.name}` cannot be called", "a function or an action")

    def _action(self, node: ast.Call, decl: ast.ActionDecl) -> ast.Expression:
        node.kind, node.decl, node.type = CallKind.ACTION, decl, t.VOID
        if self.place not in {Place.CONTROL, Place.ACTION}:
            self.error(node, f"the action `{decl.name}` cannot be called here", "a call in a control or an action")
        if node.type_args:
            self.error(node, "actions take no type arguments")
        if not isinstance(decl.type, t.ActionType):
            self._check_args(node)
            return node
        bound = self.bind(Signature(f"action `{decl.name}`", decl.type.params), node.args, node)
        node.bound_args = bound or []
        return node

    def _function(
        self, node: ast.Call, candidates: Sequence[ast.FunctionDecl | ast.ExternFunctionDecl], hint: t.Type | None
    ) -> ast.Expression:
        decl = self._choose(candidates, node.args)
        if not isinstance(decl.type, t.FunctionType):
            self._check_args(node)
            return node
        node.kind = CallKind.FUNCTION if isinstance(decl, ast.FunctionDecl) else CallKind.EXTERN_FUNCTION
        node.decl = decl
        self.used.add(decl)
        signature = Signature(f"`{decl.name}`", decl.type.params, decl.type.type_params)
        if decl.name == "verify" and isinstance(decl, ast.ExternFunctionDecl) and self.place is not Place.PARSER:
            self.error(node, "`verify` cannot be called here", "a call in a parser state")
        checked = self._invoke(node, signature, decl.type.result, hint)
        if decl.name == "static_assert" and isinstance(decl, ast.ExternFunctionDecl):
            self._static_assert(node)
        return checked

    def _choose(self, candidates: Sequence[Callable_], args: Sequence[ast.Argument]) -> Callable_:
        """The overload the number and names of the arguments select (the first when none fits)."""
        for candidate in candidates:
            if isinstance(candidate.type, t.FunctionType) and not match_arguments(candidate.type.params, args)[1]:
                return candidate
        return candidates[0]

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
            names = ", ".join(dict.fromkeys(m.name for m in decl.methods if m.result is not None))
            return self._refuse(node, f"`{base}` has no method `{callee.name}`", f"one of {names}" if names else "")
        method = self._choose(candidates, node.args)
        assert isinstance(method, ast.MethodDecl)
        node.kind = CallKind.ABSTRACT_METHOD if method.abstract else CallKind.EXTERN_METHOD
        node.decl = callee.decl = method
        if not isinstance(method.type, t.FunctionType):
            self._check_args(node)
            return node
        outer = {
            p.type: a for p, a in zip(decl.type_params, base.type_args, strict=False) if isinstance(p.type, t.TypeVar)
        }
        params = t.substitute_params(method.type.params, outer)
        signature = Signature(f"`{base.name}.{callee.name}`", params, method.type.type_params)
        checked = self._invoke(node, signature, t.substitute(method.type.result, outer), hint)
        if base.name == "packet_in":
            self._packet_call(node, callee.name)
        return checked

    def _packet_call(self, node: ast.Call, name: str) -> None:
        """What `extract` and `lookahead` demand of their types (specification section 13.8)."""
        if name == "extract" and node.bound_args and node.bound_args[0].value is not None:
            arg = node.bound_args[0].value
            type_ = arg.type
            if isinstance(type_, t.UnknownType | t.TypeVar) or isinstance(arg, ast.DontCareExpr):
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

    def _builtin(self, node: ast.Call, kind: CallKind, result: t.Type) -> ast.Expression:
        node.kind, node.type = kind, result
        if node.args or node.type_args:
            assert isinstance(node.callee, ast.Member)
            self._check_args(node)
            self.error(node, f"`{node.callee.name}` takes no arguments")
        return node

    def _push_pop(self, node: ast.Call, name: str) -> ast.Expression:
        node.kind = CallKind.PUSH_FRONT if name == "push_front" else CallKind.POP_FRONT
        node.type = t.VOID
        if len(node.args) != 1:
            return self._refuse(node, f"`{name}` takes one argument, the number of elements", "a constant")
        arg = node.args[0]
        arg.value, count = self.integer(arg.value, f"the argument of `{name}`")
        if count is not None:
            if count < 0:
                self.error(arg, f"`{name}` by {count}", "a positive number")
            if isinstance(arg.value.type, t.InfIntType):
                arg.value = self.coerce(arg.value, t.BIT32, f"the argument of `{name}`")
        node.bound_args = [ast.BoundArg(t.Param("count", "", arg.value.type), arg.value)]
        return node

    def _size_of(self, node: ast.Call, type_: t.Type, name: str) -> ast.Expression:
        node.kind, node.type = CallKind.SIZE_OF, t.INFINT
        bits = minimum_width(type_) if name.startswith("min") else t.width_of(type_)
        if bits is None:
            return self._refuse(node, f"`{type_}` has no size in bits")
        node.const_value = bits if name.endswith("Bits") else (bits + 7) // 8
        return node

    # ------------------------------------------------------------------------------------------------ apply

    def _table_apply(self, node: ast.Call, base: t.TableType) -> ast.Expression:
        node.kind, node.decl = CallKind.TABLE_APPLY, base.decl
        node.type = t.ApplyResultType(base.name, base.decl)
        if node.args or node.type_args:
            self._check_args(node)
            self.error(node, "the apply() of a table takes no arguments")
        if self.place is not Place.CONTROL:
            self.error(node, f"the table `{base.name}` cannot be applied here", "an apply() in a control's apply block")
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
            self._check_args(node)
            return node
        if isinstance(type_, t.ControlType | t.ParserType) and callee.name == "apply":
            node.kind, node.decl, node.type = CallKind.TYPE_APPLY, type_.decl, t.VOID
            self._check_apply_place(node, type_)
            if not isinstance(type_.decl, ast.ControlDecl | ast.ParserDecl):
                return self._refuse(node, f"`{type_}` has no body to apply")
            if any(not p.optional for p in type_.ctor_params):
                return self._refuse(node, f"`{type_}` has constructor parameters", "an instance applied by name")
            node.bound_args = self.bind(Signature(f"`{type_.name}`", type_.params), node.args, node) or []
            return node
        if callee.name in _SIZES:
            return self._size_of(node, type_, callee.name)
        return self._refuse(node, f"the type `{type_}` has no method `{callee.name}`")

    # ------------------------------------------------------------------------------------------------ constructors

    def constructor_call(self, node: ast.ConstructorCall, hint: t.Type | None) -> ast.Expression:
        """Check a nameless instance."""
        type_ = self.type_ref(node.ref)
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
                    chosen = self._choose(constructors, args)
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
        own = _own_variables(type_)
        signature = Signature(f"the constructor of `{type_.name}`", params, own, static=True)
        if hint is not None and isinstance(hint, t.ExternType) and own:
            unify(type_, hint, signature.bindings, frozenset(own))
        bound = self.bind(signature, args, at)
        for variable in own:
            signature.bindings.setdefault(variable, t.DONT_CARE)
        return t.substitute(type_, signature.bindings), constructor, bound or []


def _own_variables(type_: t.NominalType) -> tuple[t.TypeVar, ...]:
    """The type's own type parameters when no arguments were given for them."""
    decl = type_.decl
    params = getattr(decl, "type_params", [])
    own = tuple(p.type for p in params if isinstance(p.type, t.TypeVar))
    return own if type_.type_args == own else ()


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
