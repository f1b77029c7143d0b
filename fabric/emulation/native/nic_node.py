# SPDX-License-Identifier: Apache-2.0
"""A NIC at the ends of links in native memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from typing_extensions import override

from fabric.emulation.interfaces import Endpoint
from fabric.emulation.native.loop import NativeLoop
from fabric.emulation.native.machine import machine
from fabric.emulation.native.memory import Words
from fabric.emulation.native.wire import NativeWire
from fabric.emulation.native.words import Core, Nic
from fabric.emulation.nic_node import Arrival, NicNode

_NOW: Final = int(Core.NOW)
_PORT: Final = int(Core.PORT)
_HALT: Final = int(Core.HALT)
_NEVER: Final = (1 << 64) - 1


class NativeNicNode(NicNode):
    """A `NicNode` that machine code asks for frames, and to which it gives those that arrive.

    While the NIC does not know that one of its links has gone it is ODD, and all that is done here.
    """

    __slots__ = ("_base", "_core", "_machine", "_memory", "_methods", "_numbers", "_outputs", "_time", "_view")

    def __init__(self, loop: NativeLoop, name: str, index: int, nic: Endpoint) -> None:
        super().__init__(loop, name, index, nic)
        memory = self._memory = loop.memory
        self._time = loop
        self._core = memory.core.address
        self._view = memory.nics.view
        self._base = Nic.WORDS * index
        self._machine = machine()
        self._numbers: list[int] = []
        self._outputs = Words(0)
        # Machine code has their addresses: they live as long as this node.
        self._methods = (nic.transmit, nic.receive, nic.next_wakeup, self._arrived)
        for word, method in zip((Nic.TRANSMIT, Nic.RECEIVE, Nic.NEXT_WAKEUP), self._methods[:3], strict=True):
            self._set(word, id(method))
        self._set(Nic.CARRIERS, -1)

    def _get(self, word: int) -> int:
        return self._view[self._base + word]

    def _set(self, word: int, value: int) -> None:
        self._view[self._base + word] = value

    def attach_wires(self, wires: Sequence[NativeWire]) -> None:
        """Give the NIC its ports, in port order."""
        self.lines = wires
        self._outputs = Words(len(wires))
        for port, wire in enumerate(wires):
            self._numbers.append(wire.number)
            self._outputs.view[port] = wire.number
            wire.begin_at_nic(self.index, port, self.pump)
        self._set(Nic.OUTPUTS, self._outputs.address)
        self._set(Nic.PORTS, len(wires))

    @override
    def watch(self, on_arrival: Arrival) -> None:
        super().watch(on_arrival)
        self._set(Nic.ARRIVED, id(self._methods[3]))

    def _arrived(self, frame: bytes) -> None:
        """A frame is about to be given to the NIC; the core knows the rest."""
        view = self._memory.core.view
        self._time.now = view[_NOW]
        if self._on_arrival is not None:
            self._on_arrival(self.index, self._memory.transit(frame), view[_PORT])

    @override
    def pump(self) -> None:
        if self._get(Nic.PUMPING):
            return
        self._set(Nic.CARRIERS, self._carriers)
        self._set(Nic.ODD, int(bool(self._dark)))
        self._memory.core.view[_NOW] = self._time.now
        if self._dark:
            super().pump()
        else:
            self._machine.pump(self._core, self.index)
            if self._memory.core.view[_HALT]:
                self._time.halted()

    @override
    def _free(self) -> int:
        return self._get(Nic.FREE)

    @override
    def _arm(self, wakeup: int | None, now: int) -> None:
        self._machine.arm(self._core, self.index, _NEVER if wakeup is None else max(wakeup, 0))

    @override
    def _put(self, port: int, frame: bytes, now_ns: int) -> None:
        self._machine.inject(self._core, self._numbers[port], self.index, frame, len(frame), frame)
