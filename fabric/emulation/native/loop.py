# SPDX-License-Identifier: Apache-2.0
"""The event loop whose events are in native memory: what Python does when machine code comes back, or asks.

The memory of one emulation is shared by machine code and Python. A switch (`NativeSwitchNode`) takes over the frames
that machine code hands back.
"""

from __future__ import annotations

import contextlib
import ctypes
import struct
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from typing_extensions import override

from fabric.emulation.events import PRIORITIES, Arrived, EventLoop, Transit
from fabric.emulation.interfaces import Forwarder, Lost, Tap
from fabric.emulation.native.machine import HOST, machine
from fabric.emulation.native.words import Ask, Back, Core, Frame, Nic, Switch, Use, Wire
from fabric.emulation.nodes import NicNode
from fabric.measurements import FrameCount
from p4soft.switch import Emission, SimpleSwitch
from p4soft.switch.native.layout import Exit
from p4soft.switch.native.switch import FastPath

# --- Shared memory ---------------------------------------------------------------------------------------------------


_WORD: Final = ctypes.c_uint64


class Words:
    """So many words of memory, all 0: Python's view of them (signed), and where they are."""

    __slots__ = ("address", "buffer", "view")

    def __init__(self, count: int) -> None:
        self.buffer = (_WORD * max(1, count))()
        self.address = ctypes.addressof(self.buffer)
        self.view = memoryview(self.buffer).cast("B").cast("q")


