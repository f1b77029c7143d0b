# SPDX-License-Identifier: Apache-2.0
"""Calls of core.p4's and v1model's externs as BMv2 primitives.

`FUNCTIONS`, `METHODS` and `PACKET_METHODS` list what v1model has and simple_switch supports; an extern of another
architecture has its place next to them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from p4soft.compiler import ast, types
from p4soft.compiler.backend import aggregates, expressions, ir
from p4soft.compiler.backend.context import Context, FieldList, Frame, LearnList
from p4soft.compiler.backend.ir import (
    ChecksumCall,
    Const,
    Expr,
    FieldRef,
    Lookahead,
    Named,
    Operand,
    ParamRef,
    ParserOp,
    Prim,
    Text,
    Vector,
)
from p4soft.compiler.backend.storage import (
    Builtin,
    HeaderPlace,
    HeaderValue,
    InstanceValue,
    Nothing,
    StackEndPlace,
    StackPlace,
    StructValue,
    UnionEndMember,
    UnionPlace,
    Value,
    leaves,
    members_of,
    scalar_type,
)
from p4soft.compiler.diagnostics import Span, Unsupported
from p4soft.compiler.evaluation import Instance
from p4soft.compiler.types import BitType, BoolType

_REPLACED = {
    "clone3": "clone_preserving_field_list(type, session, index)",
    "resubmit": "resubmit_preserving_field_list(index)",
    "recirculate": "recirculate_preserving_field_list(index)",
}
"""Functions that v1model still declares, and what simple_switch has instead."""


_IN_PARSERS = {"verify", "assert", "assume", "log_msg"}
"""The functions that p4c compiles within a parser."""


def function(call: ast.Call, frame: Frame) -> Value:
    """Lower a call of an extern function.

    Raises:
        Unsupported: simple_switch has no such function, or not in a parser.
    """
    name = call.decl.name if call.decl is not None else ""
    if name in frame.ctx.left_out:
        return Nothing()
    handler = FUNCTIONS.get(name)
    if handler is None and name in _REPLACED:
        what, now = f"`{name}` with the data itself is not supported by simple_switch", _REPLACED[name]
        raise Unsupported(call.span, what, expected=f"`{now}`, and @field_list(index) at the metadata to keep")
    if handler is None:
        raise Unsupported(call.span, f"extern function '{name}' is not supported by simple_switch")
    if frame.pipeline == "parser" and name not in _IN_PARSERS:
        raise _refused(call, frame, name)
    return handler(call, frame)


def method(call: ast.Call, frame: Frame) -> Value:
    """Lower a call of an extern object's method. Raises Unsupported: simple_switch has no such method."""
    if call.receiver is None or call.decl is None:
        raise Unsupported(call.span, "this method call is not supported")
    receiver = expressions.lower(call.receiver, frame)
    name = call.decl.name
    match receiver:
        case Builtin():
            handler = PACKET_METHODS.get((receiver.name, name))
            if handler is not None:
                return handler(call, frame)
            raise Unsupported(call.span, f"{receiver.name}.{name} is not supported by simple_switch")
        case InstanceValue():
            extern = METHODS.get((receiver.instance.kind, name))
            if extern is not None:
                kind = receiver.instance.kind
                in_parser = frame.pipeline == "parser" and (kind, name) != ("register", "read")
                if in_parser or frame.pipeline == "deparser":
                    raise _refused(call, frame, f"{kind}.{name}")
                return extern(receiver.instance, call, frame)
            raise Unsupported(call.span, f"{receiver.instance.kind}.{name} is not supported by simple_switch")
        case _:
            raise Unsupported(call.span, f"'{name}' is called on something that is not an extern object")


def _refused(call: ast.Call, frame: Frame, what: str) -> Unsupported:
    """p4c's verdict on an extern that simple_switch has, but not in this block."""
    also = "register.read, verify, assert, assume or log_msg" if frame.pipeline == "parser" else "functions"
    return Unsupported(
        call.span,
        f"{what}: not supported within a {frame.pipeline} on this target",
        expected=f"the call in ingress or egress; here {also} may be called",
    )


