# SPDX-License-Identifier: Apache-2.0
"""Lowering of P4 expressions to values: constants, storage, scalar expressions, compile-time aggregates.

Side effects inside an expression (calls, table applications) become statements before it; what was already evaluated
and could be changed by them is saved first, so that evaluation stays left to right (P4_16 §8.1).

Arguments of a call are evaluated as they are written, copied in, and copied out when it returns (P4_16 §6.8). When no
argument overlaps another, an `out` or `inout` parameter is bound to the argument's own storage, which has the same
effect and saves the copies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct
from typing_extensions import override

from p4soft.compiler import ast, types
from p4soft.compiler.backend import aggregates, ir
from p4soft.compiler.backend.context import CopyOut, Frame, Step, evaluate_in_order
from p4soft.compiler.backend.ir import (
    ApplyTable,
    Assign,
    Const,
    Expr,
    FieldRef,
    If,
    LastIndex,
    ParamRef,
    StackElementRef,
    StackLastRef,
    Stmt,
    reads_storage,
)
from p4soft.compiler.backend.storage import (
    Builtin,
    Env,
    HeaderValue,
    InstanceValue,
    Nothing,
    SliceOf,
    StackElementPlace,
    StackEndPlace,
    StackPlace,
    StructValue,
    Symbol,
    UnionEndMember,
    Value,
    leaves,
    members_of,
    overlap,
    scalar_type,
)
from p4soft.compiler.diagnostics import Span, Unsupported
from p4soft.compiler.types import BOOL, BitType


def lower(expr: ast.Expression, frame: Frame) -> Value:
    """The value of an expression; statements it needs are appended to the frame.

    Raises:
        Unsupported: BMv2 cannot compute it here.
    """
    if expr.const_value is not None and not isinstance(expr, ast.InvalidExpr | ast.Cast):
        return constant(expr.const_value, frame.type(expr), expr.span)
    if expr.const_value is not None and scalar_type(frame.type(expr)) is not None:
        return constant(expr.const_value, frame.type(expr), expr.span)
    match expr:
        case ast.PathExpr():
            return _path(expr, frame)
        case ast.Member():
            return _member(expr, frame)
        case ast.Index():
            return _index(expr, frame)
        case ast.Slice():
            base = scalar(expr.base, frame)
            return ir.slice_(base, expr.high_value, expr.low_value)
        case ast.Unary():
            return _unary(expr, frame)
        case ast.Binary():
            return _binary(expr, frame)
        case ast.Ternary():
            return _ternary(expr, frame)
        case ast.Cast():
            return _cast(expr, frame)
        case ast.ListExpr():
            return aggregates.from_list(frame.type(expr), in_order(expr.elements, frame))
        case ast.StructExpr():
            values = in_order([f.value for f in expr.fields], frame)
            return aggregates.from_list(frame.type(expr), values, [f.name for f in expr.fields])
        case ast.InvalidExpr():
            return HeaderValue(frame.type(expr), False, {})
        case ast.DotsExpr():
            return aggregates.default(frame.type(expr), expr.span)
        case ast.Call():
            return frame.ctx.lowering.call(expr, frame)
        case _:
            raise Unsupported(expr.span, "this expression is not supported here")


def scalar(expr: ast.Expression, frame: Frame) -> Expr:
    return as_scalar(lower(expr, frame), expr.span)


@dataclass(frozen=True, slots=True)
class Operand(Step):
    """An operand, element or `in` argument at its step; `name` begins that of a variable which keeps it."""

    expr: ast.Expression
    name: str = "tmp"

    @override
    def value(self, frame: Frame) -> Value:
        return lower(self.expr, frame)

    @override
    def saved_value(self, value: Value, frame: Frame, at: int) -> tuple[Value, int]:
        if isinstance(value, Expr) and frame.ctx.layout.is_temporary(value):
            return value, 0
        if not any(isinstance(leaf, Expr) and reads_storage(leaf) for leaf in leaves(value)):
            return value, 0
        if isinstance(value, Expr):
            return frame.saved(value, self.expr.span, at=at), 1
        return aggregates.copied(self.name, frame.type(self.expr), value, frame, (self.expr.span, at))


@dataclass(frozen=True, slots=True)
class _Indexed(Operand):
    """The place that an index is applied to, which a later step may change but not move."""

    @override
    def saved_value(self, value: Value, frame: Frame, at: int) -> tuple[Value, int]:
        return value, 0


def in_order(exprs: Sequence[ast.Expression], frame: Frame) -> list[Value]:
    return evaluate_in_order([Operand(expr) for expr in exprs], frame)


def lvalue(expr: ast.Expression, frame: Frame) -> Value:
    """The place an expression denotes. Raises Unsupported: it denotes none."""
    match expr:
        case ast.DontCareExpr():
            return Nothing()
        case ast.Slice():
            base = lvalue(expr.base, frame)
            if isinstance(base, SliceOf):
                return SliceOf(base.base, base.low + expr.high_value, base.low + expr.low_value)
            if isinstance(base, Expr) and not isinstance(base, Const):
                return SliceOf(base, expr.high_value, expr.low_value)  # type: ignore[arg-type]
            raise Unsupported(expr.span, "bits of this cannot be assigned")
        case _:
            return lower(expr, frame)


# ---------------------------------------------------------------------------------------------- names and members


def _path(expr: ast.PathExpr, frame: Frame) -> Value:
    decl = expr.decl
    if decl is None:
        raise Unsupported(expr.span, f"'{expr.name}' is not known here")
    value = frame.env.find(decl)
    if value is not None:
        return value
    match decl:
        case ast.ConstDecl():
            return lower(decl.value, frame)
        case ast.Instantiation():
            instance = frame.instance
            while instance is not None:
                if id(decl) in instance.children:
                    return InstanceValue(instance.children[id(decl)])
                instance = instance.parent
            return InstanceValue(frame.ctx.evaluator.global_instance(decl))
        case _:
            raise Unsupported(expr.span, f"'{expr.name}' cannot be used as a value here")


def _member(expr: ast.Member, frame: Frame) -> Value:
    match expr.kind:
        case ast.MemberKind.TABLE_HIT | ast.MemberKind.TABLE_MISS:
            return _table_outcome(expr, frame)
        case ast.MemberKind.STACK_NEXT | ast.MemberKind.STACK_LAST:
            stack = lower(expr.base, frame)
            if not isinstance(stack, StackPlace):
                raise Unsupported(expr.span, f"'.{expr.name}' needs a header stack")
            return _stack_end(stack, expr.name)
        case ast.MemberKind.STACK_LAST_INDEX:
            stack = lower(expr.base, frame)
            if not isinstance(stack, StackPlace):
                raise Unsupported(expr.span, "'.lastIndex' needs a header stack")
            return LastIndex(stack.name)
        case ast.MemberKind.STACK_SIZE:
            stack = lower(expr.base, frame)
            if not isinstance(stack, StackPlace):
                raise Unsupported(expr.span, "'.size' needs a header stack")
            return Const(BitType(32), stack.type.size)
        case _:
            base = lower(expr.base, frame)
            if isinstance(base, StackEndPlace | UnionEndMember) and base.which == "next":
                _refuse_to_read_next(expr, base)
            members = members_of(base)
            if members is None or expr.name not in members:
                if isinstance(base, HeaderValue):
                    return aggregates.default(frame.type(expr), expr.span)
                raise Unsupported(expr.span, f"'.{expr.name}' cannot be read here")
            return members[expr.name]


def _refuse_to_read_next(expr: ast.Member, base: StackEndPlace | UnionEndMember) -> None:
    """`next` names the element that comes; a union's member alone may be named, to be extracted into."""
    if isinstance(base, UnionEndMember) or not isinstance(base.type, types.HeaderUnionType):
        raise Unsupported(
            expr.span,
            f"`{base.stack.name}.next` uninitialized: next field read",
            expected=f"`last.{expr.name}` after an extract, or lookahead",
        )


