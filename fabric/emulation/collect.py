# SPDX-License-Identifier: Apache-2.0
"""What a finished emulation measured, as the data that every engine leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fabric.emulation.network import Network
from fabric.emulation.parts import SwitchSide, Wire
from fabric.emulation.path_uses import PathUses
from fabric.emulation.sampler import Sampler
from fabric.measuring.measurements import (
    CollectiveMeasurement,
    DeadPathUse,
    DirectionMeasurement,
    FlowMeasurement,
    Measurements,
    RouteChange,
    SwitchMeasurement,
)
from fabric.traffic.fair_share import fair_shares
from fabric.traffic.flow import Flow
from fabric.traffic.measured import flow_measurement


def collect(
    network: Network,
    flows: Sequence[Flow],
    arrivals: PathUses,
    sampler: Sampler,
    *,
    p4runtime_writes: Mapping[str, int] | None,
    captures: Mapping[str, str],
    route_changes: Sequence[RouteChange] = (),
    dead_paths: Sequence[DeadPathUse | None] = (),
    collectives: Sequence[CollectiveMeasurement] = (),
    together: bool = True,
) -> Measurements:
    """Everything measured up to now; see `Measurements`. `together`: no flow waits for another."""
    topology = network.topology
    nic_bps = topology.planes * topology.rate_bps("host")
    shares = fair_shares([(flow.source, flow.destination) for flow in flows], nic_bps, together=together)
    return Measurements(
        end_ns=network.loop.now,
        events=network.loop.processed,
        flows=[_flow(network, flow, arrivals, share) for flow, share in zip(flows, shares, strict=True)],
        switches={name: _switch(node) for name, node in network.switches.items()},
        links={
            name: (_direction(link.directions[0]), _direction(link.directions[1]))
            for name, link in network.links.items()
        },
        series=sampler.series,
        p4runtime_writes=p4runtime_writes,
        captures=captures,
        route_changes=route_changes,
        dead_paths=dead_paths,
        collectives=collectives,
    )


def _flow(network: Network, flow: Flow, arrivals: PathUses, share: float | None) -> FlowMeasurement:
    ends = flow.source, flow.destination
    return flow_measurement(
        flow, names=(network.nics[ends[0]].name, network.nics[ends[1]].name), share_bps=share, end_ns=network.loop.now,
        paths=arrivals.paths(*ends), worst_frame_latency_ns=arrivals.worst_latency_ns(*ends),
    )  # fmt: skip


def _switch(node: SwitchSide) -> SwitchMeasurement:
    return SwitchMeasurement(
        node.name, node.received, node.emitted, node.trimmed, node.consumed, node.blackholed, node.stopped,
        pauses=node.pauses,
    )  # fmt: skip


def _direction(wire: Wire) -> DirectionMeasurement:
    return DirectionMeasurement(
        wire.sent_frames, wire.delivered_bytes, wire.lost_random, wire.lost_down, wire.lost_overflow
    )
