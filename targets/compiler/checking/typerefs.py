# SPDX-License-Identifier: Apache-2.0
"""Types as written turned into resolved types (specification section 7)."""

from __future__ import annotations

from collections.abc import Sequence

from targets.compiler import ast
from targets.compiler import types as t
from targets.compiler.checking.base import CheckerBase

MAX_WIDTH = 1 << 20
"""Widest bit<W> accepted, in bits: keeps a typo from exhausting memory."""

MAX_STACK = 1 << 16

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
"""Types no value in the data plane or in a list can have."""

_BASE: dict[str, t.Type] = {
    "bool": t.BOOL,
    "error": t.ERROR,
    "match_kind": t.MATCH_KIND,
    "string": t.STRING,
    "void": t.VOID,
    "int": t.INFINT,
    "_": t.DONT_CARE,
}


class TypeResolver(CheckerBase):
    """Resolves type references."""

    def type_ref(self, ref: ast.TypeRef) -> t.Type:
        """Resolve a type as written, and remember the result in it."""
        ref.type = self._resolve(ref)
        return ref.type

    def _resolve(self, ref: ast.TypeRef) -> t.Type:
        match ref:
            case ast.BaseTypeRef():
                return _BASE[ref.name]
            case ast.BitTypeRef():
                return self._bits(ref)
            case ast.NamedTypeRef():
                return self._named(ref)
            case ast.TupleTypeRef():
                return t.TupleType(tuple(self._part(a, "a tuple") for a in ref.args))
            case ast.ListTypeRef():
                return t.ListType(self._part(ref.element, "a list"))
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
        if not least <= width <= MAX_WIDTH:
            self.error(ref, f"{ref.name}<{width}> is no valid width", f"{least} to {MAX_WIDTH} bits")
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
        if decl is None:
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
            if isinstance(arg, t.VoidType | t.StringType | t.SetType | t.PackageType):
                self.error(written, f"`{arg}` cannot be the type argument `{param.name}`")
                return t.UNKNOWN
        bindings = {p.type: a for p, a in zip(params, args, strict=True) if isinstance(p.type, t.TypeVar)}
        return t.substitute(decl.type, bindings)

    def type_params(self, params: Sequence[ast.TypeParam]) -> tuple[t.TypeVar, ...]:
        """Declare type parameters in the current scope."""
        found = []
        for param in params:
            variable = t.TypeVar(param.name, param)
            param.type = variable
            self.declare(param)
            found.append(variable)
        return tuple(found)

    def data_parameters(self, params: Sequence[ast.Parameter]) -> None:
        """Report apply parameters whose types only constructors can take."""
        for param in params:
            if isinstance(param.type, t.ParserType | t.ControlType | t.PackageType):
                self.error(
                    param,
                    f"parameter `{param.name}` cannot have type `{param.type}`",
                    "a type with values, or an extern",
                )

    def parameters(self, params: Sequence[ast.Parameter], *, declare: bool) -> tuple[t.Param, ...]:
        """Resolve parameters, check their defaults, and (for a body) declare their names."""
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
            if param.default is not None:
                if param.direction in {"out", "inout"}:
                    self.error(param, f"the {param.direction} parameter `{param.name}` cannot have a default value")
                checked = self.expression(param.default, param.type)
                param.default = self.coerce(checked, param.type, f"the default of `{param.name}`")
            if declare:
                self.declare(param)
            found.append(t.Param(param.name, param.direction, param.type, param))
        return tuple(found)
