# SPDX-License-Identifier: Apache-2.0
"""`result.json`: everything a report needs, and nothing that differs between two runs of the same scenario and seed.

No wall-clock time, no path of this machine, no host name goes in. Tables, plots, the page and comparisons are made from
it alone.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from fabric.emulation.sampler import PortSeries
from fabric.errors import FabricError
from fabric.measuring.bounds import Value, show_value
from fabric.measuring.checks import CHECKS
from fabric.results.record import RunRecord
from fabric.traffic.fair_share import fair_shares
from fabric.traffic.flow import Flow

#: Version of the layout below; `load` refuses others.
FORMAT = 2
#: Switch ports with a time series of their own: the ones where queues were longest and trims most frequent.
MAX_PORT_SERIES = 8
#: In larger fabrics only the switches and links that carried frames or failed are listed.
MAX_WHOLE_FABRIC = 64

Result = dict[str, Any]


def build(record: RunRecord) -> Result:
    """The result of a run as plain data, JSON types only."""
    scenario = record.scenario
    flows = _flows(record)
    checks = _checks(record, flows)
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
    return {
        "format": FORMAT,
        "scenario": {
            "name": scenario.name,
            "title": scenario.title,
            "description": scenario.description,
            "seed": scenario.seed,
            "limit_ns": scenario.limit_ns,
            "nic": scenario.nic.model_dump(mode="json"),
            "overrides": scenario.overrides,
            "faults": [
                {
                    "at_ns": fault.at_ns,
                    "kind": fault.kind,
                    "target": fault.target,
                    **fault.values(),
                    "affects": fault.affects,
                    "restores": fault.restores,
                    "state": fault.state,
                    "happened": fault in record.faults,
                }
                for fault in scenario.faults
            ],
        },
        "verdict": {
            "passed": held and bool(checks["all_intact"]),
            "all_intact": checks["all_intact"],
            "finished": checks["finished"],
            "expectations_held": held,
            "end_ns": record.end_ns,
        },
        "expectations": expectations,
        "checks": checks,
        "flows": flows,
        "fabric": _fabric(record),
        "timeline": _timeline(record),
        "captures": [{"link": link, "file": file} for link, file in record.captures.items()],
    }


def _flows(record: RunRecord) -> list[dict[str, Any]]:
    topology = record.network.topology
    nic_bps = topology.planes * topology.rate_bps("host")
    shares = fair_shares([(flow.source, flow.destination) for flow in record.flows], nic_bps)
    return [_flow(record, flow, share) for flow, share in zip(record.flows, shares, strict=True)]


def _flow(record: RunRecord, flow: Flow, share: float) -> dict[str, Any]:
    received = flow.received()
    sent_digest, received_digest = (hashlib.sha256(data).hexdigest() for data in (flow.sent, received))
    done = flow.completed_ns()
    duration = (done if done is not None else record.end_ns) - flow.post_ns
    placed = flow.placed_bytes()
    goodput = placed * 8e9 / duration if duration > 0 else 0.0
    numbers = flow.numbers()
    changes = flow.ev_changes()
    return {
        "index": flow.index,
        "name": flow.name,
        "from": record.network.nics[flow.source].name,
        "to": record.network.nics[flow.destination].name,
        "bytes": len(flow.sent),
        "placed_bytes": placed,
        "post_ns": flow.post_ns,
        "completed_ns": done,
        "failure": flow.failure(),
        "goodput_gbps": round(goodput / 1e9, 3),
        "fair_share_gbps": round(share / 1e9, 3),
        "goodput_fraction": round(goodput / share, 4),
        "sha256_sent": sent_digest,
        "sha256_received": received_digest,
        "intact": done is not None and sent_digest == received_digest,
        "trims": record.arrivals.trimmed(flow.source, flow.destination),
        "packets": numbers.packets,
        "retransmissions": numbers.retransmissions,
        "nacks": numbers.nacks,
        "losses": numbers.losses,
        "timeouts": numbers.timeouts,
        "evs_retired": numbers.evs_retired,
        "evs_revived": numbers.evs_revived,
        "worst_latency_ns": numbers.worst_latency_ns or None,
        "worst_frame_latency_ns": record.arrivals.worst_latency_ns(flow.source, flow.destination),
        "sprayed_paths": record.arrivals.sprayed(flow.source, flow.destination),
        "paths": [
            {"switches": list(path), "frames": use.frames, "bytes": use.bytes, "trimmed": use.trimmed}
            for path, use in record.arrivals.paths(flow.source, flow.destination).items()
        ],
        "ev_changes": [
            {
                "at_ns": change.at_ns,
                "ev": change.ev,
                "plane": change.plane,
                "path": list(change.path),
                "from": change.before,
                "to": change.after,
                "reason": change.reason,
            }
            for change in changes
        ],
    }


def _worst_us(flows: list[dict[str, Any]], name: str) -> float | None:
    latencies = [flow[name] for flow in flows if flow[name] is not None]
    return round(max(latencies) / 1000, 3) if latencies else None


def _checks(record: RunRecord, flows: list[dict[str, Any]]) -> dict[str, Value]:
    network = record.network
    completions = [flow["completed_ns"] for flow in flows]
    finished = None not in completions
    last_ns = max((ns for ns in completions if ns is not None), default=record.end_ns) if finished else record.end_ns
    fractions = [flow["goodput_fraction"] for flow in flows]
    directions = [direction for link in network.links.values() for direction in link]
    switches = network.switches.values()
    packets = sum(flow["packets"] for flow in flows)
    resent = sum(flow["retransmissions"] for flow in flows)
    planes = [sum(series) for series in record.sampler.plane_bytes]
    writes = record.p4runtime_writes
    placed = sum(flow["placed_bytes"] for flow in flows)
    values: dict[str, Value] = {
        "all_intact": all(flow["intact"] for flow in flows),
        "finished": finished,
        "completion_us": round(last_ns / 1000, 3) if finished else None,
        "goodput_fraction.min": min(fractions),
        "goodput_fraction.mean": round(sum(fractions) / len(fractions), 4),
        "goodput_total_gbps": round(placed * 8 / last_ns, 3) if last_ns else 0,
        "latency.worst_us": _worst_us(flows, "worst_latency_ns"),
        "latency.worst_frame_us": _worst_us(flows, "worst_frame_latency_ns"),
        "paths.min": min(flow["sprayed_paths"] for flow in flows),
        "trims.total": sum(switch.trimmed for switch in switches),
        "trims.port_peak": max((port.total_trims for port in record.sampler.ports), default=0),
        "nacks.total": sum(flow["nacks"] for flow in flows),
        "losses.total": sum(flow["losses"] for flow in flows),
        "timeouts.total": sum(flow["timeouts"] for flow in flows),
        "retransmissions.total": resent,
        "retransmission_fraction": round(resent / packets, 4) if packets else 0,
        "evs.retired": sum(flow["evs_retired"] for flow in flows),
        "evs.revived": sum(flow["evs_revived"] for flow in flows),
        "frames.blackholed": sum(switch.blackholed for switch in switches),
        "frames.lost_on_links": sum(d.lost_random + d.lost_down for d in directions),
        "frames.overflowed": sum(d.lost_overflow for d in directions),
        "frames.dropped_by_switches": sum(switch.consumed for switch in switches),
        "queue.peak_bytes": max((port.peak for port in record.sampler.ports), default=0),
        "plane_balance": round(min(planes) / max(planes), 4) if max(planes) else None,
        "p4runtime_writes_during_run": None if writes is None else sum(writes.values()),
    }
    assert set(values) == set(CHECKS)
    return values


def _fabric(record: RunRecord) -> dict[str, Any]:
    network, topology = record.network, record.network.topology
    failed = {fault.target for fault in record.faults}
    whole = len(network.switches) <= MAX_WHOLE_FABRIC
    switches = []
    for name, node in network.switches.items():
        if whole or node.received or name in failed:
            switch = topology.switch(name)
            switches.append({
                "name": name, "plane": switch.plane, "tier": switch.tier, "index": switch.index,
                "received": node.received, "emitted": node.emitted, "trimmed": node.trimmed, "dropped": node.consumed,
                "blackholed": node.blackholed, "failed": name in failed, "stopped_at_end": node.stopped,
            })  # fmt: skip
    links = []
    for cable in topology.links():
        forward, backward = network.links[cable.name].directions
        if whole or forward.sent_frames or backward.sent_frames or cable.name in failed:
            links.append({
                "name": cable.name, "role": cable.role, "a": cable.a[0], "b": cable.b[0], "rate_bps": cable.rate_bps,
                "delay_ns": cable.delay_ns, "failed": cable.name in failed,
                "bytes": [forward.delivered_bytes, backward.delivered_bytes],
                "lost": [d.lost_random + d.lost_down + d.lost_overflow for d in (forward, backward)],
            })  # fmt: skip
    used_nics = sorted({nic for flow in record.flows for nic in (flow.source, flow.destination)})
    return {
        "name": topology.name,
        "planes": topology.planes,
        "t0s": topology.t0s,
        "t1s": topology.t1s,
        "nics": topology.nics,
        "nodes": [
            {"name": topology.nic(nic).name, "t0": topology.nic(nic).t0,
             "role": "receiver" if any(f.destination == nic for f in record.flows) else "sender"}
            for nic in (range(topology.nics) if whole else used_nics)
        ],
        "switches": switches,
        "links": links,
        "switches_total": len(network.switches),
        "events": network.loop.processed,
    }  # fmt: skip


def _timeline(record: RunRecord) -> dict[str, Any]:
    sampler = record.sampler
    receivers = {record.network.nics[flow.destination].name for flow in record.flows}

    def busy(port: PortSeries) -> tuple[int, int, str]:
        return (-port.total_trims, -port.peak, port.direction.name)

    chosen = [port for port in sorted(sampler.ports, key=busy) if port.total_trims or port.peak][:MAX_PORT_SERIES]

    def gbps(counts: list[int]) -> list[float]:
        return [round(count * 8 / sampler.interval_ns, 2) for count in counts]

    return {
        "interval_ns": sampler.interval_ns,
        "samples": sampler.samples,
        "planes": [gbps(counts) for counts in sampler.plane_bytes],
        "flows": [gbps(counts) for counts in sampler.flow_bytes],
        "evs": sampler.evs,
        "ports": [
            {
                "port": port.direction.name,
                "incast": port.direction.name.split(">")[1].rpartition(":")[0] in receivers,
                "peak_bytes": port.peak_bytes,
                "trims": port.trims,
            }
            for port in chosen
        ],
    }


_NUMBERS = re.compile(r"\[\s+((?:-?[0-9.e+-]+,\s+)*-?[0-9.e+-]+)\s+\]")


def dumps(result: Result) -> str:
    """A result as JSON text: one line per value, lists of numbers on one line each."""
    text = json.dumps(result, indent=1, ensure_ascii=False, allow_nan=False)
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
    missing = {"scenario", "verdict", "expectations", "checks", "flows", "fabric", "timeline", "captures"} - set(result)
    if missing:
        raise FabricError(
            f"{file}: {', '.join(sorted(missing))}: missing; accepted: a result.json of `python -m fabric run`"
        )
    return result
