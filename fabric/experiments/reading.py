# SPDX-License-Identifier: Apache-2.0
"""What figures read out of results: throughput over time, and plateaus in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from fabric.experiments.figure import Criterion, Curve, Result

PAYLOAD_SHARE = 4096 / (4096 + 166)
"""Of a link's rate that is payload: 4,096 bytes in 4,262 on the wire (wire-format §1)."""


def gbps(result: Result, flow: int) -> list[float]:
    """Payload of a flow in Gb/s, by sample."""
    return list(result["timeline"]["flows"][flow])


def while_open(result: Result, flow: int) -> list[float]:
    """As `gbps`, the samples that end before the flow has completed."""
    completed_ns = result["flows"][flow]["completed_ns"]
    return gbps(result, flow)[: None if completed_ns is None else completed_ns // result["timeline"]["interval_ns"]]


def total_gbps(result: Result) -> list[float]:
    """Payload of all flows in Gb/s, by sample."""
    return [sum(values) for values in zip(*result["timeline"]["flows"], strict=True)]


def times_us(result: Result) -> list[float]:
    """Begin of each sample."""
    step = result["timeline"]["interval_ns"] / 1000
    return [index * step for index in range(result["timeline"]["samples"])]


def between(result: Result, values: Sequence[float], from_us: float, to_us: float) -> list[float]:
    """The samples that lie wholly between two times."""
    step = result["timeline"]["interval_ns"] / 1000
    return [value for index, value in enumerate(values) if index * step >= from_us and (index + 1) * step <= to_us]


_WINDOW_US = 50.0
"""Throughput is judged as the mean of so long: the paper's samples are 0.2 s."""


def lowest_window(result: Result, values: Sequence[float], from_us: float, to_us: float) -> float:
    """The lowest mean of 50 us between two times, of windows 10 us apart. Infinite when none lies between them."""
    lowest = float("inf")
    while from_us + _WINDOW_US <= to_us:
        lowest = min(lowest, fmean(between(result, values, from_us, from_us + _WINDOW_US)))
        from_us += _WINDOW_US / 5
    return lowest


def dips(samples: Sequence[float], expected: float) -> int:
    """How many times throughput is below nine tenths of what is expected, anew."""
    low = [value < 0.9 * expected for value in samples]
    return sum(now and not before for before, now in zip([False, *low], low, strict=False))


def mean_gbps(result: Result, flow: int, from_us: float, to_us: float) -> float:
    """Mean payload of a flow between two times, in Gb/s. 0 when no sample lies between them."""
    seen = between(result, gbps(result, flow), from_us, to_us)
    return fmean(seen) if seen else 0.0


def first_end_us(result: Result) -> float:
    """When the first flow had completed, or the run ended."""
    ends = [flow["completed_ns"] for flow in result["flows"] if flow["completed_ns"] is not None]
    return float(min(ends, default=result["verdict"]["end_ns"])) / 1000


def first_fault_us(result: Result) -> float:
    """When the first fault comes."""
    return min(float(fault["at_ns"]) for fault in result["scenario"]["faults"]) / 1000


def curve(result: Result, values: Sequence[float], label: str) -> Curve:
    """Values by sample, over time in us."""
    return Curve(label, times_us(result), values)


def spread(label: str, seeds: Sequence[Curve]) -> Curve:
    """Curves of several seeds as one: at each `x` the mean, the least and the most of those that reach so far."""
    longest = max(seeds, key=lambda each: len(each.y))
    reached = [[each.y[at] for each in seeds if at < len(each.y)] for at in range(len(longest.y))]
    means, least, most = ([of(values) for values in reached] for of in (fmean, min, max))
    return Curve(label, longest.x[: len(means)], means, low=least, high=most)


def over_seeds(label: str, results: Sequence[Result], read: Callable[[Result], Sequence[float]]) -> Curve:
    """Values by sample of runs that differ in their seed, over time in us, with their spread."""
    return spread(label, [curve(result, read(result), label) for result in results])


def over_seeds_of_flow(label: str, results: Sequence[Result], flow: int) -> Curve:
    """As `over_seeds`, the payload of one flow in Gb/s until it has completed: then it is no part of the mean."""
    return over_seeds(label, results, lambda result: while_open(result, flow))


def link_changes(result: Result) -> list[tuple[float, int]]:
    """When (us) links went or came back, and how many more were up then, of a run whose faults are of links only."""
    changes: dict[float, int] = {}
    for fault in result["scenario"]["faults"]:
        at_us = fault["at_ns"] / 1000
        changes[at_us] = changes.get(at_us, 0) + (1 if fault["restores"] else -1)
    return sorted(changes.items())


def no_queue_pair_lost(results: Sequence[Result], asked: str = "no queue pair lost") -> Criterion:
    """Whether all bytes of all flows of these runs are intact; `asked`: how it is put."""
    flows = [flow for result in results for flow in result["flows"]]
    intact = sum(flow["intact"] for flow in flows)
    return Criterion(asked, f"{intact} of {len(flows)} writes intact", intact == len(flows))


_MOST_DIGITS = 6


def number(value: float, digits: int, *bounds: float) -> str:
    """With so many digits, or as many more as it takes not to look like a bound that it is not."""
    others = [bound for bound in bounds if bound != value]
    while digits < _MOST_DIGITS and any(f"{value:.{digits}f}" == f"{each:.{digits}f}" for each in others):
        digits += 1
    return f"{value:,.{digits}f}"


def percent(share: float, *bounds: float) -> str:
    """A share of 1, as `number` puts it; `bounds`: shares, too."""
    return f"{number(100 * share, 1, *(100 * bound for bound in bounds))} %"


def span(values: Sequence[float], digits: int = 0, *bounds: float) -> str:
    """`lowest to highest`, as `number` puts them."""
    return f"{number(min(values), digits, *bounds)} to {number(max(values), digits, *bounds)}"


def percents(shares: Sequence[float], *bounds: float) -> str:
    """`lowest to highest %` of shares of 1."""
    return f"{span([100 * share for share in shares], 1, *(100 * bound for bound in bounds))} %"


@dataclass(frozen=True, slots=True)
class Collected:
    """A collective of a run, of all its channels together.

    Attributes:
        bytes: of its buffer.
        bus_gbps: bandwidth as nccl-tests counts it (busbw); None when it had not finished.
    """

    bytes: int
    bus_gbps: float | None


def collected(result: Result) -> list[Collected]:
    """The collectives of a run, in order. Channels of one are named `NAME.CHANNEL`, and begin together."""
    channels: dict[str, list[Mapping[str, Any]]] = {}
    for each in result["collectives"]:
        channels.setdefault(each["name"].partition(".")[0], []).append(each)
    return [Collected(sum(each["bytes"] for each in group), _bus_gbps(group)) for group in channels.values()]


def _bus_gbps(channels: Sequence[Mapping[str, Any]]) -> float | None:
    if any(each["end_ns"] is None for each in channels):
        return None
    took_ns: int = max(each["end_ns"] for each in channels) - min(each["begin_ns"] for each in channels)
    weighed: float = sum(each["bus_gbps"] * each["duration_ns"] for each in channels)
    return weighed / took_ns
