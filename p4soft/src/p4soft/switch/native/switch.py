# SPDX-License-Identifier: Apache-2.0
"""One switch at work natively: frames through machine code in bursts, and through `dataplane` where that stops."""

from __future__ import annotations

import ctypes
import mmap
import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from p4soft.llvm import Unsupported
from p4soft.llvm.bounds import CHECKED
from p4soft.switch.codegen.layout import Layout, Slots
from p4soft.switch.dataplane import DataPlane
from p4soft.switch.native import layout
from p4soft.switch.native.burst import Frame, Out, Sent
from p4soft.switch.native.engine import (
    CheckedEngine,
    NativeEngine,
    NativeProgram,
    Stopped,
    begin,
    compile_native,
    finish,
)
from p4soft.switch.native.layout import FOREVER, Exit
from p4soft.switch.native.storage import PORTS, NativeStorage, QueueMemory
from p4soft.switch.native.tables import updates
from p4soft.switch.program.model import Program
from p4soft.switch.queues import TrafficManager
from p4soft.switch.state import SwitchState

if TYPE_CHECKING:
    from p4soft.switch.switch import SimpleSwitch


RECORDS = 256
ARENA = 1 << 19

Leave = Callable[[int, int, int], None]
"""Takes frames that leave: the address of their records (`burst.Sent`), how many, and the address of their bytes."""


def sent_frames(records: int, count: int, data: int) -> list[tuple[int, int, bytes]]:
    """The frames of records, as port, priority and bytes."""
    found = (Sent * count).from_address(records)
    return [(sent.port, sent.priority, ctypes.string_at(data + sent.offset, sent.length)) for sent in found]


class FastPath:
    """One switch's machine code with its data plane. The caller holds the switch's lock.

    Attributes:
        out_address: where what leaves is put for those who call machine code themselves (`burst.Out`); `take_out` then.
    """

    def __init__(
        self, engine: NativeEngine, plane: DataPlane, queues: TrafficManager, memory: QueueMemory, cpu_port: int | None
    ) -> None:
        self.engine = engine
        self.plane = plane
        self._queues = queues
        self._out = Out()
        self.out_address = ctypes.addressof(self._out)
        self._grow(ARENA)
        engine.set_word(layout.QUEUES, memory.address)
        engine.set_word(layout.QUEUE_PORTS, PORTS)
        engine.set_word(layout.PRIORITIES, queues.priorities)
        engine.set_word(layout.CPU_PORT, -1 if cpu_port is None else cpu_port)
        self.plan()

    @property
    def packets(self) -> int:
        """How many packets were received, ever."""
        return self.engine.word(layout.NUMBER)

    @packets.setter
    def packets(self, value: int) -> None:
        self.engine.set_word(layout.NUMBER, value)

    def leave(self) -> None:
        """This path is used no more."""
        self.engine.leave()

    def receive(self, frames: Sequence[tuple[int, bytes]], now_us: int) -> None:
        """Process frames that arrive at one time on their ports; what leaves goes to the data plane's owner."""
        array = (Frame * len(frames))()
        for i, (port, frame) in enumerate(frames):
            item = array[i]
            item.port, item.length, item.data, item.now_us = port, len(frame), frame, now_us
        self.run(len(frames), ctypes.addressof(array))

    def receive_one(self, port: int, frame: bytes, now_us: int) -> None:
        item = Frame(port, len(frame), frame, now_us)
        self.run(1, ctypes.addressof(item))

    def run(self, count: int, frames: int) -> None:
        """Process `count` frames, `burst.Frame`s from the address `frames` on; what leaves goes to the owner."""
        self.run_into(count, frames, self._emit)

    def run_into(self, count: int, frames: int, leave: Leave, begun: Stopped | None = None) -> None:
        """As `run`, but frames that leave without Python's help go to `leave`, in order with the owner's.

        `begun`: how far the caller had machine code take them.
        """
        out, done = self._out, 0
        while True:
            if begun is None:
                taken, reason = self.step(count - done, frames + done * ctypes.sizeof(Frame), self.out_address)
            else:
                taken, reason, begun = begun.taken, begun.reason, None
                self.report_failed_call(reason)
            done += taken
            full = reason is Exit.FULL and not out.count
            self.take_out(leave)
            if reason is Exit.DONE:
                return
            if full:
                self._grow(Frame.from_address(frames + done * ctypes.sizeof(Frame)).length + self.engine.headers + 8)
            elif reason is Exit.DUE:
                self.plane.drain(Frame.from_address(frames + done * ctypes.sizeof(Frame)).now_us)
                self.plan()
            elif reason is not Exit.FULL:
                self.finish(reason)

    def take_out(self, leave: Leave) -> None:
        """Let `leave` have what machine code has put there."""
        out = self._out
        if out.count:
            leave(out.records, out.count, out.bytes)
            out.count = out.used = 0

    def step(self, count: int, frames: int, out: int) -> tuple[int, Exit]:
        """As far as machine code gets: frames taken, and why it stopped."""
        stopped = self.engine.burst(count, frames, out)
        self.report_failed_call(stopped.reason)
        return stopped.taken, stopped.reason

    def report_failed_call(self, reason: Exit) -> None:
        """Machine code has stopped: count what went wrong in one of its calls into Python, if anything did."""
        if self.engine.failed_in_python and reason not in (Exit.INGRESS_FAILED, Exit.EGRESS_FAILED):
            # The packet went on without the answer; this must be reported, and for this packet.
            self.plane.failed(self.engine.stopped_packet(), "a call from machine code", self.engine.failure())

    def finish(self, reason: Exit) -> None:
        """Take the packet that machine code stopped with to its end; what was sent before must have left."""
        packet, engine, plane = self.engine.stopped_packet(), self.engine, self.plane
        try:
            if reason is Exit.INGRESS_FAILED:
                plane.failed(packet, "ingress", engine.failure())
            elif reason is Exit.EGRESS_FAILED:
                plane.failed(packet, "egress", engine.failure())
            elif reason is Exit.INGRESS_ENDS:
                plane.finish_ingress(packet)
            elif reason is Exit.ENQUEUE:
                plane.finish_enqueue(packet)
            else:
                plane.finish_egress(packet, *engine.where_to())
        finally:
            self.plan()

    def plan(self) -> None:
        """Take notice of what waits in queues."""
        due = self._queues.next_event_ns()
        self.engine.set_word(layout.NEXT_NS, FOREVER if due is None else due)

    def _grow(self, size: int) -> None:
        size = max(size, ARENA)
        self._records = (Sent * RECORDS)()
        self._bytes = (ctypes.c_char * size).from_buffer(mmap.mmap(-1, size))  # pages that are not used take nothing
        out = self._out
        out.records, out.limit, out.count = ctypes.addressof(self._records), RECORDS, 0
        out.bytes, out.size, out.used = ctypes.addressof(self._bytes), size, 0

    def _emit(self, records: int, count: int, data: int) -> None:
        emit = self.plane.emit
        for port, priority, frame in sent_frames(records, count, data):
            emit(port, priority, frame)


