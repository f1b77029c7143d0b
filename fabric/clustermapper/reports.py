# SPDX-License-Identifier: Apache-2.0
"""What an agent tells the map: how many probes left on each route, and how many of them never came back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Route:
    """A loop of one NIC to itself.

    Attributes:
        nic: index of the NIC.
        plane: it is in.
        t1: index of the T1 at which it turns, by way of the NIC's T0; -1: it turns at the T0.
    """

    nic: int
    plane: int
    t1: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Probes of one route whose fate is known: `sent` of them, `lost` of which did not come back in time."""

    sent: int
    lost: int


@dataclass(frozen=True, slots=True)
class Report:
    """What one agent saw in one interval.

    Attributes:
        nic: index of the NIC.
        at_ns: end of the interval.
        tallies: by route.
        dark: planes whose port had no carrier at `at_ns`.
    """

    nic: int
    at_ns: int
    tallies: Mapping[Route, Tally]
    dark: frozenset[int] = frozenset()