# --- v1model's extern functions --------------------------------------------------------------------------------------


_STANDARD = "standard_metadata"
_MARKED = ("egress_spec", "mcast_grp")
"""The fields that mark_to_drop sets."""


def _mark_to_drop(call: ast.Call, frame: Frame) -> Value:
    """mark_to_drop; the primitive knows only the metadata itself, which is kept when a copy of it is to be marked."""
    args = _arguments(call)
    if not args:
        what = "`mark_to_drop` without argument is not supported by simple_switch"
        raise Unsupported(call.span, what, expected="mark_to_drop(standard_metadata)")
    members = members_of(expressions.lvalue(args[0], frame)) or {}
    copies = [f for f in (members.get(name) for name in _MARKED) if isinstance(f, FieldRef) and f.header != _STANDARD]
    marked = [FieldRef(f.type, _STANDARD, name) for f, name in zip(copies, _MARKED, strict=False)]
    kept = [frame.saved(field, call.span, field.name) for field in marked]
    frame.emit(Prim("mark_to_drop", (Named("header", _STANDARD),), call.span))
    for copy, field, before in zip(copies, marked, kept, strict=True):
        aggregates.assign(copy, field, frame, call.span)
        aggregates.assign(field, before, frame, call.span)
    return Nothing()


_ALGORITHMS = ("crc32", "crc32_custom", "crc16", "crc16_custom", "random", "identity", "csum16", "xor16")
"""Hash algorithms simple_switch registers under v1model's names."""


def _algorithm(expr: ast.Expression) -> str:
    """A `HashAlgorithm` argument's name. Raises Unsupported: simple_switch has no such algorithm."""
    name = _enum_name(expr)
    if name not in _ALGORITHMS:
        raise Unsupported(expr.span, f"hash algorithm '{name}' is not supported", expected=", ".join(_ALGORITHMS))
    return name


def _hash(call: ast.Call, frame: Frame) -> Value:
    result, algo, base, data, limit = _arguments(call)
    out = _place_out(result, frame)
    base_value, listed_data, limit_value = _in_written_order(call, frame, 2, 3, 4)
    low = _simple(expressions.as_scalar(base_value, base.span), frame, base.span)
    items = _listed(listed_data, frame, data.span)
    high = _simple(expressions.as_scalar(limit_value, limit.span), frame, limit.span)
    calculation = Named("calculation", frame.ctx.calculation(_algorithm(algo), items, call.span).name)
    return _writes("modify_field_with_hash_based_offset", (out[0], low, calculation, high), out, frame, call.span)


def _random(call: ast.Call, frame: Frame) -> Value:
    out = _place_out(_arguments(call)[0], frame)
    values = _in_written_order(call, frame, 1, 2)
    bounds = [_simple(expressions.as_scalar(v, call.span), frame, call.span) for v in values]
    return _writes("modify_field_rng_uniform", (out[0], *bounds), out, frame, call.span)


def _truncate(call: ast.Call, frame: Frame) -> Value:
    frame.emit(Prim("truncate", (_value_in(_arguments(call)[0], frame),), call.span))
    return Nothing()


def _digest(call: ast.Call, frame: Frame) -> Value:
    receiver, data = _arguments(call)
    target = _value_in(receiver, frame)
    # Constants too: the elements of a digest are fields.
    items = [frame.saved(i, call.span, "digest") for i in _listed(expressions.lower(data, frame), frame, call.span)]
    kind = frame.env.resolve(call.bound_type_args[0]) if call.bound_type_args else frame.type(data)
    name = kind.name if isinstance(kind, types.StructType) and kind.name else "digest"
    frame.ctx.learn_lists.append(LearnList(name, data.span, items))
    number = len(frame.ctx.learn_lists)
    frame.emit(Prim("generate_digest", (target, Const(_ID_TYPE, number)), call.span))
    return Nothing()


def _clone_op(kind: ast.Expression, frame: Frame) -> str:
    which = _enum_name(kind)
    pipeline, op = {
        "I2E": ("ingress", "clone_ingress_pkt_to_egress"),
        "E2E": ("egress", "clone_egress_pkt_to_egress"),
    }[which]
    if frame.pipeline != pipeline:
        raise Unsupported(kind.span, f"clone of type {which} can only be called in {pipeline}")
    return op


