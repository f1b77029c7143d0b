# SPDX-License-Identifier: Apache-2.0
"""Joins switches, NICs and links as a topology says, and lets faults happen to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from typing_extensions import override

import topologies
from fabric.emulation.events import EventLoop
from fabric.emulation.interfaces import Endpoint, Forwarder, Receiver
from fabric.emulation.links import Direction, Link
from fabric.emulation.nic_node import NicNode
from fabric.emulation.switch_node import SwitchNode
from fabric.scenario.faults import Faultable


class Network(Faultable):
    """A whole fabric in emulated time.

    Attributes:
        topology: the fabric it was built from.
        loop: its clock and events.
        switches: by name, in the topology's order; `SwitchNode`'s run index is the position here.
        nics: by index.
        links: by name, in the topology's order.
        switch_ports: every direction that leaves a switch.
    """

    def __init__(
        self,
        topology: topologies.Fabric,
        switches: Mapping[str, Forwarder],
        nics: Sequence[Endpoint],
        *,
        seed: int,
    ) -> None:
        self.topology = topology
        self.loop = EventLoop()
        self.switches = {
            switch.name: SwitchNode(self.loop, switch.name, index, switches[switch.name])
            for index, switch in enumerate(topology.switches())
        }
        self.nics = [NicNode(self.loop, topology.nic(index).name, index, nic) for index, nic in enumerate(nics)]
        self.links: dict[str, Link] = {}
        self.switch_ports: list[Direction] = []
        nodes: dict[str, Receiver] = {**self.switches, **{nic.name: nic for nic in self.nics}}
        nic_outputs: dict[str, dict[int, Direction]] = {nic.name: {} for nic in self.nics}
        for cable in topology.links():
            directions = []
            for (source, source_port), (sink, sink_port) in ((cable.a, cable.b), (cable.b, cable.a)):
                direction = Direction(
                    self.loop,
                    f"{source}:{source_port}>{sink}:{sink_port}",
                    rate_bps=cable.rate_bps,
                    delay_ns=cable.delay_ns,
                    sink=nodes[sink],
                    sink_port=sink_port,
                    seed=str(seed),
                )
                directions.append(direction)
                if source in self.switches:
                    self.switches[source].outputs[source_port] = direction
                    self.switch_ports.append(direction)
                else:
                    nic_outputs[source][source_port] = direction
            self.links[cable.name] = Link(cable.name, directions[0], directions[1])
        for nic in self.nics:
            ports = nic_outputs[nic.name]
            nic.attach([ports[number] for number in sorted(ports)])

    def inbound(self, nic: int) -> list[Direction]:
        """The directions that end at a NIC, by plane: its incast ports."""
        return [
            self.links[self.topology.host_link(plane, nic).name].directions[1] for plane in range(self.topology.planes)
        ]

    @property
    def now_ns(self) -> int:
        """The loop's time."""
        return self.loop.now

    @property
    def trimmed(self) -> int:
        """Frames that its switches have trimmed so far."""
        return sum(switch.trimmed for switch in self.switches.values())

    @override
    def set_forwarding(self, switch: str, forwarding: bool) -> None:
        self.switches[switch].stopped = not forwarding

    @override
    def set_link_state(self, link: str, up: bool) -> None:
        for direction in self.links[link]:
            direction.set_state(up)

    @override
    def set_link_loss(self, link: str, probability: float) -> None:
        for direction in self.links[link]:
            direction.loss = probability

    @override
    def set_link_rate(self, link: str, rate_bps: int) -> None:
        for direction in self.links[link]:
            direction.set_rate(rate_bps)
