# SPDX-License-Identifier: Apache-2.0
"""What a finished live run measured, as the data that every engine leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fabric.live.messages import Arrived, EndState
from fabric.live.network import LiveNetwork
from fabric.live.scenarios.observing import Observer
from fabric.measuring.measurements import (
    CollectiveMeasurement,
    DirectionMeasurement,
    FlowMeasurement,
    Measurements,
    PathUse,
    SwitchMeasurement,
)
from fabric.traffic.flow import Flow, fair_shares, flow_measurement
from fabric.traffic.nics import path_names


def collect(
    network: LiveNetwork,
    flows: Sequence[Flow],
    observer: Observer,
    *,
    end_ns: int,
    first: Mapping[str, EndState],
    last: Mapping[str, EndState],
    arrived: Sequence[Sequence[Arrived]],
    captures: Mapping[str, str],
    collectives: Sequence[CollectiveMeasurement],
    together: bool,
) -> Measurements:
    """Everything measured between the beginning and `end_ns`.

    Args:
        network: still up.
        flows: of the run.
        observer: which looked at the run.
        end_ns: since the beginning.
        first: what the NICs' ends of cables had counted at the beginning, by their names.
        last: what they have now.
        arrived: what has arrived at each NIC, in their order.
        captures: file names by link.
        collectives: of the workload.
        together: no flow of it waits for another.

    Raises:
        FabricError: a NIC does not answer.
    """
    topology = network.fabric
    nic_bps = topology.planes * topology.rate_bps("host")
    shares = fair_shares([(flow.source, flow.destination) for flow in flows], nic_bps, together=together)
    return Measurements(
        end_ns=end_ns,
        events=0,
        flows=[
            _flow(network, flow, arrived[flow.destination], share, end_ns)
            for flow, share in zip(flows, shares, strict=True)
        ],
        switches={name: _switch(network, name, observer) for name in network.switches},
        links=_links(network, observer, first, last),
        series=observer.series,
        p4runtime_writes=network.writes(),
        captures=captures,
        collectives=collectives,
    )


def _flow(
    network: LiveNetwork, flow: Flow, measured: Sequence[Arrived], share: float | None, end_ns: int
) -> FlowMeasurement:
    ends = flow.source, flow.destination
    paths = [
        PathUse(path_names(network.fabric, *ends, use.plane, use.uplink), use.frames, use.bytes, use.trimmed)
        for use in measured
        if use.source == flow.source
    ]
    return flow_measurement(
        flow, names=(network.nics[ends[0]].name, network.nics[ends[1]].name), share_bps=share, end_ns=end_ns,
        paths=paths, worst_frame_latency_ns=None,
    )  # fmt: skip


def _switch(network: LiveNetwork, name: str, observer: Observer) -> SwitchMeasurement:
    first, last = observer.first_counts[name], observer.last_counts[name]
    return SwitchMeasurement(
        name=name,
        received=observer.received(name, observer.last_ends) - observer.received(name, observer.first_ends),
        emitted=observer.emitted(name, observer.last_ends) - observer.emitted(name, observer.first_ends),
        trimmed=sum(last.trimmed.values()) - sum(first.trimmed.values()),
        dropped=sum(last.dropped.values()) - sum(first.dropped.values()),
        blackholed=observer.blackholed[name],
        stopped_at_end=name in network.standing,
    )


def _links(
    network: LiveNetwork, observer: Observer, first: Mapping[str, EndState], last: Mapping[str, EndState]
) -> dict[str, tuple[DirectionMeasurement, DirectionMeasurement]]:
    before, after = {**observer.first_ends, **first}, {**observer.last_ends, **last}
    found = {}
    for name, cable in network.cables.items():
        ends = [(before[end.interface], after[end.interface]) for end in cable.ends]
        directions = [
            DirectionMeasurement(
                sent_frames=near[1].sent_frames - near[0].sent_frames,
                delivered_bytes=far[1].received_bytes - far[0].received_bytes,
                lost_random=near[1].lost_random - near[0].lost_random,
                lost_down=near[1].lost_down - near[0].lost_down,
                lost_overflow=near[1].lost_overflow - near[0].lost_overflow,
            )
            for near, far in (ends, ends[::-1])
        ]
        found[name] = directions[0], directions[1]
    return found