def _clone(call: ast.Call, frame: Frame) -> Value:
    kind, session = _arguments(call)
    op = _clone_op(kind, frame)
    number = _add_field_list(frame.ctx, frame.ctx.names.new("fl"), [])
    frame.emit(Prim(op, (_value_in(session, frame), Const(_ID_TYPE, number)), call.span))
    return Nothing()


def _clone_preserving(call: ast.Call, frame: Frame) -> Value:
    kind, session, index = _arguments(call)
    op = _clone_op(kind, frame)
    number = _preserved(frame.ctx, _constant_index(index), index.span)
    frame.emit(Prim(op, (_value_in(session, frame), Const(_ID_TYPE, number)), call.span))
    return Nothing()


def _again(op: str, pipeline: str) -> Callable[[ast.Call, Frame], Value]:
    def lower(call: ast.Call, frame: Frame) -> Value:
        if frame.pipeline != pipeline:
            raise Unsupported(call.span, f"{op} can only be called in {pipeline}")
        index = _arguments(call)[0]
        frame.emit(Prim(op, (Const(_ID_TYPE, _preserved(frame.ctx, _constant_index(index), index.span)),), call.span))
        return Nothing()

    return lower


def _verify(call: ast.Call, frame: Frame) -> Value:
    if frame.block != "parser":
        raise Unsupported(call.span, "verify can only be called in a parser")
    values = [expressions.as_scalar(v, call.span) for v in _in_written_order(call, frame, 0, 1)]
    frame.emit(ParserOp("verify", values, call.span))
    return Nothing()


def _assertion(op: str) -> Callable[[ast.Call, Frame], Value]:
    def lower(call: ast.Call, frame: Frame) -> Value:
        frame.emit(Prim(op, (expressions.scalar(_arguments(call)[0], frame),), call.span))
        return Nothing()

    return lower


def _log_msg(call: ast.Call, frame: Frame) -> Value:
    args = _arguments(call)
    text = args[0].const_value
    if not isinstance(text, str):
        raise Unsupported(call.span, "the message of log_msg must be a string literal")
    logged = expressions.lower(args[1], frame) if len(args) > 1 else StructValue(types.TupleType(()), {})
    values = members_of(logged)
    if values is None:
        raise Unsupported(args[1].span, "log_msg takes its values as a list", expected="{value, ...}")
    members = list(values.values())
    parts = text.split("{}")
    if len(parts) != len(members) + 1:
        message = f"the message has {len(parts) - 1} places for values, but {len(members)} are given"
        frame.ctx.program.diagnostics.warn(call.span, f"{message}: BMv2 ends when it runs this", code="log-values")
    places = [*map(_placeholder, members), *["{}"] * len(parts)]
    message = parts[0] + "".join(place + part for place, part in zip(places, parts[1:], strict=False))
    items = [expressions.as_scalar(leaf, call.span) for leaf in leaves(logged)]
    frame.emit(Prim("log_msg", (Text(message), Vector(tuple(items))), call.span))
    return Nothing()


def _placeholder(value: Value) -> str:
    """What prints a value: `{}` for a scalar, `(field:{},...)` for an aggregate (as p4c expands it)."""
    match value:
        case StackPlace():
            return f"[{','.join(_placeholder(e) for e in value.elements)}]"
        case _:
            members = members_of(value)
            if members is None:
                return "{}"
            return f"({','.join(f'{name}:{_placeholder(m)}' for name, m in members.items())})"


