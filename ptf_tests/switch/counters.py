# SPDX-License-Identifier: Apache-2.0
"""The counters a case looks at, by the names of docs/pipeline.md, and their cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from controller.program import names
from controller.program.enums import DROP_REASONS
from controller.program.numbers import QUEUES, queue_index


def drop_counter(reason: str) -> str:
    """What cases call the counter of a drop reason."""
    return f"drop_{reason.lower()}"


DROP_COUNTERS = tuple(map(drop_counter, DROP_REASONS))
"""One counter per drop reason, indexed by ingress port."""

QUEUE_COUNTERS = tuple(name.rpartition(".")[2] for name in names.QUEUE_COUNTERS)
"""Per egress port and queue, index = port * 8 + queue."""

PORT_COUNTER = names.PORT_TX_PACKETS.rpartition(".")[2]
"""Indexed by egress port."""

PORT_TRIM_COUNTERS = MappingProxyType(
    {"trim": "port_trim_packets", "tx_trim": "port_tx_trim_packets", "dropped_trim": "port_dropped_trim_packets"}
)
"""Trim counters of a port (SAI_PORT_STAT_*), which `p4src/` does not have: kind to name. Indexed by egress port."""

SWITCH_TRIM_COUNTERS = MappingProxyType(
    {"tx_trim": "switch_tx_trim_packets", "dropped_trim": "switch_dropped_trim_packets"}
)
"""The same of the whole switch (SAI_SWITCH_STAT_*): kind to name. Index 0."""

Cell = tuple[str, int]
"""A counter cell: name of the counter and index."""


@dataclass(frozen=True, slots=True)
class Count:
    """Packets and bytes of one counter cell."""

    packets: int
    bytes: int


def watched_cells(ports: Sequence[int]) -> list[Cell]:
    """Every drop, queue and port counter of these ports."""
    cells = [(name, port) for name in DROP_COUNTERS for port in ports]
    for port in ports:
        cells += [(name, queue_index(port, queue)) for name in QUEUE_COUNTERS for queue in range(QUEUES)]
        cells.append((PORT_COUNTER, port))
    return cells
