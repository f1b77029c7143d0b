# SPDX-License-Identifier: Apache-2.0
"""Looks at a running live fabric at the end of each interval, and keeps what is counted between two looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from fabric.errors import FabricError
from fabric.live.busy import Busy, groups
from fabric.live.guard import SwitchCounts
from fabric.live.messages import EndState, NicStatus, Status
from fabric.live.network import LiveNetwork
from fabric.live.scenarios.lanes import LiveTraffic
from fabric.measuring.measurements import EV_STATES, PortSeries, Series


class Observer:
    """Samples of a run; `series` grows by one value at each `look`.

    Attributes:
        series: of the run so far.
        nics: by number, as they last told.
        trimmed: frames that switches have trimmed since the run began.
        blackholed: frames that reached a switch while it stood still, by switch.
        busy: switches' processes.
    """

    def __init__(self, network: LiveNetwork, traffic: LiveTraffic, interval_ns: int) -> None:
        """Look for the first time: what is counted up to now does not belong to the run. Raises FabricError."""
        self._network = network
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
    def trimmed(self) -> int:
        """Frames that switches have trimmed."""
        return sum(
            sum(counts.trimmed.values()) - sum(self.first_counts[name].trimmed.values())
            for name, counts in self.last_counts.items()
        )

    def look(self) -> None:
        """At the end of an interval. Raises FabricError: a process is gone, or does not answer."""
        dead = self._network.deaths()
        if dead:
            raise FabricError("; ".join(f"{name} is gone ({how})" for name, how in dead.items()))
        self.busy.look()
        self.nics = self._ask()
        for lane in self._traffic.lanes:
            lane.see(self.nics)
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

    def stands(self, switches: frozenset[str]) -> None:
        """These stand still from now on, and no others. Raises FabricError."""
        for name in switches ^ self._standing.keys():
            arrived = self.received(name, self._network.switch_ends())
            if name in switches:
                self._standing[name] = arrived
            else:
                self.blackholed[name] += arrived - self._standing.pop(name)

    def received(self, switch: str, ends: Mapping[str, EndState]) -> int:
        """Frames that have reached a switch, from any side."""
        return sum(ends[interface].received_frames for interface in self._ends_of[switch])

    def emitted(self, switch: str, ends: Mapping[str, EndState]) -> int:
        """Frames that have left a switch, to any side."""
        return sum(ends[interface].sent_frames for interface in self._ends_of[switch])

    def _counted(self, switch: str, last: SwitchCounts) -> SwitchCounts:
        """What a switch has counted; what it had when it cannot tell."""
        return self._network.counted(switch) or last

    def _ask(self) -> dict[int, NicStatus]:
        return {index: nic.ask(Status(), NicStatus) for index, nic in enumerate(self._network.nics)}
