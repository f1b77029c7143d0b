# SPDX-License-Identifier: Apache-2.0
"""What a benchmark leaves: figures beside their peers, and curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum


class Better(Enum):
    """Which way a figure is better."""

    MORE = "more"
    LESS = "less"


@dataclass(frozen=True, slots=True)
class Figure:
    """One number, and the same of a peer, measured in the same run.

    Attributes:
        figure: its name, which never changes: whoever compares runs looks it up.
        value, unit: what was measured here.
        peer: who it is compared with; None when there is none on this machine, and `why` says why.
        peer_value: the peer's number, in the same unit.
        better: whether more or less of it is better.
        why: why there is no peer, or what limits the number.
    """

    figure: str
    value: float
    unit: str
    peer: str | None = None
    peer_value: float | None = None
    better: Better = Better.MORE
    why: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times as good as the peer; None without one."""
        if self.peer_value is None or not self.value or not self.peer_value:
            return None
        return self.value / self.peer_value if self.better is Better.MORE else self.peer_value / self.value


@dataclass(frozen=True, slots=True)
class Curve:
    """How a number grows: `series` has, by name, points (x, y) with x ascending."""

    curve: str
    x: str
    y: str
    series: Mapping[str, Sequence[tuple[float, float]]]


@dataclass(slots=True)
class Results:
    """Everything measured so far."""

    figures: list[Figure] = field(default_factory=list)
    curves: list[Curve] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)
    """Measurements that could not be made, and why."""


def document(results: Results, machine: Mapping[str, object]) -> dict[str, object]:
    """`bench.json`: see docs/performance.md."""
    return {
        "format": 1,
        "machine": dict(machine),
        "figures": [
            {
                "figure": f.figure,
                "value": f.value,
                "unit": f.unit,
                "peer": f.peer,
                "peer_value": f.peer_value,
                "ratio": f.ratio,
                "better": f.better.value,
                "why": f.why,
            }
            for f in results.figures
        ],
        "curves": [
            {"curve": c.curve, "x": c.x, "y": c.y, "series": {n: [list(p) for p in s] for n, s in c.series.items()}}
            for c in results.curves
        ],
        "skipped": dict(results.skipped),
    }