def _stack_end(stack: StackPlace, which: str) -> Value:
    element = stack.type.element
    if isinstance(element, types.HeaderUnionType):
        members: dict[str, Value] = {}
        for f in element.fields:
            if isinstance(f.type, types.HeaderType):
                members[f.name] = UnionEndMember(f.type, stack, which, f.name, {})
        return StackEndPlace(element, stack, which, members)
    assert isinstance(element, types.HeaderType)
    return StackEndPlace(
        element, stack, which, aggregates.field_tree(element, lambda t, n, _i: StackLastRef(t, stack.name, n))
    )


def _index(expr: ast.Index, frame: Frame) -> Value:
    base, index_value = evaluate_in_order([_Indexed(expr.base), Operand(expr.index)], frame)
    index = as_scalar(index_value, expr.index.span)
    match base:
        case StackPlace() if isinstance(index, Const):
            if not 0 <= index.value < len(base.elements):
                raise Unsupported(
                    expr.span, f"index {index.value} is outside '{base.name}', which has {len(base.elements)} elements"
                )
            return base.elements[index.value]
        case StackPlace():
            element = base.type.element
            if not isinstance(element, types.HeaderType):
                raise Unsupported(expr.span, "a header union stack needs a constant index on BMv2")
            name = base.name
            tree = aggregates.field_tree(element, lambda t, _n, i: StackElementRef(t, name, index, i))
            return StackElementPlace(element, base, index, tree)
        case StructValue() if isinstance(index, Const):
            return list(base.members.values())[index.value]
        case _:
            raise Unsupported(expr.span, "this cannot be indexed")


