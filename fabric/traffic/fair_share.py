# SPDX-License-Identifier: Apache-2.0
"""The fair share of each flow: max-min over the NICs' ports, the yardstick for goodput."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def fair_shares(
    flows: Sequence[tuple[int, int]], nic_bps: int, *, together: bool = True
) -> Sequence[float] | Sequence[None]:
    """Max-min fair rates when all flows are active and only NICs limit them.

    Progressive filling: the tightest NIC direction fixes the rate of its flows, which frees capacity elsewhere.

    Args:
        flows: (sending NIC, receiving NIC) of each flow.
        nic_bps: sum of a NIC's port rates, bits/s, each direction.
        together: whether all may be under way at once; flows that wait for one another share nothing.

    Returns:
        Bits per second, one per flow; None for each where they are not together.
    """
    if not together:
        return [None] * len(flows)
    members: dict[tuple[int, int], list[int]] = {}
    for direction in (0, 1):
        for nic in sorted({flow[direction] for flow in flows}):
            members[direction, nic] = []
    for index, flow in enumerate(flows):
        for direction in (0, 1):
            members[direction, flow[direction]].append(index)
    left = dict.fromkeys(members, Fraction(nic_bps))
    unfixed = {side: len(those) for side, those in members.items()}
    rates: dict[int, Fraction] = {}
    while len(rates) < len(flows):
        tightest = min((side for side in members if unfixed[side]), key=lambda side: left[side] / unfixed[side])
        share = left[tightest] / unfixed[tightest]
        for index in members[tightest]:
            if index not in rates:
                rates[index] = share
                for side in enumerate(flows[index]):
                    left[side] -= share
                    unfixed[side] -= 1
    return [float(rates[index]) for index in range(len(flows))]
