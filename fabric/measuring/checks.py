# SPDX-License-Identifier: Apache-2.0
"""The numbers of a run that a scenario may set bounds on, and that two runs are compared by.

A new number is an entry of `CHECKS`: computed, bounded, tabled, compared.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

from fabric.measuring.measurements import DirectionMeasurement, Measurements

# --- Bounds ----------------------------------------------------------------------------------------------------------


Value = bool | int | float | None


@dataclass(frozen=True, slots=True)
class Bound:
    """What a scenario expects of one check: `equals`, or `min` and/or `max` (inclusive)."""

    equals: Value = None
    min: float | None = None
    max: float | None = None

    def holds(self, value: Value) -> bool:
        """True when `value` lies within the bound. A check without a value (None) never does."""
        if value is None:
            return False
        if self.equals is not None:
            return value == self.equals
        return (self.min is None or value >= self.min) and (self.max is None or value <= self.max)

    def __str__(self) -> str:
        if self.equals is not None:
            return f"= {show_value(self.equals)}"
        if self.min is not None and self.max is not None:
            return f"{show_value(self.min)} … {show_value(self.max)}"
        return f"≥ {show_value(self.min)}" if self.min is not None else f"≤ {show_value(self.max)}"


def parse_bound(value: object) -> Bound:
    """`true`, a number, or `{min: ..., max: ...}`. Raises ValueError."""
    ends = list(value.values()) if isinstance(value, dict) else [value]
    if any(isinstance(end, float) and not math.isfinite(end) for end in ends):
        raise ValueError("a bound must be finite")
    if isinstance(value, bool | int | float):
        return Bound(equals=value)
    if isinstance(value, dict) and value and not set(value) - {"min", "max"}:
        low, high = value.get("min"), value.get("max")
        if all(end is None or (isinstance(end, int | float) and not isinstance(end, bool)) for end in (low, high)):
            if low is not None and high is not None and low > high:
                raise ValueError(f"min {low} is above max {high}, so nothing holds")
            return Bound(min=low, max=high)
    raise ValueError(f"{value!r} is not a bound")


def show_value(value: Value) -> str:
    """The value of a check for people."""
    if value is None:
        return "n/a"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) or value == int(value):
        return f"{int(value):,}"
    return f"{value:,.3f}" if abs(value) < 10 else f"{value:,.1f}"


# --- Fairness --------------------------------------------------------------------------------------------------------


def jain(shares: Iterable[float]) -> float | None:
    """Jain's index, rounded to four digits: 1 when all are equal, 1/n when one of n has everything; None of nothing.

    (sum x)^2 / (n sum x^2): Jain, Chiu and Hawe, DEC TR-301, 1984, equation 2.
    """
    values = list(shares)
    squares = sum(value * value for value in values)
    return round(sum(values) ** 2 / (len(values) * squares), 4) if squares else None


# --- Checks ----------------------------------------------------------------------------------------------------------


Better = Literal["more", "less", "neither"]


@dataclass(frozen=True, slots=True)
class Check:
    """One number of `result.json`'s `checks`.

    Attributes:
        text: what it is, for people.
        value: computes it.
        unit: shown after the number; empty for counts.
        better: which direction is an improvement when two runs are compared.
    """

    text: str
    value: Callable[[Measurements], Value]
    unit: str = ""
    better: Better = "neither"


def _finished(run: Measurements) -> bool:
    return all(flow.completed_ns is not None for flow in run.flows)


def _last_ns(run: Measurements) -> int:
    """Time of the last completion; the end of the run when some never came."""
    completions = [flow.completed_ns for flow in run.flows if flow.completed_ns is not None]
    return max(completions) if _finished(run) else run.end_ns


def _goodput_total_gbps(run: Measurements) -> float:
    last_ns = _last_ns(run)
    return round(sum(flow.placed_bytes for flow in run.flows) * 8 / last_ns, 3) if last_ns else 0


def _worst_us(latencies_ns: Iterable[int | None]) -> float | None:
    known = [latency for latency in latencies_ns if latency is not None]
    return round(max(known) / 1000, 3) if known else None


def _retransmission_fraction(run: Measurements) -> float:
    packets = sum(flow.numbers.packets for flow in run.flows)
    return round(sum(flow.numbers.retransmissions for flow in run.flows) / packets, 4) if packets else 0


def _plane_balance(run: Measurements) -> float | None:
    planes = [sum(series) for series in run.series.plane_bytes]
    return round(min(planes) / max(planes), 4) if max(planes) else None


def _least_bus_gbps(run: Measurements) -> float | None:
    known = [collective.bus_bps for collective in run.collectives]
    done = [rate for rate in known if rate is not None]
    return round(min(done) / 1e9, 3) if done and len(done) == len(known) else None


def _fractions(run: Measurements) -> list[float]:
    """Of their fair shares, of the flows that have one."""
    return [fraction for flow in run.flows if (fraction := flow.goodput_fraction) is not None]


def _directions(run: Measurements) -> Iterable[DirectionMeasurement]:
    return (direction for link in run.links.values() for direction in link)


#: Every name a scenario's `expect` accepts, in the order of `result.json`.
CHECKS: dict[str, Check] = {
    "all_intact": Check(
        "every written region has the same SHA-256 at both ends",
        lambda run: all(flow.intact for flow in run.flows),
        better="more",
    ),
    "finished": Check("every write completed within the limit", _finished, better="more"),
    "completion_us": Check(
        "time of the last completion",
        lambda run: round(_last_ns(run) / 1000, 3) if _finished(run) else None,
        "µs",
        "less",
    ),
    "goodput_fraction.min": Check(
        "slowest flow's goodput as a fraction of its fair share, where flows do not wait for one another",
        lambda run: min(_fractions(run), default=None),
        better="more",
    ),
    "goodput_fraction.mean": Check(
        "mean goodput as a fraction of fair share, where flows do not wait for one another",
        lambda run: round(fmean(found), 4) if (found := _fractions(run)) else None,
        better="more",
    ),
    "goodput_total_gbps": Check(
        "bytes written per time until the last completion", _goodput_total_gbps, "Gb/s", "more"
    ),
    "goodput.jain": Check(
        "Jain's index of the flows' goodputs: 1 when all are equal",
        lambda run: jain(flow.goodput_bps for flow in run.flows),
        better="more",
    ),
    "collectives.bus_gbps.min": Check(
        "bus bandwidth of the slowest collective (nccl-tests' busbw)", _least_bus_gbps, "Gb/s", "more"
    ),
    "messages.slowest_us": Check(
        "longest time from posting a message to its completion",
        lambda run: _worst_us(flow.times.completion.max if flow.times.completion else None for flow in run.flows),
        "µs",
        "less",
    ),
    "messages.damaged": Check(
        "messages that arrived with other bytes than were sent",
        lambda run: sum(flow.times.damaged for flow in run.flows),
        better="less",
    ),
    "latency.worst_us": Check(
        "worst packet latency: first sent to known to have arrived, resending included",
        lambda run: _worst_us(flow.worst_latency_ns for flow in run.flows),
        "µs",
        "less",
    ),
    "latency.worst_frame_us": Check(
        "worst NIC-to-NIC latency of any frame that arrived",
        lambda run: _worst_us(flow.worst_frame_latency_ns for flow in run.flows),
        "µs",
        "less",
    ),
    "paths.min": Check(
        "fewest paths any flow was sprayed over",
        lambda run: min(flow.sprayed_paths for flow in run.flows),
        better="more",
    ),
    "trims.total": Check(
        "frames trimmed by switches", lambda run: sum(switch.trimmed for switch in run.switches.values())
    ),
    "trims.port_peak": Check(
        "frames trimmed at the port that trimmed most",
        lambda run: max((port.total_trims for port in run.series.ports), default=0),
    ),
    "nacks.total": Check("NACKs received by senders", lambda run: sum(flow.numbers.nacks for flow in run.flows)),
    "cnps.total": Check(
        "congestion notifications that reached senders (RoCE)", lambda run: sum(flow.numbers.cnps for flow in run.flows)
    ),
    "losses.total": Check(
        "packets senders had to infer as lost",
        lambda run: sum(flow.numbers.losses for flow in run.flows),
        better="less",
    ),
    "timeouts.total": Check(
        "retransmission timeouts of senders",
        lambda run: sum(flow.numbers.timeouts for flow in run.flows),
        better="less",
    ),
    "retransmissions.total": Check(
        "packets sent again", lambda run: sum(flow.numbers.retransmissions for flow in run.flows), better="less"
    ),
    "retransmission_fraction": Check(
        "packets sent again per packet sent first", _retransmission_fraction, better="less"
    ),
    "evs.retired": Check(
        "EVs retired (to ASSUMED_BAD)", lambda run: sum(flow.numbers.evs_retired for flow in run.flows)
    ),
    "evs.revived": Check(
        "EVs revived (from ASSUMED_BAD to GOOD)", lambda run: sum(flow.numbers.evs_revived for flow in run.flows)
    ),
    "frames.blackholed": Check(
        "frames that vanished in a stopped switch",
        lambda run: sum(switch.blackholed for switch in run.switches.values()),
        better="less",
    ),
    "frames.lost_on_links": Check(
        "frames lost on links (random loss, links down)",
        lambda run: sum(direction.lost_random + direction.lost_down for direction in _directions(run)),
        better="less",
    ),
    "frames.overflowed": Check(
        "frames that found an output queue full",
        lambda run: sum(direction.lost_overflow for direction in _directions(run)),
        better="less",
    ),
    "frames.dropped_by_switches": Check(
        "frames a switch's program dropped",
        lambda run: sum(switch.dropped for switch in run.switches.values()),
        better="less",
    ),
    "pauses.total": Check(
        "pauses that switches asked for (priority flow control)",
        lambda run: sum(switch.pauses for switch in run.switches.values()),
        better="less",
    ),
    "queue.peak_bytes": Check(
        "longest output queue of any switch port",
        lambda run: max((port.peak for port in run.series.ports), default=0),
        "B",
        "less",
    ),
    "plane_balance": Check(
        "bytes into the receivers: least used plane over most used plane", _plane_balance, better="more"
    ),
    "p4runtime_writes_during_run": Check(
        "P4Runtime writes while traffic ran",
        lambda run: None if run.p4runtime_writes is None else sum(run.p4runtime_writes.values()),
    ),
    "dead_paths.used_us": Check(
        "longest time from a fault to the last packet sent where it had left nothing (EV probes aside)",
        lambda run: max((use.used_ns / 1000 for use in run.dead_paths if use is not None), default=0.0),
        "µs",
        "less",
    ),
    "routes.changed": Check(
        "table entries that routed failover changed",
        lambda run: sum(change.entries for change in run.route_changes),
    ),
}
