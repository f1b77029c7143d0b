# SPDX-License-Identifier: Apache-2.0
"""A network: joins switches, NICs and links as a topology says, and lets faults happen to them.

Machine code carries its frames where switches run natively, Python otherwise. Both give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from msgspec import Struct
from typing_extensions import override

import topologies
from fabric.emulation.interfaces import Endpoint, Forwarder, Parts, Wire
from fabric.emulation.lossless import LosslessParts, flow_control
from fabric.emulation.nodes import SIGNAL_NS, NicNode, PythonParts
from fabric.scenario.faults import Faultable, Selection
from host_stack.wire.ip import read_network
from host_stack.wire.options import EvSplit, join_entropy
from p4soft.switch import SimpleSwitch

# --- Links -----------------------------------------------------------------------------------------------------------


class Link:
    """Both directions of one link, named as the topology names it (`a:port--b:port`)."""

    __slots__ = ("directions", "name")

    def __init__(self, name: str, forward: Wire, backward: Wire) -> None:
        self.name = name
        self.directions = (forward, backward)

    def __iter__(self) -> Iterator[Wire]:
        return iter(self.directions)


# --- Losses of selected frames ---------------------------------------------------------------------------------------


class _Found(Struct, frozen=True):
    """A `Selection` as bytes: the addresses of its NICs, one per version of IP; none are any."""

    entropy: int | None
    sources: tuple[bytes, ...]
    destinations: tuple[bytes, ...]

    def has(self, entropy: int, source: bytes, destination: bytes) -> bool:
        return (
            (self.entropy is None or entropy == self.entropy)
            and (not self.sources or source in self.sources)
            and (not self.destinations or destination in self.destinations)
        )


class SelectedLosses:
    """The losses of selected frames in one direction. Only a selected frame costs it a random number."""

    def __init__(self, topology: topologies.Fabric, seed: str) -> None:
        self._topology = topology
        self._rng = Random(seed)
        self._wanted: dict[Selection, tuple[_Found, float]] = {}

    def __bool__(self) -> bool:
        return bool(self._wanted)

    def set(self, frames: Selection, probability: float) -> None:
        """Lose these with this probability; 0: no more."""
        self._wanted.pop(frames, None)
        if probability:
            sources, destinations = self._addresses(frames.source), self._addresses(frames.destination)
            self._wanted[frames] = _Found(frames.entropy, tuple(sources), tuple(destinations)), probability

    def _addresses(self, nic: str | None) -> Iterator[bytes]:
        if nic is not None:
            node = self._topology.nic(nic)
            yield node.address.to_bytes(16, "big")
            if node.ipv4_address is not None:
                yield node.ipv4_address.to_bytes(4, "big")

    def take(self, frame: bytes) -> bool:
        """Whether a frame is lost. Any bytes are fine."""
        headers = read_network(frame)
        if headers is None or headers.at + 2 > len(frame):
            return False
        sport = int.from_bytes(frame[headers.at : headers.at + 2], "big")
        entropy = join_entropy(sport, headers.label, EvSplit.SPORT_HIGH)
        return any(
            found.has(entropy, headers.source, headers.destination) and self._rng.random() < probability
            for found, probability in self._wanted.values()
        )


# --- Machine code or Python ------------------------------------------------------------------------------------------


def python_parts(topology: topologies.Fabric) -> Parts:
    """Parts in Python, whose frames can be seen."""
    control = flow_control(topology)
    return PythonParts() if control is None else LosslessParts(control)


def choose_parts(topology: topologies.Fabric, switches: Iterable[Forwarder], *, wires: int, nics: int) -> Parts:
    """Machine code for a network with a switch that runs natively; `wires`, `nics`: how many it has.

    Python where switches' machine code checks its bounds: the checks know the frames that Python gives it, no others.
    """
    given = list(switches)
    if not any(isinstance(switch, SimpleSwitch) and switch.engine == "native" for switch in given):
        return python_parts(topology)
    from fabric.emulation.native.lossless import LosslessNativeParts  # noqa: PLC0415 - llvmlite may be missing
    from fabric.emulation.native.parts import NativeParts  # noqa: PLC0415 - the same
    from p4soft.llvm.bounds import CHECKED  # noqa: PLC0415 - the same

    if CHECKED:
        return python_parts(topology)
    control = flow_control(topology)
    if control is None:
        return NativeParts(wires=wires, switches=len(given), nics=nics)
    return LosslessNativeParts(control, wires=wires, switches=len(given), nics=nics)


# --- Network ---------------------------------------------------------------------------------------------------------


class Network(Faultable):
    """A whole fabric in emulated time.

    Attributes:
        topology: the fabric it was built from.
        switches: by name, in the topology's order; `SwitchNode`'s run index is the position here.
        nics: by index.
        links: by name, in the topology's order.
        switch_ports: every direction that leaves a switch.
        sample_ports: looks at those (`PortSample`).
        count_arrivals: begins to count frames that reach a NIC (`Parts.count_arrivals`).
    """

    def __init__(
        self,
        topology: topologies.Fabric,
        switches: Mapping[str, Forwarder],
        nics: Sequence[Endpoint],
        *,
        seed: int,
        parts: Parts | None = None,
        signal_ns: int | None = SIGNAL_NS,
    ) -> None:
        """Join them.

        Args:
            topology: the fabric.
            switches: by name.
            nics: by index.
            seed: of the run.
            parts: who makes it of what, if that is not to be chosen by what the switches run on.
            signal_ns: how long after a change of its link a NIC notices; None: never.
        """
        self.topology = topology
        self._seed = seed
        self._selected: dict[str, SelectedLosses] = {}
        cables = list(topology.links())
        if parts is None:
            parts = choose_parts(topology, switches.values(), wires=2 * len(cables), nics=len(nics))
        self.loop = parts.loop
        self.switches = {
            switch.name: parts.switch(switch.name, index, switches[switch.name])
            for index, switch in enumerate(topology.switches())
        }
        self.nics = [parts.nic(topology.nic(index).name, index, nic) for index, nic in enumerate(nics)]
        by_name = {nic.name: nic for nic in self.nics}
        self._nic_ports: dict[str, tuple[NicNode, int]] = {}
        for node in self.nics:
            node.signal_ns = signal_ns
        self.links: dict[str, Link] = {}
        self.switch_ports: list[Wire] = []
        for cable in cables:
            directions = []
            for source, sink in ((cable.a, cable.b), (cable.b, cable.a)):
                wire = parts.wire(source, sink, rate_bps=cable.rate_bps, delay_ns=cable.delay_ns, seed=str(seed))
                directions.append(wire)
                if source[0] in self.switches:
                    self.switch_ports.append(wire)
                else:
                    self._nic_ports[cable.name] = by_name[source[0]], source[1]
            self.links[cable.name] = Link(cable.name, directions[0], directions[1])
        parts.attach()
        self.count_arrivals = parts.count_arrivals
        self.sample_ports = parts.sample(self.switch_ports)

    def inbound(self, nic: int) -> list[Wire]:
        """The directions that end at a NIC, by plane: its incast ports."""
        return [
            self.links[self.topology.host_link(plane, nic).name].directions[1] for plane in range(self.topology.planes)
        ]

    @property
    def now_ns(self) -> int:
        return self.loop.now

    @property
    def trimmed(self) -> int:
        return sum(switch.trimmed for switch in self.switches.values())

    @override
    def set_forwarding(self, switch: str, forwarding: bool) -> None:
        self.switches[switch].stopped = not forwarding

    @override
    def set_link_state(self, link: str, up: bool) -> None:
        if self.links[link].directions[0].up is up:
            return
        for direction in self.links[link]:
            direction.set_state(up)
        if link in self._nic_ports:
            nic, port = self._nic_ports[link]
            nic.link_changed(port, up)

    @override
    def set_link_loss(self, link: str, probability: float, to: str | None = None) -> None:
        first, second = self.topology.link(link).nodes
        for direction, end in zip(self.links[link], (second, first), strict=True):
            direction.loss = probability if to in (None, end) else 0.0

    @override
    def set_link_rate(self, link: str, rate_bps: int) -> None:
        for direction in self.links[link]:
            direction.set_rate(rate_bps)

    @override
    def set_selected_loss(self, frames: Selection, probability: float) -> None:
        for wire in self._watched(frames):
            losses = self._selected.get(wire.name)
            if losses is None:
                losses = self._selected[wire.name] = SelectedLosses(self.topology, f"{self._seed}/selected/{wire.name}")
            losses.set(frames, probability)
            wire.loses = losses.take if losses else None

    def _watched(self, frames: Selection) -> Iterator[Wire]:
        if frames.link is not None:
            yield from self.links[frames.link]
            return
        nics = self.topology.all_nics() if frames.source is None else (self.topology.nic(frames.source),)
        for nic in nics:
            for plane in range(self.topology.planes):
                yield self.links[self.topology.host_link(plane, nic.index).name].directions[0]