def _table_outcome(expr: ast.Member, frame: Frame) -> Expr:
    """`t.apply().hit` as a value: a temporary set on both outcomes."""
    result = frame.temp(BOOL, f"{expr.name}")
    when_hit = expr.kind is ast.MemberKind.TABLE_HIT
    apply = apply_table(expr.base, frame)
    apply.hit.append(Assign(result, Const(BOOL, int(when_hit)), expr.span))
    apply.miss.append(Assign(result, Const(BOOL, int(not when_hit)), expr.span))
    return result


def apply_table(call: ast.Expression, frame: Frame) -> ApplyTable:
    """Lower `t.apply()` and return the statement, to hang outcomes on. Raises Unsupported: it is another expression."""
    if not isinstance(call, ast.Call) or call.kind is not ast.CallKind.TABLE_APPLY:
        raise Unsupported(call.span, "a table application is needed here")
    return frame.ctx.lowering.apply_table(call, frame)


# ---------------------------------------------------------------------------------------------- operators


def _unary(expr: ast.Unary, frame: Frame) -> Expr:
    operand = scalar(expr.operand, frame)
    match expr.op:
        case "!":
            return ir.logical_not(operand)
        case "~":
            return ir.complement(operand)
        case "-":
            return ir.negate(operand)
        case _:
            return operand


def _binary(expr: ast.Binary, frame: Frame) -> Expr:
    if expr.op in ("&&", "||"):
        return _short_circuit(expr, frame)
    left_value, right_value = in_order([expr.left, expr.right], frame)
    if expr.op in ("==", "!=") and not (isinstance(left_value, Expr) and isinstance(right_value, Expr)):
        if isinstance(left_value, Symbol) and isinstance(right_value, Symbol):
            return Const(BOOL, int((left_value.value == right_value.value) == (expr.op == "==")))
        if not isinstance(left_value, SliceOf) and not isinstance(right_value, SliceOf):
            equal = aggregates.equal(left_value, right_value, expr.span)
            return equal if expr.op == "==" else ir.logical_not(equal)
    left, right = as_scalar(left_value, expr.left.span), as_scalar(right_value, expr.right.span)
    return operation(expr.op, left, right, expr.span)


def _short_circuit(expr: ast.Binary, frame: Frame) -> Expr:
    left = scalar(expr.left, frame)
    side: list[Stmt] = []
    right = scalar(expr.right, frame.into(side))
    if not side:
        return ir.logical_and(left, right) if expr.op == "&&" else ir.logical_or(left, right)
    result = frame.saved(left, expr.left.span)
    side.append(Assign(result, right, expr.right.span))
    if expr.op == "&&":
        frame.emit(If(result, side, [], expr.span))
    else:
        frame.emit(If(result, [], side, expr.span))
    return result


def _ternary(expr: ast.Ternary, frame: Frame) -> Value:
    condition = scalar(expr.condition, frame)
    if isinstance(condition, Const):
        return lower(expr.then if condition.value else expr.otherwise, frame)
    yes: list[Stmt] = []
    no: list[Stmt] = []
    then = lower(expr.then, frame.into(yes))
    otherwise = lower(expr.otherwise, frame.into(no))
    if isinstance(then, Expr) and isinstance(otherwise, Expr) and not yes and not no:
        return ir.mux(condition, then, otherwise)
    result = frame.ctx.layout.temporary("tmp", frame.type(expr), expr.span)
    aggregates.assign(result, then, frame.into(yes), expr.then.span)
    aggregates.assign(result, otherwise, frame.into(no), expr.otherwise.span)
    frame.emit(If(condition, yes, no, expr.span))
    return result


def _cast(expr: ast.Cast, frame: Frame) -> Value:
    to = frame.type(expr)
    value = lower(expr.operand, frame)
    if isinstance(value, HeaderValue) and not value.valid:
        return HeaderValue(types.representation(to), False, {})
    stored = scalar_type(to)
    if stored is not None and not isinstance(stored, types.VarbitType):
        return ir.cast(as_scalar(value, expr.span), stored)
    if isinstance(value, StructValue | HeaderValue) and not isinstance(to, types.StackType):
        return aggregates.from_list(to, list(value.members.values()))
    return value


