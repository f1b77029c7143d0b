# SPDX-License-Identifier: Apache-2.0
"""The device under test as a case sees it: table entries in, counters out, over P4Runtime.

The names are those of docs/pipeline.md; entries are plain `controller.plan.TableEntry` values.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from p4.v1 import p4runtime_pb2

from controller.client import SwitchClient
from controller.p4rt import encode
from controller.pipeline import Pipeline
from controller.plan import TableEntry

QUEUES = 8

DROP_COUNTERS = tuple(
    f"FabricIngress.drop.drop_{reason}"
    for reason in (
        "not_ipv6",
        "malformed",
        "hop_limit",
        "multicast",
        "port_isolated",
        "srh_invalid",
        "sid_upper_layer",
        "inner_unsupported",
        "inner_checksum",
        "ecn_decap",
        "no_route",
        "blackhole",
        "queue_full",
        "trim_queue_full",
    )
)
"""One counter per drop reason, indexed by ingress port."""

QUEUE_COUNTERS = tuple(
    f"FabricIngress.admission.queue_{name}"
    for name in (
        "packets",
        "dropped_packets",
        "wred_ecn_marked_packets",
        "trim_packets",
        "tx_trim_packets",
        "dropped_trim_packets",
    )
)
"""Per egress port and queue, index = port * 8 + queue."""

PORT_COUNTER = "FabricEgress.port_tx_packets"
"""Indexed by egress port."""

Cell = tuple[str, int]
"""A counter cell: short counter name and index."""


@dataclass(frozen=True, slots=True)
class Count:
    """Packets and bytes of one counter cell."""

    packets: int
    bytes: int


def short_name(counter: str) -> str:
    """The last component of a P4Info name, which is unique among this program's counters."""
    return counter.rsplit(".", 1)[-1]


class Device:
    """One switch under test. Not thread-safe."""

    def __init__(self, address: str, device_id: int, pipeline: Pipeline) -> None:
        """Connect and become primary.

        Args:
            address: host:port of the P4Runtime server.
            device_id: P4Runtime device id.
            pipeline: the program the switch runs, or shall run after `push_pipeline`.

        Raises:
            SwitchError: the switch does not answer, or another client is primary.
        """
        self.pipeline = pipeline
        self._client = SwitchClient(address, device_id, pipeline, name="device under test")
        self._client.become_primary()
        self._counter_ids = {c.preamble.name: c.preamble.id for c in pipeline.p4info.counters}

    def push_pipeline(self) -> None:
        """Load the program; all tables become empty."""
        self._client.set_pipeline()

    def insert(self, entries: Iterable[TableEntry]) -> None:
        """Insert table entries. Raises SwitchError, which names the refused entry."""
        self._client.insert(entries)

    def modify(self, entries: Iterable[TableEntry]) -> None:
        """Change entries that are there. Raises SwitchError, which names the refused entry."""
        self._client.modify(entries)

    def delete(self, entries: Iterable[TableEntry]) -> None:
        """Delete entries that are there. Raises SwitchError, which names the refused entry."""
        self._client.delete(entries)

    def read_counters(self, cells: Iterable[tuple[str, int]]) -> dict[Cell, Count]:
        """Packets and bytes of indirect counter cells, given as (full name, index)."""
        names: dict[int, str] = {}
        entities = []
        for name, index in cells:
            counter_id = self._counter_ids[name]
            names[counter_id] = short_name(name)
            entity = p4runtime_pb2.Entity()
            entity.counter_entry.counter_id = counter_id
            entity.counter_entry.index.index = index
            entities.append(entity)
        found: dict[Cell, Count] = {}
        for entity in self._client.read(*entities):
            entry = entity.counter_entry
            found[names[entry.counter_id], entry.index.index] = Count(entry.data.packet_count, entry.data.byte_count)
        return found

    def read_direct_counter(self, entry: TableEntry) -> Count:
        """Packets and bytes of the direct counter of an entry that was inserted."""
        entity = p4runtime_pb2.Entity()
        entity.direct_counter_entry.table_entry.CopyFrom(encode(self.pipeline, entry))
        for found in self._client.read(entity):
            data = found.direct_counter_entry.data
            return Count(data.packet_count, data.byte_count)
        raise LookupError(f"the device returned no direct counter for {entry.table} {dict(entry.match)}")

    def close(self) -> None:
        """Disconnect."""
        self._client.close()


def watched_cells(ingress_ports: Iterable[int], egress_ports: Iterable[int]) -> list[tuple[str, int]]:
    """Every drop counter of these ingress ports, every queue and port counter of these egress ports."""
    cells = [(name, port) for name in DROP_COUNTERS for port in ingress_ports]
    for port in egress_ports:
        cells += [(name, port * QUEUES + queue) for name in QUEUE_COUNTERS for queue in range(QUEUES)]
        cells.append((PORT_COUNTER, port))
    return cells
