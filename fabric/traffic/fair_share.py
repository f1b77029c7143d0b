# SPDX-License-Identifier: Apache-2.0
"""The fair share of each flow: max-min over the NICs' ports, the yardstick for goodput."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def fair_shares(flows: Sequence[tuple[int, int]], nic_bps: int) -> list[float]:
    """Max-min fair rates when all flows are active and only NICs limit them.

    Progressive filling: the tightest NIC direction fixes the rate of its flows, which frees capacity elsewhere.

    Args:
        flows: (sending NIC, receiving NIC) of each flow.
        nic_bps: sum of a NIC's port rates, bits/s, each direction.

    Returns:
        Bits per second, one per flow.
    """
    rates: list[Fraction | None] = [None] * len(flows)
    while None in rates:
        tightest: Fraction | None = None
        chosen: list[int] = []
        for direction in (0, 1):
            for nic in sorted({flow[direction] for flow in flows}):
                members = [i for i, flow in enumerate(flows) if flow[direction] == nic]
                open_members = [i for i in members if rates[i] is None]
                if not open_members:
                    continue
                left = nic_bps - sum((rate for i in members if (rate := rates[i]) is not None), Fraction(0))
                share = left / len(open_members)
                if tightest is None or share < tightest:
                    tightest, chosen = share, open_members
        for i in chosen:
            rates[i] = tightest
    return [float(rate) for rate in rates if rate is not None]