# --- Binary operators on scalars, and what may stand for one ---------------------------------------------------------


def as_scalar(value: Value, span: Span) -> Expr:
    """A value as a scalar expression. Raises Unsupported: it is an aggregate."""
    found = aggregates.scalar_of(value)
    if found is not None:
        return found
    if isinstance(value, StructValue) and len(value.members) == 1:
        return as_scalar(next(iter(value.members.values())), span)
    raise Unsupported(span, "a bit, int, bool, enum or error value is needed here")


def operation(op: str, left: Expr, right: Expr, span: Span) -> Expr:
    """`left op right`, or what `left op= right` assigns; `&&` and `||` are not among them.

    Raises:
        Unsupported: a shift by an amount that BMv2 programs may not have, or a division that is no shift.
    """
    if ir.is_comparison(op):
        return ir.compare(op, left, right)
    match op:
        case "|+|" | "|-|":
            return ir.saturating(op, left, right)
        case "++":
            return ir.concat(left, right)
        case "<<" | ">>":
            _check_shift(right, span)
        case "/" | "%":
            _check_division(op, left, right, span)
    return ir.binary(op, left, right)


def _check_division(op: str, left: Expr, right: Expr, span: Span) -> None:
    """Constants can be divided, and any value by a power of two, which is a shift."""
    if isinstance(right, Const) and (isinstance(left, Const) or not right.value & (right.value - 1)):
        return
    message = f"`{op}` of values known only at run time: switches have no divider"
    raise Unsupported(span, message, expected="a constant on both sides, or a power of two on the right")


MAX_SHIFT_WIDTH = 8
"""BMv2 shifts big integers by any amount; p4c refuses run-time amounts of more than 8 bits, and so do we."""


def _check_shift(right: Expr, span: Span) -> None:
    width = right.type.width if isinstance(right.type, BitType) else 1
    if isinstance(right, Const):
        if right.value > 1 << MAX_SHIFT_WIDTH:
            raise Unsupported(span, f"shift amount {right.value} is limited to {1 << MAX_SHIFT_WIDTH} on this target")
    elif width > MAX_SHIFT_WIDTH:
        raise Unsupported(
            span,
            f"the shift amount has {width} bits; BMv2 programs may shift by at most {MAX_SHIFT_WIDTH}-bit amounts",
            expected=f"a cast of the amount to bit<{MAX_SHIFT_WIDTH}>",
        )


# --- Compile-time constants as values --------------------------------------------------------------------------------


def constant(value: object, type_: types.Type, span: Span) -> Value:
    """A compile-time constant of a type as a value. Raises Unsupported: there are no values of its type at run time."""
    if isinstance(value, str):
        return Symbol(value, type_)
    if isinstance(value, tuple):
        return aggregates.from_list(type_, [constant(v, t, span) for v, t in _with_types(value, type_)])
    stored = scalar_type(type_)
    match value:
        case ast.ErrorMember():
            return Const(stored or BitType(32), value.number)
        case ast.EnumMember():
            return Const(stored or BitType(32), value.position if value.number is None else value.number)
        case bool():
            return Const(BOOL, int(value))
        case int():
            if stored is None:
                return Const(BitType(max(32, value.bit_length() + 1), value < 0), value)
            return ir.const(stored, value)
        case _:
            raise Unsupported(span, f"a constant of type {type_} is not supported here")


def _with_types(values: tuple[object, ...], type_: types.Type) -> list[tuple[object, types.Type]]:
    match type_:
        case types.StructLike():
            return list(zip(values, (f.type for f in type_.fields), strict=True))
        case types.TupleType():
            return list(zip(values, type_.elements, strict=True))
        case types.StackType() | types.ListType():
            return [(v, type_.element) for v in values]
        case _:
            return [(v, type_) for v in values]


# --- Arguments of a call ---------------------------------------------------------------------------------------------