# --- What a switch needs to run one program natively -----------------------------------------------------------------


@lru_cache(maxsize=64)
def _most_port(program: Program) -> int:
    """The highest number that egress_spec holds."""
    return Slots.of(Layout(program)).port_mask


class NativeSwitch:
    """One program's machine code, and the memory for one switch's state and queues, which need no machine code.

    Raises:
        Unsupported: native code cannot run the program, or not with this drop port.
        ProgramError: nothing can run it.
    """

    def __init__(self, program: Program, drop_port: int, *, later: bool = False) -> None:
        """Have both; or only the memory, if `later` and LLVM must work for the rest: `make` is for that."""
        self._begun = begin(program) if later else None
        self._native: NativeProgram | None = None
        if self._begun is None:
            self._native = compile_native(program)
        elif self._begun.unit is None:
            self.make()
        updates()  # what changes tables is compiled too: now is the time to say that it cannot be
        if drop_port > (most := _most_port(program)):
            raise Unsupported(f"drop port {drop_port} does not fit egress_spec; accepted: 0..{most}")
        self._drop_port = drop_port
        self.storage = NativeStorage(program)
        self.queues = QueueMemory()

    @property
    def is_made(self) -> bool:
        return self._native is not None

    def make(self) -> None:
        """Compile what is not compiled; raises Unsupported. In any thread."""
        if self._begun is not None:
            self._native, self._begun = finish(self._begun), None

    def bind(self, owner: SimpleSwitch, state: SwitchState, queues: TrafficManager, rng: random.Random) -> FastPath:
        """The fast path over a state that was made with `storage`."""
        assert self._native is not None, "the machine code is not made"
        kind = CheckedEngine if CHECKED else NativeEngine
        engine = kind(self._native, state, self.storage, drop_port=self._drop_port, rng=rng)
        plane = DataPlane(owner, engine.engine, state, queues, None)
        return FastPath(engine, plane, queues, self.queues, owner.cpu_port)
