# SPDX-License-Identifier: Apache-2.0
"""What docs/pipeline.md says a port's queues do, in exact arithmetic and without the program's tricks.

Each queue holds its own bytes; the wire serves the highest queue that holds any (strict priority, fluid). The program
keeps cumulative backlogs instead; that both agree is what the tests are about.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

from controller.program import QUEUES

RATE_UNIT = Fraction(1, 1 << 30)
"""Bytes per microsecond that one unit of `rate` stands for."""

SLOPE_UNIT = Fraction(1, 1 << 32)


@dataclass(frozen=True, slots=True)
class Profile:
    """One `queue_profile` entry, in the table's units."""

    rate: int
    limit: int
    trim: bool = False
    ecn: bool = False
    ecn_min: int = 0
    ecn_max: int = 0
    slope: int = 0
    overhead: int = 0

    def marking_probability(self, backlog: int) -> Fraction:
        """Of an ECT packet that is admitted behind `backlog` bytes."""
        if not self.ecn or backlog < self.ecn_min:
            return Fraction(0)
        if backlog >= self.ecn_max:
            return Fraction(1)
        return min(Fraction(1), (backlog - self.ecn_min) * self.slope * SLOPE_UNIT)


NO_PROFILE = None


@dataclass(slots=True)
class PortModel:
    """The queues of one port. `rate` is the port's, in the table's units."""

    rate: int
    held: list[Fraction] = field(default_factory=lambda: [Fraction(0)] * QUEUES)
    now_us: int = 0

    def advance(self, now_us: int) -> None:
        """Let the wire carry what it can until `now_us`."""
        room = (now_us - self.now_us) * self.rate * RATE_UNIT
        self.now_us = now_us
        for queue in reversed(range(QUEUES)):
            sent = min(room, self.held[queue])
            self.held[queue] -= sent
            room -= sent

    def backlog(self, queue: int) -> Fraction:
        """Bytes that leave before a packet that arrives in `queue` now."""
        return sum(self.held[queue:], Fraction(0))

    def offer(self, queue: int, size: int, profile: Profile | None, now_us: int) -> tuple[bool, int]:
        """(admitted, backlog in whole bytes, rounded up). No profile: no limit, and the packet is not accounted."""
        if profile is None:
            return True, 0
        size += profile.overhead
        self.advance(now_us)
        ahead = self.backlog(queue)
        admitted = profile.rate != 0 and ahead + size <= profile.limit
        if admitted:
            self.held[queue] += size
        return admitted, ceil(ahead)
