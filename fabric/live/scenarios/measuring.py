# SPDX-License-Identifier: Apache-2.0
"""Measures a live fabric: a look at the end of each interval, and the data of a run, as every engine has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from fabric.errors import FabricError
from fabric.live.fabric import LiveFabric, SwitchCounts
from fabric.live.messages import Arrived, EndState, NicStatus, Status
from fabric.live.scale import Busy, groups
from fabric.live.scenarios.traffic import LiveTraffic
from fabric.live.stand_in import StandIn
from fabric.measurements import (
    EV_STATES,
    DirectionMeasurement,
    FlowMeasurement,
    Measurements,
    PathUse,
    PortSeries,
    Series,
    SwitchMeasurement,
)
from fabric.traffic.flow import Flow, fair_shares, flow_measurement
from fabric.traffic.nics import path_names

# --- During a run ----------------------------------------------------------------------------------------------------


class Observer:
    """Samples of a run; `series` grows by one value at each `look`.

    Attributes:
        series: of the run so far.
        nics: by number, as they last told.
        trimmed: frames that switches have trimmed since the run began.
        blackholed: frames that reached a switch while it stood still, by switch.
    """

    def __init__(
        self, network: LiveFabric, traffic: LiveTraffic, interval_ns: int, stand_ins: Sequence[StandIn] = ()
    ) -> None:
        """Look for the first time: earlier counts do not belong to the run. Raises FabricError."""
        self._network = network
        self._stand_ins = {each.switch: each for each in stand_ins}
        self._traffic = traffic
        flows = traffic.flows
        topology = network.fabric
        receivers = sorted({flow.destination for flow in flows})
        ends = {(end.node, end.port): end.interface for cable in network.cables.values() for end in cable.ends}
        self._inbound = [
            [ends[topology.host_link(plane, nic).b] for nic in receivers] for plane in range(topology.planes)
        ]
        self._ports: list[tuple[str, int, str, PortSeries]] = []
        for cable in network.cables.values():
            for near, far in (cable.ends, cable.ends[::-1]):
                if near.node in network.switches:
                    name = f"{near.node}:{near.port}>{far.node}:{far.port}"
                    self._ports.append((near.node, near.port, near.interface, PortSeries(name)))
        self._ends_of: dict[str, list[str]] = {}
        for switch, _, interface, _ in self._ports:
            self._ends_of.setdefault(switch, []).append(interface)
        self.series = Series(
            interval_ns,
            plane_bytes=[[] for _ in range(topology.planes)],
            flow_bytes=[[] for _ in flows],
            flow_losses=[[] for _ in flows],
            flow_retransmissions=[[] for _ in flows],
            evs={state: [] for state in EV_STATES},
            ports=[series for *_, series in self._ports],
        )
        self.first_ends = self.last_ends = network.switch_ends()
        self.first_counts = {name: self._counted(name, SwitchCounts({}, {})) for name in network.switches}
        self.last_counts = dict(self.first_counts)
        self.nics = self._ask()
        self.blackholed: Counter[str] = Counter()
        self._standing: dict[str, int] = {}
        self._placed = [0 for _ in flows]
        self._counted_of = [(0, 0) for _ in flows]
        self.busy = Busy(groups({name: running.process_id for name, running in network.switches.items()}))

    @property
    def stopped(self) -> frozenset[str]:
        """Switches that stand still, and nothing forwards in their place."""
        return self._network.standing - self._stand_ins.keys()

    @property
    def trimmed(self) -> int:
        return sum(
            sum(counts.trimmed.values()) - sum(self.first_counts[name].trimmed.values())
            for name, counts in self.last_counts.items()
        )

    def look(self) -> None:
        """At the end of an interval. Raises FabricError: a process is gone, or does not answer."""
        dead = self._network.deaths()
        for name, one in self._stand_ins.items():
            if (how := one.death()) is not None:
                dead[f"{one.version} in the place of {name}"] = how
        if dead:
            raise FabricError("; ".join(f"{name} is gone ({how})" for name, how in dead.items()))
        self.busy.look()
        self.nics = self._ask()
        for qp_pair in self._traffic.qp_pairs:
            qp_pair.see(self.nics)
        before, after = self.last_ends, self._network.switch_ends()
        counts = {name: self._counted(name, last) for name, last in self.last_counts.items()}
        for plane, interfaces in enumerate(self._inbound):
            self.series.plane_bytes[plane].append(sum(after[i].sent_bytes - before[i].sent_bytes for i in interfaces))
        states = dict.fromkeys(EV_STATES, 0)
        for index, flow in enumerate(self._traffic.flows):
            placed = flow.placed_bytes()
            self.series.flow_bytes[index].append(placed - self._placed[index])
            self._placed[index] = placed
            numbers = flow.numbers()
            lost, again = self._counted_of[index]
            self.series.flow_losses[index].append(numbers.losses - lost)
            self.series.flow_retransmissions[index].append(numbers.retransmissions - again)
            self._counted_of[index] = numbers.losses, numbers.retransmissions
            for state, count in flow.ev_states().items():
                states[state] += count
        for state, count in states.items():
            self.series.evs[state].append(count)
        for switch, number, interface, port in self._ports:
            port.peak_bytes.append(after[interface].queued_bytes)
            trimmed, seen = counts[switch].trimmed, self.last_counts[switch].trimmed
            port.trims.append(trimmed.get(number, 0) - seen.get(number, 0))
        self.last_ends, self.last_counts = after, counts

    def see_stopped(self, *, over: bool = False) -> None:
        """Count from now on what reaches switches that stand still; `over` ends that for all. Raises FabricError."""
        switches: frozenset[str] = frozenset() if over else self.stopped
        for name in switches ^ self._standing.keys():
            arrived = self.received(name, self._network.switch_ends())
            if name in switches:
                self._standing[name] = arrived
            else:
                self.blackholed[name] += arrived - self._standing.pop(name)

    def received(self, switch: str, ends: Mapping[str, EndState]) -> int:
        return sum(ends[interface].received_frames for interface in self._ends_of[switch])

    def emitted(self, switch: str, ends: Mapping[str, EndState]) -> int:
        return sum(ends[interface].sent_frames for interface in self._ends_of[switch])

    def _counted(self, switch: str, last: SwitchCounts) -> SwitchCounts:
        """The counts of a switch; the last ones if it does not answer."""
        return self._network.counted(switch) or last

    def _ask(self) -> dict[int, NicStatus]:
        return {index: nic.ask(Status(), NicStatus) for index, nic in enumerate(self._network.nics)}


# --- After a run -----------------------------------------------------------------------------------------------------


def collect(
    network: LiveFabric,
    flows: Sequence[Flow],
    observer: Observer,
    *,
    end_ns: int,
    first: Mapping[str, EndState],
    last: Mapping[str, EndState],
    arrived: Sequence[Sequence[Arrived]],
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
        switches={name: _switch(name, observer) for name in network.switches},
        links=_links(network, observer, first, last),
        series=observer.series,
        p4runtime_writes=network.writes(),
        captures={},
    )


def _flow(
    network: LiveFabric, flow: Flow, measured: Sequence[Arrived], share: float | None, end_ns: int
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


def _switch(name: str, observer: Observer) -> SwitchMeasurement:
    first, last = observer.first_counts[name], observer.last_counts[name]
    return SwitchMeasurement(
        name=name,
        received=observer.received(name, observer.last_ends) - observer.received(name, observer.first_ends),
        emitted=observer.emitted(name, observer.last_ends) - observer.emitted(name, observer.first_ends),
        trimmed=sum(last.trimmed.values()) - sum(first.trimmed.values()),
        dropped=sum(last.dropped.values()) - sum(first.dropped.values()),
        blackholed=observer.blackholed[name],
        stopped_at_end=name in observer.stopped,
    )


def _links(
    network: LiveFabric, observer: Observer, first: Mapping[str, EndState], last: Mapping[str, EndState]
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
