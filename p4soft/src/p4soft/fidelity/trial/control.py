# SPDX-License-Identifier: Apache-2.0
"""Writes a workload over P4Runtime and reads everything back: the same requests for both switches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from finsy.proto.p4.config.v1 import p4info_pb2
from finsy.proto.p4.v1 import p4runtime_pb2

from p4soft.fidelity.trial.outcome import UNREAD
from p4soft.fidelity.workload import Workload
from p4soft.p4runtime_client import Session, SessionError
from p4soft.switch import Program

_ADDRESS = re.compile(r" at [\w.]+:\d+")
_CELLS = 1024
"""Larger arrays are not read: nothing that a few dozen packets do needs so many cells."""


def write(session: Session, workload: Workload) -> Iterator[str]:
    """For each update "", or why it was refused."""
    for update in workload.updates:
        try:
            session.write([update.message])
        except SessionError as error:
            yield plain(error) or "refused"
        else:
            yield ""


def plain(error: SessionError) -> str:
    """What a switch said, in one line and without its address, which is another one in every run."""
    return _ADDRESS.sub("", " ".join(str(error).split()))


def read(session: Session, info: p4info_pb2.P4Info, program: Program) -> Iterator[tuple[str, str]]:
    """What the switch holds, by name: entries with their direct counters, counters, meters."""
    specs = {spec.name: spec for spec in program.tables()}
    counted = {c.direct_table_id for c in info.direct_counters}
    metered = {m.direct_table_id for m in info.direct_meters}
    for table in info.tables:
        if table.preamble.name not in specs or not table.match_fields:
            continue
        query = p4runtime_pb2.Entity()
        query.table_entry.table_id = table.preamble.id
        if table.preamble.id in counted:
            query.table_entry.counter_data.SetInParent()
        if table.preamble.id in metered:
            query.table_entry.meter_config.SetInParent()
        yield from _entries(session, query, table)
    for counter in info.counters:
        if counter.preamble.name in program.counters and counter.size <= _CELLS:
            query = p4runtime_pb2.Entity()
            query.counter_entry.counter_id = counter.preamble.id
            name = f"counter {counter.preamble.name}"
            yield from _cells(session, query, name, lambda e: (e.counter_entry.index.index, e.counter_entry.data))
    for meter in info.meters:
        if meter.preamble.name in program.meters and meter.size <= _CELLS:
            query = p4runtime_pb2.Entity()
            query.meter_entry.meter_id = meter.preamble.id
            name = f"meter {meter.preamble.name}"
            yield from _cells(session, query, name, lambda e: (e.meter_entry.index.index, e.meter_entry.config))


def _entries(session: Session, query: p4runtime_pb2.Entity, table: p4info_pb2.Table) -> Iterator[tuple[str, str]]:
    """Each entry: what identifies it, and what it does and has counted.

    The priority of an entry that the program gives is left out: BMv2 counts it down from 2147483647.
    """
    name = f"entry of {table.preamble.name}"
    try:
        found = list(session.read([query]))
    except SessionError as error:
        yield name, f"{UNREAD}: {error.code}"
        return
    for entity in found:
        entry = entity.table_entry
        fields = sorted(entry.match, key=lambda m: m.field_id)
        key = " ".join(_line(m) for m in fields)
        if not table.is_const_table and not table.has_initial_entries:
            key += f" priority {entry.priority}"
        # BMv2's P4Runtime is older than `is_const`.
        for part in ("match", "priority", "table_id", "is_const"):
            entry.ClearField(part)
        yield f"{name}: {key}", _line(entry)


def _cells(
    session: Session,
    query: p4runtime_pb2.Entity,
    name: str,
    cell: Callable[[p4runtime_pb2.Entity], tuple[int, object]],
) -> Iterator[tuple[str, str]]:
    try:
        for entity in session.read([query]):
            index, value = cell(entity)
            yield f"{name}[{index}]", _line(value)
    except SessionError as error:
        yield name, f"{UNREAD}: {error.code}"


def _line(message: object) -> str:
    return " ".join(str(message).split())
