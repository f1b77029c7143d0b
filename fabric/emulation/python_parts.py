# SPDX-License-Identifier: Apache-2.0
"""The parts of a network in Python: what a network does, to read, and to run switches and NICs of any kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from typing_extensions import override

from fabric.emulation.arrivals import PythonCounts
from fabric.emulation.events import EventLoop
from fabric.emulation.frames import Arrived
from fabric.emulation.interfaces import Endpoint, Forwarder
from fabric.emulation.links import Direction
from fabric.emulation.nic_node import NicNode
from fabric.emulation.parts import Parts, PortSample, Wire
from fabric.emulation.switch_node import SwitchNode

D = TypeVar("D", bound=Direction)


class PythonParts(Parts):
    """An event loop, and nodes and links around it."""

    def __init__(self) -> None:
        self._loop = EventLoop()
        self._switches: dict[str, SwitchNode] = {}
        self._nics: dict[str, NicNode] = {}
        self._outputs: dict[str, dict[int, Direction]] = {}

    @property
    @override
    def loop(self) -> EventLoop:
        return self._loop

    @override
    def switch(self, name: str, index: int, switch: Forwarder) -> SwitchNode:
        node = self._switches[name] = SwitchNode(self._loop, name, index, switch)
        return node

    @override
    def nic(self, name: str, index: int, nic: Endpoint) -> NicNode:
        node = self._nics[name] = NicNode(self._loop, name, index, nic)
        self._outputs[name] = {}
        return node

    @override
    def wire(
        self, source: tuple[str, int], sink: tuple[str, int], *, rate_bps: int, delay_ns: int, seed: str
    ) -> Direction:
        direction = self._direction(Direction, source, sink, rate_bps=rate_bps, delay_ns=delay_ns, seed=seed)
        switch = self._switches.get(source[0])
        outputs = self._outputs[source[0]] if switch is None else switch.outputs
        outputs[source[1]] = direction
        return direction

    def _direction(
        self, kind: type[D], source: tuple[str, int], sink: tuple[str, int], *, rate_bps: int, delay_ns: int, seed: str
    ) -> D:
        """A direction of some kind, not yet at the node that it leaves."""
        return kind(
            self._loop,
            f"{source[0]}:{source[1]}>{sink[0]}:{sink[1]}",
            rate_bps=rate_bps,
            delay_ns=delay_ns,
            sink=self._nics.get(sink[0]) or self._switches[sink[0]],
            sink_port=sink[1],
            seed=seed,
        )

    @override
    def count_arrivals(self) -> Callable[[], Iterable[Arrived]]:
        counts = PythonCounts(self._loop)
        for nic in self._nics.values():
            nic.watch(counts.arrived)
        return counts.told

    @override
    def attach(self) -> None:
        for name, nic in self._nics.items():
            ports = self._outputs[name]
            nic.attach([ports[number] for number in sorted(ports)])

    @override
    def sample(self, wires: Sequence[Wire]) -> PortSample:
        def look() -> tuple[Sequence[int], Sequence[int]]:
            peaks = [wire.peak_bytes for wire in wires]
            for wire in wires:
                wire.peak_bytes = wire.queued_bytes
            return peaks, [wire.trims for wire in wires]

        return look
