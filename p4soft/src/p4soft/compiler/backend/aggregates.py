# SPDX-License-Identifier: Apache-2.0
"""Structs, headers, stacks and unions as wholes: literals, defaults, copies, validity and `==`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from p4soft.compiler import types
from p4soft.compiler.backend import ir
from p4soft.compiler.backend.context import Frame
from p4soft.compiler.backend.ir import (
    Assign,
    Const,
    Expr,
    FieldRef,
    If,
    Named,
    Prim,
    ScalarType,
    StackElementRef,
    Stmt,
    Valid,
    ValidUnion,
    reads_storage,
    walk,
)
from p4soft.compiler.backend.storage import (
    Builtin,
    HeaderPlace,
    HeaderValue,
    InstanceValue,
    Nothing,
    SliceOf,
    StackElementPlace,
    StackEndPlace,
    StackPlace,
    StructValue,
    UnionPlace,
    Value,
    flat_fields,
    leaves,
    members_of,
    scalar_type,
)
from p4soft.compiler.diagnostics import Span, Unsupported
from p4soft.compiler.types import BOOL, VarbitType


def field_tree(
    type_: types.HeaderType | types.StructType, make: Callable[[ScalarType, str, int], Value]
) -> dict[str, Value]:
    """The members of a header whose storage is not a plain instance; `make` gets type, name and offset of each leaf."""
    result: dict[str, Value] = {}
    for offset, (path, name, leaf_type, _decl) in enumerate(flat_fields(type_)):
        stored = scalar_type(leaf_type)
        if stored is not None and len(path) == 1:
            result[path[0]] = make(stored, name, offset)
    return result


def from_list(type_: types.Type, values: Sequence[Value], names: Sequence[str] | None = None) -> Value:
    """A literal of a struct, header, tuple or stack type from its parts in order."""
    match type_:
        case types.HeaderType():
            return HeaderValue(type_, True, dict(zip([f.name for f in type_.fields], values, strict=True)))
        case types.StructLike() if type_.fields:
            return StructValue(type_, dict(zip([f.name for f in type_.fields], values, strict=True)))
        case _:
            keys = list(names) if names is not None else [str(i) for i in range(len(values))]
            return StructValue(type_, dict(zip(keys, values, strict=True)))


def default(type_: types.Type, span: Span) -> Value:
    """The default value of a type (P4_16 §7.3): zero, false, invalid headers.

    Raises:
        Unsupported: it has none, such as `varbit`.
    """
    stored = scalar_type(type_)
    if stored is not None:
        return Const(stored, 0)
    kind = types.representation(type_)
    match kind:
        case types.HeaderType() | types.HeaderUnionType():
            return HeaderValue(kind, False, {})
        case types.StructType():
            return StructValue(kind, {f.name: default(f.type, span) for f in kind.fields})
        case types.TupleType():
            return StructValue(kind, {str(i): default(t, span) for i, t in enumerate(kind.elements)})
        case types.StackType():
            return StructValue(kind, {str(i): default(kind.element, span) for i in range(kind.size)})
        case _:
            raise Unsupported(span, f"type {type_} has no default value")


def type_of(value: Value, span: Span) -> types.Type:
    """The type of an aggregate value. Raises Unsupported: it is not an aggregate."""
    if isinstance(value, Expr | SliceOf | Nothing | Builtin | InstanceValue):
        raise Unsupported(span, "a struct, header, stack or union is needed here")
    return value.type


# ---------------------------------------------------------------------------------------------- copies


def assign(target: Value, value: Value, frame: Frame, span: Span) -> None:
    """Copy a value into a place, statement by statement.

    Raises:
        Unsupported: it is no place, or takes no such value on BMv2.
    """
    match target:
        case Nothing():
            return
        case SliceOf():
            part = _scalar(value, span)
            frame.emit(Assign(target.base, ir.replace_slice(target.base, target.high, target.low, part), span))
        case FieldRef() | StackElementRef():
            _assign_scalar(target, _scalar(value, span), frame, span)
        case HeaderPlace():
            _assign_header(target, value, frame, span)
        case UnionPlace():
            _assign_union(target, value, frame, span)
        case StackPlace():
            _assign_stack(target, value, frame, span)
        case StackElementPlace():
            dynamic_element(target, frame, span, lambda element, inner: assign(element, value, inner, span))
        case StructValue():
            _assign_members(target, value, frame, span)
        case _:
            raise Unsupported(span, "this cannot be assigned to")


def copied(hint: str, type_: types.Type, value: Value, frame: Frame, place: tuple[Span, int]) -> tuple[Value, int]:
    """A copy of a value, made for a span at a position of the statements; also how many statements that took."""
    span, at = place
    copying: list[Stmt] = []
    copy = frame.ctx.layout.variable(hint, type_, span)
    assign(copy, value, frame.into(copying), span)
    frame.out[at:at] = copying
    return copy, len(copying)


def scalar_of(value: Value) -> Expr | None:
    """A value as a scalar expression; None for an aggregate."""
    if isinstance(value, SliceOf):
        return ir.slice_(value.base, value.high, value.low)
    return value if isinstance(value, Expr) else None


def _scalar(value: Value, span: Span) -> Expr:
    found = scalar_of(value)
    if found is None:
        raise Unsupported(span, "a scalar value is needed here")
    return found


def _assign_scalar(target: FieldRef | StackElementRef, value: Expr, frame: Frame, span: Span) -> None:
    if value == target:
        return
    if isinstance(target.type, VarbitType):
        if not isinstance(target, FieldRef) or not isinstance(value, FieldRef):
            raise Unsupported(span, "varbit fields can only be copied from and to fields")
        if frame.block == "parser":
            raise Unsupported(span, "varbit fields cannot be copied in a parser on BMv2")
        frame.emit(Prim("assign_VL", (target, value), span))
        return
    frame.emit(Assign(target, value, span))


def _assign_header(target: HeaderPlace, value: Value, frame: Frame, span: Span) -> None:
    match value:
        case HeaderPlace():
            if value.name != target.name:
                frame.emit(Prim("assign_header", (Named("header", target.name), Named("header", value.name)), span))
        case HeaderValue() if not value.valid:
            frame.emit(Prim("remove_header", (Named("header", target.name),), span))
        case HeaderValue() | StructValue():
            saved = _settled(target, value, frame, span)
            frame.emit(Prim("add_header", (Named("header", target.name),), span))
            for name, member in target.members.items():
                assign(member, saved[name], frame, span)
        case StackElementPlace():
            dynamic_element(value, frame, span, lambda element, inner: assign(target, element, inner, span))
        case StackEndPlace() if value.which == "last":
            for name in target.members:
                assign(target.members[name], value.members[name], frame, span)
            frame.emit(Prim("add_header", (Named("header", target.name),), span))
        case _:
            raise Unsupported(span, "this header cannot be copied here")


def _assign_union(target: UnionPlace, value: Value, frame: Frame, span: Span) -> None:
    match value:
        case UnionPlace():
            # Not BMv2's assign_union: it copies fields that simple_switch does not know to be used, which then read 0.
            for name, member in target.members.items():
                assign(member, value.members[name], frame, span)
        case HeaderValue():
            for member in target.members.values():
                _invalidate(member, frame, span)
        case _:
            raise Unsupported(span, "a header union can only be copied from a header union")


def _assign_stack(target: StackPlace, value: Value, frame: Frame, span: Span) -> None:
    match value:
        case StackPlace():
            kind = "header_union_stack" if isinstance(target.type.element, types.HeaderUnionType) else "header_stack"
            op = "assign_union_stack" if kind == "header_union_stack" else "assign_header_stack"
            frame.emit(Prim(op, (Named(kind, target.name), Named(kind, value.name)), span))
        case StructValue():
            for element, part in zip(target.elements, value.members.values(), strict=False):
                assign(element, part, frame, span)
        case _:
            raise Unsupported(span, "a header stack can only be copied from a header stack")


def _assign_members(target: StructValue, value: Value, frame: Frame, span: Span) -> None:
    if members_of(value) is None:
        raise Unsupported(span, f"a value of type {target.type} is needed here")
    settled = _settled(target, value, frame, span)
    for (_name, member), part in zip(target.members.items(), settled.values(), strict=False):
        assign(member, part, frame, span)


def _settled(target: Value, value: Value, frame: Frame, span: Span) -> dict[str, Value]:
    """The members of a value, with everything the assignment itself would overwrite saved in temporaries first."""
    members = members_of(value) or {}
    written = {(leaf.header, leaf.name) for leaf in leaves(target) if isinstance(leaf, FieldRef)}
    result: dict[str, Value] = {}
    first = True
    for name, member in members.items():
        if isinstance(member, Expr) and not first and _reads(member, written):
            result[name] = frame.saved(member, span)
        else:
            result[name] = member
        first = False
    return result


def _reads(expr: Expr, storage: set[tuple[str, str]]) -> bool:
    return any(isinstance(e, FieldRef) and (e.header, e.name) in storage for e in walk(expr))


def _invalidate(value: Value, frame: Frame, span: Span) -> None:
    if isinstance(value, HeaderPlace):
        frame.emit(Prim("remove_header", (Named("header", value.name),), span))


def invalidate(value: Value, frame: Frame, span: Span) -> None:
    """Make every header of an aggregate invalid (`out` parameters start so)."""
    match value:
        case HeaderPlace():
            _invalidate(value, frame, span)
        case StackPlace():
            for element in value.elements:
                invalidate(element, frame, span)
        case StructValue() | UnionPlace():
            for member in value.members.values():
                invalidate(member, frame, span)
        case _:
            pass


def pinned(place: Value, frame: Frame, span: Span, at: int) -> Value:
    """A place with its run-time stack index as it is at position `at` of the statements, whatever changes it later."""
    match place:
        case StackElementRef() if reads_storage(place.index):
            return replace(place, index=frame.saved(place.index, span, "index", at))
        case StackElementPlace() if reads_storage(place.index):
            index = frame.saved(place.index, span, "index", at)
            members = {
                name: replace(m, index=index) if isinstance(m, StackElementRef) else m
                for name, m in place.members.items()
            }
            return replace(place, index=index, members=members)
        case SliceOf(base=StackElementRef() as base) if reads_storage(base.index):
            return replace(place, base=replace(base, index=frame.saved(base.index, span, "index", at)))
        case _:
            return place


def dynamic_element(
    place: StackElementPlace, frame: Frame, span: Span, act: Callable[[HeaderPlace, Frame], None]
) -> None:
    """Do something to the stack element a run-time index selects, as a chain of comparisons.

    Raises:
        Unsupported: the elements are unions.
    """
    index = place.index
    if not isinstance(index, Const | FieldRef):
        index = frame.saved(index, span, "index")
    chain: list[Stmt] = []
    for i in reversed(range(len(place.stack.elements))):
        element = place.stack.elements[i]
        if not isinstance(element, HeaderPlace):
            raise Unsupported(span, "a header union stack needs a constant index on BMv2")
        body: list[Stmt] = []
        act(element, frame.into(body))
        chain = [If(ir.compare("==", index, ir.const(index.type, i)), body, chain, span)]
    frame.out.extend(chain)


# --- Validity of headers, and `==` of structs, headers, stacks and unions --------------------------------------------


def valid(value: Value, span: Span) -> Expr:
    """`isValid()` of a header or union. Raises Unsupported: it is neither."""
    match value:
        case HeaderPlace():
            return Valid(value.name)
        case UnionPlace():
            return ValidUnion(value.name)
        case HeaderValue():
            return Const(BOOL, int(value.valid))
        case StackElementPlace():
            result: Expr = ir.FALSE
            for i, element in enumerate(value.stack.elements):
                here = ir.compare("==", value.index, ir.const(value.index.type, i))
                result = ir.logical_or(result, ir.logical_and(here, valid(element, span)))
            return result
        case StackEndPlace() if value.which == "last":
            return _any_of(valid(element, span) for element in value.stack.elements)
        case _:
            raise Unsupported(span, "the validity of this cannot be asked for here")


def _any_of(terms: Iterable[Expr]) -> Expr:
    result: Expr = ir.FALSE
    for term in terms:
        result = ir.logical_or(result, term)
    return result


def equal(left: Value, right: Value, span: Span) -> Expr:
    """`==` of two aggregates (P4_16 §8.12, §8.17): member by member; headers also compare validity.

    Raises:
        Unsupported: they have no members to compare.
    """
    if isinstance(left, Expr) and isinstance(right, Expr):
        return ir.compare("==", left, right)
    if isinstance(left, StackPlace) and isinstance(right, StackPlace):
        pairs = zip(left.elements, right.elements, strict=True)
        return ir.conjunction([equal(a, b, span) for a, b in pairs])
    mine, theirs = members_of(left), members_of(right)
    if mine is None or theirs is None:
        raise Unsupported(span, "these cannot be compared")
    if isinstance(left, StructValue) and isinstance(right, StructValue):
        return ir.conjunction([equal(a, b, span) for a, b in zip(mine.values(), theirs.values(), strict=True)])
    if isinstance(left, UnionPlace) and isinstance(right, UnionPlace):
        return ir.conjunction([equal(a, b, span) for a, b in zip(mine.values(), theirs.values(), strict=True)])
    if isinstance(left, UnionPlace) or isinstance(right, UnionPlace):
        union, other = (left, right) if isinstance(left, UnionPlace) else (right, left)
        if isinstance(other, HeaderValue) and not other.valid:
            return ir.logical_not(valid(union, span))
        raise Unsupported(span, "a header union can only be compared with a header union or {#}")
    a_valid = Const(BOOL, 1) if isinstance(left, StructValue) else valid(left, span)
    b_valid = Const(BOOL, 1) if isinstance(right, StructValue) else valid(right, span)
    if isinstance(left, HeaderValue) and not left.valid:
        return ir.logical_not(b_valid)
    if isinstance(right, HeaderValue) and not right.valid:
        return ir.logical_not(a_valid)
    same = ir.conjunction([equal(a, b, span) for a, b in zip(mine.values(), theirs.values(), strict=True)])
    both = ir.logical_and(ir.logical_and(a_valid, b_valid), same)
    neither = ir.logical_and(ir.logical_not(a_valid), ir.logical_not(b_valid))
    return ir.logical_or(neither, both)
