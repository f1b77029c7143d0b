# SPDX-License-Identifier: Apache-2.0
"""`result.json`: everything a report needs, and nothing that differs between two runs of the same scenario and seed.

No wall-clock time, no path of this machine, no host name goes in. Tables, plots, the page and comparisons are made from
it alone. It stays below 5 MB: a small result stays as it is, and a cut one says how much is missing. Only the parts are
cut that grow with the length of a run or the size of a fabric: samples of time series are put together; of paths,
switches and links those stay that carried most or failed, of changes of EVs the first.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.json import encode as encode_json
from msgspec.json import format as format_json

from fabric.errors import FabricError
from fabric.measurements import (
    CHECKS,
    CollectiveMeasurement,
    FlowMeasurement,
    Measurements,
    Outstanding,
    PortSeries,
    Series,
    jain,
    show_value,
    spread,
)
from fabric.scenario import Scenario
from fabric.scenario.faults import Fault
from fabric.steps import Repeat, SlowStep, TrainingMeasurement

# --- The file --------------------------------------------------------------------------------------------------------


#: Version of the layout below; `load` refuses others.
FORMAT = 3

Result = dict[str, Any]
_SECTIONS = {
    "scenario", "verdict", "expectations", "checks", "flows", "collectives", "fabric", "timeline", "captures"
}  # fmt: skip


_NUMBERS = re.compile(r"\[\s+((?:-?[0-9.e+-]+,\s+)*-?[0-9.e+-]+)\s+\]")


def dumps(result: Result) -> str:
    """A result as JSON text: one line per value, lists of numbers on one line each."""
    # Python indents in Python, and this in C; the text is the same.
    text = format_json(json.dumps(result, ensure_ascii=False, allow_nan=False), indent=1)
    return (
        _NUMBERS.sub(
            lambda match: "[" + ", ".join(match.group(1).replace("\n", " ").split(", ")).replace("  ", "") + "]", text
        )
        + "\n"
    )


def load(file: Path) -> Result:
    """Read a `result.json`.

    Raises:
        FabricError: unreadable, not a result of `python -m fabric run`, or of another format version.
    """
    try:
        result = json.loads(file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise FabricError(
            f"{file}: cannot read: {problem.strerror}; accepted: a result.json of `python -m fabric run`"
        ) from None
    except (ValueError, RecursionError) as problem:
        raise FabricError(f"{file}: not JSON: {problem}; accepted: a result.json of `python -m fabric run`") from None
    if not isinstance(result, dict) or result.get("format") != FORMAT:
        found = result.get("format") if isinstance(result, dict) else None
        what = f"format: {found!r} is not a result of this version"
        raise FabricError(f"{file}: {what}; accepted: {FORMAT} (run the scenario again)")
    missing = _SECTIONS - set(result)
    if missing:
        raise FabricError(
            f"{file}: {', '.join(sorted(missing))}: missing; accepted: a result.json of `python -m fabric run`"
        )
    checks = result["checks"]
    lacking = [name for name in CHECKS if not isinstance(checks, dict) or name not in checks]
    if lacking:
        names = ", ".join(f"checks.{name}" for name in lacking)
        raise FabricError(f"{file}: {names}: missing; accepted: a result of this version (run the scenario again)")
    return result


# --- Below 5 MB ------------------------------------------------------------------------------------------------------


MAX_BYTES = 5_000_000
"""No result is larger, unless its flows alone are (about 1 kB each)."""
_TARGET_BYTES = 4_500_000
_SHARES = {"timeline": 0.30, "links": 0.25, "paths": 0.20, "ev_changes": 0.15, "switches": 0.10}
_PER_FLOW = ("paths", "ev_changes")
_AROUND = 16
"""Characters: a line's end and beginning, a blank after a colon, and what Python needs more for a number."""

Item = dict[str, Any]


def _at_most(result: Result) -> int:
    """No fewer characters than `dumps` makes of it, in a tenth of the time."""
    plain = encode_json(result)
    return len(plain) + _AROUND * (1 + sum(map(plain.count, (b",", b"[", b"]", b"{", b"}"))))


