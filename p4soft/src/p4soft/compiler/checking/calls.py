# SPDX-License-Identifier: Apache-2.0
"""Calls of functions, methods, actions, tables, controls and parsers; constructors (sections 8.18, 8.21, 11.3).

Arguments are bound to parameters, with type variables inferred (sections 6.8 and 8.21); then each kind of call has its
own rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace
from typing_extensions import override

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.ast import CallKind
from p4soft.compiler.checking.expressions import Expressions
from p4soft.compiler.checking.scopes import BlockKind
from p4soft.compiler.checking.types import Bindings, has_infinite, has_variables, mentions, unify
from p4soft.compiler.diagnostics import one_of

# --- Arguments bound to parameters -----------------------------------------------------------------------------------


STATIC_TYPES = (t.ExternType, t.ParserType, t.ControlType, t.PackageType, t.TableType)


@dataclass
class Signature:
    """The parameters of what is called, for binding arguments.

    `static`: parameters without direction take values known at compile time (constructors, action data in a table);
    otherwise they are read like `in`.
    """

    what: str
    params: Sequence[t.Param]
    variables: Sequence[t.TypeVar] = ()
    static: bool = False
    bindings: Bindings = field(default_factory=dict)


def match_arguments(
    params: Sequence[t.Param], args: Sequence[ast.Argument]
) -> tuple[list[ast.Argument | None], str, ast.Argument | None]:
    """Arguments in the order of the parameters (None: left out), what is wrong ("" if nothing), and where."""
    slots: list[ast.Argument | None] = [None] * len(params)
    position = {p.name: n for n, p in enumerate(params)}
    for n, arg in enumerate(args):
        if arg.name is None:
            if n and args[n - 1].name is not None:
                return slots, "an unnamed argument after a named one", arg
            if n >= len(params):
                return slots, f"{_count(len(args))} given", arg
            slots[n] = arg
            continue
        index = position.get(arg.name)
        if index is None:
            return slots, f"there is no parameter `{arg.name}`", arg
        if slots[index] is not None:
            return slots, f"the argument `{arg.name}` is given twice", arg
        slots[index] = arg
    for param, slot in zip(params, slots, strict=True):
        if slot is None and not param.optional:
            return slots, f"the argument `{param.name}` is missing", None
    return slots, "", None


def _arity(params: Sequence[t.Param]) -> str:
    least = sum(not p.optional for p in params)
    return _count(len(params)) if least == len(params) else f"{least} to {_count(len(params))}"


def _count(number: int) -> str:
    return f"{number} argument{'' if number == 1 else 's'}"


class ArgumentBinder(Expressions):
    """Which argument goes to which parameter, and what it becomes there."""

    def bind(self, signature: Signature, args: Sequence[ast.Argument], at: ast.Node) -> list[ast.BoundArg] | None:
        """Check arguments and bind them; None after reporting that they do not fit the parameters."""
        slots, problem, where = match_arguments(signature.params, args)
        if problem:
            places = [p for p, slot in zip(signature.params, slots, strict=True) if slot is None] or signature.params
            notes = [(p.decl.span, f"parameter `{p.name}` is declared here") for p in places[:1] if p.decl]
            takes = f"{signature.what} takes {_arity(signature.params)}"
            self.error(where or at, f"{problem}: {takes}", "", notes)
            for arg in args:
                arg.value = self.expression(arg.value)
            return None
        variables = frozenset(signature.variables)
        self._infer(signature, slots, variables)
        for variable in signature.variables:
            bound = signature.bindings.get(variable)
            if bound is not None and has_infinite(bound):
                self._widthless(signature, variable, slots)
            elif isinstance(bound, t.StructType) and bound.decl is None:
                self._structless(signature, variable, slots)
        arguments = [self._bound(signature, p, s) for p, s in zip(signature.params, slots, strict=True)]
        for argument, slot in zip(arguments, slots, strict=True):
            argument.position = len(args) if slot is None else next(n for n, arg in enumerate(args) if arg is slot)
        return arguments

    def _infer(
        self, signature: Signature, slots: Sequence[ast.Argument | None], variables: frozenset[t.TypeVar]
    ) -> None:
        """Check every argument and bind the type variables."""
        for param, arg in zip(signature.params, slots, strict=True):
            if arg is None:
                continue
            wanted = t.substitute(param.type, signature.bindings)
            arg.value = self.expression(arg.value, None if has_variables(wanted) else wanted)
            if isinstance(arg.value.type, t.UnknownType):  # reported: nothing more to say about what depends on it
                for variable in signature.variables:
                    if mentions(param.type, variable):
                        signature.bindings.setdefault(variable, t.UNKNOWN)
            if isinstance(arg.value, ast.DontCareExpr) or not variables or self.unsettled(arg.value.type):
                continue
            if has_variables(param.type) and not unify(param.type, arg.value.type, signature.bindings, variables):
                self.error(
                    arg.value,
                    f"the argument `{param.name}` of {signature.what} has type `{arg.value.type}`",
                    f"`{t.substitute(param.type, signature.bindings)}`",
                )
                arg.value.type = t.UNKNOWN

    def _structless(self, signature: Signature, variable: t.TypeVar, slots: Sequence[ast.Argument | None]) -> None:
        """A type variable stands for a struct expression that nothing gives a type."""
        for param, arg in zip(signature.params, slots, strict=True):
            if arg is not None and isinstance(arg.value, ast.StructExpr) and mentions(param.type, variable):
                self.error(arg, f"the struct passed to {signature.what} has no type", "a cast, `(S){...}`, or a list")
                break
        signature.bindings[variable] = t.UNKNOWN

    def _widthless(self, signature: Signature, variable: t.TypeVar, slots: Sequence[ast.Argument | None]) -> None:
        """A type variable got no width: the literals that caused it are at fault."""
        for param, arg in zip(signature.params, slots, strict=True):
            if arg is not None and has_infinite(arg.value.type) and mentions(param.type, variable):
                self.error(
                    _first_infinite(arg.value),
                    f"no width can be inferred for type parameter `{variable.name}` of {signature.what}",
                    "a width, such as 8w1 or a cast",
                )
                break
        signature.bindings[variable] = t.UNKNOWN

    def _bound(self, signature: Signature, param: t.Param, arg: ast.Argument | None) -> ast.BoundArg:
        type_ = t.substitute(param.type, signature.bindings)
        resolved = t.Param(param.name, param.direction, type_, param.decl)
        if param.direction and isinstance(type_, t.StringType) and arg is not None:
            self.error(
                arg,
                f"a string is passed to the {param.direction} parameter `{param.name}` of {signature.what}",
                "a value with a width: a string is known at compile time only",
            )
        if arg is None:
            default = param.decl.default if param.decl is not None else None
            return ast.BoundArg(resolved, default, defaulted=default is not None)
        what = f"the argument `{param.name}` of {signature.what}"
        if isinstance(arg.value, ast.DontCareExpr):
            arg.value.type = type_
            if param.direction != "out" and not param.optional and not isinstance(type_, t.DontCareType):
                self.error(arg, f"{what} cannot be `_`", "a value (only out and optional arguments can be left out)")
        elif param.direction in {"out", "inout"}:
            self._writable(arg, type_, what)
        else:
            arg.value = self.coerce(arg.value, type_, what)
            if not param.direction and signature.static and not self._known(arg.value, type_):
                self.error(arg, f"{what} is not known at compile time", "a constant")
        return ast.BoundArg(resolved, arg.value)

    def _writable(self, arg: ast.Argument, type_: t.Type, what: str) -> None:
        source = arg.value.type
        if not self.require_lvalue(arg.value, what):
            return
        if isinstance(source, t.UnknownType) or isinstance(type_, t.UnknownType | t.DontCareType):
            return
        if source != type_:
            self.error(arg, f"{what} has type `{source}`", f"`{type_}` exactly: it is written to")

    def _known(self, expression: ast.Expression, type_: t.Type) -> bool:
        if isinstance(expression, ast.Call):
            return all(a.value is None or self._known(a.value, a.param.type) for a in expression.bound_args)
        return isinstance(type_, STATIC_TYPES) or self.is_static(expression)

    def unresolved(self, signature: Signature, at: ast.Node) -> bool:
        """Report type variables nothing determined; marks them unknown."""
        missing = [v for v in signature.variables if v not in signature.bindings]
        for variable in missing:
            self.error(
                at,
                f"the type parameter `{variable.name}` of {signature.what} cannot be inferred",
                "explicit type arguments `<...>`",
            )
            signature.bindings[variable] = t.UNKNOWN
        return bool(missing)

    def bind_type_args(self, signature: Signature, refs: Sequence[ast.TypeRef], at: ast.Node) -> None:
        """Take explicitly written type arguments; `_` stays to be inferred."""
        types = [self.type_ref(r) for r in refs]
        if len(types) != len(signature.variables):
            self.error(at, f"{signature.what} takes {len(signature.variables)} type arguments, not {len(types)}")
            return
        for variable, type_ in zip(signature.variables, types, strict=True):
            if not isinstance(type_, t.DontCareType):
                signature.bindings[variable] = type_


def _first_infinite(expression: ast.Expression) -> ast.Expression:
    match expression:
        case ast.ListExpr(elements=elements):
            parts = elements
        case ast.StructExpr(fields=fields):
            parts = [f.value for f in fields]
        case _:
            return expression
    for part in parts:
        if has_infinite(part.type):
            return _first_infinite(part)
    return expression


# --- Calls about the size of values on the wire (section 13.8) -------------------------------------------------------


_SIZES = frozenset({"minSizeInBits", "minSizeInBytes", "maxSizeInBits", "maxSizeInBytes"})


class Sizes(ArgumentBinder):
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
                t.width_of(type_) is None or t.width_of(type_) != _minimum_width(type_)
            ):
                self.error(node, f"`lookahead` of type `{type_}`", "a type of fixed width")

    def size_of(self, node: ast.Call, type_: t.Type, name: str) -> ast.Expression:
        """`minSizeInBits()` and its kin: known at compile time."""
        node.kind, node.type = CallKind.SIZE_OF, t.INFINT
        if node.args or node.type_args:
            return self.refuse(node, f"`{name}` takes no arguments")
        bits = _minimum_width(type_) if name.startswith("min") else t.width_of(type_)
        if bits is None:
            return self.refuse(node, f"`{type_}` has no size in bits")
        node.const_value = bits if name.endswith("Bits") else (bits + 7) // 8
        return node


def _minimum_width(type_: t.Type) -> int | None:
    """Smallest size of a value on the wire in bits: a varbit or a header union counts its smallest."""
    match t.representation(type_):
        case t.VarbitType():
            return 0
        case t.HeaderUnionType() as union:
            widths = [_minimum_width(f.type) for f in union.fields]
            return None if None in widths else min((w for w in widths if w is not None), default=0)
        case t.StructType() | t.HeaderType() as struct:
            total = 0
            for field in struct.fields:
                width = _minimum_width(field.type)
                if width is None:
                    return None
                total += width
            return total
        case t.StackType(element, size):
            width = _minimum_width(element)
            return None if width is None else width * size
        case other:
            return t.width_of(other)


# --- What is called --------------------------------------------------------------------------------------------------


Callable_ = ast.FunctionDecl | ast.ExternFunctionDecl | ast.MethodDecl


_BODIES = {
    BlockKind.TOP: "a declaration",
    BlockKind.PARSER: "a parser",
    BlockKind.CONTROL: "a control",
    BlockKind.ACTION: "an action",
    BlockKind.FUNCTION: "a function",
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
        if name in _SIZES:
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
        if self.block_kind not in {BlockKind.CONTROL, BlockKind.ACTION}:
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
        if (
            decl.name == "verify"
            and isinstance(decl, ast.ExternFunctionDecl)
            and self.block_kind is not BlockKind.PARSER
        ):
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
        if self.block_kind is not BlockKind.CONTROL:
            where = _BODIES[self.block_kind]
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
        wanted = BlockKind.CONTROL if isinstance(base, t.ControlType) else BlockKind.PARSER
        if self.block_kind is not wanted:
            kind, where = (
                ("control", "a control's apply block") if wanted is BlockKind.CONTROL else ("parser", "a parser state")
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
        if callee.name in _SIZES:
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
