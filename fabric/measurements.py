# SPDX-License-Identifier: Apache-2.0
"""What is measured in a run, the same in emulated time and on real networks, and the numbers made of it. Times in ns.

`CHECKS` has the numbers that a scenario may set bounds on, and by which two runs are compared. A new number is an entry
there: it is then computed, bounded, tabled and compared.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Literal

from msgspec import Struct
from msgspec.structs import astuple, replace

from fabric.steps import TrainingMeasurement

# --- Numbers ---------------------------------------------------------------------------------------------------------


#: EV states in the order in which reports show them (endpoint §5.2).
EV_STATES = ("GOOD", "SKIP", "ASSUMED_BAD", "DENIED")


class FlowNumbers(Struct, frozen=True):
    """What the sending NIC counted for one flow.

    Attributes:
        packets: data packets sent for the first time.
        losses: packets inferred lost (no trim, no NACK).
        evs_retired: transitions to ASSUMED_BAD.
        evs_revived: transitions from ASSUMED_BAD to GOOD or SKIP.
        worst_latency_ns: longest time from a packet's first transmission until its sender knew that it had arrived.
        cnps: congestion notification packets received (RoCE).

    Of a RoCE NIC `nacks` are NAKs (sequence errors and RNR), and `losses` is how often it had to go back.
    """

    packets: int
    retransmissions: int
    nacks: int
    losses: int
    timeouts: int
    evs_retired: int
    evs_revived: int
    worst_latency_ns: int
    cnps: int = 0


def summed(numbers: Iterable[FlowNumbers]) -> FlowNumbers:
    columns = zip(FlowNumbers.__struct_fields__, zip(*map(astuple, numbers), strict=True), strict=True)
    return FlowNumbers(*(max(column) if name == "worst_latency_ns" else sum(column) for name, column in columns))


class Spread(Struct, frozen=True):
    """How many values, all in ns, and how they are spread; percentiles are of the values themselves (nearest rank)."""

    count: int
    min: int
    mean: float
    p50: int
    p95: int
    p99: int
    max: int


def spread(values_ns: Sequence[int]) -> Spread | None:
    """The spread of any number of values (ns); None without values."""
    if not values_ns:
        return None
    ordered = sorted(values_ns)
    count = len(ordered)

    def rank(percent: int) -> int:
        return ordered[-(-percent * count // 100) - 1]

    mean = round(sum(ordered) / count, 1)
    return Spread(count, ordered[0], mean, rank(50), rank(95), rank(99), ordered[-1])


class MessageTimes(Struct, frozen=True):
    """The messages of one flow.

    Attributes:
        messages: how many there are to be.
        completion: from when a message was posted (in an open loop: was to be posted) until its sender knew that it had
            arrived.
        delivery: the same until its receiver knew; None where receivers are not told (plain writes).
        damaged: how many arrived with other bytes than were sent.
    """

    messages: int
    completion: Spread | None
    delivery: Spread | None = None
    damaged: int = 0


class Outstanding(Struct, frozen=True):
    """The part of a flow that was not done when its run ended.

    Attributes:
        messages: how many were not through; posted: how many of them had been posted.
        bytes: payload that was not in the receiver's memory.
        waits: what the flow waited for with nothing posted; if something was, a timeout that would bring it on, or
            nothing.
        paths: packets sent and not known to have arrived, by the switches of the path that they took last.
    """

    messages: int
    posted: int
    bytes: int
    waits: str
    paths: Mapping[tuple[str, ...], int]


class EvChange(Struct, frozen=True):
    """An EV of a flow that was retired, revived or denied."""

    at_ns: int
    entropy: int
    plane: int
    path: tuple[str, ...]
    before: str
    after: str
    reason: str


@dataclass(slots=True)
class FrameCount:
    """Frames of one path, counted as they reach a NIC; `bytes` are those that arrived."""

    frames: int = 0
    bytes: int = 0
    trimmed: int = 0


class PathUse(Struct, frozen=True):
    """Frames that reached a NIC over one path, trimmed ones included."""

    switches: tuple[str, ...]
    frames: int
    bytes: int
    trimmed: int


class FlowMeasurement(Struct, frozen=True):
    """One flow: what its NICs counted, and what was seen of its frames in the network.

    Attributes:
        duration_ns: from posting to completion, or to the end of the run when it never came.
        fair_share_bps: what max-min fairness between the NICs would give it; None where flows wait for one another, so
            that they do not share what there is.
        worst_frame_latency_ns: longest first-bit-out to last-bit-in of any frame; None when none arrived, or in a
            live run, where no frame says when it left.
        paths: all that were used between the two NICs, in order of their switches.
        times: how long its messages took.
        outstanding: what was not done; None if all was.
    """

    source: str
    destination: str
    name: str
    bytes: int
    placed_bytes: int
    post_ns: int
    completed_ns: int | None
    duration_ns: int
    failure: str | None
    fair_share_bps: float | None
    sha256_sent: str
    sha256_received: str
    numbers: FlowNumbers
    ev_changes: Sequence[EvChange]
    worst_frame_latency_ns: int | None
    paths: Sequence[PathUse]
    times: MessageTimes
    outstanding: Outstanding | None = None

    @property
    def trims(self) -> int:
        """Trimmed frames that reached the destination."""
        return sum(path.trimmed for path in self.paths)

    @property
    def sprayed_paths(self) -> int:
        """Over how many paths the flow itself was spread: those with at least 5 % of the busiest's bytes.

        The rest carried stray control frames (answers to probes of the other direction), not the flow.
        """
        busiest = max((path.bytes for path in self.paths), default=0)
        return sum(1 for path in self.paths if path.bytes * 20 >= busiest)

    @property
    def intact(self) -> bool:
        """Completed, and the same bytes at both ends."""
        return self.completed_ns is not None and self.sha256_sent == self.sha256_received

    @property
    def goodput_bps(self) -> float:
        return self.placed_bytes * 8e9 / self.duration_ns if self.duration_ns > 0 else 0.0

    @property
    def goodput_fraction(self) -> float | None:
        """Goodput as a fraction of the fair share; None without a fair share."""
        return None if self.fair_share_bps is None else round(self.goodput_bps / self.fair_share_bps, 4)

    @property
    def worst_latency_ns(self) -> int | None:
        """The NIC's own, resending included; None when nothing was acknowledged."""
        return self.numbers.worst_latency_ns or None


