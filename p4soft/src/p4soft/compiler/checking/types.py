# SPDX-License-Identifier: Apache-2.0
"""Types as written turned into resolved types, and generics (specification sections 7 and 8.21).

`unify` matches parameter types with argument types, and so binds type variables. `Specialiser` makes the copies of
generic parsers and controls with bodies (a p4c extension): the tree of a generic declaration is kept as parsed. Each
list of type arguments gets a copy of it, checked with the type parameters bound, so that the back end only ever sees
types without variables.
"""

from __future__ import annotations

import copy
from abc import abstractmethod
from collections.abc import Sequence

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.checking.scopes import BlockKind, CheckerBase, Scope
from p4soft.compiler.diagnostics import MAX_PARTS, MAX_STACK, MAX_VARBIT, MAX_WIDTH

# --- Type variables bound --------------------------------------------------------------------------------------------


Bindings = dict[t.TypeVar, t.Type]

NOT_INFERRED = (
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


def mentions(type_: t.Type, variable: t.Type) -> bool:
    return isinstance(variable, t.TypeVar) and t.substitute(type_, {variable: t.SetType(t.VOID)}) != type_


def unify(param: t.Type, arg: t.Type, bindings: Bindings, variables: frozenset[t.TypeVar]) -> bool:
    """Match an argument's type against a parameter's, binding `variables`. False: they cannot match.

    A variable first bound to `int` (an unsized literal) is rebound when another argument gives it a width. Conversions
    that a later coercion decides (int to bit<W>, lists to structs) count as matching.
    """
    if isinstance(arg, t.UnknownType | t.DontCareType) or isinstance(param, t.UnknownType | t.DontCareType):
        return True
    if isinstance(param, t.TypeVar) and param in variables:
        if isinstance(arg, NOT_INFERRED):
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
    """Whether an implicit conversion may exist; `operators.Conversions` has the last word."""
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


# --- Generic parsers and controls ------------------------------------------------------------------------------------


Body = ast.ParserDecl | ast.ControlDecl
BodyType = t.ParserType | t.ControlType


class Specialiser(CheckerBase):
    """Makes and remembers the copies."""

    @abstractmethod
    def body(self, decl: Body) -> None:
        """Check a parser or control in its own scope, and set its type."""

    def remember(self, decl: Body) -> None:
        """Keep the tree of a generic declaration before it is checked."""
        if decl.type_params:
            self.pristine[decl] = copy.deepcopy(decl)

    def unsettled(self, type_: t.Type) -> bool:
        """Whether this is a generic parser or control whose type arguments are not known yet."""
        if not isinstance(type_, BodyType) or not isinstance(type_.decl, Body) or type_.decl not in self.pristine:
            return False
        own = type_.decl.type_params
        return any(isinstance(a, t.TypeVar) and a.decl in own for a in type_.type_args)

    def settle(self, type_: t.Type, target: t.Type) -> t.Type:
        """A generic parser or control with the type arguments that make it fit a type; else `type_` itself."""
        if not isinstance(type_, BodyType) or not self.unsettled(type_) or type(target) is not type(type_):
            return type_
        assert isinstance(type_.decl, Body)
        own = frozenset(p.type for p in type_.decl.type_params if isinstance(p.type, t.TypeVar))
        bindings: Bindings = {}
        if not unify(type_, target, bindings, own):
            return type_
        return self.specialised(type_, bindings)

    def specialised(self, type_: BodyType, bindings: Bindings) -> t.Type:
        """A generic parser's or control's type with its variables bound; unbound ones that nothing needs become `_`."""
        decl = type_.decl
        if not isinstance(decl, Body) or decl not in self.pristine:
            return t.substitute(type_, bindings)
        args = tuple(t.substitute(a, bindings) for a in type_.type_args)
        needed = type_.params + type_.ctor_params
        for n, (arg, param) in enumerate(zip(args, decl.type_params, strict=True)):
            free = isinstance(arg, t.TypeVar) and arg.decl is param
            if free and not any(mentions(p.type, arg) for p in needed):
                args = (*args[:n], t.DONT_CARE, *args[n + 1 :])
        if any(map(has_variables, args)):
            return t.substitute(type_, bindings)
        return self._copy(decl, args).type

    def _copy(self, decl: Body, args: tuple[t.Type, ...]) -> Body:
        known = self.copies.get((decl, args))
        if known is not None:
            return known
        made = copy.deepcopy(self.pristine[decl])
        made.type_params = []
        self.copies[decl, args] = made
        scope = Scope(self.top)
        for param, arg in zip(decl.type_params, args, strict=True):
            ref = ast.BaseTypeRef(param.span, "_", type=arg)
            scope.names[param.name] = ast.TypedefDecl(param.span, param.name, ref, type=arg)
        outer, self.scope = self.scope, scope
        locals_before = len(self.block_locals)
        with self.inside(BlockKind.TOP):
            self.body(made)
        self.scope = outer
        del self.block_locals[locals_before:]  # the generic body was looked at already
        return made


# --- Types as written ------------------------------------------------------------------------------------------------


GENERIC = (
    ast.HeaderDecl,
    ast.StructDecl,
    ast.HeaderUnionDecl,
    ast.ExternDecl,
    ast.ParserTypeDecl,
    ast.ControlTypeDecl,
    ast.PackageTypeDecl,
    ast.ParserDecl,
    ast.ControlDecl,
)
TYPE_DECLARATIONS = (*GENERIC, ast.EnumDecl, ast.TypedefDecl, ast.TypeParam)

NO_VALUES = (t.ExternType, t.ParserType, t.ControlType, t.PackageType, t.VoidType, t.SetType, t.DontCareType)
NOT_TYPE_ARGUMENTS = (t.ParserType, t.ControlType, t.PackageType, t.VoidType, t.StringType, t.SetType)
"""Types no value in the data plane or in a list can have."""

HEADER_FIELDS = (t.BitType, t.VarbitType, t.BoolType, t.SerEnumType, t.NewType, t.StructType, t.StackType, t.TypeVar)
NOT_IN_STRUCTS = (*NO_VALUES[:5], t.StringType, t.InfIntType, t.SetType, t.MatchKindType)

_BASE: dict[str, t.Type] = {
    "bool": t.BOOL,
    "error": t.ERROR,
    "match_kind": t.MATCH_KIND,
    "string": t.STRING,
    "void": t.VOID,
    "int": t.INFINT,
    "_": t.DONT_CARE,
}


class TypeResolver(Specialiser):
    def type_ref(self, ref: ast.TypeRef) -> t.Type:
        """Resolve a type as written, and remember the result in it."""
        type_ = self._resolve(ref)
        if self._parts(type_) > MAX_PARTS:
            self.error(ref, f"the type is made of {self._parts(type_)} parts", f"at most {MAX_PARTS}")
            type_ = t.UNKNOWN
        ref.type = type_
        return type_

    def _parts(self, type_: t.Type) -> int:
        """How many fields and elements a type has in all. Remembered by identity: big types share their parts."""
        known = self.part_counts.get(id(type_))
        if known is not None:
            return known[1]
        inner: Sequence[t.Type] = ()
        match type_:
            case t.StructLike():
                inner = [f.type for f in type_.fields]
            case t.TupleType(elements):
                inner = elements
            case t.StackType(element, size):
                return size * self._parts(element)
        count = max(1, sum(self._parts(i) for i in inner))
        self.part_counts[id(type_)] = (type_, count)
        return count

    def _resolve(self, ref: ast.TypeRef) -> t.Type:
        match ref:
            case ast.BaseTypeRef():
                return _BASE[ref.name]
            case ast.BitTypeRef():
                return self._bits(ref)
            case ast.NamedTypeRef():
                return self._named(ref)
            case ast.TupleTypeRef():
                parts = tuple(self._part(a, "a tuple") for a in ref.args)
                return t.UNKNOWN if t.UNKNOWN in parts else t.TupleType(parts)
            case ast.ListTypeRef():
                element = self._part(ref.element, "a list")
                return element if isinstance(element, t.UnknownType) else t.ListType(element)
            case ast.StackTypeRef():
                return self._stack(ref)
        raise AssertionError(ref)

    def _part(self, ref: ast.TypeRef, whole: str) -> t.Type:
        """The type of a tuple's or list's element."""
        type_ = self.type_ref(ref)
        if isinstance(type_, NO_VALUES):
            self.error(ref, f"{whole} cannot hold `{type_}`", "a type with values")
            return t.UNKNOWN
        return type_

    def _bits(self, ref: ast.BitTypeRef) -> t.Type:
        if ref.width is None:
            return t.BitType(1)
        ref.width, width = self.integer(ref.width, "the width")
        if width is None:
            return t.UNKNOWN
        least = 1 if ref.name == "int" else 0
        most = MAX_VARBIT if ref.name == "varbit" else MAX_WIDTH
        if not least <= width <= most:
            self.error(ref, f"{ref.name}<{width}> is no valid width", f"{least} to {most} bits")
            return t.UNKNOWN
        return t.VarbitType(width) if ref.name == "varbit" else t.BitType(width, ref.name == "int")

    def _stack(self, ref: ast.StackTypeRef) -> t.Type:
        element = self.type_ref(ref.element)
        ref.size, size = self.integer(ref.size, "the stack's size")
        if isinstance(element, t.UnknownType) or size is None:
            return t.UNKNOWN
        if isinstance(element, t.ExternType | t.ParserType | t.ControlType | t.PackageType | t.VoidType | t.SetType):
            self.error(ref, f"a stack of `{element}` is not possible", "a stack of headers or header unions")
            return t.UNKNOWN
        if not 0 <= size <= MAX_STACK:
            self.error(ref.size, f"a stack of {size} elements is not possible", f"0 to {MAX_STACK}")
            return t.UNKNOWN
        return t.StackType(element, size)

    def _named(self, ref: ast.NamedTypeRef) -> t.Type:
        decl = self.lookup(ref.name, ref.absolute, ref.span, "type")
        args = tuple(self.type_ref(a) for a in ref.args)
        if decl is None or t.UNKNOWN in args:
            return t.UNKNOWN
        if not isinstance(decl, TYPE_DECLARATIONS):
            self.error(ref, f"`{ref.name}` is no type", "the name of a type")
            return t.UNKNOWN
        ref.decl = decl
        params: Sequence[ast.TypeParam] = decl.type_params if isinstance(decl, GENERIC) else ()
        if not args:
            if params and isinstance(decl, ast.HeaderDecl | ast.StructDecl | ast.HeaderUnionDecl):
                self.error(ref, f"`{ref.name}` needs {len(params)} type arguments", f"`{ref.name}<...>`")
                return t.UNKNOWN
            return decl.type
        if not params:
            self.error(ref, f"`{ref.name}` takes no type arguments")
            return t.UNKNOWN
        if len(args) != len(params):
            self.error(ref, f"`{ref.name}` takes {len(params)} type arguments, not {len(args)}")
            return t.UNKNOWN
        for param, arg, written in zip(params, args, ref.args, strict=True):
            if isinstance(arg, NOT_TYPE_ARGUMENTS) and not (
                isinstance(arg, t.VoidType) and isinstance(decl, ast.ExternDecl)
            ):
                self.error(written, f"`{arg}` cannot be the type argument `{param.name}`", "a type with values")
                return t.UNKNOWN
            if _contains(arg, decl):
                self.error(written, f"the type argument `{arg}` contains `{decl.name}` itself", "another type")
                return t.UNKNOWN
        bindings = {p.type: a for p, a in zip(params, args, strict=True) if isinstance(p.type, t.TypeVar)}
        if isinstance(decl.type, t.ParserType | t.ControlType) and self.unsettled(decl.type):
            return self.specialised(decl.type, {v: a for v, a in bindings.items() if not isinstance(a, t.DontCareType)})
        type_ = t.substitute(decl.type, bindings)
        if isinstance(type_, t.StructLike) and isinstance(decl, ast.HeaderDecl | ast.StructDecl | ast.HeaderUnionDecl):
            for field, given in zip(decl.fields, type_.fields, strict=False):
                if not isinstance(field.type, t.UnknownType) and not self.check_field(decl, given.type, ref):
                    return t.UNKNOWN
        return type_

    def check_field(self, decl: ast.Declaration, type_: t.Type, at: ast.TypeRef) -> bool:
        """Whether a field of a header, header union or struct can have a type; reports it if not."""
        if isinstance(type_, t.UnknownType):
            return True
        if isinstance(decl, ast.HeaderDecl):
            bad = not isinstance(type_, HEADER_FIELDS) or (isinstance(type_, t.StructType) and not _fits_header(type_))
            kind, expected = "header", "bit<W>, int<W>, varbit<W>, bool, a serializable enum or a struct of these"
        elif isinstance(decl, ast.HeaderUnionDecl):
            bad = not isinstance(type_, t.HeaderType | t.TypeVar)
            kind, expected = "header union", "a header"
        else:
            bad = isinstance(type_, NOT_IN_STRUCTS)
            kind, expected = "struct", "a type with values in the data plane"
        if bad:
            self.error(at, f"a field of a {kind} cannot have type `{type_}`", expected)
        return not bad

    def type_params(self, params: Sequence[ast.TypeParam]) -> tuple[t.TypeVar, ...]:
        """Declare type parameters in the current scope."""
        found = []
        for param in params:
            variable = t.TypeVar(param.name, param)
            param.type = variable
            self.declare(param)
            found.append(variable)
        return tuple(found)

    @abstractmethod
    def is_static(self, expression: ast.Expression) -> bool:
        """Whether a value is known once everything is instantiated: constants and constructor parameters."""

    def data_parameters(self, params: Sequence[ast.Parameter]) -> None:
        """Report apply parameters whose types only constructors can take."""
        for param in params:
            if isinstance(param.type, t.ParserType | t.ControlType | t.PackageType):
                self.error(
                    param,
                    f"parameter `{param.name}` cannot have type `{param.type}`",
                    "a type with values, or an extern",
                )

    def parameters(self, params: Sequence[ast.Parameter], *, declare: bool, apply: bool = False) -> tuple[t.Param, ...]:
        """Resolve parameters, check their defaults, and (for a body) declare their names.

        `apply`: they are what a parser or control is applied to.
        """
        found = []
        seen: set[str] = set()
        for param in params:
            param.type = self.type_ref(param.type_ref)
            if param.name in seen and not declare:
                self.error(param, f"there are two parameters `{param.name}`")
            seen.add(param.name)
            if isinstance(param.type, t.VoidType):
                self.error(param.type_ref, "a parameter cannot be void")
                param.type = t.UNKNOWN
            if param.direction and isinstance(
                param.type, t.ExternType | t.ParserType | t.ControlType | t.PackageType | t.StringType | t.InfIntType
            ):
                self.error(
                    param, f"parameter `{param.name}` of type `{param.type}` cannot have a direction", "no direction"
                )
            if isinstance(param.type, t.ParserType | t.ControlType) and isinstance(
                param.type.decl, ast.ParserDecl | ast.ControlDecl
            ):
                kind = "parser" if isinstance(param.type, t.ParserType) else "control"
                message = f"parameter `{param.name}` cannot have type `{param.type}`: it has a body"
                self.error(param, message, f"a {kind} type, `{kind} Name(...);`")
            if param.is_optional and ((declare and not apply) or param.default is not None):
                where = "here" if param.default is None else "together with a default value"
                self.error(
                    param, f"@optional cannot be used {where}", "a parameter of an extern, package or function type"
                )
            if param.default is not None:
                if param.direction in {"out", "inout"}:
                    self.error(param, f"the {param.direction} parameter `{param.name}` cannot have a default value")
                checked = self.expression(param.default, param.type)
                param.default = self.coerce(checked, param.type, f"the default of `{param.name}`")
                if not self.is_static(param.default):
                    self.error(
                        param.default, f"the default of `{param.name}` is not known at compile time", "a constant"
                    )
            if declare:
                self.declare(param)
            found.append(t.Param(param.name, param.direction, param.type, param))
        return tuple(found)


def _fits_header(type_: t.Type) -> bool:
    if isinstance(type_, t.StructType):
        return all(_fits_header(f.type) for f in type_.fields)
    if isinstance(type_, t.StackType):
        return _fits_header(type_.element)
    return isinstance(type_, HEADER_FIELDS)


def _contains(type_: t.Type, decl: ast.Declaration) -> bool:
    """Whether a type argument is made of a declaration."""
    match type_:
        case t.NominalType():
            return type_.decl is decl or any(_contains(a, decl) for a in type_.type_args)
        case t.TupleType(elements):
            return any(_contains(e, decl) for e in elements)
        case t.ListType(element) | t.StackType(element) | t.SetType(element):
            return _contains(element, decl)
    return False
