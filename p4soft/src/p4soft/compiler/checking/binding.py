# SPDX-License-Identifier: Apache-2.0
"""Arguments bound to parameters, with type variables inferred (specification sections 6.8 and 8.21)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.checking.expressions import Expressions
from p4soft.compiler.checking.generics import Bindings, has_infinite, has_variables, unify

COMPILE_TIME_TYPES = (t.ExternType, t.ParserType, t.ControlType, t.PackageType, t.TableType)


@dataclass
class Signature:
    """What is called, as far as binding its arguments goes.

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
                    if _mentions(param.type, variable):
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
            if arg is not None and isinstance(arg.value, ast.StructExpr) and _mentions(param.type, variable):
                self.error(arg, f"the struct passed to {signature.what} has no type", "a cast, `(S){...}`, or a list")
                break
        signature.bindings[variable] = t.UNKNOWN

    def _widthless(self, signature: Signature, variable: t.TypeVar, slots: Sequence[ast.Argument | None]) -> None:
        """A type variable got no width: the literals that caused it are at fault."""
        for param, arg in zip(signature.params, slots, strict=True):
            if arg is not None and has_infinite(arg.value.type) and _mentions(param.type, variable):
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
        return isinstance(type_, COMPILE_TIME_TYPES) or self.is_static(expression)

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


def _mentions(type_: t.Type, variable: t.TypeVar) -> bool:
    marker = t.SetType(t.VOID)
    bindings: Mapping[t.TypeVar, t.Type] = {variable: marker}
    return t.substitute(type_, bindings) != type_


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
