# SPDX-License-Identifier: Apache-2.0
"""Binding type variables by matching parameter types against argument types (specification section 8.21)."""

from __future__ import annotations

from p4soft.compiler import types as t

Bindings = dict[t.TypeVar, t.Type]

NOT_ARGUMENTS = (
    t.TableType,
    t.ParserType,
    t.ControlType,
    t.PackageType,
    t.VoidType,
    t.ApplyResultType,
    t.ActionEnumType,
)
"""Types a type variable of a call cannot stand for."""


def has_variables(type_: t.Type) -> bool:
    """Whether a type contains type variables."""
    match type_:
        case t.TypeVar():
            return True
        case t.TupleType(elements):
            return any(map(has_variables, elements))
        case t.ListType(element) | t.SetType(element) | t.StackType(element):
            return has_variables(element)
        case t.ParserType() | t.ControlType():
            return any(has_variables(p.type) for p in type_.params) or any(map(has_variables, type_.type_args))
        case t.NominalType():
            return any(map(has_variables, type_.type_args))
        case _:
            return False


def has_infinite(type_: t.Type) -> bool:
    """Whether a type contains `int` of arbitrary precision."""
    match type_:
        case t.InfIntType():
            return True
        case t.TupleType(elements):
            return any(map(has_infinite, elements))
        case t.ListType(element) | t.SetType(element) | t.StackType(element):
            return has_infinite(element)
        case t.StructType() if type_.decl is None:
            return any(has_infinite(f.type) for f in type_.fields)
        case _:
            return False


def unify(param: t.Type, arg: t.Type, bindings: Bindings, variables: frozenset[t.TypeVar]) -> bool:
    """Match an argument's type against a parameter's, binding `variables`. False: they cannot match.

    A variable first bound to `int` (an unsized literal) is rebound when another argument gives it a width. Conversions
    that a later coercion decides (int to bit<W>, lists to structs) count as matching.
    """
    if isinstance(arg, t.UnknownType | t.DontCareType) or isinstance(param, t.UnknownType | t.DontCareType):
        return True
    if isinstance(param, t.TypeVar) and param in variables:
        if isinstance(arg, NOT_ARGUMENTS):
            return False
        bound = bindings.get(param)
        if bound is None or isinstance(bound, t.DontCareType):
            bindings[param] = arg
            return True
        if has_infinite(bound) and not isinstance(arg, t.InfIntType):
            if _loosely(bound, arg):
                bindings[param] = arg
                return True
            return False
        return _loosely(arg, bound)
    match param, arg:
        case t.SetType(a), t.SetType(b):
            return unify(a, b, bindings, variables)
        case t.TupleType(a), t.TupleType(b):
            return len(a) == len(b) and all(unify(x, y, bindings, variables) for x, y in zip(a, b, strict=True))
        case t.ListType(a), t.ListType(b):
            return unify(a, b, bindings, variables)
        case t.ListType(a), t.TupleType(bs):
            return all(unify(a, b, bindings, variables) for b in bs)
        case t.StackType(a, n), t.StackType(b, m):
            return n == m and unify(a, b, bindings, variables)
        case t.ParserType(), t.ParserType():
            return _unify_appliable(param.params, arg.params, bindings, variables)
        case t.ControlType(), t.ControlType():
            return _unify_appliable(param.params, arg.params, bindings, variables)
        case t.NominalType(), t.NominalType() if param.decl is not None and param.decl is arg.decl:
            return len(param.type_args) == len(arg.type_args) and all(
                unify(x, y, bindings, variables) for x, y in zip(param.type_args, arg.type_args, strict=True)
            )
        case t.StructLike(), t.TupleType(elements):
            return len(param.fields) == len(elements) and all(
                unify(f.type, e, bindings, variables) for f, e in zip(param.fields, elements, strict=True)
            )
        case t.StructLike(), t.StructType() if arg.decl is None:
            for given in arg.fields:
                wanted = param.field(given.name)
                if wanted is None or not unify(wanted.type, given.type, bindings, variables):
                    return False
            return True
    return _loosely(arg, param)


def _unify_appliable(
    wanted: tuple[t.Param, ...],
    given: tuple[t.Param, ...],
    bindings: Bindings,
    variables: frozenset[t.TypeVar],
) -> bool:
    """Parsers and controls match by their apply parameters: number, directions and types."""
    if any(not p.optional for p in [*given[len(wanted) :], *wanted[len(given) :]]):
        return False
    for w, g in zip(wanted, given, strict=False):
        if w.direction != g.direction or not unify(w.type, g.type, bindings, variables):
            return False
        # A parameter's type must match exactly: nothing converts inside a signature.
        expected = t.substitute(w.type, bindings)
        if not has_variables(expected) and expected != g.type and not _mentions_dont_care(expected, g.type):
            return False
    return True


def _mentions_dont_care(*types: t.Type) -> bool:
    return any(isinstance(x, t.DontCareType | t.UnknownType) for x in types) or any(
        isinstance(a, t.DontCareType) for x in types if isinstance(x, t.NominalType) for a in x.type_args
    )


def _loosely(arg: t.Type, target: t.Type) -> bool:
    """Whether an implicit conversion may exist; `conversions` has the last word."""
    if arg == target or isinstance(arg, t.UnknownType) or isinstance(target, t.UnknownType):
        return True
    match arg, target:
        case t.InfIntType(), _:
            return isinstance(t.representation(target), t.BitType | t.InfIntType)
        case t.SerEnumType(), t.BitType():
            return arg.underlying == target
        case t.TupleType(a), t.TupleType(b):
            return len(a) == len(b) and all(_loosely(x, y) for x, y in zip(a, b, strict=True))
        case t.TupleType(a), t.StructLike():
            return len(a) == len(target.fields)
        case t.StructType(), t.StructLike():
            return arg.decl is None
        case t.NominalType(), t.NominalType():
            return arg.decl is target.decl
    return False
