# SPDX-License-Identifier: Apache-2.0
"""v1model's extern functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from targets.compiler import ast, types
from targets.compiler.backend.bmv2_json.expressions import inputs
from targets.compiler.backend.context import Frame
from targets.compiler.backend.expressions import aggregates
from targets.compiler.backend.expressions import lowering as exprs
from targets.compiler.backend.externs.operands import (
    ID_TYPE,
    arguments,
    constant_index,
    enum_name,
    listed,
    place_out,
    simple,
    value_in,
    writes,
)
from targets.compiler.backend.ir.nodes import (
    ChecksumCall,
    Const,
    Expr,
    FieldRef,
    Named,
    ParserOp,
    Prim,
    Text,
    Vector,
)
from targets.compiler.backend.statements import lowering as stmts
from targets.compiler.backend.storage.values import Nothing, StackPlace, StructValue, Value, leaves, members_of
from targets.compiler.source import Span
from targets.compiler.unsupported import Unsupported

_STANDARD = "standard_metadata"
_MARKED = ("egress_spec", "mcast_grp")
"""The fields that mark_to_drop sets."""


def _mark_to_drop(call: ast.Call, frame: Frame) -> Value:
    """mark_to_drop; the primitive knows only the metadata itself, which is kept when a copy of it is to be marked."""
    args = arguments(call)  # the deprecated form has none
    members = (members_of(stmts.lvalue(args[0], frame)) or {}) if args else {}
    copies = [f for f in (members.get(name) for name in _MARKED) if isinstance(f, FieldRef) and f.header != _STANDARD]
    marked = [FieldRef(f.type, _STANDARD, name) for f, name in zip(copies, _MARKED, strict=False)]
    kept = [frame.saved(field, call.span, field.name) for field in marked]
    frame.emit(Prim("mark_to_drop", (Named("header", _STANDARD),), call.span))
    for copy, field, before in zip(copies, marked, kept, strict=True):
        aggregates.assign(copy, field, frame, call.span)
        aggregates.assign(field, before, frame, call.span)
    return Nothing()


ALGORITHMS = ("crc32", "crc32_custom", "crc16", "crc16_custom", "random", "identity", "csum16", "xor16")
"""Hash algorithms simple_switch registers under v1model's names."""


def algorithm(expr: ast.Expression) -> str:
    """A `HashAlgorithm` argument's name."""
    name = enum_name(expr)
    if name not in ALGORITHMS:
        raise Unsupported(expr.span, f"hash algorithm '{name}' is not supported", expected=", ".join(ALGORITHMS))
    return name


def _hash(call: ast.Call, frame: Frame) -> Value:
    result, algo, base, data, limit = arguments(call)
    out = place_out(result, frame)
    low = value_in(base, frame)
    items = listed(exprs.lower(data, frame), frame, data.span)
    high = value_in(limit, frame)
    name = frame.ctx.calculation(algorithm(algo), inputs(items), call.span)
    return writes(
        "modify_field_with_hash_based_offset", (out[0], low, Named("calculation", name), high), out, frame, call.span
    )


def _random(call: ast.Call, frame: Frame) -> Value:
    result, low, high = arguments(call)
    out = place_out(result, frame)
    bounds = [simple(exprs.as_scalar(v, call.span), frame, call.span) for v in exprs.in_order([low, high], frame)]
    return writes("modify_field_rng_uniform", (out[0], *bounds), out, frame, call.span)


def _truncate(call: ast.Call, frame: Frame) -> Value:
    frame.emit(Prim("truncate", (value_in(arguments(call)[0], frame),), call.span))
    return Nothing()


def _digest(call: ast.Call, frame: Frame) -> Value:
    receiver, data = arguments(call)
    target = value_in(receiver, frame)
    items = [
        i if isinstance(i, Const) else frame.saved(i, call.span, "digest")
        for i in listed(exprs.lower(data, frame), frame, call.span)
    ]
    kind = frame.env.resolve(call.bound_type_args[0]) if call.bound_type_args else frame.type(data)
    name = kind.name if isinstance(kind, types.StructType) and kind.name else "digest"
    number = len(frame.ctx.learn_lists) + 1
    frame.ctx.learn_lists.append(
        {"id": number, "name": name, "source_info": frame.ctx.source_info(data.span), "elements": inputs(items)}
    )
    frame.emit(Prim("generate_digest", (target, Const(ID_TYPE, number)), call.span))
    return Nothing()