def bounded(result: Result) -> Result:
    """A result of at most `MAX_BYTES`: the same if it is, or one with `cut`, which says by part what was left out.

    `cut.timeline` is how many samples were put into one; the others are how many items are missing.
    """
    if _at_most(result) <= _TARGET_BYTES or len(dumps(result)) <= _TARGET_BYTES:
        return result
    flows = [{**flow, **{part: [] for part in _PER_FLOW}} for flow in result["flows"]]
    fabric = {**result["fabric"], "links": [], "switches": []}
    rest = len(dumps({**result, "flows": flows, "fabric": fabric, "timeline": {}}))
    room = {part: max(0, int((_TARGET_BYTES - rest) * share)) for part, share in _SHARES.items()}
    timeline, merged = _shorter(result["timeline"], room["timeline"])
    cut = {"timeline": merged}
    for part in ("links", "switches"):
        fabric[part], cut[part] = _best(result["fabric"][part], room[part], _WORTH[part])
    for part in _PER_FLOW:
        each = room[part] // max(1, len(flows))
        kept = [_best(flow[part], each, _WORTH[part]) for flow in result["flows"]]
        for flow, (items, _) in zip(flows, kept, strict=True):
            flow[part] = items
        cut[part] = sum(missing for _, missing in kept)
    return {**result, "flows": flows, "fabric": fabric, "timeline": timeline, "cut": cut}


def _of_link(link: Item) -> tuple[int, ...]:
    return int(link["failed"]), sum(link["lost"]), sum(link["bytes"])


def _of_switch(switch: Item) -> tuple[int, ...]:
    return int(switch["failed"]), switch["received"]


def _of_path(path: Item) -> tuple[int, ...]:
    return path["trimmed"], path["bytes"]


def _of_change(change: Item) -> tuple[int, ...]:
    return (-int(change["at_ns"]),)


_WORTH: dict[str, Callable[[Item], tuple[int, ...]]] = {
    "links": _of_link, "switches": _of_switch, "paths": _of_path, "ev_changes": _of_change,
}  # fmt: skip


def _best(items: Sequence[Item], room: int, worth: Callable[[Item], tuple[int, ...]]) -> tuple[list[Item], int]:
    """The items worth most that fit into `room` bytes, in the order they had, and how many are missing."""
    order = sorted(range(len(items)), key=lambda index: worth(items[index]), reverse=True)
    kept: list[int] = []
    for index in order:
        room -= len(format_json(json.dumps(items[index]), indent=5)) + 8
        if room < 0:
            break
        kept.append(index)
    return [items[index] for index in sorted(kept)], len(items) - len(kept)


