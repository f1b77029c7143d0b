# SPDX-License-Identifier: Apache-2.0
"""Translation between `TableEntry` and P4Runtime's TableEntry message, driven by P4Info."""

from __future__ import annotations

from collections.abc import Mapping

from finsy.proto.p4.v1 import p4runtime_pb2

from controller.errors import PipelineError
from controller.pipeline import EXACT, LPM, OPTIONAL, RANGE, TERNARY, ActionInfo, FieldInfo, Pipeline, lookup
from controller.plan import Exact, Lpm, Match, Range, TableEntry, Ternary
from p4runtime_client import bytestring

MAX_PRIORITY = (1 << 31) - 1
_KIND_NAMES = {EXACT: "exact", LPM: "lpm", TERNARY: "ternary", RANGE: "range", OPTIONAL: "optional"}


def encode(pipeline: Pipeline, entry: TableEntry) -> p4runtime_pb2.TableEntry:
    """The P4Runtime message of an entry.

    Raises:
        PipelineError: The P4Info has no such table, field, action or parameter; one has no value, or one too wide.
    """
    table = pipeline.table(entry.table)
    where = f"{pipeline.source}: table {table.name}"
    message = p4runtime_pb2.TableEntry(table_id=table.id, priority=_priority(entry, table.needs_priority, where))
    for name in entry.match:
        lookup(table.fields, name, "match field", where)
    for info in table.fields.values():  # in P4Info order, whatever the order in the entry
        match = entry.match.get(info.name)
        if match is not None:
            _encode_match(message, info, match, f"{where}: match field {info.name}")
        elif info.kind == EXACT:
            raise PipelineError(f"{where}: exact match field {info.name} has no value")
    if entry.group:
        if not table.action_profile:
            raise PipelineError(f"{where}: entry with an action group; accepted: an action, this table has no selector")
        message.action.action_profile_group_id = entry.group
    else:
        action = lookup(table.actions, entry.action, "action", where)
        message.action.action.CopyFrom(encode_action(action, entry.params, where))
    return message


def encode_action(action: ActionInfo, params: Mapping[str, int], where: str) -> p4runtime_pb2.Action:
    """The P4Runtime message of an action with its parameters.

    Raises:
        PipelineError: A parameter is unknown, missing or too wide; the message starts with ``where``.
    """
    where = f"{where}: action {action.name}"
    for name in params:
        lookup(action.params, name, "parameter", where)
    message = p4runtime_pb2.Action(action_id=action.id)
    for name, (param_id, bits) in action.params.items():
        if name not in params:
            raise PipelineError(f"{where}: parameter {name} has no value")
        message.params.add(param_id=param_id, value=_to_bytes(params[name], bits, f"{where}: parameter {name}"))
    return message


def decode(pipeline: Pipeline, message: p4runtime_pb2.TableEntry) -> TableEntry:
    """The entry of a P4Runtime message, as read from a switch; ids the P4Info does not know appear as ``#<id>``."""
    table = pipeline.tables_by_id.get(message.table_id)
    fields = {info.id: info.name for info in table.fields.values()} if table else {}
    action_id = message.action.action.action_id
    action = pipeline.actions_by_id.get(action_id)
    params = {param_id: name for name, (param_id, _) in action.params.items()} if action else {}
    group = message.action.action_profile_group_id
    return TableEntry(
        table=table.name if table else f"#{message.table_id}",
        match={fields.get(item.field_id, f"#{item.field_id}"): _decode_match(item) for item in message.match},
        action="" if group else (action.name if action else f"#{action_id}"),
        params={
            params.get(item.param_id, f"#{item.param_id}"): int.from_bytes(item.value, "big")
            for item in message.action.action.params
        },
        priority=message.priority,
        group=group,
    )


def _priority(entry: TableEntry, needed: bool, where: str) -> int:
    if (entry.priority > 0) != needed or not 0 <= entry.priority <= MAX_PRIORITY:
        accepted = f"1..{MAX_PRIORITY}" if needed else "0, since no field is ternary, range or optional"
        raise PipelineError(f"{where}: priority {entry.priority}; accepted: {accepted}")
    return entry.priority


def _encode_match(entry: p4runtime_pb2.TableEntry, info: FieldInfo, match: Match, where: str) -> None:
    kinds: dict[type, tuple[int, ...]] = {Exact: (EXACT, OPTIONAL), Lpm: (LPM,), Ternary: (TERNARY,), Range: (RANGE,)}
    if info.kind not in kinds[type(match)]:
        kind = _KIND_NAMES.get(info.kind, "unspecified")
        raise PipelineError(f"{where}: a {type(match).__name__.lower()} match; accepted: {kind}")
    # A match on nothing is left out of the message: P4Runtime specification, "don't care".
    if isinstance(match, Exact):
        value = _to_bytes(match.value, info.bits, where)
        item = entry.match.add(field_id=info.id)
        (item.exact if info.kind == EXACT else item.optional).value = value
    elif isinstance(match, Lpm):
        if not 0 <= match.prefix_len <= info.bits:
            raise PipelineError(f"{where}: prefix length {match.prefix_len}; accepted: 0..{info.bits}")
        if match.value & ((1 << info.bits - match.prefix_len) - 1):
            raise PipelineError(f"{where}: {match.value:#x} has bits set after prefix length {match.prefix_len}")
        value = _to_bytes(match.value, info.bits, where)
        if match.prefix_len:
            item = entry.match.add(field_id=info.id)
            item.lpm.value, item.lpm.prefix_len = value, match.prefix_len
    elif isinstance(match, Ternary):
        mask = _to_bytes(match.mask, info.bits, where)
        if match.value & ~match.mask:
            raise PipelineError(f"{where}: {match.value:#x} has bits set outside its mask {match.mask:#x}")
        if match.mask:
            item = entry.match.add(field_id=info.id)
            item.ternary.value, item.ternary.mask = _to_bytes(match.value, info.bits, where), mask
    else:
        low, high = _to_bytes(match.low, info.bits, where), _to_bytes(match.high, info.bits, where)
        if match.low > match.high:
            raise PipelineError(f"{where}: range {match.low}..{match.high} is empty")
        if (match.low, match.high) != (0, (1 << info.bits) - 1):
            item = entry.match.add(field_id=info.id)
            item.range.low, item.range.high = low, high


def _decode_match(item: p4runtime_pb2.FieldMatch) -> Match:
    kind = item.WhichOneof("field_match_type")
    if kind == "lpm":
        return Lpm(int.from_bytes(item.lpm.value, "big"), item.lpm.prefix_len)
    if kind == "ternary":
        return Ternary(int.from_bytes(item.ternary.value, "big"), int.from_bytes(item.ternary.mask, "big"))
    if kind == "range":
        return Range(int.from_bytes(item.range.low, "big"), int.from_bytes(item.range.high, "big"))
    value = item.optional.value if kind == "optional" else item.exact.value
    return Exact(int.from_bytes(value, "big"))


def _to_bytes(value: int, bits: int, where: str) -> bytes:
    if not 0 <= value < 1 << bits:
        raise PipelineError(f"{where}: {value} does not fit; accepted: 0..{(1 << bits) - 1} ({bits} bits)")
    return bytestring(value)
