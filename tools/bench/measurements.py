# SPDX-License-Identifier: Apache-2.0
"""Settings and results of measurements (figures next to their peers, and curves), and how work is timed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from importlib import import_module
from pathlib import Path

from msgspec import Struct


class Better(Enum):
    """Which way a figure is better."""

    MORE = "more"
    LESS = "less"


class Figure(Struct, frozen=True):
    """One number, and the same of a peer, measured in the same run.

    Attributes:
        figure: its name, which never changes: runs are compared by it.
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


class Curve(Struct, frozen=True):
    """How a number grows: `series` has, by name, points (x, y) with x ascending."""

    curve: str
    x: str
    y: str
    series: Mapping[str, Sequence[tuple[float, float]]]


@dataclass(slots=True)
class Results:
    figures: list[Figure] = field(default_factory=list)
    curves: list[Curve] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)
    """Measurements that could not be made, and why."""


def document(results: Results, machine: Mapping[str, object]) -> dict[str, object]:
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


# --- Settings, and how a measurement says that it cannot be made -----------------------------------------------------


class UnavailableError(Exception):
    """A measurement cannot be made on this machine; the message says why, and how to enable it."""


class Settings(Struct, frozen=True):
    """How long to measure, and where files may be put.

    Attributes:
        seconds: of each timed portion of work.
        scratch: a directory of the run's own.
    """

    seconds: float
    scratch: Path


class Measurement(Struct, frozen=True):
    """One entry of the catalogue.

    Attributes:
        shows: what it measures, for people.
        function: `module:name` of what yields its figures and curves. It is loaded when it runs, and raises
            UnavailableError when nothing of it can be measured here.
    """

    name: str
    shows: str
    function: str

    def run(self, settings: Settings) -> Iterator[Figure | Curve]:
        module, _, name = self.function.partition(":")
        measure: Callable[[Settings], Iterator[Figure | Curve]] = getattr(import_module(module), name)
        return measure(settings)


def number(value: float) -> str:
    """A number with the digits that matter."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


# --- Timing: the best of several short runs, ours and the peer's in turn ---------------------------------------------
# What one thread does is timed by the processor time of that thread, which other programs disturb least.


_ROUNDS = 3

Work = Callable[[], int]
"""Does a portion of work and says how many of the things that are counted it did."""


def rate(work: Work, seconds: float) -> float:
    """Things per second of this thread's time, from portions of work of `seconds` together (one portion at least)."""
    done, start = 0, time.thread_time()
    while True:
        done += work()
        spent = time.thread_time() - start
        if spent >= seconds:
            return done / spent


def best_rates(works: Sequence[Work], seconds: float) -> list[float]:
    """The best rate of each, measured in turn a few times, so that what disturbs one disturbs its peer as well."""
    best = [0.0] * len(works)
    for _ in range(_ROUNDS):
        for i, work in enumerate(works):
            best[i] = max(best[i], rate(work, seconds))
    return best


def best_seconds(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(_ROUNDS):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best
