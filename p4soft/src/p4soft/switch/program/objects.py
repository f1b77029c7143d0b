# SPDX-License-Identifier: Apache-2.0
"""Reads actions, counters, meters, registers, calculations, checksums, digests and field lists."""

from __future__ import annotations

from collections.abc import Mapping

from p4soft.switch.externs.algorithms import ALGORITHMS
from p4soft.switch.program.cursor import Cursor
from p4soft.switch.program.expr import Const, FieldRef, HeaderRef
from p4soft.switch.program.exprs import ExprReader, is_bool
from p4soft.switch.program.model import (
    Action,
    ActionParam,
    CalcInput,
    Calculation,
    Checksum,
    CounterArraySpec,
    LearnList,
    MeterArraySpec,
    RegisterArraySpec,
)
from p4soft.switch.program.names import Names
from p4soft.switch.program.primitives import check_jumps, read_primitive

MAX_ARRAY = 1 << 26


def read_counters(root: Cursor, names: Names) -> dict[str, CounterArraySpec]:
    """Counter arrays by name."""
    found = {}
    for at in root.array("counter_arrays"):
        direct = at.optional_bool("is_direct", False)
        size = 0 if direct else at.get("size").integer(high=MAX_ARRAY)
        name, binding = at.name(), at.optional_str("binding")
        found[name] = CounterArraySpec(name, at.get("id").integer(), size, direct, binding, at.source_info())
    names.objects["counter_array"] |= set(found)
    return found


def read_meters(root: Cursor, names: Names) -> dict[str, MeterArraySpec]:
    """Meter arrays by name."""
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
    """Register arrays by name."""
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
    """Actions by id."""
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
    """One component of a hash input."""
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
    """Calculations by name."""
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
    """Digests by id."""
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
