# SPDX-License-Identifier: Apache-2.0
"""The parts of a network whose links, queues and switches are machine code's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from typing_extensions import override

from fabric.emulation.events import EventLoop
from fabric.emulation.frames import Arrived
from fabric.emulation.interfaces import Endpoint, Forwarder
from fabric.emulation.native.loop import NativeLoop
from fabric.emulation.native.memory import Memory
from fabric.emulation.native.nic_node import NativeNicNode
from fabric.emulation.native.switch_node import NativeSwitchNode
from fabric.emulation.native.wire import NativeWire
from fabric.emulation.native.words import Core, Wire
from fabric.emulation.parts import Parts, PortSample
from fabric.emulation.parts import Wire as AnyWire


class NativeParts(Parts):
    """A loop over native memory, and what stands for its nodes and links in Python."""

    def __init__(self, *, wires: int, switches: int, nics: int) -> None:
        """For so many directions, switches and NICs."""
        self._loop = NativeLoop(Memory(wires=wires, switches=switches, nics=nics))
        self._switches: dict[str, NativeSwitchNode] = {}
        self._nics: dict[str, NativeNicNode] = {}
        self._outputs: dict[str, dict[int, NativeWire]] = {}
        self._wires = 0

    @property
    @override
    def loop(self) -> EventLoop:
        return self._loop

    @override
    def switch(self, name: str, index: int, switch: Forwarder) -> NativeSwitchNode:
        node = self._switches[name] = NativeSwitchNode(self._loop, name, index, switch)
        self._loop.switches.append(node)
        self._outputs[name] = {}
        return node

    @override
    def nic(self, name: str, index: int, nic: Endpoint) -> NativeNicNode:
        node = self._nics[name] = NativeNicNode(self._loop, name, index, nic)
        self._loop.nics.append(node)
        self._outputs[name] = {}
        return node

    @override
    def wire(
        self, source: tuple[str, int], sink: tuple[str, int], *, rate_bps: int, delay_ns: int, seed: str
    ) -> NativeWire:
        wire = NativeWire(self._loop, self._wires, f"{source[0]}:{source[1]}>{sink[0]}:{sink[1]}", seed=seed)
        self._wires += 1
        wire.set_line(rate_bps, delay_ns)
        nic = self._nics.get(sink[0])
        if nic is not None:
            wire.end_at_nic(nic.index, sink[1])
        else:
            wire.end_at_switch(self._switches[sink[0]].index, sink[1])
        self._outputs[source[0]][source[1]] = wire
        return wire

    @override
    def count_arrivals(self) -> Callable[[], Iterable[Arrived]]:
        memory = self._loop.memory
        memory.core.view[Core.COUNTING] = 1
        return memory.arrived

    @override
    def attach(self) -> None:
        for name, nic in self._nics.items():
            ports = self._outputs[name]
            nic.attach_wires([ports[number] for number in sorted(ports)])
        for name, switch in self._switches.items():
            switch.attach_wires(self._outputs[name])

    @override
    def sample(self, wires: Sequence[AnyWire]) -> PortSample:
        numbers = {wire.name: wire.number for ports in self._outputs.values() for wire in ports.values()}
        chosen = [numbers[wire.name] for wire in wires]
        view = self._loop.memory.wires.view
        peaks, queued, trims = (view[word :: Wire.WORDS] for word in (Wire.PEAK, Wire.QUEUED, Wire.TRIMS))

        def look() -> tuple[Sequence[int], Sequence[int]]:
            highest, trimmed = peaks.tolist(), trims.tolist()
            peaks[:] = queued
            return [highest[number] for number in chosen], [trimmed[number] for number in chosen]

        return look
