# SPDX-License-Identifier: Apache-2.0
"""How large a fabric one process can emulate: what this machine's memory carries."""

from __future__ import annotations

import os

import topologies
from fabric.errors import BuildError

#: Bytes of memory (docs/performance.md says how measured): a switch with the cells of `p4src`, one of its
#: table entries, a NIC at rest, a link with both its queues empty. Traffic comes on top.
SWITCH_BYTES = 850_000
ENTRY_BYTES = 600
NIC_BYTES = 20_000
LINK_BYTES = 20_000
_GB = 1_000_000_000
_OF_A_PORT, _OF_A_SWITCH = 3, 8


def switch_count(topology: topologies.Fabric) -> int:
    """Switches of a fabric."""
    return topology.planes * (topology.t0s + topology.t1s)


def port_count(topology: topologies.Fabric) -> int:
    """Ports of all switches of a fabric."""
    return topology.planes * (topology.t0s * (topology.downlinks + 2 * topology.t1s))


def entry_count(topology: topologies.Fabric) -> int:
    """How many table entries its switches have, without those of ECMP.

    Of a port a route, trimming, and a profile for each queue and for what is trimmed; of a switch its uSID, the routes
    that go nowhere, traffic classes, and a queue for each.
    """
    queues = len(topology.qos.queues)
    return port_count(topology) * (_OF_A_PORT + queues) + switch_count(topology) * (_OF_A_SWITCH + queues)


def needed_bytes(topology: topologies.Fabric) -> int:
    """About what a fabric at rest takes: its switches, their entries, its NICs and links."""
    links = topology.planes * (topology.nics + topology.t0s * topology.t1s)
    return (
        switch_count(topology) * SWITCH_BYTES
        + entry_count(topology) * ENTRY_BYTES
        + topology.nics * NIC_BYTES
        + links * LINK_BYTES
    )


def check_size(topology: topologies.Fabric) -> None:
    """Raises BuildError when a fabric needs more memory than this machine has."""
    there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    needed = needed_bytes(topology)
    if needed > there:
        raise BuildError(
            f"{topology.name}: {switch_count(topology):,} switches and {topology.nics:,} NICs need about "
            f"{needed / _GB:,.1f} GB of memory in one emulation; accepted: what fits into this machine's "
            f"{there / _GB:,.1f} GB"
        )
