# SPDX-License-Identifier: Apache-2.0
"""Counters, meters and registers as entities: arrays of cells that always exist, and direct ones of table entries.

In a read request, id 0 selects every array of the kind; without an index every cell is read, or written.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeVar

from typing_extensions import override

from p4soft.messages import p4runtime_pb2
from p4soft.switch.p4runtime.codec import (
    decode_config,
    decode_counter,
    decode_data,
    encode_config,
    encode_counter,
    encode_data,
    refuse_counter_data,
)
from p4soft.switch.p4runtime.handler import (
    Context,
    EntityHandler,
    Undo,
    find,
    nothing_to_undo,
    only_modify,
    selected_indices,
)
from p4soft.switch.p4runtime.p4info import DataInfo, MeterInfo, Named, NamedInfo, TableInfo
from p4soft.switch.p4runtime.status import UNIMPLEMENTED, P4RuntimeError, invalid
from p4soft.switch.state import CounterValue, Entry, MeterConfig, Table

if TYPE_CHECKING:
    from p4soft.switch.p4runtime.table_entries import TableEntries


# --- CounterEntry, MeterEntry, RegisterEntry -------------------------------------------------------------------------


_Info = TypeVar("_Info", bound=Named)
_Value = TypeVar("_Value")
_Message = TypeVar("_Message", p4runtime_pb2.CounterEntry, p4runtime_pb2.MeterEntry, p4runtime_pb2.RegisterEntry)
_Held_co = TypeVar("_Held_co", covariant=True)


class _Cells(Protocol[_Held_co]):
    """An array in the switch's state."""

    size: int

    def read(self, index: int) -> _Held_co:
        """What one cell holds."""


class _Arrays(EntityHandler[_Message], Generic[_Info, _Value, _Message]):
    what: ClassVar[str]

    def __init__(self, context: Context, infos: Mapping[int, _Info]) -> None:
        self._context = context
        self._infos = infos

    @override
    def write(self, kind: int, message: _Message) -> Undo:
        only_modify(kind, f"a {self.what}")
        info = self._find(message)
        cells = self._cells(info)
        indices = selected_indices(message, f"{self.what} {info.name}", cells.size)
        if not self._has_value(message):
            return nothing_to_undo
        value = self._decode(info, message)
        old = [(index, cells.read(index)) for index in indices]
        for index in indices:
            self._store(info, index, value)

        def undo() -> None:
            for index, previous in old:
                self._store(info, index, previous)

        return undo

    @override
    def read(self, message: _Message) -> Iterator[p4runtime_pb2.Entity]:
        selected = [self._find(message)] if self._id(message) else list(self._infos.values())
        for info in selected:
            cells = self._cells(info)
            for index in selected_indices(message, f"{self.what} {info.name}", cells.size):
                entity = p4runtime_pb2.Entity()
                cell = getattr(entity, f"{self.what}_entry")
                setattr(cell, f"{self.what}_id", info.id)
                cell.index.SetInParent()
                cell.index.index = index
                self._encode(info, cells.read(index), cell)
                yield entity

    def _id(self, message: _Message) -> int:
        return int(getattr(message, f"{self.what}_id"))

    def _find(self, message: _Message) -> _Info:
        return find(self._context.info, self.what, self._id(message), self._infos)

    def _has_value(self, _message: _Message) -> bool:
        return True

    @abstractmethod
    def _cells(self, info: _Info) -> _Cells[_Value]:
        """The array in the switch's state; raises P4RuntimeError when requests cannot read and write such a one."""

    @abstractmethod
    def _decode(self, info: _Info, message: _Message) -> _Value:
        """The value that a message gives; raises P4RuntimeError for one that does not fit."""

    @abstractmethod
    def _encode(self, info: _Info, value: _Value, message: _Message) -> None:
        """Fill in a value."""

    @abstractmethod
    def _store(self, info: _Info, index: int, value: _Value) -> None:
        """Write one cell."""


