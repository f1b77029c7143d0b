# SPDX-License-Identifier: Apache-2.0
"""The parts of a network whose links, queues and switches are machine code's, as Python sees and changes them.

Machine code takes frames from link to link; this module does the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final, TypeVar

from typing_extensions import override

from fabric.emulation.events import Arrived, EventLoop
from fabric.emulation.interfaces import Endpoint, Forwarder, Lost, Parts, PortSample, Tap
from fabric.emulation.interfaces import Wire as AnyWire
from fabric.emulation.native.loop import Memory, NativeLoop, NativeSwitchNode, Words
from fabric.emulation.native.machine import machine
from fabric.emulation.native.words import Core, Nic, Wire
from fabric.emulation.nodes import LIMIT_BYTES, Arrival, NicNode
from host_stack.native.data_path import entries_of

# --- A direction of a link -------------------------------------------------------------------------------------------


_FAR: Final = 1024
"""Frames: no further does a look ahead go."""


class NativeWire:
    """Number `number` of the directions; its attributes are those of `nodes.Direction`.

    To ask Python about each frame would take as long as all else that is done with it. So random numbers are drawn
    ahead, and Python is asked about the frame that is lost. Those that are left when the loss changes are for frames
    that come then, as if each had been drawn when it was needed.
    """

    __slots__ = (
        "_ahead", "_base", "_drawn", "_free", "_loop", "_loses", "_loss", "_random", "_seed", "_tap", "_view", "name",
        "number", "on_idle",
    )  # fmt: skip

    def __init__(self, loop: NativeLoop, number: int, name: str, *, seed: str) -> None:
        self._loop = loop
        self._view = loop.memory.wires.view
        self._base = Wire.WORDS * number
        self._seed = seed
        self._random: Callable[[], float] | None = None  # of a generator, which takes 2.5 kB: most lose nothing
        self._drawn: list[float] = []
        self._ahead = 0
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
        self._set(Wire.RATE, rate_bps)
        self._set(Wire.DELAY, delay_ns)

    def end_at_nic(self, nic: int, port: int) -> None:
        self._set(Wire.SINK_IS_NIC, 1)
        self._set(Wire.SINK, nic)
        self._set(Wire.SINK_PORT, port)

    def end_at_switch(self, switch: int, port: int) -> None:
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
        return self._get(Wire.RATE)

    @property
    def queued_bytes(self) -> int:
        return self._get(Wire.QUEUED)

    @property
    def peak_bytes(self) -> int:
        return self._get(Wire.PEAK)

    @peak_bytes.setter
    def peak_bytes(self, value: int) -> None:
        self._set(Wire.PEAK, value)

    @property
    def sent_frames(self) -> int:
        return self._get(Wire.SENT_FRAMES)

    @property
    def sent_bytes(self) -> int:
        return self._get(Wire.SENT_BYTES)

    @property
    def delivered_frames(self) -> int:
        return self._get(Wire.DELIVERED_FRAMES)

    @property
    def delivered_bytes(self) -> int:
        return self._get(Wire.DELIVERED_BYTES)

    @property
    def lost_random(self) -> int:
        return self._get(Wire.LOST_RANDOM)

    @property
    def lost_down(self) -> int:
        return self._get(Wire.LOST_DOWN)

    @property
    def lost_overflow(self) -> int:
        return self._get(Wire.LOST_OVERFLOW)

    @property
    def trims(self) -> int:
        return self._get(Wire.TRIMS)

    # --- What changes it --------------------------------------------------------------------------------------------

    @property
    def on_lost(self) -> Lost | None:
        """Called with frames that are sent while it is down."""
        return self._loop.lost.get(self.number)

    @on_lost.setter
    def on_lost(self, called: Lost | None) -> None:
        if called is None:
            self._loop.lost.pop(self.number, None)
        else:
            self._loop.lost[self.number] = called

    @property
    def tap(self) -> Tap | None:
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
        self._forget_sent()
        self._loss = probability
        self._look_ahead()

    @property
    def loses(self) -> Callable[[bytes], bool] | None:
        """Says of a frame whether it is lost for what is in it."""
        return self._loses

    @loses.setter
    def loses(self, loses: Callable[[bytes], bool] | None) -> None:
        self._forget_sent()
        self._loses = loses
        self._look_ahead()

    def _forget_sent(self) -> None:
        """What was drawn for the frames that machine code has sent since the last look ahead is spent."""
        if self._loss:
            del self._drawn[: self._ahead - self._get(Wire.LOSSY)]

    def _look_ahead(self) -> None:
        """See which frame is the next that Python is to be asked about; where frames are looked at, it is the next."""
        if self._random is None:
            self._random = Random(f"{self._seed}/{self.name}").random
            self._loop.losses[self.number] = self._is_lost
        drawn, ahead = self._drawn, int(self._loses is not None)
        for ahead in range(1, _FAR) if self._loss else ():
            if len(drawn) < ahead:
                drawn.append(self._random())
            if drawn[ahead - 1] < self._loss or self._loses is not None:
                break
        self._ahead = ahead
        self._set(Wire.LOSSY, ahead)

    def _is_lost(self, address: int) -> bool:
        lost = self._loss != 0 and self._drawn[self._ahead - 1] < self._loss
        self._forget_sent()
        lost = lost or (self._loses is not None and self._loses(self._loop.memory.frame(address)))
        self._look_ahead()
        return lost

    @property
    def up(self) -> bool:
        return self._get(Wire.UP) != 0

    @property
    def busy(self) -> bool:
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
        for word, address in zip((Nic.SELF, Nic.TAKE, Nic.GIVE, Nic.WAKE), entries_of(nic), strict=False):
            self._set(word, address)
        self._set(Nic.CARRIERS, -1)

    def _get(self, word: int) -> int:
        return self._view[self._base + word]

    def _set(self, word: int, value: int) -> None:
        self._view[self._base + word] = value

    def attach_wires(self, wires: Sequence[NativeWire]) -> None:
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
        if self._on_arrival is not None:
            self._on_arrival(self.index, self._memory.transit(frame), self._memory.core.view[_PORT])

    @override
    def pump(self) -> None:
        if self._get(Nic.PUMPING):
            return
        self._set(Nic.CARRIERS, self._carriers)
        self._set(Nic.ODD, int(bool(self._dark)))
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


# --- All parts -------------------------------------------------------------------------------------------------------


W = TypeVar("W", bound=NativeWire)
S = TypeVar("S", bound=NativeSwitchNode)


class NativeParts(Parts):
    """A loop over native memory, and what stands for its nodes and links in Python."""

    def __init__(self, *, wires: int, switches: int, nics: int) -> None:
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
        return self._joined(NativeSwitchNode(self._loop, name, index, switch))

    def _joined(self, node: S) -> S:
        """A switch that is a part from now on."""
        self._switches[node.name] = node
        self._loop.switches.append(node)
        self._outputs[node.name] = {}
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
        return self._direction(NativeWire, source, sink, rate_bps=rate_bps, delay_ns=delay_ns, seed=seed)

    def _direction(
        self, kind: type[W], source: tuple[str, int], sink: tuple[str, int], *, rate_bps: int, delay_ns: int, seed: str
    ) -> W:
        """A direction of some kind."""
        wire = kind(self._loop, self._wires, f"{source[0]}:{source[1]}>{sink[0]}:{sink[1]}", seed=seed)
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
            switch.attach_wires({port: wire.number for port, wire in self._outputs[name].items()})

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
