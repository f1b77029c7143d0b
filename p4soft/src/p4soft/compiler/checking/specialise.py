# SPDX-License-Identifier: Apache-2.0
"""Generic parsers and controls with bodies (a p4c extension): one copy per list of type arguments.

The tree of a generic declaration is kept as parsed. Each list of type arguments gets a copy of it, checked with the
type parameters bound, so that the back end only ever sees types without variables.
"""

from __future__ import annotations

import copy
from abc import abstractmethod

from typing_extensions import override

from p4soft.compiler import ast
from p4soft.compiler import types as t
from p4soft.compiler.checking.base import Place, Scope
from p4soft.compiler.checking.generics import Bindings, has_variables, unify
from p4soft.compiler.checking.parts import Parts

Body = ast.ParserDecl | ast.ControlDecl
BodyType = t.ParserType | t.ControlType


class Specialiser(Parts):
    """Makes and remembers the copies."""

    @abstractmethod
    def body(self, decl: Body) -> None:
        """Check a parser or control in a scope of its own, and set its type."""

    def remember(self, decl: Body) -> None:
        """Keep the tree of a generic declaration before it is checked."""
        if decl.type_params:
            self.pristine[decl] = copy.deepcopy(decl)

    @override
    def unsettled(self, type_: t.Type) -> bool:
        if not isinstance(type_, BodyType) or not isinstance(type_.decl, Body) or type_.decl not in self.pristine:
            return False
        own = type_.decl.type_params
        return any(isinstance(a, t.TypeVar) and a.decl in own for a in type_.type_args)

    @override
    def settle(self, type_: t.Type, target: t.Type) -> t.Type:
        if not isinstance(type_, BodyType) or not self.unsettled(type_) or type(target) is not type(type_):
            return type_
        assert isinstance(type_.decl, Body)
        own = frozenset(p.type for p in type_.decl.type_params if isinstance(p.type, t.TypeVar))
        bindings: Bindings = {}
        if not unify(type_, target, bindings, own):
            return type_
        return self.specialised(type_, bindings)

    @override
    def specialised(self, type_: BodyType, bindings: Bindings) -> t.Type:
        decl = type_.decl
        if not isinstance(decl, Body) or decl not in self.pristine:
            return t.substitute(type_, bindings)
        args = tuple(t.substitute(a, bindings) for a in type_.type_args)
        needed = type_.params + type_.ctor_params
        for n, (arg, param) in enumerate(zip(args, decl.type_params, strict=True)):
            free = isinstance(arg, t.TypeVar) and arg.decl is param
            if free and not any(_mentions(p.type, arg) for p in needed):
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
        with self.inside(Place.TOP):
            self.body(made)
        self.scope = outer
        del self.block_locals[locals_before:]  # the generic body was looked at already
        return made


def _mentions(type_: t.Type, variable: t.Type) -> bool:
    return isinstance(variable, t.TypeVar) and t.substitute(type_, {variable: t.SetType(t.VOID)}) != type_
