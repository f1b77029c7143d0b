# SPDX-License-Identifier: Apache-2.0
"""A NIC at the ends of links in native memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from typing_extensions import override

from fabric.emulation.interfaces import Endpoint
from fabric.emulation.native.loop import NativeLoop
from fabric.emulation.native.machine import machine
from fabric.emulation.native.wire import NativeWire
from fabric.emulation.native.words import Core
from fabric.emulation.nic_node import NicNode

_NOW: Final = int(Core.NOW)


class NativeNicNode(NicNode):
    """A `NicNode` that finds its free ports in a mask, and gives its frames to machine code."""

    __slots__ = ("_core", "_free_ports", "_inject", "_numbers", "_view")

    def __init__(self, loop: NativeLoop, name: str, index: int, nic: Endpoint) -> None:
        super().__init__(loop, name, index, nic)
        memory = loop.memory
        self._free_ports = memory.free_ports.view
        self._core = memory.core.address
        self._view = memory.core.view
        self._inject = machine().inject
        self._numbers: list[int] = []

    def attach_wires(self, wires: Sequence[NativeWire]) -> None:
        """Give the NIC its ports, in port order."""
        self.lines = wires
        for port, wire in enumerate(wires):
            self._numbers.append(wire.number)
            wire.begin_at_nic(self.index, port, self.pump)

    @override
    def _free(self) -> int:
        return self._free_ports[self.index]

    @override
    def _put(self, port: int, frame: bytes, now_ns: int) -> None:
        self._view[_NOW] = now_ns
        self._inject(self._core, self._numbers[port], self.index, frame, len(frame))
