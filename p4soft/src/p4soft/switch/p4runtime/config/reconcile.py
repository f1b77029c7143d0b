# SPDX-License-Identifier: Apache-2.0
"""Moves the forwarding state of one pipeline to a freshly loaded other one (COMMIT, RECONCILE_AND_COMMIT)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.switch.p4runtime.entities.batch import Entities
from p4soft.switch.p4runtime.entities.handler import INSERT, MODIFY
from p4soft.switch.p4runtime.status import P4RuntimeError, invalid
from p4soft.switch.state import CounterArray, MeterArray, RegisterArray

_Array = TypeVar("_Array", CounterArray, MeterArray, RegisterArray)


def copy_state(source: Entities, target: Entities, now_us: int) -> None:
    """Write everything `source` holds into `target`, whose pipeline has just been loaded.

    Raises:
        P4RuntimeError: INVALID_ARGUMENT naming the first thing the new pipeline has no place for.
    """
    for name, strings in target.context.info.strings.items():
        if name in source.context.info.strings:
            strings.adopt(source.context.info.strings[name])
    for table in target.context.state.tables.values():
        # Entries the program itself gives, and a client may have deleted: the copy brings those that are left.
        table.clear()
    for query in _queries():
        for entity in source.read(query):
            _write(target, entity)
    _copy_default_entries(source, target)
    old, new = source.context.state, target.context.state
    _copy_arrays("counter", old.counters, new.counters, lambda c: any(c.packets) or any(c.bytes), _copy_counter)
    _copy_arrays("register", old.registers, new.registers, lambda r: any(r.cells), _copy_register)
    _copy_arrays("meter", old.meters, new.meters, _is_configured, lambda a, b: _copy_meter(a, b, now_us))


def _queries() -> Iterator[p4runtime_pb2.Entity]:
    """Read-everything requests, in an order in which references come after what they refer to."""
    for name in ("action_profile_member", "action_profile_group", "table_entry", "packet_replication_engine_entry"):
        entity = p4runtime_pb2.Entity()
        getattr(entity, name).SetInParent()
        if name == "table_entry":
            entity.table_entry.counter_data.SetInParent()
            entity.table_entry.meter_config.SetInParent()
        yield entity
    for name in ("value_set_entry", "digest_entry"):
        entity = p4runtime_pb2.Entity()
        getattr(entity, name).SetInParent()
        yield entity


def _write(target: Entities, entity: p4runtime_pb2.Entity) -> None:
    update = p4runtime_pb2.Update(type=INSERT, entity=entity)
    name = entity.WhichOneof("entity")
    if name == "value_set_entry":
        update.type = MODIFY
        if not entity.value_set_entry.members:
            return
    elif name == "table_entry" and entity.table_entry.is_const:
        # The program gives the entry; only its counter and meter are state.
        update.type = MODIFY
        for part in ("is_const", "action", "metadata"):
            update.entity.table_entry.ClearField(part)
    try:
        target.write(update)
    except P4RuntimeError as error:
        raise invalid(f"the existing state does not fit the new pipeline: {error.message}") from None


def _copy_default_entries(source: Entities, target: Entities) -> None:
    query = p4runtime_pb2.Entity()
    query.table_entry.is_default_action = True
    query.table_entry.counter_data.SetInParent()
    query.table_entry.meter_config.SetInParent()
    initial = {entity.table_entry.table_id: entity for entity in target.read(query)}
    for entity in source.read(query):
        if initial.get(entity.table_entry.table_id) != entity:
            update = p4runtime_pb2.Update(type=MODIFY, entity=entity)
            try:
                target.write(update)
            except P4RuntimeError as error:
                raise invalid(f"the existing default action does not fit the new pipeline: {error.message}") from None


def _copy_arrays(
    what: str,
    old: Mapping[str, _Array],
    new: Mapping[str, _Array],
    in_use: Callable[[_Array], bool],
    copy: Callable[[_Array, _Array], None],
) -> None:
    for name, array in old.items():
        if not in_use(array):
            continue
        other = new.get(name)
        if other is None or other.size < array.size:
            size = "no such" if other is None else f"only {other.size} cells in"
            raise invalid(f"the existing state does not fit the new pipeline: it has {size} {what} {name}")
        copy(array, other)


def _copy_counter(old: CounterArray, new: CounterArray) -> None:
    new.packets[: old.size] = old.packets
    new.bytes[: old.size] = old.bytes


def _copy_register(old: RegisterArray, new: RegisterArray) -> None:
    if old.bitwidth > new.bitwidth:
        raise invalid(f"the existing state does not fit the new pipeline: register {old.name} has become narrower")
    new.cells[: old.size] = old.cells


def _is_configured(meter: MeterArray) -> bool:
    return any(config is not None for config in meter.read_range())


def _copy_meter(old: MeterArray, new: MeterArray, now_us: int) -> None:
    for index, config in enumerate(old.read_range()):
        if config is not None:
            new.write(index, config, now_us)
