# SPDX-License-Identifier: Apache-2.0
"""The time series of a run: per-plane throughput, EV states, queues and trims, one value per interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from fabric.emulation.links import Direction
from fabric.emulation.network import Network
from fabric.traffic.flow import EV_STATES, Flow


@dataclass(slots=True)
class PortSeries:
    """One output port of a switch: longest queue in each interval (bytes), frames trimmed in each interval."""

    direction: Direction
    peak_bytes: list[int] = field(default_factory=list)
    trims: list[int] = field(default_factory=list)
    seen_trims: int = 0

    @property
    def peak(self) -> int:
        """Longest queue of the run, bytes."""
        return max(self.peak_bytes, default=0)

    @property
    def total_trims(self) -> int:
        """Frames trimmed here."""
        return sum(self.trims)


class Sampler:
    """Takes one sample at the end of each interval. Sample i covers [i, i+1) intervals.

    Attributes:
        interval_ns: length of an interval.
        plane_bytes: per plane, frame bytes that reached the receiving NICs in each interval.
        flow_bytes: per flow, payload bytes placed in each interval.
        evs: per EV state, EVs of all flows in it at the end of each interval.
        ports: per switch port, queue and trims.
    """

    def __init__(self, network: Network, flows: Sequence[Flow], interval_ns: int) -> None:
        self.interval_ns = interval_ns
        self._flows = flows
        receivers = sorted({flow.destination for flow in flows})
        planes = range(network.topology.planes)
        self._inbound = [[network.inbound(nic)[plane] for nic in receivers] for plane in planes]
        self._seen_plane = [0 for _ in planes]
        self._seen_flow = [0 for _ in flows]
        self.plane_bytes: list[list[int]] = [[] for _ in planes]
        self.flow_bytes: list[list[int]] = [[] for _ in flows]
        self.evs: dict[str, list[int]] = {state: [] for state in EV_STATES}
        self.ports = [PortSeries(direction) for direction in network.switch_ports]
        self.samples = 0

    def take(self) -> None:
        """Take the sample of the interval that ends now."""
        self.samples += 1
        for plane, directions in enumerate(self._inbound):
            total = sum(direction.delivered_bytes for direction in directions)
            self.plane_bytes[plane].append(total - self._seen_plane[plane])
            self._seen_plane[plane] = total
        states = dict.fromkeys(EV_STATES, 0)
        for index, flow in enumerate(self._flows):
            placed = flow.placed_bytes()
            self.flow_bytes[index].append(placed - self._seen_flow[index])
            self._seen_flow[index] = placed
            for state, count in flow.ev_states().items():
                states[state] += count
        for state, count in states.items():
            self.evs[state].append(count)
        for port in self.ports:
            direction = port.direction
            port.peak_bytes.append(direction.peak_bytes)
            direction.peak_bytes = direction.queued_bytes
            port.trims.append(direction.trims - port.seen_trims)
            port.seen_trims = direction.trims