def _checksum(op: str) -> Callable[[ast.Call, Frame], Value]:
    verify, payload = op.startswith("verify"), op.endswith("_with_payload")

    def lower(call: ast.Call, frame: Frame) -> Value:
        if frame.block != ("verify" if verify else "update"):
            raise Unsupported(
                call.span, f"{op} can only be called in the {'VerifyChecksum' if verify else 'ComputeChecksum'} control"
            )
        condition, data, target, algo = _arguments(call)
        before = len(frame.out)
        items = [expressions.as_scalar(leaf, data.span) for leaf in leaves(expressions.lower(data, frame))]
        when, place = expressions.scalar(condition, frame), expressions.lvalue(target, frame)
        if len(frame.out) != before or not all(isinstance(i, FieldRef | Const) for i in items):
            raise Unsupported(data.span, f"computations are not supported in {op}; list fields and constants")
        if not isinstance(place, FieldRef):
            raise Unsupported(target.span, "the checksum must be a field of a header or of metadata")
        frame.emit(ChecksumCall(when, tuple(items), place, _algorithm(algo), verify, payload, call.span))
        return Nothing()

    return lower


FUNCTIONS: dict[str, Callable[[ast.Call, Frame], Value]] = {
    "mark_to_drop": _mark_to_drop,
    "hash": _hash,
    "random": _random,
    "truncate": _truncate,
    "digest": _digest,
    "clone": _clone,
    "clone_preserving_field_list": _clone_preserving,
    "resubmit_preserving_field_list": _again("resubmit", "ingress"),
    "recirculate_preserving_field_list": _again("recirculate", "egress"),
    "verify": _verify,
    "assert": _assertion("assert"),
    "assume": _assertion("assume"),
    "log_msg": _log_msg,
    "verify_checksum": _checksum("verify_checksum"),
    "update_checksum": _checksum("update_checksum"),
    "verify_checksum_with_payload": _checksum("verify_checksum_with_payload"),
    "update_checksum_with_payload": _checksum("update_checksum_with_payload"),
}


# --- Methods of v1model's extern objects: counters, meters, registers ------------------------------------------------


def _count(instance: Instance, call: ast.Call, frame: Frame) -> Value:
    frame.emit(Prim("count", (Named("counter_array", instance.name), _value_in(_arguments(call)[0], frame)), call.span))
    return Nothing()


def _direct_count(_instance: Instance, _call: ast.Call, _frame: Frame) -> Value:
    return Nothing()


def _execute_meter(instance: Instance, call: ast.Call, frame: Frame) -> Value:
    index, result = _arguments(call)
    number = _value_in(index, frame)
    out = _place_out(result, frame)
    return _writes("execute_meter", (Named("meter_array", instance.name), number, out[0]), out, frame, call.span)


def _direct_meter(instance: Instance, call: ast.Call, frame: Frame) -> Value:
    target = expressions.lvalue(_arguments(call)[0], frame)
    if not isinstance(target, FieldRef):
        raise Unsupported(call.span, "the result of a direct meter must be a header or metadata field")
    known = frame.ctx.meter_results.setdefault(id(instance), target)
    if known != target:
        raise Unsupported(
            call.span, f"all reads of direct meter '{instance.name}' must have the same destination on BMv2"
        )
    return Nothing()


def _register_read(instance: Instance, call: ast.Call, frame: Frame) -> Value:
    result, index = _arguments(call)
    out = _place_out(result, frame)
    number = _value_in(index, frame)
    return _writes("register_read", (out[0], Named("register_array", instance.name), number), out, frame, call.span)


def _register_write(instance: Instance, call: ast.Call, frame: Frame) -> Value:
    values = _in_written_order(call, frame, 0, 1)
    index, value = (_simple(expressions.as_scalar(v, call.span), frame, call.span) for v in values)
    if isinstance(value, Const) and isinstance(value.type, BoolType):
        value = Const(BitType(1), value.value)
    frame.emit(Prim("register_write", (Named("register_array", instance.name), index, value), call.span))
    return Nothing()


METHODS: dict[tuple[str, str], Callable[[Instance, ast.Call, Frame], Value]] = {
    ("counter", "count"): _count,
    ("direct_counter", "count"): _direct_count,
    ("meter", "execute_meter"): _execute_meter,
    ("direct_meter", "read"): _direct_meter,
    ("register", "read"): _register_read,
    ("register", "write"): _register_write,
}


# --- core.p4's packet_in and packet_out ------------------------------------------------------------------------------


