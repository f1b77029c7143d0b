# SPDX-License-Identifier: Apache-2.0
"""What a finished emulation measured, as the data that every engine leaves."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from fabric.emulation.arrivals import Arrivals
from fabric.emulation.network import Network
from fabric.emulation.parts import SwitchSide, Wire
from fabric.emulation.sampler import Sampler
from fabric.measuring.measurements import DirectionMeasurement, FlowMeasurement, Measurements, SwitchMeasurement
from fabric.traffic.fair_share import fair_shares
from fabric.traffic.flow import Flow


def collect(
    network: Network,
    flows: Sequence[Flow],
    arrivals: Arrivals,
    sampler: Sampler,
    *,
    p4runtime_writes: Mapping[str, int] | None,
    captures: Mapping[str, str],
) -> Measurements:
    """Everything measured up to now; see `Measurements` for the last two."""
    topology = network.topology
    nic_bps = topology.planes * topology.rate_bps("host")
    shares = fair_shares([(flow.source, flow.destination) for flow in flows], nic_bps)
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
    )


def _flow(network: Network, flow: Flow, arrivals: Arrivals, share: float) -> FlowMeasurement:
    done = flow.completed_ns()
    ends = flow.source, flow.destination
    received = flow.received()
    sent_digest = hashlib.sha256(flow.sent).hexdigest()
    return FlowMeasurement(
        source=network.nics[flow.source].name,
        destination=network.nics[flow.destination].name,
        name=flow.name,
        bytes=len(flow.sent),
        placed_bytes=flow.placed_bytes(),
        post_ns=flow.post_ns,
        completed_ns=done,
        duration_ns=(done if done is not None else network.loop.now) - flow.post_ns,
        failure=flow.failure(),
        fair_share_bps=share,
        sha256_sent=sent_digest,
        sha256_received=sent_digest if received == flow.sent else hashlib.sha256(received).hexdigest(),
        numbers=flow.numbers(),
        ev_changes=flow.ev_changes(),
        trims=arrivals.trimmed(*ends),
        worst_frame_latency_ns=arrivals.worst_latency_ns(*ends),
        sprayed_paths=arrivals.sprayed(*ends),
        paths=arrivals.paths(*ends),
    )


def _switch(node: SwitchSide) -> SwitchMeasurement:
    return SwitchMeasurement(
        node.name, node.received, node.emitted, node.trimmed, node.consumed, node.blackholed, node.stopped
    )


def _direction(wire: Wire) -> DirectionMeasurement:
    return DirectionMeasurement(
        wire.sent_frames, wire.delivered_bytes, wire.lost_random, wire.lost_down, wire.lost_overflow
    )
