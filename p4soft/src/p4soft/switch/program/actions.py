# SPDX-License-Identifier: Apache-2.0
"""Reads actions, and what they use: primitives, counters, meters, registers, calculations, digests, field lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from p4soft.switch.hashes import ALGORITHMS
from p4soft.switch.program.cursor import Cursor, Names
from p4soft.switch.program.expressions import ExprReader, is_bool, kind_of, same_shape
from p4soft.switch.program.model import (
    AccessField,
    Action,
    ActionParam,
    CalcInput,
    Calculation,
    Checksum,
    Const,
    CounterArraySpec,
    Expr,
    FieldRef,
    HeaderRef,
    LearnList,
    MeterArraySpec,
    ObjectRef,
    ParamsVector,
    PrimitiveCall,
    RegisterArraySpec,
    RegisterRef,
    StackField,
    StackRef,
    Str,
    UnionStackRef,
)

# --- Which primitives this switch has, and what each argument must be ------------------------------------------------


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


# --- Actions and objects ---------------------------------------------------------------------------------------------


MAX_ARRAY = 1 << 26


def read_counters(root: Cursor, names: Names) -> dict[str, CounterArraySpec]:
    found = {}
    for at in root.array("counter_arrays"):
        direct = at.optional_bool("is_direct", False)
        size = 0 if direct else at.get("size").integer(high=MAX_ARRAY)
        name, binding = at.name(), at.optional_str("binding")
        found[name] = CounterArraySpec(name, at.get("id").integer(), size, direct, binding, at.source_info())
    names.objects["counter_array"] |= set(found)
    return found


def read_meters(root: Cursor, names: Names) -> dict[str, MeterArraySpec]:
    found = {}
    for at in root.array("meter_arrays"):
        direct = at.optional_bool("is_direct", False)
        unit = at.get("type").text()
        if unit not in ("bytes", "packets"):
            raise at.get("type").fail(f"unknown meter type {unit!r}; accepted: bytes, packets")
        rates = at.optional_int("rate_count", 2)
        if rates != 2:
            raise at.get("rate_count").fail(f"{rates} rates; accepted: 2 (two-rate three-colour)")
        target = at.find("result_target") if direct else None
        found[at.name()] = MeterArraySpec(
            at.name(),
            at.get("id").integer(),
            "bytes" if unit == "bytes" else "packets",
            at.get("size").integer(high=MAX_ARRAY),
            direct,
            at.optional_str("binding"),
            names.field(target) if target else None,
            at.source_info(),
        )
    names.objects["meter_array"] |= set(found)
    return found


def read_registers(root: Cursor, names: Names) -> dict[str, RegisterArraySpec]:
    found = {}
    for at in root.array("register_arrays"):
        size, width = at.get("size").integer(high=MAX_ARRAY), at.get("bitwidth").integer(low=1)
        found[at.name()] = RegisterArraySpec(at.name(), at.get("id").integer(), size, width, at.source_info())
    names.objects["register_array"] |= set(found)
    return found


def read_externs(root: Cursor, names: Names) -> None:
    """Extern instances: this switch has none, so any is refused by its type."""
    for at in root.array("extern_instances"):
        raise at.get("type").fail(f"extern {at.get('type').text()!r} is not supported; v1model has no extern instances")
    names.objects["extern"].clear()


def read_actions(root: Cursor, names: Names) -> dict[int, Action]:
    found: dict[int, Action] = {}
    for at in root.array("actions"):
        params = [ActionParam(p.name(), p.get("bitwidth").integer()) for p in at.array("runtime_data")]
        reader = ExprReader(names, len(params))
        calls = tuple(read_primitive(p, reader) for p in at.array("primitives"))
        check_jumps(at, calls)
        action = Action(at.name(), at.get("id").integer(), tuple(params), calls, at.source_info())
        if action.id in found:
            raise at.get("id").fail(f"action id {action.id} is used twice")
        found[action.id] = action
    return found


def read_calc_input(at: Cursor, names: Names) -> CalcInput:
    kind = at.get("type").text()
    if kind == "payload":
        return CalcInput("payload", None, 0)
    if kind == "hexstr":
        return CalcInput("const", Const(at.get("value").hex()), at.get("bitwidth").integer(low=1))
    if kind == "field":
        ref = names.field(at.get("value"))
        field = names.field_type(ref)
        return CalcInput("field", ref, 0 if field.varbit else field.width)
    if kind == "header":
        return CalcInput("header", HeaderRef(names.header(at.get("value")).name), 0)
    raise at.get("type").fail(f"unknown calculation input {kind!r}; accepted: field, hexstr, header, payload")


def check_algorithm(at: Cursor) -> str:
    """The name of a hash algorithm this switch has."""
    if at.text() not in ALGORITHMS:
        raise at.fail(f"unknown hash algorithm {at.text()!r}; accepted: {', '.join(sorted(ALGORITHMS))}")
    return at.text()


def read_calculations(root: Cursor, names: Names) -> dict[str, Calculation]:
    found = {}
    for at in root.array("calculations"):
        inputs = tuple(read_calc_input(i, names) for i in at.array("input"))
        found[at.name()] = Calculation(at.name(), at.get("id").integer(), check_algorithm(at.get("algo")), inputs)
    names.objects["calculation"] |= set(found)
    return found


def read_checksums(root: Cursor, names: Names, calculations: Mapping[str, Calculation]) -> tuple[Checksum, ...]:
    """Checksums in the order they are verified and updated."""
    found = []
    for at in root.array("checksums"):
        calculation = at.get("calculation").text()
        if calculation not in calculations:
            raise at.get("calculation").fail(f"no calculation is called {calculation!r}")
        if at.optional_str("type") not in (None, "generic"):
            raise at.get("type").fail(f"unknown checksum type {at.get('type').text()!r}; accepted: generic")
        cond_at = at.find("if_cond")
        condition = ExprReader(names).read(cond_at) if cond_at else None
        if cond_at and condition is not None and not is_bool(condition):
            raise cond_at.fail("expected a boolean expression")
        found.append(
            Checksum(
                at.name(),
                at.get("id").integer(),
                names.field(at.get("target")),
                calculation,
                at.optional_bool("update", True),
                at.optional_bool("verify", True),
                condition,
                at.source_info(),
            )
        )
    return tuple(found)


def read_learn_lists(root: Cursor, names: Names) -> dict[int, LearnList]:
    found = {}
    for at in root.array("learn_lists"):
        refs = [names.field(e.get("value")) for e in at.array("elements")]
        widths = tuple(names.field_type(r).width for r in refs)
        found[at.get("id").integer()] = LearnList(at.get("id").integer(), at.name(), tuple(refs), widths)
    return found


def read_field_lists(root: Cursor, names: Names) -> dict[int, tuple[FieldRef, ...]]:
    """Field lists (what clones, resubmits and recirculations preserve) by id; constants in them mean nothing."""
    found = {}
    for at in root.array("field_lists"):
        refs = [names.field(e.get("value")) for e in at.array("elements") if e.get("type").text() == "field"]
        found[at.get("id").integer()] = tuple(refs)
    return found
