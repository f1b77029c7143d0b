# SPDX-License-Identifier: Apache-2.0
"""The 16-bit tx_timestamp of TSETH and its echoes (wire-format §6.3): ticks of 128 ns, one turn in 8.39 ms."""

from host_stack.wire.constants import TICK_NS


def tick(now_ns: int) -> int:
    """The tx_timestamp of a time."""
    return now_ns // TICK_NS & 0xFFFF


def age_ns(timestamp: int, now_ns: int) -> int:
    """Whole ticks since the latest time, not after ``now_ns``, that has this timestamp; in ns."""
    return (now_ns // TICK_NS - timestamp & 0xFFFF) * TICK_NS


def sent_ns(timestamp: int, now_ns: int) -> int:
    """The latest time, not after ``now_ns``, that has this timestamp."""
    return now_ns // TICK_NS * TICK_NS - age_ns(timestamp, now_ns)


def waited(timestamp: int, waited_ns: int) -> int:
    """A timestamp moved on by the whole ticks of ``waited_ns``, so that who gets it back does not count that time."""
    return timestamp + waited_ns // TICK_NS & 0xFFFF