class CollectiveMeasurement(Struct, frozen=True):
    """A collective of the workload.

    Attributes:
        name: its own, or what it is.
        nics: names of those that took part, in their order.
        bytes: the size that nccl-tests would print; times: how often it was done.
        begin_ns, end_ns: from when its first messages could be posted until the last one was known to have arrived;
            None if that never came.
        factor: bus bandwidth over algorithm bandwidth.
        flows: indices of its flows, a victim's not among them.
    """

    name: str
    pattern: str
    nics: Sequence[str]
    bytes: int
    times: int
    begin_ns: int | None
    end_ns: int | None
    factor: float
    flows: range

    @property
    def duration_ns(self) -> int | None:
        return None if self.begin_ns is None or self.end_ns is None else self.end_ns - self.begin_ns

    @property
    def algorithm_bps(self) -> float | None:
        """Bytes over time (nccl-tests' algbw)."""
        return self.bytes * self.times * 8e9 / self.duration_ns if self.duration_ns else None

    @property
    def bus_bps(self) -> float | None:
        """What can be held against the rate of a link (nccl-tests' busbw)."""
        return None if self.algorithm_bps is None else self.algorithm_bps * self.factor


class SwitchMeasurement(Struct, frozen=True):
    """Frames of a switch: in, out, emitted shorter than received, without emission, arrived while it was stopped.

    `pauses`: how often it asked one of its neighbours to pause a priority; `first_pause_ns`: when it did first.
    """

    name: str
    received: int
    emitted: int
    trimmed: int
    dropped: int
    blackholed: int
    stopped_at_end: bool
    pauses: int = 0
    first_pause_ns: int | None = None


class DirectionMeasurement(Struct, frozen=True):
    """Frames of one direction of a link, those lost by chance, by a link that was down, and at a full queue."""

    sent_frames: int
    delivered_bytes: int
    lost_random: int
    lost_down: int
    lost_overflow: int


@dataclass(slots=True)
class PortSeries:
    """One output port of a switch: longest queue in each interval (bytes), frames trimmed in each interval.

    Both are empty when nothing ever waited or was trimmed there.
    """

    name: str
    peak_bytes: list[int] = field(default_factory=list)
    trims: list[int] = field(default_factory=list)

    @property
    def peak(self) -> int:
        """Longest queue of the run, bytes."""
        return max(self.peak_bytes, default=0)

    @property
    def total_trims(self) -> int:
        return sum(self.trims)


class Series(Struct, frozen=True):
    """One value per interval; value i covers [i, i+1) intervals.

    Attributes:
        plane_bytes: per plane, frame bytes that reached the receiving NICs in each interval.
        flow_bytes: per flow, payload bytes placed in each interval.
        flow_losses, flow_retransmissions: per flow, packets that its sender inferred as lost, and that it sent again.
        evs: per EV state, EVs of all flows in it at the end of each interval.
        ports: per switch port, queue and trims.
    """

    interval_ns: int
    plane_bytes: Sequence[list[int]]
    flow_bytes: Sequence[list[int]]
    flow_losses: Sequence[list[int]]
    flow_retransmissions: Sequence[list[int]]
    evs: Mapping[str, list[int]]
    ports: Sequence[PortSeries]


