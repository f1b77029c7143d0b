# SPDX-License-Identifier: Apache-2.0
"""What the flow analysis knows at one point of a program: which variables are written, which headers are invalid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from p4soft.compiler import ast
from p4soft.compiler import types as t

Location = tuple[ast.Declaration, tuple[str, ...]]
"""A variable or parameter and the names of the fields that lead into it."""


@dataclass
class State:
    """What is written where the walk is."""

    maybe: set[Location] = field(default_factory=set)
    sure: set[Location] = field(default_factory=set)
    gone: set[Location] = field(default_factory=set)

    def copy(self) -> State:
        """The same state, to change on its own: one way of a choice."""
        return State(set(self.maybe), set(self.sure), set(self.gone))

    def write(self, location: Location) -> None:
        """From now on the location has a value, and its headers may be valid."""
        self.maybe.add(location)
        self.sure.add(location)
        self.revive(location)

    def revive(self, location: Location) -> None:
        """Headers in a location may be valid from now on."""
        decl, path = location
        self.gone = {g for g in self.gone if g[0] is not decl or g[1][: len(path)] != path}

    def forget(self, decl: ast.Declaration) -> None:
        """Start a variable anew: nothing written, its headers invalid."""
        self.maybe = {x for x in self.maybe if x[0] is not decl}
        self.sure = {x for x in self.sure if x[0] is not decl}
        self.revive((decl, ()))
        self.gone.update((decl, path) for path in headers(decl.type))


def merge(states: Iterable[State | None]) -> State | None:
    """What holds where several paths meet; None (a path that never gets there) does not count."""
    found: State | None = None
    for state in states:
        if state is None:
            continue
        if found is None:
            found = state.copy()
            continue
        both = {x for x in found.sure if covered(x, state.sure)} | {x for x in state.sure if covered(x, found.sure)}
        found = State(found.maybe | state.maybe, both, found.gone & state.gone)
    return found


def covered(location: Location, written: set[Location]) -> bool:
    """Whether the location or something around it was written."""
    decl, path = location
    return any((decl, path[:n]) in written for n in range(len(path) + 1))


def touched(location: Location, written: set[Location]) -> bool:
    """Whether the location, something around it or a part of it was written."""
    if covered(location, written):
        return True
    decl, path = location
    return any(d is decl and p[: len(path)] == path for d, p in written)


def place(node: ast.Expression) -> Location | None:
    """The variable, parameter or field of one that an expression names, or None."""
    path: list[str] = []
    while isinstance(node, ast.Member) and node.kind is ast.MemberKind.FIELD:
        path.append(node.name)
        node = node.base
    if isinstance(node, ast.PathExpr) and isinstance(node.decl, ast.VarDecl | ast.Parameter):
        return node.decl, tuple(reversed(path))
    return None


def headers(type_: t.Type, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The fields that lead to the headers in a value (those in stacks and unions excepted)."""
    if isinstance(type_, t.HeaderType):
        return [path]
    if isinstance(type_, t.StructType):
        return [p for f in type_.fields for p in headers(f.type, (*path, f.name))]
    return []


def inside_header(location: Location) -> bool:
    """Whether it is a field of a header: whether that can be read is a question of validity."""
    decl, path = location
    return any(path[: len(header)] == header for header in headers(decl.type))


def plain(type_: t.Type) -> bool:
    """Whether a value of the type is undefined until written: numbers and the like, and structs of those."""
    below = t.representation(type_)
    if isinstance(below, t.StructType):
        return bool(below.fields) and all(plain(f.type) for f in below.fields)
    if isinstance(below, t.TupleType):
        return bool(below.elements) and all(map(plain, below.elements))
    return isinstance(below, t.BitType | t.BoolType | t.EnumType | t.ErrorType)
