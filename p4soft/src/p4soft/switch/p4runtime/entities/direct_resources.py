# SPDX-License-Identifier: Apache-2.0
"""Direct counters and meters as part of table entries."""

from __future__ import annotations

from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.switch.p4runtime.codec.data import decode_counter, encode_counter
from p4soft.switch.p4runtime.codec.meters import decode_config, encode_config, refuse_counter_data
from p4soft.switch.p4runtime.entities.handler import Context, Undo
from p4soft.switch.p4runtime.p4info.index import TableInfo
from p4soft.switch.p4runtime.status import invalid
from p4soft.switch.program.model import TableSpec
from p4soft.switch.state import Entry, Table


class DirectResources:
    """The counter_data, meter_config and meter_counter_data fields of a TableEntry."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def check(self, info: TableInfo, message: p4runtime_pb2.TableEntry, spec: TableSpec, action: str | None) -> None:
        """Check what an update gives to an entry with this action (None: not known, or several).

        Raises:
            P4RuntimeError: INVALID_ARGUMENT or UNIMPLEMENTED for resources the table lacks or the action does not
                execute (P4Runtime §9.1.10), and for values they cannot take.
        """
        if message.HasField("counter_data"):
            where = f"table {info.name}"
            if not info.direct_counter_id:
                raise invalid(f"{where} has no direct counter; leave counter_data unset")
            _check_executed(where, action, spec.counting_actions, "count", "counter_data")
            decode_counter(message.counter_data, where)
        if message.HasField("meter_config"):
            if not info.direct_meter_id:
                raise invalid(f"table {info.name} has no direct meter; leave meter_config unset")
            _check_executed(f"table {info.name}", action, spec.metering_actions, "read the meter", "meter_config")
            decode_config(self._context.info.direct_meters[info.direct_meter_id], message.meter_config)
        if message.HasField("meter_counter_data"):
            refuse_counter_data(f"table {info.name}")

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

    def check_read(self, info: TableInfo, request: p4runtime_pb2.TableEntry) -> None:
        """Refuse to read what there is not; raises P4RuntimeError (UNIMPLEMENTED)."""
        if request.HasField("meter_counter_data"):
            refuse_counter_data(f"table {info.name}")

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


def _check_executed(where: str, action: str | None, executing: tuple[str, ...], what: str, field: str) -> None:
    if action is not None and executing and action not in executing:
        raise invalid(
            f"{where}: action {action} does not {what}; leave {field} unset (accepted with: {', '.join(executing)})"
        )