def _shorter(timeline: Item, room: int) -> tuple[Item, int]:
    """The time series with as many samples put into one as it takes, and how many those are."""
    together, made = 1, timeline
    while (size := len(dumps(made))) > room and made["samples"] > 1:
        together *= 1 << max(1, (size // (room + 1)).bit_length() - 1)
        made = _together(timeline, together)
    return made, together


def _together(timeline: Item, count: int) -> Item:
    def merged(series: Sequence[Any], one: Callable[[Sequence[Any]], Any]) -> list[Any]:
        return [one(series[at : at + count]) for at in range(0, len(series), count)]

    def mean(values: Sequence[float]) -> float:
        return round(fmean(values), 2)

    return {
        **timeline,
        "interval_ns": timeline["interval_ns"] * count,
        "samples": -(-timeline["samples"] // count),
        "planes": [merged(series, mean) for series in timeline["planes"]],
        "flows": [merged(series, mean) for series in timeline["flows"]],
        "losses": [merged(series, sum) for series in timeline["losses"]],
        "retransmissions": [merged(series, sum) for series in timeline["retransmissions"]],
        "evs": {state: merged(series, lambda values: values[-1]) for state, series in timeline["evs"].items()},
        "ports": [
            {**port, "peak_bytes": merged(port["peak_bytes"], max), "trims": merged(port["trims"], sum)}
            for port in timeline["ports"]
        ],
    }


# --- From measurements to a result -----------------------------------------------------------------------------------


#: Switch ports with a time series of their own: the ones where queues were longest and trims most frequent.
MAX_PORT_SERIES = 8
#: In larger fabrics only the switches and links that carried frames or failed are listed.
MAX_WHOLE_FABRIC = 64


def build(scenario: Scenario, run: Measurements, *, live: Mapping[str, Any] | None = None) -> Result:
    """The result of a run; `live` is what `live_facts` gives for one on a live fabric."""
    checks = {name: check.value(run) for name, check in CHECKS.items()}
    expectations = [
        {
            "name": name,
            "text": CHECKS[name].text,
            "bound": str(bound),
            "value": checks[name],
            "shown": show_value(checks[name]),
            "held": bound.holds(checks[name]),
        }
        for name, bound in scenario.expect.items()
    ]
    held = all(expectation["held"] for expectation in expectations)
    return bounded(
        {
            "format": FORMAT,
            "scenario": {
                "name": scenario.name,
                "title": scenario.title,
                "description": scenario.description,
                "seed": scenario.seed,
                "limit_ns": scenario.limit_ns,
                "nic": scenario.nic.model_dump(mode="json"),
                "overrides": scenario.overrides,
                "faults": [_fault(run, number, fault) for number, fault in enumerate(scenario.faults)],
            },
            "verdict": {
                "passed": held and bool(checks["all_intact"]),
                "all_intact": checks["all_intact"],
                "finished": checks["finished"],
                "expectations_held": held,
                "end_ns": run.end_ns,
            },
            "expectations": expectations,
            "checks": checks,
            "flows": [_flow(index, flow) for index, flow in enumerate(run.flows)],
            "collectives": [_collective(collective, run) for collective in run.collectives],
            "fabric": _fabric(scenario, run),
            "timeline": _timeline(run),
            "captures": [{"link": link, "file": file} for link, file in run.captures.items()],
            **({"trainings": [_training(scenario, job, run) for job in run.trainings]} if run.trainings else {}),
            **({"routing": _routing(scenario, run)} if scenario.routing.failover != "static" else {}),
            **({"clustermapper": to_builtins(run.probes)} if run.probes is not None else {}),
            **({"live": dict(live)} if live is not None else {}),
        }
    )


def live_facts(
    target: str,
    cables: str,
    factor: int,
    *,
    delays: bool,
    overloaded: Sequence[str],
    advice: str,
    steering_ns: tuple[int, int] | None,
    stand_ins: Mapping[str, str],
) -> dict[str, Any]:
    """What a result says of a live run.

    Args:
        target: of the switches.
        cables: what they were made of, `veth` or `unix`.
        factor: how many times slower than the topology it ran.
        delays: whether cables had their delay.
        overloaded: sentences that say that the machine was too slow.
        advice: what that means, and what to do about it; empty where it was not.
        steering_ns: how long after a completion what waited for it was posted, the median and the 99th of 100; None if
            nothing waited.
        stand_ins: what forwarded in the place of switches, by their names.
    """
    return {
        "target": target,
        "cables": cables,
        "factor": factor,
        "delays": delays,
        "overloaded": list(overloaded),
        "advice": advice,
        "steering_ns": None if steering_ns is None else {"p50": steering_ns[0], "p99": steering_ns[1]},
        "stand_ins": dict(stand_ins),
    }


def _routing(scenario: Scenario, run: Measurements) -> dict[str, Any]:
    return {
        "failover": scenario.routing.failover,
        "convergence_ns": scenario.routing.convergence,
        "changes": [{**to_builtins(change), "entries": change.entries} for change in run.route_changes],
    }


def _fault(run: Measurements, number: int, fault: Fault) -> dict[str, Any]:
    use = run.dead_paths[number] if run.dead_paths else None
    return {
        "at_ns": fault.at_ns,
        "kind": fault.kind,
        "target": fault.target,
        **fault.values(),
        "affects": fault.affects,
        "restores": fault.restores,
        "state": fault.state,
        "happened": fault.at_ns <= run.end_ns,
        "dead_path": {**to_builtins(use), "used_ns": use.used_ns} if use is not None else None,
    }


def _flow(index: int, flow: FlowMeasurement) -> dict[str, Any]:
    return {
        "index": index,
        "name": flow.name,
        "from": flow.source,
        "to": flow.destination,
        "bytes": flow.bytes,
        "placed_bytes": flow.placed_bytes,
        "post_ns": flow.post_ns,
        "completed_ns": flow.completed_ns,
        "failure": flow.failure,
        "goodput_gbps": round(flow.goodput_bps / 1e9, 3),
        "fair_share_gbps": None if flow.fair_share_bps is None else round(flow.fair_share_bps / 1e9, 3),
        "goodput_fraction": flow.goodput_fraction,
        "sha256_sent": flow.sha256_sent,
        "sha256_received": flow.sha256_received,
        "intact": flow.intact,
        "trims": flow.trims,
        "messages": to_builtins(flow.times),
        "outstanding": _outstanding(flow.outstanding),
        **to_builtins(flow.numbers),
        "worst_latency_ns": flow.worst_latency_ns,
        "worst_frame_latency_ns": flow.worst_frame_latency_ns,
        "sprayed_paths": flow.sprayed_paths,
        "paths": [to_builtins(path) for path in flow.paths],
        "ev_changes": [
            {
                "at_ns": change.at_ns,
                "ev": change.entropy,
                "plane": change.plane,
                "path": list(change.path),
                "from": change.before,
                "to": change.after,
                "reason": change.reason,
            }
            for change in flow.ev_changes
        ],
    }


def _outstanding(left: Outstanding | None) -> dict[str, Any] | None:
    if left is None:
        return None
    paths = [{"switches": list(path), "packets": packets} for path, packets in sorted(left.paths.items())]
    return {
        "messages": left.messages, "posted": left.posted, "bytes": left.bytes, "waits": left.waits, "paths": paths
    }  # fmt: skip


def _collective(collective: CollectiveMeasurement, run: Measurements) -> dict[str, Any]:
    def gbps(rate_bps: float | None) -> float | None:
        return None if rate_bps is None else round(rate_bps / 1e9, 3)

    return {
        "name": collective.name,
        "collective": collective.pattern,
        "nics": list(collective.nics),
        "bytes": collective.bytes,
        "times": collective.times,
        "begin_ns": collective.begin_ns,
        "end_ns": collective.end_ns,
        "duration_ns": collective.duration_ns,
        "algorithm_gbps": gbps(collective.algorithm_bps),
        "bus_gbps": gbps(collective.bus_bps),
        "jain": jain(run.flows[index].goodput_bps for index in collective.flows),
        "flows": list(collective.flows),
    }


def _training(scenario: Scenario, job: TrainingMeasurement, run: Measurements) -> dict[str, Any]:
    times = spread(job.took_ns)
    return {
        "name": job.name,
        "nics": list(job.nics),
        "steps": job.steps,
        "compute_ns": job.compute_ns,
        "ideal_step_ns": round(job.ideal_ns),
        "begin_ns": job.begin_ns,
        "end_ns": job.end_ns,
        "done": len(job.done),
        "step_ns": to_builtins(times) if times is not None else None,
        "goodput": job.goodput,
        "idle": job.idle,
        "idle_ns": job.end_ns - job.begin_ns - len(job.done) * job.compute_ns,
        "executed": {
            "step": [step.number for step in job.executed],
            "begin_ns": [step.begin_ns for step in job.executed],
            "took_ns": [step.took_ns for step in job.executed],
        },
        "restarts": [
            {**to_builtins(restart), "flow": restart.flow, "name": run.flows[restart.flow].name}
            for restart in job.restarts
        ],
        "slow_steps": [_slow_step(scenario, slow, run) for slow in job.slow],
        "flows": list(job.flows),
    }


def _slow_step(scenario: Scenario, slow: SlowStep, run: Measurements) -> dict[str, Any]:
    """The message that held a step up, and the first of its packets that had to be sent again."""
    flow, first = run.flows[slow.flow], slow.first
    return {
        "step": slow.step.number,
        "begin_ns": slow.step.begin_ns,
        "took_ns": slow.step.took_ns,
        "over_ns": slow.over_ns,
        "flow": slow.flow,
        "from": flow.source,
        "to": flow.destination,
        "collective": slow.pattern,
        "bucket": slow.bucket,
        "message": slow.message,
        "posted_ns": slow.posted_ns,
        "message_ns": slow.took_ns,
        "usual_ns": slow.usual_ns,
        "end": slow.end,
        "resent": slow.repeats,
        "first_resent": None
        if first is None
        else {
            "at_ns": first.at_ns,
            "before_ns": first.before_ns,
            "message": first.message,
            "path": list(first.path),
            "ev": first.ev,
            "why": first.why,
            "fault": _fault_on(scenario, (flow.source, *first.path, flow.destination), first),
        },
    }


def _fault_on(scenario: Scenario, nodes: Sequence[str], first: Repeat) -> str | None:
    """The fault that befell the way of a packet after which it was sent again; None if there was none."""
    at: dict[tuple[str, str], Fault] = {}
    for fault in scenario.faults:
        if fault.at_ns > first.at_ns:
            break
        if fault.restores and fault.at_ns <= first.before_ns:
            at.pop((fault.target, fault.affects), None)
        elif not fault.restores:
            at[fault.target, fault.affects] = fault
    ways = set(itertools.pairwise(nodes)) | set(itertools.pairwise(reversed(nodes)))
    for fault in at.values():
        ends = tuple(end.partition(":")[0] for end in fault.target.split("--"))
        if fault.target in nodes or ends in ways:
            return str(fault)
    return None


def _fabric(scenario: Scenario, run: Measurements) -> dict[str, Any]:
    topology = scenario.topology
    failed = {fault.target for fault in scenario.faults if fault.at_ns <= run.end_ns and not fault.restores}
    whole = len(run.switches) <= MAX_WHOLE_FABRIC
    receivers = {flow.destination for flow in run.flows}
    users = receivers | {flow.source for flow in run.flows}
    switches = []
    for name, counted in run.switches.items():
        if whole or counted.received or name in failed:
            switch = topology.switch(name)
            fields = to_builtins(counted)
            if counted.first_pause_ns is None:  # most fabrics have no flow control
                del fields["first_pause_ns"]
            switches.append({
                "plane": switch.plane, "tier": switch.tier, "index": switch.index, **fields, "failed": name in failed,
            })  # fmt: skip
    links = []
    for cable in topology.links():
        directions = run.links[cable.name]
        if whole or any(direction.sent_frames for direction in directions) or cable.name in failed:
            links.append({
                "name": cable.name, "role": cable.role, "a": cable.a[0], "b": cable.b[0], "rate_bps": cable.rate_bps,
                "delay_ns": cable.delay_ns, "failed": cable.name in failed,
                "bytes": [d.delivered_bytes for d in directions],
                "lost": [d.lost_random + d.lost_down + d.lost_overflow for d in directions],
            })  # fmt: skip
    nics = topology.all_nics() if whole else sorted(map(topology.nic, users), key=lambda nic: nic.index)
    return {
        "name": topology.name,
        "planes": topology.planes,
        "t0s": topology.t0s,
        "t1s": topology.t1s,
        "nics": topology.nics,
        "nodes": [
            {"name": nic.name, "t0": nic.t0, "role": "receiver" if nic.name in receivers else "sender"} for nic in nics
        ],
        "switches": switches,
        "links": links,
        "switches_total": len(run.switches),
        "events": run.events,
    }


def _timeline(run: Measurements) -> dict[str, Any]:
    series = run.series
    receivers = _incasts(run)

    def gbps(counts: list[int]) -> list[float]:
        return [round(count * 8 / series.interval_ns, 2) for count in counts]

    return {
        "interval_ns": series.interval_ns,
        "samples": len(series.plane_bytes[0]),
        "planes": [gbps(counts) for counts in series.plane_bytes],
        "flows": [gbps(counts) for counts in series.flow_bytes],
        "losses": [list(counts) for counts in series.flow_losses],
        "retransmissions": [list(counts) for counts in series.flow_retransmissions],
        "evs": series.evs,
        "ports": [
            {
                "port": port.name,
                "incast": port.name.split(">")[1].rpartition(":")[0] in receivers,
                "peak_bytes": port.peak_bytes,
                "trims": port.trims,
            }
            for port in _busiest(series)
        ],
    }


def _incasts(run: Measurements) -> set[str]:
    """NICs to which several others sent at a time.

    In a collective several send to one only if it is an incast: of the others each NIC hears from the next when it has
    heard from one.
    """
    inside = {index for collective in run.collectives for index in collective.flows}
    found = {
        run.flows[index].destination
        for collective in run.collectives
        if collective.pattern == "incast" and len(collective.flows) > 1
        for index in collective.flows
    }
    writes: dict[str, list[FlowMeasurement]] = {}
    for index, flow in enumerate(run.flows):
        if index not in inside and flow.destination not in found:
            writes.setdefault(flow.destination, []).append(flow)
    return found | {name for name, flows in writes.items() if _overlap(flows, run.end_ns)}


def _overlap(flows: Sequence[FlowMeasurement], end_ns: int) -> bool:
    """Whether two of these flows, of different senders, were under way at the same time."""
    until: dict[str, int] = {}  # by sender: the end of its flows so far
    for flow in sorted(flows, key=lambda flow: flow.post_ns):
        if any(end > flow.post_ns for source, end in until.items() if source != flow.source):
            return True
        done = end_ns if flow.completed_ns is None else flow.completed_ns
        until[flow.source] = max(done, until.get(flow.source, 0))
    return False


def _busiest(series: Series) -> list[PortSeries]:
    busy = [port for port in series.ports if port.total_trims or port.peak]
    return sorted(busy, key=lambda port: (-port.total_trims, -port.peak, port.name))[:MAX_PORT_SERIES]


# --- Time series and fault windows of a result, thinned to what a plot can show --------------------------------------


#: More points than a plot is pixels wide show nothing more.
MAX_POINTS = 600


class Window(Struct, frozen=True):
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
