# SPDX-License-Identifier: Apache-2.0
"""The parts of a network in Python: what a network does, to read, and to run switches and NICs of any kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from typing_extensions import override

from fabric.emulation.events import EventLoop
from fabric.emulation.frames import Arrived, Transit
from fabric.emulation.interfaces import Endpoint, Forwarder, Parts, PortSample, Wire
from fabric.emulation.links import Direction
from fabric.emulation.nodes import NicNode, SwitchNode
from fabric.measuring.measurements import FrameCount

D = TypeVar("D", bound=Direction)


class PythonCounts:
    """Counts the frames of each path that reach a NIC, where Python sees each of them."""

    __slots__ = ("_counts", "_loop")

    def __init__(self, loop: EventLoop) -> None:
        self._loop = loop
        self._counts: dict[tuple[int, int, int], tuple[FrameCount, list[int]]] = {}

    def arrived(self, nic: int, transit: Transit, port: int) -> None:
        """A frame has reached a NIC."""
        del port  # the path says it: planes share no switch
        key = (transit.origin, nic, transit.trail)
        known = self._counts.get(key)
        if known is None:
            known = self._counts[key] = (FrameCount(), [0])
        count, worst = known
        count.frames += 1
        count.bytes += len(transit.frame)
        if transit.trimmed:
            count.trimmed += 1
        latency = self._loop.now - transit.born_ns
        worst[0] = max(worst[0], latency)

    def so_far(self) -> list[Arrived]:
        """The counts so far."""
        return [Arrived(*key, count, worst[0]) for key, (count, worst) in self._counts.items()]


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
        return counts.so_far

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
