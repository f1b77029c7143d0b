# SPDX-License-Identifier: Apache-2.0
"""From what was measured to a result: plain data, JSON types only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from fabric.measuring.bounds import show_value
from fabric.measuring.checks import CHECKS
from fabric.measuring.fairness import jain
from fabric.measuring.measurements import (
    CollectiveMeasurement,
    FlowMeasurement,
    Measurements,
    Outstanding,
    PortSeries,
    Series,
)
from fabric.results.bounded import bounded
from fabric.results.document import FORMAT, Result
from fabric.scenario.faults import Fault
from fabric.scenario.model import Scenario

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
            **({"routing": _routing(scenario, run)} if scenario.routing.failover != "static" else {}),
            **({"clustermapper": asdict(run.probes)} if run.probes is not None else {}),
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
    """
    return {
        "target": target,
        "cables": cables,
        "factor": factor,
        "delays": delays,
        "overloaded": list(overloaded),
        "advice": advice,
        "steering_ns": None if steering_ns is None else {"p50": steering_ns[0], "p99": steering_ns[1]},
    }


def _routing(scenario: Scenario, run: Measurements) -> dict[str, Any]:
    return {
        "failover": scenario.routing.failover,
        "convergence_ns": scenario.routing.convergence,
        "changes": [{**asdict(change), "entries": change.entries} for change in run.route_changes],
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
        "dead_path": {**asdict(use), "used_ns": use.used_ns} if use is not None else None,
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
        "messages": asdict(flow.times),
        "outstanding": _outstanding(flow.outstanding),
        **asdict(flow.numbers),
        "worst_latency_ns": flow.worst_latency_ns,
        "worst_frame_latency_ns": flow.worst_frame_latency_ns,
        "sprayed_paths": flow.sprayed_paths,
        "paths": [asdict(path) for path in flow.paths],
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
            switches.append({
                "plane": switch.plane, "tier": switch.tier, "index": switch.index,
                **asdict(counted), "failed": name in failed,
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
