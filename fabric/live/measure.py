# SPDX-License-Identifier: Apache-2.0
"""How slow a live fabric must run so that this machine carries it: measured, as far as that is quick."""

from __future__ import annotations

import os
import time

from fabric.live.cable_choice import CableKind
from fabric.live.scale import SLOWEST
from host_stack.bench import transfer
from topologies import Fabric
from topologies.fabric import HEADERS_BYTES, WIRE_OVERHEAD_BYTES

_MEASURED_BYTES = 2 << 20
_SWITCH_OF_NIC = {"embedded": 1.5, "bmv2": 2.5}
"""A packet through a switch process, in and out of the kernel, costs so many times what it costs both NICs together
(docs/live-lab.md, "The scale", tells how that was measured)."""
_CABLE_OF_NIC = {"veth": 0.0, "unix": 0.6}
"""The same of a packet that the relay carries over one cable of Unix sockets; what the kernel carries is above."""
_HOPS = 3
_ANSWERS = 1.35
"""Frames per data packet, SACKs and probes included."""
_SHARE = 0.4
"""Of the machine that a lab may take: the rest is the user's, and what keeps timers punctual."""


def suitable_factor(fabric: Fabric, target: str, cables: CableKind) -> int:
    """The factor, rounded up to 1, 2 or 5 times a power of ten, at which every NIC may send at its full rate.

    Args:
        fabric: the topology.
        target: of its switches.
        cables: what they are made of.
    """
    packets, seconds = transfer(_MEASURED_BYTES)
    best = seconds / packets
    for _ in range(2):  # the quickest of three: the first compiles and warms up
        begun = time.perf_counter()
        packets, _ = transfer(_MEASURED_BYTES)
        best = min(best, (time.perf_counter() - begun) / packets)
    switching = best * _HOPS * _ANSWERS * _SWITCH_OF_NIC[target]
    relaying = best * (_HOPS + 1) * _ANSWERS * _CABLE_OF_NIC[cables]
    carried = _SHARE * (os.cpu_count() or 1) / (best + switching + relaying)
    if relaying:
        carried = min(carried, _SHARE / relaying)  # one process does that, so one core
    frame_bits = (fabric.spec.mtu + HEADERS_BYTES + WIRE_OVERHEAD_BYTES) * 8
    offered = fabric.nics * fabric.planes * fabric.rate_bps("host") / frame_bits
    return rounded(offered / carried)


def rounded(factor: float) -> int:
    """Up to 1, 2 or 5 times a power of ten, within what `Scale` takes."""
    power = 1
    while power <= SLOWEST:
        for step in (1, 2, 5):
            if factor <= step * power:
                return min(SLOWEST, step * power)
        power *= 10
    return SLOWEST
