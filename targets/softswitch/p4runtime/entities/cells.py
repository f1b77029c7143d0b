# SPDX-License-Identifier: Apache-2.0
"""CounterEntry and RegisterEntry: arrays of cells that always exist."""

from __future__ import annotations

from collections.abc import Iterator

from p4.v1 import p4runtime_pb2

from targets.softswitch.p4runtime.codec.data import decode_counter, decode_data, encode_counter, encode_data
from targets.softswitch.p4runtime.entities.handler import (
    Context,
    Undo,
    nothing_to_undo,
    only_modify,
    selected_indices,
    unknown_id,
)
from targets.softswitch.p4runtime.p4info.index import DataInfo, NamedInfo
from targets.softswitch.p4runtime.status import UNIMPLEMENTED, P4RuntimeError


class Counters:
    """CounterEntry; see `EntityHandler`."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def write(self, kind: int, message: p4runtime_pb2.CounterEntry) -> Undo:
        """See `EntityHandler.write`. Without an index every cell is written."""
        only_modify(kind, "a counter")
        info = self._info(message.counter_id)
        counter = self._context.state.counter(info.name)
        indices = selected_indices(message, f"counter {info.name}", counter.size)
        if not message.HasField("data"):
            return nothing_to_undo
        value = decode_counter(message.data, f"counter {info.name}")
        old = [(index, counter.read(index)) for index in indices]
        for index in indices:
            counter.write(index, value)

        def undo() -> None:
            for index, previous in old:
                counter.write(index, previous)

        return undo

    def read(self, message: p4runtime_pb2.CounterEntry) -> Iterator[p4runtime_pb2.Entity]:
        """See `EntityHandler.read`. Counter id 0 selects every indirect counter, an unset index every cell."""
        if message.counter_id:
            counters = [self._info(message.counter_id)]
        else:
            counters = list(self._context.info.counters.values())
        for info in counters:
            counter = self._context.state.counter(info.name)
            for index in selected_indices(message, f"counter {info.name}", counter.size):
                entity = p4runtime_pb2.Entity()
                cell = entity.counter_entry
                cell.counter_id = info.id
                cell.index.SetInParent()
                cell.index.index = index
                cell.data.SetInParent()
                encode_counter(counter.read(index), cell.data)
                yield entity

    def _info(self, counter_id: int) -> NamedInfo:
        info = self._context.info.counters.get(counter_id)
        if info is None:
            raise unknown_id(self._context.info, "counter", counter_id, self._context.info.counters)
        return info


class Registers:
    """RegisterEntry; see `EntityHandler`."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def write(self, kind: int, message: p4runtime_pb2.RegisterEntry) -> Undo:
        """See `EntityHandler.write`. Without an index every cell is written."""
        only_modify(kind, "a register")
        info = self._info(message.register_id)
        register = self._context.state.register(info.name)
        indices = selected_indices(message, f"register {info.name}", register.size)
        value = decode_data(self._scalar(info), message.data, f"register {info.name}")[0]
        old = [(index, register.read(index)) for index in indices]
        for index in indices:
            register.write(index, value)

        def undo() -> None:
            for index, previous in old:
                register.write(index, previous)

        return undo

    def read(self, message: p4runtime_pb2.RegisterEntry) -> Iterator[p4runtime_pb2.Entity]:
        """See `EntityHandler.read`. Register id 0 selects every register, an unset index every cell."""
        if message.register_id:
            registers = [self._info(message.register_id)]
        else:
            registers = list(self._context.info.registers.values())
        for info in registers:
            register = self._context.state.register(info.name)
            self._scalar(info)
            for index in selected_indices(message, f"register {info.name}", register.size):
                entity = p4runtime_pb2.Entity()
                cell = entity.register_entry
                cell.register_id = info.id
                cell.index.SetInParent()
                cell.index.index = index
                cell.data.CopyFrom(encode_data(info, (register.read(index),)))
                yield entity

    def _info(self, register_id: int) -> DataInfo:
        info = self._context.info.registers.get(register_id)
        if info is None:
            raise unknown_id(self._context.info, "register", register_id, self._context.info.registers)
        return info

    def _scalar(self, info: DataInfo) -> DataInfo:
        """BMv2 JSON has registers of single values only."""
        if info.shape != "scalar" or not info.fields:
            raise P4RuntimeError(UNIMPLEMENTED, f"register {info.name}: only bit, int and bool registers are supported")
        return info
