# SPDX-License-Identifier: Apache-2.0
"""Where a packet carries its EV's 32 bits, its *entropy*: UDP source port and flow label (wire-format §4.1)."""

from host_stack.wire.options import EvHalves


def split_entropy(entropy: int, halves: EvHalves) -> tuple[int, int]:
    """(UDP source port, low 16 bits of the flow label)."""
    high, low = entropy >> 16, entropy & 0xFFFF
    return (high, low) if halves is EvHalves.SPORT_HIGH else (low, high)


def join_entropy(sport: int, label: int, halves: EvHalves) -> int:
    """The entropy of a packet, from its UDP source port and flow label (of which 16 bits count)."""
    label &= 0xFFFF
    return sport << 16 | label if halves is EvHalves.SPORT_HIGH else label << 16 | sport
