# SPDX-License-Identifier: Apache-2.0
"""Direct counters and meters, as part of table entries and as entities of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from p4.v1 import p4runtime_pb2

from targets.softswitch.p4runtime.codec.data import decode_counter, encode_counter
from targets.softswitch.p4runtime.entities.handler import Context, Undo, only_modify
from targets.softswitch.p4runtime.entities.meters import decode_config, encode_config, refuse_counter_data
from targets.softswitch.p4runtime.p4info.index import TableInfo
from targets.softswitch.p4runtime.status import invalid
from targets.softswitch.state import Entry, Table

if TYPE_CHECKING:
    from targets.softswitch.p4runtime.entities.table_entries import TableEntries


class DirectResources:
    """The counter_data, meter_config and meter_counter_data fields of a TableEntry."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def check(self, info: TableInfo, message: p4runtime_pb2.TableEntry) -> None:
        """Raise INVALID_ARGUMENT or UNIMPLEMENTED for resources the table lacks or values it cannot take."""
        where = f"table {info.name}"
        if message.HasField("counter_data"):
            if not info.direct_counter_id:
                raise invalid(f"{where} has no direct counter; leave counter_data unset")
            decode_counter(message.counter_data, where)
        if message.HasField("meter_config"):
            if not info.direct_meter_id:
                raise invalid(f"{where} has no direct meter; leave meter_config unset")
            decode_config(self._context.info.direct_meters[info.direct_meter_id], message.meter_config)
        if message.HasField("meter_counter_data"):
            refuse_counter_data(where)

    def apply(
        self, info: TableInfo, table: Table, entry: Entry, message: p4runtime_pb2.TableEntry, *, inserting: bool
    ) -> None:
        """Write the checked resources: an unset meter_config means the default one, unset counter_data no change."""
        if message.HasField("counter_data"):
            table.write_counter(entry, decode_counter(message.counter_data, table.name))
        if info.direct_meter_id:
            config = None
            if message.HasField("meter_config"):
                config = decode_config(self._context.info.direct_meters[info.direct_meter_id], message.meter_config)
            if config is not None or not inserting:
                table.write_meter(entry, config, self._context.now_us())

    def reset(self, info: TableInfo, table: Table, entry: Entry) -> None:
        """Return the meter to its default configuration."""
        if info.direct_meter_id:
            table.write_meter(entry, None, self._context.now_us())

    def saver(self, entry: Entry) -> Undo:
        """What puts the entry's counter and meter configuration back to what they are now."""
        packets, octets = entry.packets, entry.bytes
        config = entry.meter.config if entry.meter else None

        def restore() -> None:
            entry.packets, entry.bytes = packets, octets
            if entry.meter is not None:
                entry.meter.configure(config, self._context.now_us())

        return restore

    def encode(
        self,
        info: TableInfo,
        entry: Entry,
        message: p4runtime_pb2.TableEntry,
        request: p4runtime_pb2.TableEntry,
    ) -> None:
        """Add the resources the read request asks for (by having the field set)."""
        if request.HasField("counter_data") and info.direct_counter_id:
            message.counter_data.SetInParent()
            encode_counter(entry.counter, message.counter_data)
        if request.HasField("meter_config") and entry.meter is not None and entry.meter.config is not None:
            encode_config(entry.meter.config, message.meter_config)
        if request.HasField("meter_counter_data"):
            refuse_counter_data(f"table {info.name}")


class DirectCounters:
    """DirectCounterEntry; see `EntityHandler`."""

    def __init__(self, context: Context, entries: TableEntries) -> None:
        self._context = context
        self._entries = entries

    def write(self, kind: int, message: p4runtime_pb2.DirectCounterEntry) -> Undo:
        """See `EntityHandler.write`."""
        only_modify(kind, "a direct counter")
        info, table, entry = self._entries.find(message.table_entry)
        self._check(info)
        undo = self._entries.direct.saver(entry)
        if message.HasField("data"):
            table.write_counter(entry, decode_counter(message.data, f"table {info.name}: direct counter"))
        return undo

    def read(self, message: p4runtime_pb2.DirectCounterEntry) -> Iterator[p4runtime_pb2.Entity]:
        """See `EntityHandler.read`. Table id 0 selects every table that has a direct counter."""
        request = message.table_entry
        if request.table_id:
            tables = [request.table_id]
        else:
            tables = [t.id for t in self._context.info.tables.values() if t.direct_counter_id]
        for table_id in tables:
            entries = self._entries.select(request, table_id)
            self._check(self._context.info.tables[table_id])
            for entry in entries:
                entity = p4runtime_pb2.Entity()
                self._entries.encode_key(table_id, entry, entity.direct_counter_entry.table_entry)
                entity.direct_counter_entry.data.SetInParent()
                encode_counter(entry.counter, entity.direct_counter_entry.data)
                yield entity

    def _check(self, info: TableInfo) -> None:
        if not info.direct_counter_id:
            raise invalid(f"table {info.name} has no direct counter")


class DirectMeters:
    """DirectMeterEntry; see `EntityHandler`."""

    def __init__(self, context: Context, entries: TableEntries) -> None:
        self._context = context
        self._entries = entries

    def write(self, kind: int, message: p4runtime_pb2.DirectMeterEntry) -> Undo:
        """See `EntityHandler.write`. An unset config returns the meter to green for all packets."""
        only_modify(kind, "a direct meter")
        info, table, entry = self._entries.find(message.table_entry)
        self._check(info)
        if message.HasField("counter_data"):
            refuse_counter_data(f"table {info.name}")
        meter = self._context.info.direct_meters[info.direct_meter_id]
        config = decode_config(meter, message.config) if message.HasField("config") else None
        undo = self._entries.direct.saver(entry)
        table.write_meter(entry, config, self._context.now_us())
        return undo

    def read(self, message: p4runtime_pb2.DirectMeterEntry) -> Iterator[p4runtime_pb2.Entity]:
        """See `EntityHandler.read`. Table id 0 selects every table that has a direct meter."""
        if message.HasField("counter_data"):
            refuse_counter_data("direct meters")
        request = message.table_entry
        if request.table_id:
            tables = [request.table_id]
        else:
            tables = [t.id for t in self._context.info.tables.values() if t.direct_meter_id]
        for table_id in tables:
            entries = self._entries.select(request, table_id)
            self._check(self._context.info.tables[table_id])
            for entry in entries:
                entity = p4runtime_pb2.Entity()
                self._entries.encode_key(table_id, entry, entity.direct_meter_entry.table_entry)
                if entry.meter is not None and entry.meter.config is not None:
                    encode_config(entry.meter.config, entity.direct_meter_entry.config)
                yield entity

    def _check(self, info: TableInfo) -> None:
        if not info.direct_meter_id:
            raise invalid(f"table {info.name} has no direct meter")
