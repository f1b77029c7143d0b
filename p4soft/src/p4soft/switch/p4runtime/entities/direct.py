# SPDX-License-Identifier: Apache-2.0
"""DirectCounterEntry and DirectMeterEntry: the counters and meters of table entries, as entities of their own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Generic, TypeVar

from finsy.proto.p4.v1 import p4runtime_pb2
from typing_extensions import override

from p4soft.switch.p4runtime.codec.data import decode_counter, encode_counter
from p4soft.switch.p4runtime.codec.meters import decode_config, encode_config, refuse_counter_data
from p4soft.switch.p4runtime.entities.handler import Context, EntityHandler, Undo, only_modify
from p4soft.switch.p4runtime.entities.table_entries import TableEntries
from p4soft.switch.p4runtime.p4info.index import TableInfo
from p4soft.switch.p4runtime.status import invalid
from p4soft.switch.state import Entry, Table

_Message = TypeVar("_Message", p4runtime_pb2.DirectCounterEntry, p4runtime_pb2.DirectMeterEntry)


class _Direct(EntityHandler[_Message], Generic[_Message]):
    """What both have in common. In a read request, table id 0 selects every table that has the resource."""

    what: ClassVar[str]

    def __init__(self, context: Context, entries: TableEntries) -> None:
        self._context = context
        self._entries = entries

    @override
    def write(self, kind: int, message: _Message) -> Undo:
        only_modify(kind, f"a direct {self.what}")
        info, table, entry = self._entries.find(message.table_entry)
        self._check(info)
        undo = self._entries.direct.saver(entry)
        self._assign(info, table, entry, message)
        return undo

    @override
    def read(self, message: _Message) -> Iterator[p4runtime_pb2.Entity]:
        request = message.table_entry
        if request.table_id:
            tables = [request.table_id]
        else:
            tables = [t.id for t in self._context.info.tables.values() if self._resource_id(t)]
        for table_id in tables:
            entries = self._entries.select(request, table_id)
            self._check(self._context.info.tables[table_id])
            for entry in entries:
                entity = p4runtime_pb2.Entity()
                result = getattr(entity, f"direct_{self.what}_entry")
                self._entries.encode_key(table_id, entry, result.table_entry)
                self._encode(entry, result)
                yield entity

    def _check(self, info: TableInfo) -> None:
        if not self._resource_id(info):
            raise invalid(f"table {info.name} has no direct {self.what}")

    @abstractmethod
    def _resource_id(self, info: TableInfo) -> int:
        """The P4Info id of the table's resource, 0 for none."""

    @abstractmethod
    def _assign(self, info: TableInfo, table: Table, entry: Entry, message: _Message) -> None:
        """Write what the message gives."""

    @abstractmethod
    def _encode(self, entry: Entry, message: _Message) -> None:
        """Fill in what the entry has."""


class DirectCounters(_Direct[p4runtime_pb2.DirectCounterEntry]):
    """DirectCounterEntry; a message without data changes nothing."""

    what = "counter"

    @override
    def _resource_id(self, info: TableInfo) -> int:
        return info.direct_counter_id

    @override
    def _assign(self, info: TableInfo, table: Table, entry: Entry, message: p4runtime_pb2.DirectCounterEntry) -> None:
        if message.HasField("data"):
            table.write_counter(entry, decode_counter(message.data, f"table {info.name}: direct counter"))

    @override
    def _encode(self, entry: Entry, message: p4runtime_pb2.DirectCounterEntry) -> None:
        message.data.SetInParent()
        encode_counter(entry.counter, message.data)


class DirectMeters(_Direct[p4runtime_pb2.DirectMeterEntry]):
    """DirectMeterEntry; an unset config returns the meter to green for all packets."""

    what = "meter"

    @override
    def read(self, message: p4runtime_pb2.DirectMeterEntry) -> Iterator[p4runtime_pb2.Entity]:
        if message.HasField("counter_data"):
            refuse_counter_data("direct meters")
        yield from super().read(message)

    @override
    def _resource_id(self, info: TableInfo) -> int:
        return info.direct_meter_id

    @override
    def _assign(self, info: TableInfo, table: Table, entry: Entry, message: p4runtime_pb2.DirectMeterEntry) -> None:
        if message.HasField("counter_data"):
            refuse_counter_data(f"table {info.name}")
        meter = self._context.info.direct_meters[info.direct_meter_id]
        config = decode_config(meter, message.config) if message.HasField("config") else None
        table.write_meter(entry, config, self._context.now_us())

    @override
    def _encode(self, entry: Entry, message: p4runtime_pb2.DirectMeterEntry) -> None:
        if entry.meter is not None and entry.meter.config is not None:
            encode_config(entry.meter.config, message.config)
