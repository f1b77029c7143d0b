# SPDX-License-Identifier: Apache-2.0
"""Priority flow control in native memory: what machine code asks, when a port is to be paused, released or marked.

Machine code keeps the accounts of what waits in a switch (`lossless.Accounts`).
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Mapping
from typing import Final

from typing_extensions import override

from fabric.emulation.events import PRIORITIES
from fabric.emulation.interfaces import Forwarder
from fabric.emulation.lossless import (
    ROOM_BYTES,
    FlowControl,
    ReceivedPauses,
    SentPauses,
    Thresholds,
    Wred,
    mark_draws,
    marked,
)
from fabric.emulation.native.loop import NativeLoop, NativeSwitchNode, Words
from fabric.emulation.native.machine import machine
from fabric.emulation.native.parts import NativeParts, NativeWire
from fabric.emulation.native.words import Account, Ask, Buffer, Core, Frame, Switch, Wire
from host_stack.roce import pause

# --- A direction that leaves a switch --------------------------------------------------------------------------------


class PausableWire(NativeWire):
    """As `lossless.PausableDirection`.

    Attributes:
        pauses: that it obeys.
        wred: how its lossless queue marks; None: not at all.
    """

    __slots__ = ("_draws", "pauses", "wred")

    def __init__(self, loop: NativeLoop, number: int, name: str, *, seed: str) -> None:
        super().__init__(loop, number, name, seed=seed)
        self.pauses = ReceivedPauses(loop, self)
        self.wred: Wred | None = None
        self._draws = mark_draws(seed, name)
        self._set(Wire.LIMIT, ROOM_BYTES)

    def begin_at(self, buffer: int) -> None:
        """It leaves a switch with the buffer at this address."""
        self._set(Wire.BUFFER, buffer)

    def _do(self, function: Callable[..., int], *more: object) -> None:
        """Call a function of machine code; raise what went wrong in Python meanwhile."""
        core = self._loop.memory.core
        function(core.address, self.number, *more)
        if core.view[Core.HALT]:
            self._loop.halted()

    def send_first(self, frame: bytes) -> None:
        """Send a frame of the link itself, as soon as the one that is being sent is out."""
        self._do(machine().send_first, frame, len(frame))

    def hold(self, priority: int) -> None:
        """Send nothing more of this priority (0..6)."""
        self._set(Wire.HELD, self._get(Wire.HELD) | 1 << priority)
        self._set(Wire.MARKS, int(self.wred is not None))

    def let_go(self, priority: int) -> None:
        held = self._get(Wire.HELD)
        if held >> priority & 1:
            self._set(Wire.HELD, held & ~(1 << priority))
            self._do(machine().let_go)

    def mark(self, address: int) -> None:
        """Mark the frame at an address, which is to be sent, as likely as the queue is long."""
        assert self.wred is not None
        if self._draws.random() < self.wred.probability(self.queued_bytes):
            frame = marked(self._loop.memory.frame(address))
            ctypes.memmove(ctypes.c_uint64.from_address(address + 8 * Frame.DATA).value, frame, len(frame))

    @override
    def set_state(self, up: bool) -> None:
        if not up:
            self._set(Wire.HELD, 0)
            self.pauses.forget()
            self._do(machine().forget_queued)
        super().set_state(up)


# --- A switch that pauses --------------------------------------------------------------------------------------------


_THRESHOLDS: Final = (Buffer.PRIORITIES, Buffer.HEADROOM, Buffer.XOFF, Buffer.XON, Buffer.POOL, Buffer.XON_OFFSET)


class LosslessNativeSwitchNode(NativeSwitchNode):
    """As `lossless.LosslessSwitchNode`.

    Attributes:
        pausable: the directions that leave it, by port.
        sent: the pauses that it has asked for.
    """

    __slots__ = ("_buffer", "_thresholds", "pausable", "sent")

    def __init__(self, loop: NativeLoop, name: str, index: int, switch: Forwarder, thresholds: Thresholds) -> None:
        super().__init__(loop, name, index, switch)
        self._thresholds = thresholds
        self._buffer = Words(0)
        self.pausable: dict[int, PausableWire] = {}
        self.sent = SentPauses(loop, self.pausable)

    @property
    @override
    def pauses(self) -> int:
        return self.sent.count

    @property
    @override
    def first_pause_ns(self) -> int | None:
        return self.sent.first_ns

    @property
    def peak_held_bytes(self) -> int:
        """Most that was held of one port and priority."""
        return self._buffer.view[Buffer.PEAK]

    @override
    def attach_wires(self, wires: Mapping[int, int]) -> None:
        super().attach_wires(wires)
        ports = max(wires, default=-1) + 1
        self._buffer = Words(Buffer.WORDS + Account.WORDS * PRIORITIES * ports)
        view, limits = self._buffer.view, self._thresholds
        view[Buffer.NUMBER], view[Buffer.PORTS], view[Buffer.INGRESS] = self.index, ports, -1
        values = limits.priorities, limits.headroom, limits.xoff, limits.xon, limits.pool, limits.xon_offset
        for word, value in zip(_THRESHOLDS, values, strict=True):
            view[word] = value
        (view[Buffer.ALPHA],) = struct.unpack("=q", struct.pack("=d", limits.alpha))
        self._set(Switch.BUFFER, self._buffer.address)
        for wire in self.pausable.values():
            wire.begin_at(self._buffer.address)


# --- All parts -------------------------------------------------------------------------------------------------------


class LosslessNativeParts(NativeParts):
    def __init__(self, control: FlowControl, *, wires: int, switches: int, nics: int) -> None:
        super().__init__(wires=wires, switches=switches, nics=nics)
        self._control = control
        self._lossless: dict[str, LosslessNativeSwitchNode] = {}
        self._by_index: list[LosslessNativeSwitchNode] = []
        self._by_number: dict[int, PausableWire] = {}
        self._loop.flow_control = {
            Ask.PAUSE: lambda switch, place: self._by_index[switch].sent.begin(divmod(place, PRIORITIES)),
            Ask.RELEASE: lambda switch, place: self._by_index[switch].sent.end(divmod(place, PRIORITIES)),
            Ask.PAUSED: self._paused,
            Ask.MARK: lambda number, address: self._by_number[number].mark(address),
        }

    def _paused(self, switch: int, address: int) -> None:
        """A pause frame has come to a switch."""
        memory = self._loop.memory
        quanta = pause.unpack(memory.frame(address))
        assert quanta is not None  # machine code looked at it
        self._by_index[switch].pausable[memory.core.view[Core.PORT]].pauses.take(quanta)

    @override
    def switch(self, name: str, index: int, switch: Forwarder) -> LosslessNativeSwitchNode:
        node = LosslessNativeSwitchNode(self._loop, name, index, switch, self._control.thresholds)
        self._lossless[name] = self._joined(node)
        self._by_index.append(node)
        return node

    @override
    def wire(
        self, source: tuple[str, int], sink: tuple[str, int], *, rate_bps: int, delay_ns: int, seed: str
    ) -> NativeWire:
        switch = self._lossless.get(source[0])
        if switch is None:
            return super().wire(source, sink, rate_bps=rate_bps, delay_ns=delay_ns, seed=seed)
        wire = self._direction(PausableWire, source, sink, rate_bps=rate_bps, delay_ns=delay_ns, seed=seed)
        wire.wred = self._control.fabric if sink[0] in self._lossless else self._control.host
        self._by_number[wire.number] = switch.pausable[source[1]] = wire
        return wire