def bind(
    params: Sequence[ast.Parameter],
    args: Sequence[ast.BoundArg],
    frame: Frame,
    env: Env,
    span: Span,
    *,
    places: dict[int, Value | None] | None = None,
    shared: Sequence[Value] = (),
) -> list[CopyOut]:
    """Evaluate arguments, bind parameters in `env`, emit the copies in; the copies to make on return, in their order.

    `places`: fixed storage of the parameters (by declaration), used instead of binding to the arguments; None for a
    parameter that is bound to its argument in spite of overlaps. `shared`: what the callee can reach besides its
    parameters.
    """
    written_order = sorted(zip(params, args, strict=True), key=lambda pair: pair[1].position)
    steps = [_step(param, arg) for param, arg in written_order]
    values = evaluate_in_order(steps, frame)
    outs: list[CopyOut] = []
    for i, ((param, _arg), step, value) in enumerate(zip(written_order, steps, values, strict=True)):
        others = [*shared, *(v for j, v in enumerate(values) if j != i)]
        written = [
            *shared,
            *(v for j, v in enumerate(values) if j != i and written_order[j][0].direction in ("out", "inout")),
        ]
        type_ = env.resolve(param.type)
        fixed = None if places is None else places.get(id(param))
        if param.direction in ("out", "inout"):
            direct = places is not None and id(param) in places and fixed is None
            saved = step.saved if isinstance(step, _Out) else None
            aliased = (
                isinstance(value, Nothing | SliceOf)
                or saved is not None
                or (not direct and any(overlap(value, o) for o in others))
            )
            if not aliased and fixed is None:
                if param.direction == "out":
                    _start(param, value, type_, frame, span)
                env.bind(param, value)
                continue
            start = value if saved is None else saved
            place = fixed if fixed is not None else saved
            if place is None:
                place = frame.ctx.layout.variable(param.name, type_, span)
            if param.direction == "inout" and place is not saved:
                aggregates.assign(place, start, frame, span)
            elif param.direction == "out":
                _start(param, place, type_, frame, span)
            if not isinstance(value, Nothing):
                outs.append(CopyOut(value, place, span))
            env.bind(param, place)
        elif fixed is not None:
            aggregates.assign(fixed, value, frame, span)
            env.bind(param, fixed)
        else:
            env.bind(param, _in_value(value, written, frame, param, span))
    return outs


def copy_out(outs: Sequence[CopyOut], frame: Frame) -> None:
    for out in outs:
        aggregates.assign(out.target, out.source, frame, out.span)


def _start(param: ast.Parameter, place: Value, type_: types.Type, frame: Frame, span: Span) -> None:
    """Set an `out` parameter before the body writes it: headers invalid, and 0 where the body may not write it.

    P4 leaves the latter open; p4c's code has a fresh variable there, which BMv2 starts at 0.
    """
    if param.undefined:
        aggregates.assign(place, aggregates.default(type_, span), frame, span)
    else:
        aggregates.invalidate(place, frame, span)


def _in_value(value: Value, written: list[Value], frame: Frame, param: ast.Parameter, span: Span) -> Value:
    """The value of an `in` parameter: the argument itself where nothing can change it meanwhile, else a copy."""
    if isinstance(value, Builtin | InstanceValue | Symbol | Nothing | Const | ParamRef):
        return value
    if isinstance(value, Expr):
        if isinstance(value, FieldRef) and not any(overlap(value, other) for other in written):
            return value
        return frame.saved(value, span, param.name)
    constant = all(isinstance(leaf, Const) for leaf in leaves(value))
    if constant or not any(overlap(value, other) for other in written):
        return value
    place = frame.ctx.layout.variable(param.name, aggregates.type_of(value, span), span)
    aggregates.assign(place, value, frame, span)
    return place


@dataclass(slots=True)
class _Out:
    """An `out` or `inout` argument: a place, whose indices no later argument changes.

    `saved` is its value at its step, if it is `inout` and a later argument may change it.
    """

    param: ast.Parameter
    expr: ast.Expression
    saved: Value | None = None

    def value(self, frame: Frame) -> Value:
        place = lvalue(self.expr, frame)
        return aggregates.pinned(place, frame, self.expr.span, len(frame.out))

    def saved_value(self, value: Value, frame: Frame, at: int) -> tuple[Value, int]:
        if self.param.direction == "out" or self.saved is not None or isinstance(value, Nothing):
            return value, 0
        if all(isinstance(later, Assign) and not overlap(later.target, value) for later in frame.out[at:]):
            return value, 0
        type_ = frame.type(self.expr)
        self.saved, added = aggregates.copied(self.param.name, type_, value, frame, (self.expr.span, at))
        return value, added


class _Omitted(Struct, frozen=True):
    """An unused `out` argument, or an optional one that is not given."""

    def value(self, _frame: Frame) -> Value:
        return Nothing()

    def saved_value(self, value: Value, _frame: Frame, _at: int) -> tuple[Value, int]:
        return value, 0


def _step(param: ast.Parameter, arg: ast.BoundArg) -> Step:
    if arg.value is None:
        return _Omitted()
    return _Out(param, arg.value) if param.direction in ("out", "inout") else Operand(arg.value, param.name)
