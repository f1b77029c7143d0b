# SPDX-License-Identifier: Apache-2.0
"""Which primitives this switch has, and what each argument must be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from p4soft.switch.program.cursor import Cursor
from p4soft.switch.program.expr import (
    AccessField,
    Const,
    Expr,
    FieldRef,
    ObjectRef,
    ParamsVector,
    RegisterRef,
    StackField,
    StackRef,
    Str,
    UnionStackRef,
)
from p4soft.switch.program.exprs import ExprReader, is_bool
from p4soft.switch.program.kinds import kind_of, same_shape
from p4soft.switch.program.model import PrimitiveCall

ArgKind = Literal[
    "value",
    "lvalue",
    "bool",
    "truth",
    "header",
    "stack",
    "any_stack",
    "union",
    "union_stack",
    "string",
    "vector",
    "const",
    "calculation",
    "meter_array",
    "counter_array",
    "register_array",
]

# simple_switch's primitives and the core ones (JSON_format.md, "actions"; docs/simple_switch.md).
PRIMITIVES: dict[str, tuple[ArgKind, ...]] = {
    "assign": ("lvalue", "value"),
    "assign_VL": ("lvalue", "lvalue"),
    "assign_header": ("header", "header"),
    "assign_header_stack": ("stack", "stack"),
    "assign_union": ("union", "union"),
    "assign_union_stack": ("union_stack", "union_stack"),
    "push": ("any_stack", "value"),
    "pop": ("any_stack", "value"),
    "_jump": ("const",),
    "_jump_if_zero": ("value", "const"),
    "exit": (),
    "assert": ("truth",),
    "assume": ("truth",),
    "log_msg": ("string", "vector"),
    "modify_field": ("lvalue", "value"),
    "modify_field_rng_uniform": ("lvalue", "value", "value"),
    "modify_field_with_hash_based_offset": ("lvalue", "value", "calculation", "value"),
    "add_to_field": ("lvalue", "value"),
    "subtract_from_field": ("lvalue", "value"),
    "add": ("lvalue", "value", "value"),
    "subtract": ("lvalue", "value", "value"),
    "bit_xor": ("lvalue", "value", "value"),
    "bit_or": ("lvalue", "value", "value"),
    "bit_and": ("lvalue", "value", "value"),
    "shift_left": ("lvalue", "value", "value"),
    "shift_right": ("lvalue", "value", "value"),
    "drop": (),
    "mark_to_drop": ("header",),
    "generate_digest": ("value", "const"),
    "add_header": ("header",),
    "add_header_fast": ("header",),
    "remove_header": ("header",),
    "copy_header": ("header", "header"),
    "clone_ingress_pkt_to_egress": ("value", "const"),
    "clone_egress_pkt_to_egress": ("value", "const"),
    "resubmit": ("const",),
    "recirculate": ("const",),
    "no_op": (),
    "execute_meter": ("meter_array", "value", "lvalue"),
    "count": ("counter_array", "value"),
    "register_read": ("lvalue", "register_array", "value"),
    "register_write": ("register_array", "value", "value"),
    "truncate": ("value",),
}

_OBJECTS = ("calculation", "meter_array", "counter_array", "register_array")
_COPIES = ("assign_header", "copy_header", "assign_header_stack", "assign_union", "assign_union_stack")


def read_primitive(at: Cursor, reader: ExprReader) -> PrimitiveCall:
    """One {op, parameters} object; unknown primitives and arguments of the wrong kind are refused here."""
    op = at.get("op").text()
    if op not in PRIMITIVES:
        raise at.get("op").fail(f"unknown primitive {op!r}; accepted: {', '.join(sorted(PRIMITIVES))}")
    kinds = PRIMITIVES[op]
    params = at.array("parameters")
    if len(params) != len(kinds):
        raise at.get("parameters").fail(f"{op} takes {len(kinds)} parameters ({', '.join(kinds)}), got {len(params)}")
    args: list[Expr] = []
    for param, kind in zip(params, kinds, strict=True):
        arg = reader.read(param)
        if not _fits(arg, kind):
            raise param.fail(f"{op}: expected a {kind}, got {type(arg).__name__}")
        args.append(arg)
    if op in _COPIES and not same_shape(reader.names, args[0], args[1]):
        raise params[1].fail(f"{op}: the two are of different types")
    return PrimitiveCall(op, tuple(args), at.source_info())


def _fits(arg: Expr, kind: ArgKind) -> bool:
    if kind in _OBJECTS:
        return isinstance(arg, ObjectRef) and arg.kind == kind
    match kind:
        case "value":
            return kind_of(arg) == "data"
        case "lvalue":
            return isinstance(arg, FieldRef | StackField | AccessField | RegisterRef)
        case "bool":
            return is_bool(arg)
        case "truth":  # BMv2 takes data, non-zero for true, and p4c converts to it; older compilers wrote booleans
            return kind_of(arg) in ("bool", "data")
        case "header":
            return kind_of(arg) == "header"
        case "stack":
            return isinstance(arg, StackRef)
        case "any_stack":
            return isinstance(arg, StackRef | UnionStackRef)
        case "union":
            return kind_of(arg) == "union"
        case "union_stack":
            return isinstance(arg, UnionStackRef)
        case "string":
            return isinstance(arg, Str)
        case "vector":
            return isinstance(arg, ParamsVector)
        case _:
            return isinstance(arg, Const)


def check_jumps(at: Cursor, calls: Sequence[PrimitiveCall]) -> None:
    """Raise unless every jump goes to a primitive of the action or to its end."""
    for i, call in enumerate(calls):
        if call.op not in ("_jump", "_jump_if_zero"):
            continue
        target = call.args[-1]
        if not isinstance(target, Const) or not 0 <= target.value <= len(calls):
            raise at.fail(f"primitive {i}: {call.op} must go to an offset in 0..{len(calls)}")