class Counters(_Arrays[NamedInfo, CounterValue, p4runtime_pb2.CounterEntry]):
    """CounterEntry; a message without data changes nothing."""

    what = "counter"

    @override
    def _has_value(self, message: p4runtime_pb2.CounterEntry) -> bool:
        return bool(message.HasField("data"))

    @override
    def _cells(self, info: NamedInfo) -> _Cells[CounterValue]:
        return self._context.state.counter(info.name)

    @override
    def _decode(self, info: NamedInfo, message: p4runtime_pb2.CounterEntry) -> CounterValue:
        return decode_counter(message.data, f"counter {info.name}")

    @override
    def _encode(self, info: NamedInfo, value: CounterValue, message: p4runtime_pb2.CounterEntry) -> None:
        message.data.SetInParent()
        encode_counter(value, message.data)

    @override
    def _store(self, info: NamedInfo, index: int, value: CounterValue) -> None:
        self._context.state.counter(info.name).write(index, value)


class Meters(_Arrays[MeterInfo, MeterConfig | None, p4runtime_pb2.MeterEntry]):
    """MeterEntry; an unset config means the default one, which is green for all packets."""

    what = "meter"

    @override
    def read(self, message: p4runtime_pb2.MeterEntry) -> Iterator[p4runtime_pb2.Entity]:
        if message.HasField("counter_data"):
            refuse_counter_data("meters")
        yield from super().read(message)

    @override
    def _cells(self, info: MeterInfo) -> _Cells[MeterConfig | None]:
        return self._context.state.meter(info.name)

    @override
    def _decode(self, info: MeterInfo, message: p4runtime_pb2.MeterEntry) -> MeterConfig | None:
        if message.HasField("counter_data"):
            refuse_counter_data(f"meter {info.name}")
        return decode_config(info, message.config) if message.HasField("config") else None

    @override
    def _encode(self, info: MeterInfo, value: MeterConfig | None, message: p4runtime_pb2.MeterEntry) -> None:
        if value is not None:
            encode_config(value, message.config)

    @override
    def _store(self, info: MeterInfo, index: int, value: MeterConfig | None) -> None:
        self._context.state.meter(info.name).write(index, value, self._context.now_us())


class Registers(_Arrays[DataInfo, int, p4runtime_pb2.RegisterEntry]):
    """RegisterEntry. BMv2 JSON has registers of single values only."""

    what = "register"

    @override
    def _cells(self, info: DataInfo) -> _Cells[int]:
        if info.shape != "scalar" or not info.fields:
            raise P4RuntimeError(UNIMPLEMENTED, f"register {info.name}: only bit, int and bool registers are supported")
        return self._context.state.register(info.name)

    @override
    def _decode(self, info: DataInfo, message: p4runtime_pb2.RegisterEntry) -> int:
        return decode_data(info, message.data, f"register {info.name}")[0]

    @override
    def _encode(self, info: DataInfo, value: int, message: p4runtime_pb2.RegisterEntry) -> None:
        message.data.CopyFrom(encode_data(info, (value,)))

    @override
    def _store(self, info: DataInfo, index: int, value: int) -> None:
        self._context.state.register(info.name).write(index, value)


# --- DirectCounterEntry, DirectMeterEntry ----------------------------------------------------------------------------


_Resource = TypeVar("_Resource", p4runtime_pb2.DirectCounterEntry, p4runtime_pb2.DirectMeterEntry)


class _Direct(EntityHandler[_Resource], Generic[_Resource]):
    """What both have in common. In a read request, table id 0 selects every table that has the resource."""

    what: ClassVar[str]

    def __init__(self, context: Context, entries: TableEntries) -> None:
        self._context = context
        self._entries = entries

    @override
    def write(self, kind: int, message: _Resource) -> Undo:
        only_modify(kind, f"a direct {self.what}")
        info, table, entry = self._entries.find(message.table_entry)
        self._check(info)
        undo = self._entries.direct.saver(entry)
        self._assign(info, table, entry, message)
        return undo

    @override
    def read(self, message: _Resource) -> Iterator[p4runtime_pb2.Entity]:
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
    def _assign(self, info: TableInfo, table: Table, entry: Entry, message: _Resource) -> None:
        """Write what the message gives."""

    @abstractmethod
    def _encode(self, entry: Entry, message: _Resource) -> None:
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