class Memory:
    """The core, its directions, switches and NICs (`words`).

    Attributes:
        header: bytes of a frame's header; trail: the bytes of the core at which the trail of the held frame is.
    """

    def __init__(self, *, wires: int, switches: int, nics: int) -> None:
        trail_words = max(1, -(-switches // 64))
        self.header = 8 * (Frame.TRAIL + trail_words)
        self.core = Words(Core.FRAME + Frame.TRAIL + trail_words)
        self.wires = Words(Wire.WORDS * wires)
        self.switches = Words(Switch.WORDS * switches)
        self.nics = Words(Nic.WORDS * nics)
        first = 8 * (Core.FRAME + Frame.TRAIL)
        self.trail = memoryview(self.core.buffer).cast("B")[first : first + 8 * trail_words]
        view = self.core.view
        view[Core.HEADER] = self.header
        view[Core.DIRECTIONS] = self.wires.address
        view[Core.SWITCHES] = self.switches.address
        view[Core.NICS] = self.nics.address
        view[Core.NONE] = id(None)
        weakref.finalize(self.core.buffer, _clear, self.core.address, wires, self.wires.buffer)

    def arrived(self) -> Iterator[Arrived]:
        view, bytes_of_trail = self.core.view, len(self.trail)
        size = 8 * Use.TRAIL + bytes_of_trail
        count = view[Core.USE_ROOM]
        records = ctypes.string_at(view[Core.USE_RECORDS], count * size) if count else b""
        for start in range(0, count * size, size):
            origin, nic, frames, length, trimmed, worst = _USE.unpack_from(records, start)
            if origin:
                trail = int.from_bytes(records[start + 8 * Use.TRAIL : start + size], "little")
                yield Arrived(origin - 2, nic, trail, FrameCount(frames, length, trimmed), worst)

    def held_frame(self) -> bytes:
        """The bytes of the frame that `run` came back with."""
        view = self.core.view
        return ctypes.string_at(view[_HELD_DATA], view[_HELD_LENGTH])

    def transit(self, frame: bytes) -> Transit:
        """What the core says of the frame in question, with these bytes."""
        view = self.core.view
        trail = int.from_bytes(self.trail, "little")
        return Transit(frame, view[_ORIGIN], view[_BORN], trail, view[_TRIMMED] != 0)

    def born_ns(self, address: int) -> int:
        """When the first bit of the frame at an address left its NIC."""
        return _WORD.from_address(address + 8 * Frame.BORN).value

    def frame(self, address: int) -> bytes:
        """The bytes of the frame at an address."""
        data, length = (_WORD.from_address(address + 8 * word).value for word in (Frame.DATA, Frame.LENGTH))
        return ctypes.string_at(data, length)


def _clear(core: int, wires: int, _memory_of_wires: object) -> None:
    """Give back all frames of a core that ends; its wires have to be there still."""
    machine().clear(core, wires)


_USE: Final = struct.Struct("=6q")
_ORIGIN: Final = Core.FRAME + Frame.ORIGIN
_BORN: Final = Core.FRAME + Frame.BORN
_TRIMMED: Final = Core.FRAME + Frame.TRIMMED
_HELD_DATA: Final = Core.FRAME + Frame.DATA
_HELD_LENGTH: Final = Core.FRAME + Frame.LENGTH


# --- The loop --------------------------------------------------------------------------------------------------------


_FOREVER: Final = (1 << 63) - 1
# Plain integers: they are read for every frame.
_LOST: Final = frozenset((int(Ask.LOST), int(Ask.VANISHED)))
_CALL: Final = int(Back.CALL)
_IDLE: Final = int(Back.IDLE)
_DELIVER: Final = int(Back.DELIVER)
_SWITCH: Final = int(Back.SWITCH)
_PAUSE: Final = int(Back.PAUSE)
_HALT: Final = int(Back.HALT)
_NOW: Final = int(Core.NOW)
_WHO: Final = int(Core.WHO)
_PORT: Final = int(Core.PORT)
_REASON: Final = int(Core.REASON)


class NativeLoop(EventLoop):
    """An `EventLoop` that runs what happens to frames by itself.

    Attributes:
        nics, switches: by number. Switches are told of frames that need Python, and prepared for each run.
        locks: of the switches, which mostly have one; held while it runs.
        lost: by direction number, called with frames that are sent while it is down.
        vanished: by switch number, called with frames that arrive while it is stopped.
        taps, losses: of directions, by number: who sees their frames, and who says whether that at an address is lost.
        flow_control: by what it is asked, called with the number of a switch and an ingress port * 8 + priority, or
            with that of a switch or direction and the address of a frame.
    """

    __slots__ = (
        "_calls", "_error", "_host", "_machine", "_number", "flow_control", "locks", "losses", "lost", "memory", "nics",
        "switches", "taps", "vanished",
    )  # fmt: skip

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        super().__init__()
        self.nics: list[NicNode] = []
        self.switches: list[NativeSwitchNode] = []
        self.locks: dict[contextlib.AbstractContextManager[object], None] = {}
        self.taps: dict[int, Tap] = {}
        self.losses: dict[int, Callable[[int], bool]] = {}
        self.lost: dict[int, Lost] = {}
        self.vanished: dict[int, Lost] = {}
        self.flow_control: Mapping[int, Callable[[int, int], None]] = {}
        self._machine = machine()
        self._calls: dict[int, tuple[Callable[[Any], None], Any]] = {}
        self._number = 0
        self._error: BaseException | None = None
        self._host = HOST(self._ask)
        memory.core.view[Core.HOST] = ctypes.cast(self._host, ctypes.c_void_p).value or 0

    @property
    @override
    def now(self) -> int:
        """The core's, also in the middle of a call from machine code into Python."""
        return self.memory.core.view[_NOW]

    @now.setter
    def now(self, now_ns: int) -> None:
        self.memory.core.view[_NOW] = now_ns

    @override
    def at(self, when_ns: int, action: Callable[[Any], None], argument: Any = None) -> None:
        if when_ns < self.now:
            raise ValueError(f"cannot schedule an event at {when_ns} ns: the clock is already at {self.now} ns")
        self._number = number = self._number + 1
        self._calls[number] = (action, argument)
        self._machine.call_later(self.memory.core.address, when_ns, number)

    @override
    def __len__(self) -> int:
        return self.memory.core.view[Core.EVENTS]

    @override
    def run(self, until_ns: int, stop: Callable[[], bool] | None = None, every: int = 64) -> bool:
        if until_ns < self.now:
            return False
        view = self.memory.core.view
        outer = view[Core.LEFT], view[Core.HELD]  # of a run in whose event this one is
        with contextlib.ExitStack() as held:
            for lock in self.locks:
                held.enter_context(lock)
            for switch in self.switches:
                switch.prepare()
            view[Core.LEFT], view[Core.HELD] = _FOREVER if stop is None else every, 0
            try:
                return self._run(until_ns, stop, every)
            except BaseException:
                if self._error is not None:  # it came first, in the same event
                    self.halted()
                raise
            finally:
                self.processed = view[Core.PROCESSED]
                self._machine.give_back_held(self.memory.core.address)
                view[Core.LEFT], view[Core.HELD] = outer

    def _run(self, until_ns: int, stop: Callable[[], bool] | None, every: int) -> bool:
        memory, run, nics = self.memory, self._machine.run, self.nics
        core, view = memory.core.address, memory.core.view
        while True:
            why = run(core, until_ns)
            if why == _DELIVER:
                nics[view[_WHO]].deliver(view[_PORT], memory.transit(memory.held_frame()))
            elif why == _IDLE:
                nics[view[_WHO]].pump()
            elif why == _CALL:
                action, argument = self._calls.pop(view[_WHO])
                action(argument)
            elif why == _SWITCH:
                self.switches[view[_WHO]].resume(view[_PORT], memory.held_frame(), view[_REASON])
            elif why == _PAUSE:
                view[Core.LEFT] = every
                if stop is not None and stop():
                    return True
            elif why == _HALT:
                self.halted()
            else:
                return False

    def halted(self) -> None:
        """Raise what went wrong in a call into Python."""
        error, self._error = self._error, None
        self.memory.core.view[Core.HALT] = 0
        raise error or MemoryError("no memory for a frame on its way")

    def _ask(self, what: int, number: int, subject: int) -> int:
        """Called by machine code; an error ends the run when this event is over."""
        try:
            if what == Ask.LOSS:
                return int(self.losses[number](subject))
            if what == Ask.TAP:
                self.taps[number](self.now, self.memory.frame(subject))
            elif what in _LOST:
                on_lost = (self.lost if what == Ask.LOST else self.vanished).get(number)
                if on_lost is not None:
                    on_lost(self.memory.frame(subject), self.memory.born_ns(subject), self.now)
            elif what in self.flow_control:
                self.flow_control[what](number, subject)
            elif what == Ask.PORT:
                raise IndexError(f"{self.nics[number].name}: sends on port {subject}, which it does not have")
            else:
                self.switches[number].call_failed(subject)
        except BaseException as error:  # noqa: BLE001  it cannot pass through machine code: `run` raises it
            self._error = self._error or error
            self.memory.core.view[Core.HALT] = 1
        return 0


# --- A switch --------------------------------------------------------------------------------------------------------


_REASON_BITS: Final = 32
_TAKEN: Final = 0xFFFF_FFFF


class NativeSwitchNode:
    """Number `index` of the switches; its attributes are those of `nodes.SwitchNode`.

    A frame that its program's machine code does not take to its end, or of a switch that runs in Python, is finished by
    the switch itself.
    """

    __slots__ = ("_base", "_fast", "_loop", "_outputs", "_switch", "_timer_us", "_view", "index", "name")

    def __init__(self, loop: NativeLoop, name: str, index: int, switch: Forwarder) -> None:
        loop.locks[switch.lock] = None
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
        return 0

    @property
    def first_pause_ns(self) -> int | None:
        return None

    def attach_wires(self, wires: Mapping[int, int]) -> None:
        """Say which direction leaves by each port, by its number."""
        ports = max(wires, default=-1) + 1
        self._outputs = Words(ports)
        for port, number in wires.items():
            self._outputs.view[port] = number + 1
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
        """Called with frames that arrive while it is stopped."""
        return self._loop.vanished.get(self.index)

    @on_lost.setter
    def on_lost(self, called: Lost | None) -> None:
        if called is None:
            self._loop.vanished.pop(self.index, None)
        else:
            self._loop.vanished[self.index] = called

    @property
    def received(self) -> int:
        return self._get(Switch.RECEIVED)

    @property
    def emitted(self) -> int:
        return self._get(Switch.EMITTED)

    @property
    def trimmed(self) -> int:
        return self._get(Switch.TRIMMED)

    @property
    def consumed(self) -> int:
        return self._get(Switch.CONSUMED)

    @property
    def blackholed(self) -> int:
        return self._get(Switch.BLACKHOLED)

    @property
    def unconnected(self) -> int:
        return self._get(Switch.UNCONNECTED)

    # --- What machine code does not do ------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Machine code is going to run: see what of this switch it may run."""
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
        self._set(Switch.REACH, entry.reach)
        self._set(Switch.FAILED, entry.failed)

    def call_failed(self, reason: int) -> None:
        """A call from this switch's machine code into Python went wrong."""
        if self._fast is not None:
            self._fast.report_failed_call(Exit(reason >> _REASON_BITS))

    def resume(self, port: int, frame: bytes, reason: int) -> None:
        """Take a frame that came on `port` to its end; `reason`: how far machine code took it."""
        switch = self._switch
        emissions: Iterable[Emission]
        if reason & _TAKEN and isinstance(switch, SimpleSwitch):
            emissions = switch.finish_stopped(Exit(reason >> _REASON_BITS))
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