def _extract(call: ast.Call, frame: Frame) -> Value:
    args = _arguments(call)
    target: Operand
    if isinstance(args[0], ast.DontCareExpr):
        kind = frame.env.resolve(call.bound_type_args[0])
        place: Value = frame.ctx.layout.variable("skipped", kind, call.span)
    else:
        place = expressions.lvalue(args[0], frame)
    match place:
        case HeaderPlace():
            target = Named("regular", place.name)
        case StackEndPlace(which="next") if isinstance(place.type, types.HeaderType):
            target = Named("stack", place.stack.name)
        case UnionEndMember(which="next"):
            target = Named("union_stack", f"{place.stack.name}\n{place.member}")
        case _:
            raise Unsupported(args[0].span, "BMv2 extracts into a header, a union member or stack.next")
    if len(args) == 1:
        frame.emit(ParserOp("extract", (target,), call.span))
    else:
        frame.emit(ParserOp("extract_VL", (target, expressions.scalar(args[1], frame)), call.span))
    return Nothing()


def _advance(call: ast.Call, frame: Frame) -> Value:
    frame.emit(ParserOp("advance", (expressions.scalar(_arguments(call)[0], frame),), call.span))
    return Nothing()


def _lookahead(call: ast.Call, frame: Frame) -> Value:
    kind = frame.env.resolve(call.bound_type_args[0])
    width = types.width_of(kind)
    if not width:
        raise Unsupported(call.span, f"lookahead of {kind}: its width is not fixed")
    bits = frame.saved(Lookahead(BitType(width), 0, width), call.span, "lookahead")
    return _from_bits(kind, bits, width, call.span)


def _from_bits(kind: types.Type, bits: Expr, high: int, span: Span) -> Value:
    """A value of a type from the bits below `high` of a bit string, first field first."""
    stored = scalar_type(kind)
    if stored is not None:
        width = types.width_of(kind) or 0
        if isinstance(stored, BitType) and not stored.signed and high == width and bits.type == stored:
            return bits
        return ir.cast(ir.slice_(bits, high - 1, high - width), stored)
    kind = types.representation(kind)
    parts: dict[str, Value] = {}
    inner: list[tuple[str, types.Type]]
    match kind:
        case types.StructLike():
            inner = [(f.name, f.type) for f in kind.fields]
        case types.TupleType():
            inner = [(str(i), t) for i, t in enumerate(kind.elements)]
        case types.StackType():
            inner = [(str(i), kind.element) for i in range(kind.size)]
        case _:
            raise Unsupported(span, f"lookahead of {kind} is not supported")
    for name, type_ in inner:
        parts[name] = _from_bits(type_, bits, high, span)
        high -= types.width_of(type_) or 0
    return HeaderValue(kind, True, parts) if isinstance(kind, types.HeaderType) else StructValue(kind, parts)


def _emit(call: ast.Call, frame: Frame) -> Value:
    _emit_value(expressions.lower(_arguments(call)[0], frame), frame, call.span)
    return Nothing()


def _emit_value(value: Value, frame: Frame, span: Span) -> None:
    match value:
        case HeaderPlace():
            frame.emit(Prim("emit", (Named("header", value.name),), span))
        case StackPlace():
            for element in value.elements:
                _emit_value(element, frame, span)
        case StructValue() | UnionPlace():
            for member in value.members.values():
                _emit_value(member, frame, span)
        case _:
            raise Unsupported(span, "only headers, unions, stacks and structs of them can be emitted")


PACKET_METHODS: dict[tuple[str, str], Callable[[ast.Call, Frame], Value]] = {
    ("packet_in", "extract"): _extract,
    ("packet_in", "advance"): _advance,
    ("packet_in", "lookahead"): _lookahead,
    ("packet_out", "emit"): _emit,
}


# --- What clones, recirculations and resubmissions preserve: metadata annotated `@field_list(index)` -----------------


def _add_field_list(ctx: Context, name: str, fields: Sequence[Expr]) -> int:
    """Add a field list; its id. Ids count from 1, because simple_switch takes 0 for none."""
    ctx.field_lists.append(FieldList(name, fields))
    return len(ctx.field_lists)