@dataclass(slots=True)
class DeadPathUse:
    """What came to a link or switch after a fault at `at_ns` had killed it, until it was there again.

    Attributes:
        frames: all of them; data: packets of writes and sends; probes: that look whether the path is there again.
        last_sent_ns: when the last one but probes had left its NIC; before the fault if none was sent since, 0 if none
            came.
        last_lost_ns: when that came to where it was lost; last_data_sent_ns: as `last_sent_ns`, of data alone.
        before_bytes: what had come by until the fault.
        back_bytes: what came by once it was there again, until it was killed anew or the run ended.
    """

    at_ns: int
    frames: int = 0
    data: int = 0
    probes: int = 0
    last_sent_ns: int = 0
    last_lost_ns: int = 0
    last_data_sent_ns: int = 0
    before_bytes: int = 0
    back_bytes: int = 0

    @property
    def used_ns(self) -> int:
        """From the fault until the last packet, probes aside, was sent there; 0 if none was."""
        return max(0, self.last_sent_ns - self.at_ns)


class RouteChange(Struct, frozen=True):
    """What routed failover changed at one moment, in table entries.

    Attributes:
        faults: that had become known by then, and what became of their targets.
        switches: how many were written to.
    """

    at_ns: int
    faults: Sequence[str]
    switches: int
    inserted: int
    modified: int
    deleted: int

    @property
    def entries(self) -> int:
        return self.inserted + self.modified + self.deleted


class ProbeFinding(Struct, frozen=True):
    """What the Clustermapper reported: a switch or link, what was wrong, from when to when; None: until the end."""

    name: str
    state: str
    since_ns: int
    until_ns: int | None

    def ended(self, at_ns: int) -> ProbeFinding:
        return replace(self, until_ns=at_ns)


class ProbeMeasurement(Struct, frozen=True):
    """What the Clustermapper's agents saw.

    Attributes:
        interval_ns: of the series, and of the probes.
        sent, lost: by the switch at which probes turn, those whose fate was known in each interval.
        findings: in order of time.
    """

    interval_ns: int
    sent: Mapping[str, list[int]]
    lost: Mapping[str, list[int]]
    findings: Sequence[ProbeFinding]


class Measurements(Struct, frozen=True):
    """A finished run.

    Attributes:
        end_ns: time at its end; faults up to then have happened.
        events: of the emulation, 0 without one.
        switches, links: by name, in the topology's order; a link's directions are a to b and b to a.
        p4runtime_writes: accepted P4Runtime writes during the run, per switch; None without P4Runtime (tests).
        captures: file names of captures, relative to the output directory, by link.
        collectives, trainings: of the workload, in its order.
        route_changes: of routed failover, in order.
        probes: of the Clustermapper; None without one.
        dead_paths: by fault of the scenario; None for one that kills nothing. Empty where it is not measured.
    """

    end_ns: int
    events: int
    flows: Sequence[FlowMeasurement]
    switches: Mapping[str, SwitchMeasurement]
    links: Mapping[str, tuple[DirectionMeasurement, DirectionMeasurement]]
    series: Series
    p4runtime_writes: Mapping[str, int] | None
    captures: Mapping[str, str]
    route_changes: Sequence[RouteChange] = ()
    probes: ProbeMeasurement | None = None
    dead_paths: Sequence[DeadPathUse | None] = ()
    collectives: Sequence[CollectiveMeasurement] = ()
    trainings: Sequence[TrainingMeasurement] = ()


# --- Names of captures -----------------------------------------------------------------------------------------------


#: Where captures go below the output directory.
CAPTURES = "captures"


def capture_file(link: str) -> str:
    """Relative to the output directory: the link's name without characters that some file systems refuse."""
    return f"{CAPTURES}/{link.replace(':', '_')}.pcapng"


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


class Check(Struct, frozen=True):
    """One number of `result.json`'s `checks`.

    Attributes:
        text: what it is, for people.
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


def _worst_of_jobs(run: Measurements, read: Callable[[TrainingMeasurement], float | None]) -> float | None:
    """The largest value of all training jobs; None if one has none, or there is no job."""
    values = [read(training) for training in run.trainings]
    known = [value for value in values if value is not None]
    return max(known) if known and len(known) == len(values) else None


def _step_us(training: TrainingMeasurement, which: Literal["p50", "p99", "max"]) -> float | None:
    """Of a job all of whose steps are done."""
    times = spread(training.took_ns)
    if times is None or times.count < training.steps:
        return None
    return round({"p50": times.p50, "p99": times.p99, "max": times.max}[which] / 1000, 3)


def _fractions(run: Measurements) -> list[float]:
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
    "steps.p50_us": Check(
        "median step of a training job", lambda run: _worst_of_jobs(run, lambda job: _step_us(job, "p50")), "µs", "less"
    ),
    "steps.p99_us": Check(
        "99th percentile of a training job's steps",
        lambda run: _worst_of_jobs(run, lambda job: _step_us(job, "p99")),
        "µs",
        "less",
    ),
    "steps.slowest_us": Check(
        "longest step of a training job",
        lambda run: _worst_of_jobs(run, lambda job: _step_us(job, "max")),
        "µs",
        "less",
    ),
    "steps.idle": Check(
        "share of a training job's time in which accelerators wait",
        lambda run: _worst_of_jobs(run, lambda job: job.idle),
        better="less",
    ),
    "steps.restarts": Check(
        "how often a training job went back to a checkpoint",
        lambda run: sum(len(job.restarts) for job in run.trainings),
        better="less",
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
