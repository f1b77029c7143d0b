# SPDX-License-Identifier: Apache-2.0
"""Time series and fault windows of a result, thinned to what a plot can show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fabric.results import Result

#: More points than a plot is pixels wide show nothing more.
MAX_POINTS = 600


@dataclass(frozen=True, slots=True)
class Window:
    """A fault from its start to its end, µs; `open` when nothing ended it before the run did."""

    start_us: float
    end_us: float
    target: str
    affects: str
    state: str
    open: bool

    @property
    def brief(self) -> str:
        """State and time, where the target is seen."""
        return f"{self.state} {self.start_us:g} – {'end' if self.open else f'{self.end_us:g} µs'}"

    @property
    def label(self) -> str:
        return f"{self.target.replace('--', ' — ')} {self.state}"


class Axis:
    """The time axis of a result: samples joined in groups of `stride`.

    Attributes:
        unit: "µs" or "ms".
        edges: start of each group in that unit.
        end: end of the last group.
    """

    def __init__(self, result: Result) -> None:
        timeline = result["timeline"]
        samples = timeline["samples"]
        self.stride = max(1, -(-samples // MAX_POINTS))
        interval_us = timeline["interval_ns"] / 1000
        self.unit = "ms" if samples * interval_us > 20_000 else "µs"
        self.scale = 1000.0 if self.unit == "ms" else 1.0
        groups = -(-samples // self.stride)
        step = self.stride * interval_us / self.scale
        self.edges = [index * step for index in range(groups)]
        self.end = samples * interval_us / self.scale
        self.step = step

    def thin(self, values: Sequence[float], join: Callable[[Sequence[float]], float]) -> list[float]:
        """One value for each group of samples."""
        return [join(values[i : i + self.stride]) for i in range(0, len(values), self.stride)]

    def at(self, us: float) -> float:
        """A time in µs on this axis."""
        return us / self.scale


def mean(values: Sequence[float]) -> float:
    """The join for rates."""
    return sum(values) / len(values)


def last(values: Sequence[float]) -> float:
    """The join for states."""
    return values[-1]


def fault_windows(result: Result) -> list[Window]:
    """When what was broken: from a fault until the next one that affects the same of the same target."""
    faults = [fault for fault in result["scenario"]["faults"] if fault["happened"]]
    windows = []
    for position, fault in enumerate(faults):
        if fault["restores"]:
            continue
        target, affects = fault["target"], fault["affects"]
        following = faults[position + 1 :]
        ends = [later["at_ns"] for later in following if (later["target"], later["affects"]) == (target, affects)]
        end_ns = ends[0] if ends else result["verdict"]["end_ns"]
        windows.append(Window(fault["at_ns"] / 1000, end_ns / 1000, target, affects, fault["state"], not ends))
    return windows
