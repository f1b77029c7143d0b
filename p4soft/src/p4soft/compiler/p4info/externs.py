# SPDX-License-Identifier: Apache-2.0
"""v1model's externs in P4Info: counters, meters, registers, action profiles, digests."""

from __future__ import annotations

from typing import Any

from finsy.proto.p4.config.v1 import p4info_pb2

from p4soft.compiler import ast, types
from p4soft.compiler.evaluation.instances import Instance
from p4soft.compiler.evaluation.names import control_plane_name
from p4soft.compiler.p4info.draft import Draft
from p4soft.compiler.p4info.ids import Prefix
from p4soft.compiler.unsupported import Unsupported

KINDS: dict[str, int] = {
    "counter": Prefix.COUNTER,
    "direct_counter": Prefix.DIRECT_COUNTER,
    "meter": Prefix.METER,
    "direct_meter": Prefix.DIRECT_METER,
    "action_profile": Prefix.ACTION_PROFILE,
    "action_selector": Prefix.ACTION_PROFILE,
    "register": Prefix.REGISTER,
}

_COUNTER_UNITS = {
    "packets": p4info_pb2.CounterSpec.PACKETS,
    "bytes": p4info_pb2.CounterSpec.BYTES,
    "packets_and_bytes": p4info_pb2.CounterSpec.BOTH,
}
_METER_UNITS = {"packets": p4info_pb2.MeterSpec.PACKETS, "bytes": p4info_pb2.MeterSpec.BYTES}


def _unit(instance: Instance, units: dict[str, Any]) -> Any:  # noqa: ANN401
    name = instance.member("type")
    if name not in units:
        raise Unsupported(instance.span, f"unit '{name}' of '{instance.name}'", expected=", ".join(units))
    return units[name]


def add_instance(draft: Draft, instance: Instance) -> None:
    """Describe an extern instance; direct counters and meters are described with their table."""
    info = draft.info
    match instance.kind:
        case "counter":
            counter = info.counters.add()
            draft.preamble(counter.preamble, Prefix.COUNTER, instance.name, instance.annotations)
            counter.spec.unit = _unit(instance, _COUNTER_UNITS)
            counter.size = instance.integer("size")
        case "meter":
            meter = info.meters.add()
            draft.preamble(meter.preamble, Prefix.METER, instance.name, instance.annotations)
            meter.spec.unit = _unit(instance, _METER_UNITS)
            meter.size = instance.integer("size")
        case "register":
            register = info.registers.add()
            draft.preamble(register.preamble, Prefix.REGISTER, instance.name, instance.annotations)
            register.size = instance.integer("size")
            register.type_spec.CopyFrom(draft.types.convert(instance.type.type_args[0], instance.span))
        case "action_profile" | "action_selector":
            _action_profile(draft, instance)
        case _:
            pass


_PROFILE_NOTES = ("max_group_size", "selector_size_semantics", "max_member_weight")


def _note(instance: Instance, name: str) -> ast.Annotation | None:
    return next((a for a in instance.annotations if a.name == name), None)


def _number(annotation: ast.Annotation) -> int:
    if annotation.expressions and isinstance(annotation.expressions[0], ast.IntLiteral):
        return annotation.expressions[0].value
    raise Unsupported(annotation.span, f"@{annotation.name} needs a number")


def _action_profile(draft: Draft, instance: Instance) -> None:
    profile = draft.info.action_profiles.add()
    draft.preamble(profile.preamble, Prefix.ACTION_PROFILE, instance.name, instance.annotations, _PROFILE_NOTES)
    selector = instance.kind == "action_selector"
    profile.with_selector = selector
    profile.size = instance.integer("size")
    group_size = _note(instance, "max_group_size")
    semantics = _note(instance, "selector_size_semantics")
    weight = _note(instance, "max_member_weight")
    if selector:
        if group_size is not None:
            profile.max_group_size = _number(group_size)
        if semantics is not None:
            value = (semantics.string or "").lower()
            if value not in ("sum_of_weights", "sum_of_members"):
                raise Unsupported(
                    semantics.span, f"selector size semantics '{value}'", expected="sum_of_weights or sum_of_members"
                )
            getattr(profile, value).SetInParent()
        if weight is not None and profile.HasField("sum_of_members"):
            profile.sum_of_members.max_member_weight = _number(weight)
    tables = [
        name
        for block in draft.blocks
        for name, table in block.tables
        if draft.evaluator.property_instance(table, "implementation", block.instance) is instance
    ]
    profile.table_ids.extend(draft.symbols.id(Prefix.TABLE, name) for name in sorted(tables))


def add_table_properties(draft: Draft, message: Any, table: ast.TableDecl, scope: Instance, name: str) -> None:  # noqa: ANN401
    """Action profile, direct counter and meter, and idle timeout of a table."""
    implementation = draft.evaluator.property_instance(table, "implementation", scope)
    if implementation is not None:
        message.implementation_id = draft.symbols.id(Prefix.ACTION_PROFILE, implementation.name)
    table_id = draft.symbols.id(Prefix.TABLE, name)
    counter = draft.evaluator.property_instance(table, "counters", scope)
    if counter is not None:
        item = draft.info.direct_counters.add()
        draft.preamble(item.preamble, Prefix.DIRECT_COUNTER, counter.name, counter.annotations)
        item.spec.unit = _unit(counter, _COUNTER_UNITS)
        item.direct_table_id = table_id
        message.direct_resource_ids.append(item.preamble.id)
    meter = draft.evaluator.property_instance(table, "meters", scope)
    if meter is not None:
        direct = draft.info.direct_meters.add()
        draft.preamble(direct.preamble, Prefix.DIRECT_METER, meter.name, meter.annotations)
        direct.spec.unit = _unit(meter, _METER_UNITS)
        direct.direct_table_id = table_id
        message.direct_resource_ids.append(direct.preamble.id)
    timeout = table.properties.get("support_timeout")
    if timeout is not None and timeout.value.const_value is True:
        message.idle_timeout_behavior = p4info_pb2.Table.NOTIFY_CONTROL


def digest_name(draft: Draft, call: ast.Call) -> str:
    """The control-plane name of a digest: its type's name, or `digest_<n>` for types without one."""
    type_ = call.bound_type_args[0] if call.bound_type_args else None
    if isinstance(type_, types.NominalType) and type_.decl is not None:
        return control_plane_name(type_.decl)
    nameless = [c for block in draft.blocks for c in block.digests if not _is_named(c)]
    return f"digest_{next(i for i, c in enumerate(nameless) if c is call)}"


def _is_named(call: ast.Call) -> bool:
    type_ = call.bound_type_args[0] if call.bound_type_args else None
    return isinstance(type_, types.NominalType) and type_.decl is not None


def add_digest(draft: Draft, call: ast.Call) -> None:
    """Describe a digest call's message type, once per name."""
    name = digest_name(draft, call)
    if any(d.preamble.name == name for d in draft.info.digests) or not call.bound_type_args:
        return
    digest = draft.info.digests.add()
    draft.preamble(digest.preamble, Prefix.DIGEST, name, [])
    digest.type_spec.CopyFrom(draft.types.convert(call.bound_type_args[0], call.span))
