# SPDX-License-Identifier: Apache-2.0
"""The time series of a run: per-plane throughput, EV states, queues and trims, one value per interval."""

from __future__ import annotations

from collections.abc import Sequence

from fabric.emulation.network import Network
from fabric.measuring.measurements import EV_STATES, PortSeries, Series
from fabric.traffic.flow import Flow


class Sampler:
    """Takes one sample at the end of each interval; `series` grows by one value."""

    def __init__(self, network: Network, flows: Sequence[Flow], interval_ns: int) -> None:
        self._flows = flows
        receivers = sorted({flow.destination for flow in flows})
        planes = range(network.topology.planes)
        self._inbound = [[network.inbound(nic)[plane] for nic in receivers] for plane in planes]
        self._seen_plane = [0 for _ in planes]
        self._seen_flow = [0 for _ in flows]
        self._seen_numbers = [(0, 0) for _ in flows]
        self._ports = network.sample_ports
        self._seen_trims: Sequence[int] = [0 for _ in network.switch_ports]
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
        """Take the sample of the interval that ends now."""
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
            numbers = flow.numbers()
            lost, again = self._seen_numbers[index]
            series.flow_losses[index].append(numbers.losses - lost)
            series.flow_retransmissions[index].append(numbers.retransmissions - again)
            self._seen_numbers[index] = numbers.losses, numbers.retransmissions
            for state, count in flow.ev_states().items():
                states[state] += count
        for state, count in states.items():
            series.evs[state].append(count)
        self._take_ports()
        self._taken += 1

    def _take_ports(self) -> None:
        """Of ten thousand ports of a fabric few are in use: those that have nothing to tell get no values."""
        peaks, trims = self._ports()
        for index, (peak, trimmed, before) in enumerate(zip(peaks, trims, self._seen_trims, strict=True)):
            port = self.series.ports[index]
            if peak or trimmed != before or port.peak_bytes:
                missing = self._taken - len(port.peak_bytes)
                port.peak_bytes += [0] * missing + [peak]
                port.trims += [0] * missing + [trimmed - before]
        self._seen_trims = trims
