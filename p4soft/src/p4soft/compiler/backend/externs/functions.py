# SPDX-License-Identifier: Apache-2.0
"""v1model's extern functions."""

from __future__ import annotations

from collections.abc import Callable

from p4soft.compiler import ast, types
from p4soft.compiler.backend import expressions
from p4soft.compiler.backend.context import Frame, LearnList
from p4soft.compiler.backend.expressions import aggregates
from p4soft.compiler.backend.externs import field_lists
from p4soft.compiler.backend.externs.operands import (
    ID_TYPE,
    arguments,
    constant_index,
    enum_name,
    in_written_order,
    listed,
    place_out,
    simple,
    value_in,
    writes,
)
from p4soft.compiler.backend.ir.nodes import ChecksumCall, Const, FieldRef, Named, ParserOp, Prim, Text, Vector
from p4soft.compiler.backend.storage.values import Nothing, StackPlace, StructValue, Value, leaves, members_of
from p4soft.compiler.unsupported import Unsupported

_STANDARD = "standard_metadata"
_MARKED = ("egress_spec", "mcast_grp")
"""The fields that mark_to_drop sets."""


def _mark_to_drop(call: ast.Call, frame: Frame) -> Value:
    """mark_to_drop; the primitive knows only the metadata itself, which is kept when a copy of it is to be marked."""
    args = arguments(call)
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


ALGORITHMS = ("crc32", "crc32_custom", "crc16", "crc16_custom", "random", "identity", "csum16", "xor16")
"""Hash algorithms simple_switch registers under v1model's names."""


def algorithm(expr: ast.Expression) -> str:
    """A `HashAlgorithm` argument's name.

    Raises:
        Unsupported: simple_switch has no such algorithm.
    """
    name = enum_name(expr)
    if name not in ALGORITHMS:
        raise Unsupported(expr.span, f"hash algorithm '{name}' is not supported", expected=", ".join(ALGORITHMS))
    return name


def _hash(call: ast.Call, frame: Frame) -> Value:
    result, algo, base, data, limit = arguments(call)
    out = place_out(result, frame)
    base_value, listed_data, limit_value = in_written_order(call, frame, 2, 3, 4)
    low = simple(expressions.as_scalar(base_value, base.span), frame, base.span)
    items = listed(listed_data, frame, data.span)
    high = simple(expressions.as_scalar(limit_value, limit.span), frame, limit.span)
    calculation = Named("calculation", frame.ctx.calculation(algorithm(algo), items, call.span).name)
    return writes("modify_field_with_hash_based_offset", (out[0], low, calculation, high), out, frame, call.span)


def _random(call: ast.Call, frame: Frame) -> Value:
    out = place_out(arguments(call)[0], frame)
    values = in_written_order(call, frame, 1, 2)
    bounds = [simple(expressions.as_scalar(v, call.span), frame, call.span) for v in values]
    return writes("modify_field_rng_uniform", (out[0], *bounds), out, frame, call.span)


def _truncate(call: ast.Call, frame: Frame) -> Value:
    frame.emit(Prim("truncate", (value_in(arguments(call)[0], frame),), call.span))
    return Nothing()


def _digest(call: ast.Call, frame: Frame) -> Value:
    receiver, data = arguments(call)
    target = value_in(receiver, frame)
    # Constants too: the elements of a digest are fields.
    items = [frame.saved(i, call.span, "digest") for i in listed(expressions.lower(data, frame), frame, call.span)]
    kind = frame.env.resolve(call.bound_type_args[0]) if call.bound_type_args else frame.type(data)
    name = kind.name if isinstance(kind, types.StructType) and kind.name else "digest"
    frame.ctx.learn_lists.append(LearnList(name, data.span, items))
    number = len(frame.ctx.learn_lists)
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
    number = field_lists.register(frame.ctx, frame.ctx.names.new("fl"), [])
    frame.emit(Prim(op, (value_in(session, frame), Const(ID_TYPE, number)), call.span))
    return Nothing()


def _clone_preserving(call: ast.Call, frame: Frame) -> Value:
    kind, session, index = arguments(call)
    op = _clone_op(kind, frame)
    number = field_lists.preserved(frame.ctx, constant_index(index), index.span)
    frame.emit(Prim(op, (value_in(session, frame), Const(ID_TYPE, number)), call.span))
    return Nothing()


def _again(op: str, pipeline: str) -> Callable[[ast.Call, Frame], Value]:
    def lower(call: ast.Call, frame: Frame) -> Value:
        if frame.pipeline != pipeline:
            raise Unsupported(call.span, f"{op} can only be called in {pipeline}")
        index = arguments(call)[0]
        frame.emit(
            Prim(op, (Const(ID_TYPE, field_lists.preserved(frame.ctx, constant_index(index), index.span)),), call.span)
        )
        return Nothing()

    return lower


def _verify(call: ast.Call, frame: Frame) -> Value:
    if frame.block != "parser":
        raise Unsupported(call.span, "verify can only be called in a parser")
    values = [expressions.as_scalar(v, call.span) for v in in_written_order(call, frame, 0, 1)]
    frame.emit(ParserOp("verify", values, call.span))
    return Nothing()


def _assertion(op: str) -> Callable[[ast.Call, Frame], Value]:
    def lower(call: ast.Call, frame: Frame) -> Value:
        frame.emit(Prim(op, (expressions.scalar(arguments(call)[0], frame),), call.span))
        return Nothing()

    return lower


def _log_msg(call: ast.Call, frame: Frame) -> Value:
    args = arguments(call)
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
        frame.ctx.diagnostics.warn(call.span, f"{message}: BMv2 ends when it runs this", code="log-values")
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
        condition, data, target, algo = arguments(call)
        before = len(frame.out)
        items = [expressions.as_scalar(leaf, data.span) for leaf in leaves(expressions.lower(data, frame))]
        when, place = expressions.scalar(condition, frame), expressions.lvalue(target, frame)
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
