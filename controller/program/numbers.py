# SPDX-License-Identifier: Apache-2.0
"""How rates, probabilities and indices are written for `p4src/`."""

from __future__ import annotations

from controller.program.enums import ENUMS

MAX_PORT = 510
"""Highest port v1model can send to: ports have 9 bits, and 511 is the port of dropped packets."""
QUEUES = 8
ECMP_MEMBERS = 4096
"""Members of all ECMP groups of a switch: the size of `ecmp_member`."""

RATE_BLOCKED = 0
RATE_MIN = 1
"""The slowest rate there is: one byte in 18 minutes."""
RATE_MAX = (1 << 48) - 1
"""The fastest: about 2.1 Tb/s."""

BYTES_MAX = (1 << 32) - 1
"""A limit or threshold that no backlog reaches."""

ETHERNET_OVERHEAD = 24
"""Bytes per frame on the wire that the switch does not see: preamble 8, inter-frame gap 12, FCS 4 (IEEE 802.3)."""

_PROBABILITY_ONE = 1 << 32


def rate(bits_per_s: int) -> int:
    """A rate in the program's unit, 2^-30 bytes per us (1 Mb/s = 2^27), rounded down."""
    return (bits_per_s << 27) // 1_000_000


def ecn_slope(minimum: int, maximum: int, p_max: float = 1.0) -> int:
    """`ecn_slope_per_byte` with which the probability of a mark reaches `p_max` at `maximum` bytes of backlog.

    From the maximum on everything is marked, so that the slope matters below it only, and not at all for a step.
    """
    if maximum <= minimum:
        return 0
    return min(_PROBABILITY_ONE - 1, int(p_max * _PROBABILITY_ONE) // (maximum - minimum))


def queue_index(port: int, queue: int) -> int:
    """Index of an egress queue's counters."""
    return port * QUEUES + queue


def drop_index(port: int, reason: int) -> int:
    """Index of the packets that came in by a port and were dropped for a reason (`enums.DROP_REASONS`)."""
    return port << ENUMS["drop_reason_t"].width | reason
