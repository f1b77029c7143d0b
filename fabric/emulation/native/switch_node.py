# SPDX-License-Identifier: Apache-2.0
"""A switch whose frames machine code takes from link to link; what that cannot do is done here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Final

from typing_extensions import override

from fabric.emulation.interfaces import Emitted, Forwarder
from fabric.emulation.links import PRIORITIES
from fabric.emulation.native.loop import NativeLoop
from fabric.emulation.native.machine import machine
from fabric.emulation.native.memory import Words
from fabric.emulation.native.wire import NativeWire
from fabric.emulation.native.words import Switch
from fabric.emulation.parts import Lost, Resumed
from p4soft.switch import SimpleSwitch
from p4soft.switch.native.context import Exit
from p4soft.switch.native.switch import FastPath

_REASON: Final = 32
_TAKEN: Final = 0xFFFF_FFFF


class NativeSwitchNode(Resumed):
    """Number `index` of the switches; its attributes are those of `switch_node.SwitchNode`.

    A frame that its program's machine code does not take to its end, or of a switch that runs in Python, is finished by
    the switch itself.
    """

    __slots__ = ("_base", "_fast", "_loop", "_outputs", "_switch", "_timer_us", "_view", "index", "name")

    def __init__(self, loop: NativeLoop, name: str, index: int, switch: Forwarder) -> None:
        self._loop = loop
        self._switch = switch
        self._view = loop.memory.switches.view
        self._base = Switch.WORDS * index
        self._fast: FastPath | None = None
        self._outputs = Words(0)
        self._timer_us: int | None = None
        self.index = index
        self.name = name

    @property
    def pauses(self) -> int:
        """Machine code has no flow control."""
        return 0

    def attach_wires(self, wires: Mapping[int, NativeWire]) -> None:
        """Say which direction leaves by each port."""
        ports = max(wires, default=-1) + 1
        self._outputs = Words(ports)
        for port, wire in wires.items():
            self._outputs.view[port] = wire.number + 1
            if isinstance(self._switch, SimpleSwitch):
                self._switch.set_queue_rate(0, port)  # as it is; its queues are made now, not with the first packet
        self._set(Switch.OUTPUTS, self._outputs.address)
        self._set(Switch.PORTS, ports)

    def _get(self, word: int) -> int:
        return self._view[self._base + word]

    def _set(self, word: int, value: int) -> None:
        self._view[self._base + word] = value

    # --- What it counts ---------------------------------------------------------------------------------------------

    @property
    def stopped(self) -> bool:
        """True: a black hole."""
        return self._get(Switch.STOPPED) != 0

    @stopped.setter
    def stopped(self, stopped: bool) -> None:
        self._set(Switch.STOPPED, int(stopped))

    @property
    def on_lost(self) -> Lost | None:
        """Who is told of frames that arrive while it is stopped."""
        return self._loop.vanished.get(self.index)

    @on_lost.setter
    def on_lost(self, told: Lost | None) -> None:
        if told is None:
            self._loop.vanished.pop(self.index, None)
        else:
            self._loop.vanished[self.index] = told

    @property
    def received(self) -> int:
        """Frames that reached it."""
        return self._get(Switch.RECEIVED)

    @property
    def emitted(self) -> int:
        """Frames that left it."""
        return self._get(Switch.EMITTED)

    @property
    def trimmed(self) -> int:
        """Frames emitted shorter than received."""
        return self._get(Switch.TRIMMED)

    @property
    def consumed(self) -> int:
        """Frames that led to no emission."""
        return self._get(Switch.CONSUMED)

    @property
    def blackholed(self) -> int:
        """Frames that arrived while it was stopped."""
        return self._get(Switch.BLACKHOLED)

    @property
    def unconnected(self) -> int:
        """Frames emitted to a port without a link."""
        return self._get(Switch.UNCONNECTED)

    # --- What machine code does not do ------------------------------------------------------------------------------

    @property
    @override
    def lock(self) -> AbstractContextManager[object]:
        return self._switch.lock

    @override
    def prepare(self) -> None:
        fast = self._switch.fast_path if isinstance(self._switch, SimpleSwitch) else None
        if fast is self._fast:
            return
        self._fast = fast
        if fast is None:
            self._set(Switch.CODE, 0)
            return
        entry = fast.engine.entry
        self._set(Switch.CODE, entry.burst)
        self._set(Switch.CONTEXT, entry.context)
        self._set(Switch.HEADERS, entry.headers)
        self._set(Switch.FAILED, entry.failed)

    @override
    def call_failed(self, reason: int) -> None:
        if self._fast is not None:
            self._fast.report_failed_call(Exit(reason >> _REASON))

    @override
    def resume(self, port: int, frame: bytes, reason: int) -> None:
        switch = self._switch
        emissions: Iterable[Emitted]
        if reason & _TAKEN and isinstance(switch, SimpleSwitch):
            emissions = switch.finish_stopped(Exit(reason >> _REASON))
        else:
            emissions = switch.receive(port, frame, self._loop.now // 1000)
        due = switch.next_event_us()
        if due is not None and due != self._timer_us:
            self._arm(due)
        forward, core = machine().forward, self._loop.memory.core.address
        none = True
        for emission in emissions:
            none = False
            forward(core, self.index, emission.port, _queue(emission.priority), emission.frame, len(emission.frame))
        if none:
            self._set(Switch.CONSUMED, self.consumed + 1)

    def _arm(self, due_us: int) -> None:
        self._timer_us = due_us
        self._loop.at(max(due_us * 1000, self._loop.now), self._expire, due_us)

    def _expire(self, due_us: int) -> None:
        if due_us != self._timer_us:
            return
        self._timer_us = None
        emissions = self._switch.advance(self._loop.now // 1000)
        due = self._switch.next_event_us()
        # A frame the switch held back has lost its way: it starts a new one, of no NIC.
        emit, core = machine().emit, self._loop.memory.core.address
        for emission in emissions:
            if self.stopped:
                self._lose(emission.port)
            else:
                emit(core, self.index, emission.port, _queue(emission.priority), emission.frame, len(emission.frame))
        if due is not None:
            self._arm(due)

    def _lose(self, port: int) -> None:
        """A frame left a switch that is a black hole by now."""
        self._set(Switch.EMITTED, self.emitted + 1)
        if not (0 <= port < self._get(Switch.PORTS) and self._outputs.view[port]):
            self._set(Switch.UNCONNECTED, self.unconnected + 1)


def _queue(priority: int) -> int:
    return min(max(priority, 0), PRIORITIES - 1)