def _clone_op(kind: ast.Expression, frame: Frame) -> str:
    which = enum_name(kind)
    pipeline, op = {
        "I2E": ("ingress", "clone_ingress_pkt_to_egress"),
        "E2E": ("egress", "clone_egress_pkt_to_egress"),
    }[which]
    if frame.pipeline != pipeline:
        raise Unsupported(kind.span, f"clone of type {which} can only be called in {pipeline}")
    return op


def _clone(call: ast.Call, frame: Frame) -> Value:
    kind, session = arguments(call)
    op = _clone_op(kind, frame)
    number = new_field_list(frame, frame.ctx.names.new("fl"), [])
    frame.emit(Prim(op, (value_in(session, frame), Const(ID_TYPE, number)), call.span))
    return Nothing()


def _clone_preserving(call: ast.Call, frame: Frame) -> Value:
    kind, session, index = arguments(call)
    op = _clone_op(kind, frame)
    number = field_list(frame, constant_index(index), index.span)
    frame.emit(Prim(op, (value_in(session, frame), Const(ID_TYPE, number)), call.span))
    return Nothing()


def _again(op: str, pipeline: str) -> Callable[[ast.Call, Frame], Value]:
    def lower(call: ast.Call, frame: Frame) -> Value:
        if frame.pipeline != pipeline:
            raise Unsupported(call.span, f"{op} can only be called in {pipeline}")
        index = arguments(call)[0]
        frame.emit(Prim(op, (Const(ID_TYPE, field_list(frame, constant_index(index), index.span)),), call.span))
        return Nothing()

    return lower


def new_field_list(frame: Frame, name: str, fields: Sequence[Expr]) -> int:
    """Register a field list; ids count from 1, because simple_switch takes 0 for none."""
    number = len(frame.ctx.field_lists) + 1
    frame.ctx.field_lists.append({"id": number, "name": name, "elements": inputs(fields)})
    return number


def field_list(frame: Frame, index: int, span: Span) -> int:
    """The id of the list of user metadata fields annotated `@field_list(index)`."""
    known = frame.ctx.field_list_ids.get(f"field_list{index}")
    if known is None:
        frame.ctx.diagnostics.warn(
            span,
            f"no user metadata fields are annotated @field_list({index}): nothing will be preserved",
            code="field-list",
        )
        known = new_field_list(frame, frame.ctx.names.new("empty"), [])
        frame.ctx.field_list_ids[f"field_list{index}"] = known
    return known


def _verify(call: ast.Call, frame: Frame) -> Value:
    condition, error = arguments(call)
    if frame.block != "parser":
        raise Unsupported(call.span, "verify can only be called in a parser")
    values = [exprs.as_scalar(v, call.span) for v in exprs.in_order([condition, error], frame)]
    frame.emit(ParserOp("verify", values, call.span))
    return Nothing()


def _assertion(op: str) -> Callable[[ast.Call, Frame], Value]:
    def lower(call: ast.Call, frame: Frame) -> Value:
        frame.emit(Prim(op, (exprs.scalar(arguments(call)[0], frame),), call.span))
        return Nothing()

    return lower


def _log_msg(call: ast.Call, frame: Frame) -> Value:
    args = arguments(call)
    text = args[0].const_value
    if not isinstance(text, str):
        raise Unsupported(call.span, "the message of log_msg must be a string literal")
    logged = exprs.lower(args[1], frame) if len(args) > 1 else StructValue(types.TupleType(()), {})
    parts_of = members_of(logged)
    members = [logged] if parts_of is None else list(parts_of.values())
    parts = text.split("{}")
    if len(parts) != len(members) + 1:
        raise Unsupported(
            call.span, f"the message has {len(parts) - 1} places for values, but {len(members)} are given"
        )
    message = parts[0] + "".join(_placeholder(m) + part for m, part in zip(members, parts[1:], strict=True))
    items = [exprs.as_scalar(leaf, call.span) for leaf in leaves(logged)]
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
        condition, data, target, algo = arguments(call)
        before = len(frame.out)
        items = [exprs.as_scalar(leaf, data.span) for leaf in leaves(exprs.lower(data, frame))]
        when, place = exprs.scalar(condition, frame), stmts.lvalue(target, frame)
        if len(frame.out) != before or not all(isinstance(i, FieldRef | Const) for i in items):
            raise Unsupported(data.span, f"computations are not supported in {op}; list fields and constants")
        if not isinstance(place, FieldRef):
            raise Unsupported(target.span, "the checksum must be a field of a header or of metadata")
        frame.emit(ChecksumCall(when, tuple(items), place, algorithm(algo), verify, payload, call.span))
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
