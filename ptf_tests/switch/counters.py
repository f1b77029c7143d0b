# SPDX-License-Identifier: Apache-2.0
"""The counters a case looks at, by the names of docs/pipeline.md, and their cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType

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

PORT_TRIM_COUNTERS = MappingProxyType(
    {"trim": "port_trim_packets", "tx_trim": "port_tx_trim_packets", "dropped_trim": "port_dropped_trim_packets"}
)
"""Trim counters of a port (SAI_PORT_STAT_*), which `p4src/` does not have: kind to name. Indexed by egress port."""

SWITCH_TRIM_COUNTERS = MappingProxyType(
    {"tx_trim": "switch_tx_trim_packets", "dropped_trim": "switch_dropped_trim_packets"}
)
"""The same of the whole switch (SAI_SWITCH_STAT_*): kind to name. Index 0."""

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


def watched_cells(ingress_ports: Iterable[int], egress_ports: Iterable[int]) -> list[tuple[str, int]]:
    """Every drop counter of these ingress ports, every queue and port counter of these egress ports."""
    cells = [(name, port) for name in DROP_COUNTERS for port in ingress_ports]
    for port in egress_ports:
        cells += [(name, port * QUEUES + queue) for name in QUEUE_COUNTERS for queue in range(QUEUES)]
        cells.append((PORT_COUNTER, port))
    return cells
