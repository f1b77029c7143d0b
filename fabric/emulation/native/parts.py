# SPDX-License-Identifier: Apache-2.0
"""The parts of a network whose links, queues and switches are machine code's, as Python sees and changes them.

Machine code takes frames from link to link; what it cannot do is done here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from random import Random
from typing import Final

from typing_extensions import override

from fabric.emulation.events import EventLoop
from fabric.emulation.frames import Arrived
from fabric.emulation.interfaces import Emitted, Endpoint, Forwarder, Lost, Parts, PortSample, Resumed, Tap
from fabric.emulation.interfaces import Wire as AnyWire
from fabric.emulation.links import LIMIT_BYTES, PRIORITIES
from fabric.emulation.native.loop import Memory, NativeLoop, Words
from fabric.emulation.native.machine import machine
from fabric.emulation.native.words import Core, Nic, Switch, Wire
from fabric.emulation.nodes import Arrival, NicNode
from p4soft.switch import SimpleSwitch
from p4soft.switch.native.layout import Exit
from p4soft.switch.native.switch import FastPath

# --- A direction of a link -------------------------------------------------------------------------------------------


class NativeWire:
    """Number `number` of the directions; its attributes are those of `links.Direction`."""

    __slots__ = ("_base", "_free", "_loop", "_loses", "_loss", "_rng", "_tap", "_view", "name", "number", "on_idle")

    def __init__(self, loop: NativeLoop, number: int, name: str, *, seed: str) -> None:
        self._loop = loop
        self._view = loop.memory.wires.view
        self._base = Wire.WORDS * number
        self._rng = Random(f"{seed}/{name}")
        self._loss = 0.0
        self._loses: Callable[[bytes], bool] | None = None
        self._tap: Tap | None = None
        self._free: tuple[int, int] | None = None  # which mask of free ports, and which bit of it
        self.name = name
        self.number = number
        self.on_idle: Callable[[], None] | None = None
        self._set(Wire.UP, 1)
        self._set(Wire.LIMIT, LIMIT_BYTES)

    def _get(self, word: int) -> int:
        return self._view[self._base + word]

    def _set(self, word: int, value: int) -> None:
        self._view[self._base + word] = value

    # --- How it is joined -------------------------------------------------------------------------------------------

    def set_line(self, rate_bps: int, delay_ns: int) -> None:
        """Its rate (bits/s) and propagation delay (ns)."""
        self._set(Wire.RATE, rate_bps)
        self._set(Wire.DELAY, delay_ns)

    def end_at_nic(self, nic: int, port: int) -> None:
        """Frames arrive at a NIC, by its number."""
        self._set(Wire.SINK_IS_NIC, 1)
        self._set(Wire.SINK, nic)
        self._set(Wire.SINK_PORT, port)

    def end_at_switch(self, switch: int, port: int) -> None:
        """Frames arrive at a switch, by its number."""
        self._set(Wire.SINK, switch)
        self._set(Wire.SINK_PORT, port)

    def begin_at_nic(self, nic: int, port: int, on_idle: Callable[[], None]) -> None:
        """A NIC sends on it, and is asked for a frame when it is idle."""
        memory = self._loop.memory
        self._set(Wire.SENDER, nic + 1)
        self._set(Wire.SENDER_FREE, memory.nics.address + 8 * (Nic.WORDS * nic + Nic.FREE))
        self._set(Wire.SENDER_BIT, 1 << port)
        self._free = (Nic.WORDS * nic + Nic.FREE, 1 << port)
        self._set_free(True)
        self.on_idle = on_idle

    def _set_free(self, free: bool) -> None:
        if self._free is not None:
            view, (word, bit) = self._loop.memory.nics.view, self._free
            view[word] = view[word] | bit if free else view[word] & ~bit

    # --- What it counts ---------------------------------------------------------------------------------------------

    @property
    def rate_bps(self) -> int:
        """Its rate in bits/s."""
        return self._get(Wire.RATE)

    @property
    def queued_bytes(self) -> int:
        """Bytes of frames that wait."""
        return self._get(Wire.QUEUED)

    @property
    def peak_bytes(self) -> int:
        """The most since it was last set."""
        return self._get(Wire.PEAK)

    @peak_bytes.setter
    def peak_bytes(self, value: int) -> None:
        self._set(Wire.PEAK, value)

    @property
    def sent_frames(self) -> int:
        """Frames put on the wire."""
        return self._get(Wire.SENT_FRAMES)

    @property
    def sent_bytes(self) -> int:
        """Bytes of the frames put on the wire."""
        return self._get(Wire.SENT_BYTES)

    @property
    def delivered_frames(self) -> int:
        """Frames that reached the other end."""
        return self._get(Wire.DELIVERED_FRAMES)

    @property
    def delivered_bytes(self) -> int:
        """Bytes of the frames that reached the other end."""
        return self._get(Wire.DELIVERED_BYTES)

    @property
    def lost_random(self) -> int:
        """Frames lost to `loss` or `loses`."""
        return self._get(Wire.LOST_RANDOM)

    @property
    def lost_down(self) -> int:
        """Frames lost to a link that was or went down."""
        return self._get(Wire.LOST_DOWN)

    @property
    def lost_overflow(self) -> int:
        """Frames lost to a full queue."""
        return self._get(Wire.LOST_OVERFLOW)

    @property
    def trims(self) -> int:
        """Frames a switch shortened before queueing them here."""
        return self._get(Wire.TRIMS)

    # --- What changes it --------------------------------------------------------------------------------------------

    @property
    def on_lost(self) -> Lost | None:
        """Who is told of frames that are sent while it is down."""
        return self._loop.lost.get(self.number)

    @on_lost.setter
    def on_lost(self, told: Lost | None) -> None:
        if told is None:
            self._loop.lost.pop(self.number, None)
        else:
            self._loop.lost[self.number] = told

    @property
    def tap(self) -> Tap | None:
        """Who sees each frame leave."""
        return self._tap

    @tap.setter
    def tap(self, tap: Tap | None) -> None:
        self._tap = tap
        if tap is not None:
            self._loop.taps[self.number] = tap
        self._set(Wire.TAPPED, int(tap is not None))

    @property
    def loss(self) -> float:
        """Probability 0..1 that a frame is lost on the wire."""
        return self._loss

    @loss.setter
    def loss(self, probability: float) -> None:
        self._loss = probability
        self._be_asked()

    @property
    def loses(self) -> Callable[[bytes], bool] | None:
        """Says of a frame whether it is lost for what is in it."""
        return self._loses

    @loses.setter
    def loses(self, loses: Callable[[bytes], bool] | None) -> None:
        self._loses = loses
        self._be_asked()

    def _be_asked(self) -> None:
        """About each frame, while there is a reason."""
        self._loop.losses[self.number] = self._is_lost
        self._set(Wire.LOSSY, int(self._loss != 0 or self._loses is not None))

    def _is_lost(self, address: int) -> bool:
        if self._loss and self._rng.random() < self._loss:
            return True
        return self._loses is not None and self._loses(self._loop.memory.frame(address))

    @property
    def up(self) -> bool:
        """Whether the link is up."""
        return self._get(Wire.UP) != 0

    @property
    def busy(self) -> bool:
        """Whether a frame is on its way out."""
        return self._get(Wire.BUSY) != 0

    def set_rate(self, rate_bps: int) -> None:
        """Change the rate (bits/s); the frame being sent keeps its old one."""
        self._set(Wire.RATE, rate_bps)
        self._set(Wire.REMAINDER, 0)

    def set_state(self, up: bool) -> None:
        """Bring the direction up or down. Going down loses what is queued and what is on the wire."""
        if up == self.up:
            return
        self._set(Wire.UP, int(up))
        self._set_free(up)
        if up:
            if self.on_idle is not None:
                self.on_idle()
            return
        self._set(Wire.EPOCH, self._get(Wire.EPOCH) + 1)
        machine().lose_queued(self._loop.memory.core.address, self.number)
        self._set(Wire.REMAINDER, 0)
        self._set(Wire.BUSY, 0)


# --- A NIC -----------------------------------------------------------------------------------------------------------


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


# --- A switch --------------------------------------------------------------------------------------------------------


_REASON: Final = 32
_TAKEN: Final = 0xFFFF_FFFF


class NativeSwitchNode(Resumed):
    """Number `index` of the switches; its attributes are those of `nodes.SwitchNode`.

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


# --- All parts -------------------------------------------------------------------------------------------------------


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