def add_field_lists(ctx: Context, fields: Mapping[int, Sequence[FieldRef]]) -> None:
    """Add the lists that the program's annotations make, by index."""
    for index, members in fields.items():
        name = f"field_list{index}"
        ctx.field_list_ids[name] = _add_field_list(ctx, name, members)


def _preserved(ctx: Context, index: int, span: Span) -> int:
    """The id of the list of user metadata fields annotated `@field_list(index)`; a warning if there are none."""
    name = f"field_list{index}"
    if name not in ctx.field_list_ids:
        ctx.program.diagnostics.warn(
            span,
            f"no user metadata fields are annotated @field_list({index}): nothing will be preserved",
            code="field-list",
        )
        ctx.field_list_ids[name] = _add_field_list(ctx, ctx.names.new("empty"), [])
    return ctx.field_list_ids[name]


# --- Arguments of primitives: what can be passed as it is, and what goes through a temporary -------------------------


_ID_TYPE = BitType(32)


def _arguments(call: ast.Call) -> list[ast.Expression]:
    """The arguments of an extern call, all of them given. Raises Unsupported: one is left out."""
    result: list[ast.Expression] = []
    for arg in call.bound_args:
        if arg.value is None:
            raise Unsupported(call.span, f"argument '{arg.param.name}' is missing")
        result.append(arg.value)
    return result


def _in_written_order(call: ast.Call, frame: Frame, *positions: int) -> list[Value]:
    """The values of the arguments at some positions, evaluated in the order in which the call has them."""
    given = _arguments(call)
    order = sorted(positions, key=lambda position: call.bound_args[position].position)
    values = dict(zip(order, expressions.in_order([given[position] for position in order], frame), strict=True))
    return [values[position] for position in positions]


def _simple(value: Expr, frame: Frame, span: Span) -> Expr:
    """A primitive's argument: BMv2 takes constants, fields and action data; anything else goes through a temporary."""
    if isinstance(value, Const | FieldRef | ParamRef):
        return value
    return frame.saved(value, span)


def _value_in(expr: ast.Expression, frame: Frame) -> Expr:
    """An `in` argument of a primitive."""
    return _simple(expressions.scalar(expr, frame), frame, expr.span)


def _place_out(expr: ast.Expression, frame: Frame) -> tuple[FieldRef, Value | None]:
    """The field a primitive writes, and the place to copy it to afterwards if that is another.

    Raises:
        Unsupported: it is not a scalar.
    """
    place = expressions.lvalue(expr, frame)
    if isinstance(place, FieldRef):
        return place, None
    stored = scalar_type(frame.type(expr))
    if isinstance(place, Nothing):
        return frame.temp(stored or _ID_TYPE), None
    if stored is None:
        raise Unsupported(expr.span, "a scalar is needed here")
    return frame.temp(stored), place


def _writes(op: str, args: Sequence[Operand], out: tuple[FieldRef, Value | None], frame: Frame, span: Span) -> Value:
    """Emit a primitive that writes a field, and the copy of the field to where the program wants it."""
    frame.emit(Prim(op, args, span))
    if out[1] is not None:
        aggregates.assign(out[1], out[0], frame, span)
    return Nothing()


def _enum_name(expr: ast.Expression) -> str:
    """The name of an enum member known at compile time. Raises Unsupported: it is known at run time only."""
    if isinstance(expr.const_value, ast.EnumMember):
        return expr.const_value.name
    raise Unsupported(expr.span, "this must be an enum member known at compile time")


def _constant_index(expr: ast.Expression) -> int:
    """An integer known at compile time. Raises Unsupported: it is known at run time only."""
    value = expr.const_value
    if isinstance(value, bool) or not isinstance(value, int):
        raise Unsupported(expr.span, "this must be a constant on simple_switch")
    return value


def _listed(value: Value, frame: Frame, span: Span) -> list[Expr]:
    """The scalars of a list, each in storage or constant: what a calculation or a digest reads."""
    result: list[Expr] = []
    for leaf in leaves(value):
        item = _simple(expressions.as_scalar(leaf, span), frame, span)
        result.append(frame.saved(item, span) if isinstance(item, ParamRef) else item)
    return result
