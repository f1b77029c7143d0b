# SPDX-License-Identifier: Apache-2.0
"""What an emulation measures: paths, time series, frames that were sent into dead links; and all of it at the end.

It counts frames and reads counters. Of a frame it reads only what kind it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import ne, or_
from typing import Final

from fabric.emulation.interfaces import Lost, SwitchSide, Wire
from fabric.emulation.network import Network
from fabric.measurements import (
    EV_STATES,
    DeadPathUse,
    DirectionMeasurement,
    FlowMeasurement,
    FrameCount,
    Measurements,
    PathUse,
    PortSeries,
    Series,
    SwitchMeasurement,
)
from fabric.scenario.faults import Fault
from fabric.traffic.flow import Flow, fair_shares, flow_measurement
from host_stack.roce import wire as roce
from host_stack.wire.headers import PACKET_TYPES, Opcode
from host_stack.wire.ip import read_network
from p4soft.interpreter import no_collections

# --- Paths and latency -----------------------------------------------------------------------------------------------


class PathUses:
    """What has arrived in a network so far, by pair of NICs; counting begins with `Network.count_arrivals`."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._count = network.count_arrivals()
        self._asked_at = -1
        self._pairs: dict[tuple[int, int], list[tuple[int, FrameCount]]] = {}
        self._worst: dict[tuple[int, int], int] = {}
        self._names_of: dict[tuple[int, int], tuple[str, ...]] = {}

    def worst_latency_ns(self, source: int, destination: int) -> int | None:
        """Longest first-bit-out to last-bit-in of any frame between two NICs; None when there was none."""
        self._ask()
        return self._worst.get((source, destination))

    def paths(self, source: int, destination: int) -> list[PathUse]:
        """Paths used from one NIC to another, switches in order of passage."""
        self._ask()
        own_t0 = self._network.topology.nic(source).t0
        return [
            PathUse(self._names(trail, own_t0), count.frames, count.bytes, count.trimmed)
            for trail, count in self._pairs.get((source, destination), ())
        ]

    def _ask(self) -> None:
        """Sort what has been counted, unless nothing has happened since."""
        if self._asked_at == self._network.loop.processed:
            return
        self._asked_at = self._network.loop.processed
        self._pairs = {}
        self._worst = {}
        for arrived in self._count():
            pair = (arrived.origin, arrived.nic)
            self._pairs.setdefault(pair, []).append((arrived.trail, arrived.count))
            self._worst[pair] = max(self._worst.get(pair, 0), arrived.worst_ns)

    def _names(self, trail: int, own_t0: int) -> tuple[str, ...]:
        """Switches of a trail, in order of passage; many pairs of NICs have the same."""
        names = self._names_of.get((trail, own_t0))
        if names is None:
            names = self._names_of[trail, own_t0] = self._sorted(trail, own_t0)
        return names

    def _sorted(self, trail: int, own_t0: int) -> tuple[str, ...]:
        names = [name for index, name in enumerate(self._network.switches) if trail >> index & 1]

        def order(name: str) -> int:
            switch = self._network.topology.switch(name)
            return 1 if switch.tier == "t1" else (0 if switch.index == own_t0 else 2)

        return tuple(sorted(names, key=order))


# --- Time series -----------------------------------------------------------------------------------------------------


class Sampler:
    """Takes one sample at the end of each interval; `series` grows by one value."""

    def __init__(self, network: Network, flows: Sequence[Flow], interval_ns: int) -> None:
        self._flows = flows
        receivers = sorted({flow.destination for flow in flows})
        planes = range(network.topology.planes)
        self._inbound = [[network.inbound(nic)[plane] for nic in receivers] for plane in planes]
        self._seen_plane = [0 for _ in planes]
        self._seen_flow = [0 for _ in flows]
        self._seen_lost = [(0, 0) for _ in flows]
        self._ports = network.sample_ports
        self._seen_trims: Sequence[int] = [0 for _ in network.switch_ports]
        self._used: dict[int, PortSeries] = {}
        self._taken = 0
        self.series = Series(
            interval_ns,
            plane_bytes=[[] for _ in planes],
            flow_bytes=[[] for _ in flows],
            flow_losses=[[] for _ in flows],
            flow_retransmissions=[[] for _ in flows],
            evs={state: [] for state in EV_STATES},
            ports=[PortSeries(direction.name) for direction in network.switch_ports],
        )

    def take(self) -> None:
        series = self.series
        for plane, directions in enumerate(self._inbound):
            total = sum(direction.delivered_bytes for direction in directions)
            series.plane_bytes[plane].append(total - self._seen_plane[plane])
            self._seen_plane[plane] = total
        states = dict.fromkeys(EV_STATES, 0)
        for index, flow in enumerate(self._flows):
            placed = flow.placed_bytes()
            series.flow_bytes[index].append(placed - self._seen_flow[index])
            self._seen_flow[index] = placed
            lost, again = self._seen_lost[index]
            seen = self._seen_lost[index] = flow.lost()
            series.flow_losses[index].append(seen[0] - lost)
            series.flow_retransmissions[index].append(seen[1] - again)
            for state, count in flow.ev_states().items():
                states[state] += count
        for state, count in states.items():
            series.evs[state].append(count)
        self._take_ports()
        self._taken += 1

    def _take_ports(self) -> None:
        """Sample the ports. Few of a large fabric's ports are in use: a port without queue or trims gets no values."""
        peaks, trims = self._ports()
        before, self._seen_trims = self._seen_trims, trims
        for index in compress(range(len(peaks)), map(or_, peaks, map(ne, trims, before))):
            if index not in self._used:
                port = self._used[index] = self.series.ports[index]
                port.peak_bytes += [0] * self._taken
                port.trims += [0] * self._taken
        for index, port in self._used.items():
            port.peak_bytes.append(peaks[index])
            port.trims.append(trims[index] - before[index])


