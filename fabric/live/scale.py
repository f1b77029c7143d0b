# SPDX-License-Identifier: Apache-2.0
"""The one rule of a live fabric: time runs slower by a factor, and nothing else changes.

A link of 100 Gb/s and 1 us becomes one of 10 Mb/s and 10 ms at a factor of 10,000. Bytes stay bytes: frames, queue
limits and windows are those of the topology, so is every ratio of two times. NICs keep the topology's rates and timers,
and are given a clock that runs slower by the same factor.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from topologies import Fabric

SLOWEST = 10_000_000
"""The largest factor: 100 Gb/s become 10 kb/s."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How many real nanoseconds one nanosecond of the topology takes.

    Raises:
        ValueError: the factor is not from 1 to `SLOWEST`.
    """

    factor: int

    def __post_init__(self) -> None:
        if not 1 <= self.factor <= SLOWEST:
            raise ValueError(f"scale: {self.factor} is out of range; accepted: 1..{SLOWEST}")

    def real_ns(self, fabric_ns: int) -> int:
        """A duration of the topology, as a clock on the wall shows it."""
        return fabric_ns * self.factor

    def fabric_ns(self, real_ns: int) -> int:
        """A duration on the wall, as the topology counts it; rounded down."""
        return real_ns // self.factor

    def real_bps(self, fabric_bps: int) -> int:
        """A rate of the topology in bits of real seconds, at least 1."""
        return max(1, fabric_bps // self.factor)

    def slowed(self, fabric: Fabric) -> Fabric:
        """The fabric as its switches and cables see it: rates divided, delays multiplied, bytes as they are."""
        links = fabric.spec.links
        slow: dict[str, object] = {
            role: kind.model_copy(update={"rate": self.real_bps(kind.rate), "delay": self.real_ns(kind.delay)})
            for role, kind in (("host", links.host), ("fabric", links.fabric))
        }
        slow["rates"] = {name: self.real_bps(rate) for name, rate in links.rates.items()}
        return Fabric(fabric.spec.model_copy(update={"links": links.model_copy(update=slow)}))


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of a live fabric: ns of its topology since a moment of `time.monotonic_ns` that all processes share."""

    scale: Scale
    origin_ns: int

    def now_ns(self) -> int:
        """Time of the topology."""
        return self.scale.fabric_ns(time.monotonic_ns() - self.origin_ns)

    def seconds_until(self, fabric_ns: int) -> float:
        """Real seconds until then; 0 when it has passed."""
        return max(0.0, (self.origin_ns + self.scale.real_ns(fabric_ns) - time.monotonic_ns()) / 1e9)
