# SPDX-License-Identifier: Apache-2.0
"""The device under test as a case sees it: table entries in, counters out, over P4Runtime.

The names are those of docs/pipeline.md; entries are plain `controller.plan.TableEntry` values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from finsy.proto.p4.v1 import p4runtime_pb2

from controller.client import SwitchClient
from controller.p4rt import encode
from controller.pipeline import Pipeline
from p4soft.table_entries import EntryKey, TableEntry
from ptf_tests.dut.p4runtime.cells import address
from ptf_tests.switch.counters import Cell, Count


class SwitchConnection:
    """Table entries in, counters out, as primary client of a P4Runtime server. Not thread-safe."""

    def __init__(self, address: str, device_id: int, pipeline: Pipeline, *, election_id: int = 1) -> None:
        """Connect and become primary.

        Args:
            address: host:port of the P4Runtime server.
            device_id: P4Runtime device id.
            pipeline: the program the switch runs, or shall run after `push_pipeline`.
            election_id: the highest one of all clients is primary.

        Raises:
            SwitchError: the switch does not answer, or another client is primary.
        """
        self.pipeline = pipeline
        self._client = SwitchClient(address, device_id, pipeline, name="device under test", election_id=election_id)
        self._client.become_primary()
        self._counter_ids = {c.preamble.name: c.preamble.id for c in pipeline.p4info.counters}
        self._last_request: (
            tuple[tuple[Cell, ...], Sequence[p4runtime_pb2.Entity], Mapping[tuple[int, int], Cell]] | None
        ) = None

    def push_pipeline(self) -> None:
        """Load the program; all tables become empty."""
        self._client.set_pipeline()

    def insert(self, entries: Sequence[TableEntry]) -> None:
        """Insert table entries. Raises SwitchError, which names the refused entry."""
        self._client.insert(entries)

    def modify(self, entries: Sequence[TableEntry]) -> None:
        """Change entries that are there. Raises SwitchError, which names the refused entry."""
        self._client.modify(entries)

    def delete(self, entries: Sequence[TableEntry]) -> None:
        """Delete entries that are there. Raises SwitchError, which names the refused entry."""
        self._client.delete(entries)

    def delete_all(self) -> None:
        """Delete every entry of the tables that the program does not fill itself. Raises SwitchError."""
        self._client.delete(self._client.read_entries().values())

    def read_entries(self) -> dict[EntryKey, TableEntry]:
        """All entries of all tables. Raises SwitchError."""
        return self._client.read_entries()

    def read_counters(self, cells: Sequence[Cell]) -> dict[Cell, Count]:
        """Packets and bytes of counter cells. Raises SwitchError."""
        entities, asked = self._request(tuple(cells))
        found: dict[Cell, Count] = {}
        for entity in self._client.read(*entities):
            entry = entity.counter_entry
            cell = asked[entry.counter_id, entry.index.index]
            found[cell] = Count(entry.data.packet_count, entry.data.byte_count)
        return found

    def _request(
        self, cells: tuple[Cell, ...]
    ) -> tuple[Sequence[p4runtime_pb2.Entity], Mapping[tuple[int, int], Cell]]:
        """What to read, and what each answer is; the last one is kept, because a case asks for the same many times."""
        if self._last_request is None or self._last_request[0] != cells:
            entities, asked = [], {}
            for cell in cells:
                name, index = address(cell)
                entity = p4runtime_pb2.Entity()
                entity.counter_entry.counter_id = self._counter_ids[name]
                entity.counter_entry.index.index = index
                entities.append(entity)
                asked[self._counter_ids[name], index] = cell
            self._last_request = (cells, entities, asked)
        return self._last_request[1:]

    def read_direct_counter(self, entry: TableEntry) -> Count:
        """Packets and bytes of the direct counter of an entry that was inserted. Raises LookupError."""
        entity = p4runtime_pb2.Entity()
        entity.direct_counter_entry.table_entry.CopyFrom(encode(self.pipeline, entry))
        for found in self._client.read(entity):
            data = found.direct_counter_entry.data
            return Count(data.packet_count, data.byte_count)
        raise LookupError(f"the device returned no direct counter for {entry.table} {dict(entry.match)}")

    def close(self) -> None:
        """Disconnect; nobody is primary then."""
        self._client.close()