# --- What was sent where nothing takes it ----------------------------------------------------------------------------


_UDP_LEN: Final = 8
_DATA: Final = frozenset(opcode for opcode, kind in PACKET_TYPES.items() if kind.data) | frozenset(
    opcode
    for opcode, kind in roce.PACKET_TYPES.items()
    if kind.operation in (roce.Operation.SEND, roce.Operation.WRITE)
)
_EV_PROBES: Final = frozenset((int(Opcode.ENDPOINT_REQUEST), int(Opcode.ENDPOINT_RESPONSE)))
"""Endpoint operations: EV probes, which look whether a path is there again, and news of ports."""
_KILLS: Final = ("state", "forwarding")


class DeadPaths:
    """Watches a network from now on.

    Attributes:
        uses: by fault, in the order given; None for faults that kill nothing, or have not happened.
    """

    def __init__(self, network: Network, faults: Sequence[Fault]) -> None:
        self._open: dict[str, DeadPathUse] = {}
        self._back: dict[str, tuple[DeadPathUse, int]] = {}
        self._towards = {name: list(link) for name, link in network.links.items()}
        for name, link in network.links.items():
            for end, wire in zip(name.split("--"), reversed(link.directions), strict=True):
                self._towards.setdefault(end.partition(":")[0], []).append(wire)
        self.uses: list[DeadPathUse | None] = [None] * len(faults)
        for name, link in network.links.items():
            for direction in link:
                direction.on_lost = self._of(name)
        for name, switch in network.switches.items():
            switch.on_lost = self._of(name)

    def happened(self, number: int, fault: Fault) -> None:
        """A fault has just happened, the one of this number."""
        if fault.affects not in _KILLS:
            return
        if fault.restores:
            use = self._open.pop(fault.target, None)
            if use is not None:
                self._back[fault.target] = use, self._came_by(fault.target)
        else:
            self._close(fault.target)
            use = DeadPathUse(fault.at_ns, before_bytes=self._came_by(fault.target))
            self.uses[number] = self._open[fault.target] = use

    def end(self) -> None:
        """The run is over."""
        for target in list(self._back):
            self._close(target)

    def _close(self, target: str) -> None:
        """A target that was there again has failed again, or the run is over: count what came by meanwhile."""
        if target in self._back:
            use, before = self._back.pop(target)
            use.back_bytes = self._came_by(target) - before

    def _came_by(self, target: str) -> int:
        """Bytes that have been carried by a link, both ways, or have arrived at a switch."""
        return sum(wire.delivered_bytes for wire in self._towards[target])

    def _of(self, target: str) -> Lost:
        def lost(frame: bytes, born_ns: int, now_ns: int) -> None:
            use = self._open.get(target)
            if use is not None:
                _count(use, frame, born_ns, now_ns)

        return lost


def _count(use: DeadPathUse, frame: bytes, born_ns: int, now_ns: int) -> None:
    use.frames += 1
    headers = read_network(frame)
    at = headers.at + _UDP_LEN if headers is not None else len(frame)
    opcode = frame[at] if at < len(frame) else None
    if opcode in _EV_PROBES:
        use.probes += 1
        return
    use.last_sent_ns, use.last_lost_ns = max(use.last_sent_ns, born_ns), now_ns
    if opcode in _DATA:
        use.data += 1
        use.last_data_sent_ns = max(use.last_data_sent_ns, born_ns)


# --- Everything measured ---------------------------------------------------------------------------------------------


@no_collections()
def collect(
    network: Network,
    flows: Sequence[Flow],
    arrivals: PathUses,
    sampler: Sampler,
    *,
    together: bool,
) -> Measurements:
    """Everything that the network and its flows tell up to now. `together`: no flow waits for another."""
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
        p4runtime_writes=None,
        captures={},
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
        pauses=node.pauses, first_pause_ns=node.first_pause_ns,
    )  # fmt: skip


def _direction(wire: Wire) -> DirectionMeasurement:
    return DirectionMeasurement(
        wire.sent_frames, wire.delivered_bytes, wire.lost_random, wire.lost_down, wire.lost_overflow
    )
