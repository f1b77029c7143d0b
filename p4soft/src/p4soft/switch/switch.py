# SPDX-License-Identifier: Apache-2.0
"""SimpleSwitch: BMv2's simple_switch (its docs/simple_switch.md) without I/O, time given by the caller."""

from __future__ import annotations

import logging
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from p4soft.command_line import EngineChoice
from p4soft.switch.codegen import compile_program
from p4soft.switch.dataplane import DataPlane, SwitchFault
from p4soft.switch.program.cursor import ProgramError
from p4soft.switch.program.model import Program
from p4soft.switch.queues import TrafficManager
from p4soft.switch.state import PortStates, SwitchState
from p4soft.switch.trace import Tracer

if TYPE_CHECKING:
    from p4soft.switch.native.engine import Stopped
    from p4soft.switch.native.layout import Exit
    from p4soft.switch.native.switch import FastPath, NativeSwitch


# --- Which engine runs a program: machine code where it can, or the generated Python ---------------------------------


LATEST_US = 1 << 52
"""Times from here on have no place in 64 bits of nanoseconds: such a packet is Python's."""


def prepare(
    program: Program, choice: EngineChoice, drop_port: int, *, later: bool = False
) -> tuple[NativeSwitch | None, str | None]:
    """The native engine of one switch for a program; or None, and why not (None as well when Python was chosen).

    With `later` the machine code may not be there yet: then `make_native` has it made.

    Raises:
        ProgramError: native code was asked for and cannot run the program, or nothing can.
    """
    if choice == "python":
        return None, None
    reason: str
    try:
        from p4soft.llvm import Unsupported  # noqa: PLC0415 - llvmlite may be missing
        from p4soft.switch.native.switch import NativeSwitch  # noqa: PLC0415
    except ImportError as error:
        why = (
            "it is not installed; only slower"
            if isinstance(error, ModuleNotFoundError) and error.name == "llvmlite"
            else error
        )
        reason = f"llvmlite cannot be imported ({why})"
    else:
        try:
            return NativeSwitch(program, drop_port, later=later), None
        except Unsupported as unsupported:
            reason = str(unsupported)
    if choice == "native":
        raise ProgramError(program.source, "$", f"cannot run natively: {reason}; accepted: --engine auto or python")
    return None, reason


def keeps_machine_code() -> bool:
    """Whether machine code that is made here can be found by other processes."""
    try:
        from p4soft.llvm.jit import folder  # noqa: PLC0415 - llvmlite may be missing
    except ImportError:
        return False
    return folder() is not None


def make_native(native: NativeSwitch) -> str | None:
    """Have the machine code made that `prepare` left for later; why it cannot be, or None."""
    from p4soft.llvm import Unsupported  # noqa: PLC0415 - llvmlite may be missing

    try:
        native.make()
    except (Unsupported, ProgramError) as error:
        return str(error)
    except Exception as error:  # noqa: BLE001  in a thread, whose errors nothing else reports
        return f"internal error (a report is welcome): {type(error).__name__}: {error}"
    return None


# --- The switch ------------------------------------------------------------------------------------------------------


_LOG = logging.getLogger("p4soft.switch")
_MAKING = threading.Lock()
"""One program of this process at a time: each takes all processors as it is."""


class Emission(Struct, frozen=True):
    """A frame leaving the switch: `priority` is standard_metadata.priority at enqueue."""

    port: int
    priority: int
    frame: bytes


class Digest(Struct, frozen=True):
    """One digest message: `values` in the order of the digest's struct fields, each `widths[i]` bits."""

    learn_id: int
    name: str
    values: tuple[int, ...]
    widths: tuple[int, ...]


class BurstSink(Protocol):
    """Takes the frames that leave while `receive_records` runs."""

    def records(self, records: int, count: int, data: int) -> None:
        """`count` frames leave: records (`native.frames.Sent`) at an address, their offsets counted from `data`."""

    def emissions(self, emissions: Sequence[Emission]) -> None:
        """Frames leave that needed Python."""


class SimpleSwitch:
    """One switch.

    Attributes:
        lock: held by the caller around every method and every use of `state` when threads are involved.
        program, state: None until `load`.
        digest_listener: called with every Digest the program generates (no batching, no de-duplication), or None.
        digest_observer: the same for a second one who wants to know, whichever program runs.
        packet_in_listener: called with every frame sent to `cpu_port`; while set, those are not returned as emissions.
        ports: which ports are up; change it with `set_port_up`.
        engine_choice: which engine the next program is to run on.
        engine_reason: why a program runs in Python that was to run natively if possible, or None.
        engine_listener: called, under `lock`, when machine code that was waited for is there (with None), or cannot be
            made (with `engine_reason`); or None.
        faults: number of packets dropped by an internal error (an assert in P4 that fails counts as one).
        faults_are_fatal: raise SwitchFault instead of counting (for tests).
        drops: packets dropped by the switch itself rather than by the program, by reason: "queue full",
            "priority out of range", "no such multicast group", "no such clone session", "too many passes",
            "no program", "internal error".
    """

    def __init__(
        self,
        *,
        device_id: int = 0,
        drop_port: int = 511,
        cpu_port: int | None = None,
        priority_queues: int = 1,
        seed: int = 0,
        tracer: Tracer | None = None,
        engine: EngineChoice = "auto",
        begin_in_python: bool = False,
        lock: threading.RLock | None = None,
    ) -> None:
        """An empty switch.

        Args:
            device_id: P4Runtime's.
            drop_port: the port that means drop, as simple_switch_grpc's option.
            cpu_port: the same of packet-in and packet-out; None: there are none.
            priority_queues: of each port, 1 to 32.
            seed: of the program's random numbers.
            tracer: see the property.
            engine: see `engine_choice`.
            begin_in_python: with engine "auto", do not wait for LLVM: a program runs in Python until a thread has made
                its machine code, which then goes on with the same state and queues. For who has the wall clock: when
                that happens depends on the machine.
            lock: what others share with it; None: a lock of its own.

        Raises:
            ValueError: a number of queues that is out of range.
        """
        if not 1 <= priority_queues <= 32:
            raise ValueError(f"priority_queues {priority_queues} is out of range; accepted: 1..32")
        self.device_id = device_id
        self.drop_port = drop_port
        self.cpu_port = cpu_port
        self.priority_queues = priority_queues
        self.seed = seed
        self.ports = PortStates()
        self.lock = threading.RLock() if lock is None else lock
        self.program: Program | None = None
        self.state: SwitchState | None = None
        self.digest_listener: Callable[[Digest], None] | None = None
        self.digest_observer: Callable[[Digest], None] | None = None
        self.packet_in_listener: Callable[[bytes], None] | None = None
        self.faults = 0
        self.faults_are_fatal = False
        self.drops: Counter[str] = Counter()
        self.engine_choice: EngineChoice = engine
        self.engine_reason: str | None = None
        self.engine_listener: Callable[[str | None], None] | None = None
        self._begin_in_python = begin_in_python
        self._native: NativeSwitch | None = None
        self._fast: FastPath | None = None
        self._tracer = tracer
        self._queues = TrafficManager(priority_queues)
        self._rng = random.Random(seed)
        self._plane: DataPlane | None = None
        self._packets = 0
        self._out: list[Emission] = []

    @property
    def engine(self) -> EngineChoice:
        """Which engine runs the program: "native" or "python" (which traces, whatever else runs)."""
        return "native" if self._native is not None and self._native.is_made else "python"

    @property
    def waits_for_machine_code(self) -> bool:
        """Whether the program runs in Python only until its machine code is made."""
        return self._native is not None and not self._native.is_made

    @property
    def fast_path(self) -> FastPath | None:
        """The machine code at work, for I/O in bursts; None while the program runs, or is traced, in Python."""
        return self._fast

    @property
    def tracer(self) -> Tracer | None:
        """The receiver of trace events; setting it switches between the traced and the untraced code."""
        return self._tracer

    @tracer.setter
    def tracer(self, tracer: Tracer | None) -> None:
        self._tracer = tracer
        if self.state is not None:
            self._bind(self.state)

    def load(self, program: Program) -> None:
        """Swap the pipeline; all state (tables, counters, PRE, queues' contents, random numbers) starts again.

        Raises:
            ProgramError: something in the program cannot be compiled; the old pipeline stays.
        """
        native, reason = None, None
        if self.engine_choice != "python":
            later = self._begin_in_python and self.engine_choice == "auto"
            native, reason = prepare(program, self.engine_choice, self.drop_port, later=later)
        if native is None or not native.is_made or self._tracer is not None:
            try:
                compile_program(program, self._tracer is not None)
            except ProgramError:
                if native is None or native.is_made or make_native(native) is not None:
                    raise  # else it is for machine code alone, and that is there now
        state = SwitchState(program, self.ports, native.storage if native is not None else None)
        self._rng = random.Random(self.seed)
        self._leave_native()
        self._native, self.engine_reason = native, reason
        self._queues.move(native.queues if native is not None else None)
        self._bind(state)
        self._queues.clear()
        self.program, self.state = program, state
        if reason is not None:
            _LOG.info("device %d: the program runs in Python: %s", self.device_id, reason)
        if native is not None and not native.is_made:
            _LOG.info("device %d: the program runs in Python until its machine code is made", self.device_id)
            threading.Thread(target=self._go_native, args=(native,), name="machine code", daemon=True).start()

    def receive(self, port: int, frame: bytes, now_us: int) -> list[Emission]:
        """Process one frame.

        Returns what leaves at once, including queued frames due by `now_us`; the rest waits for `advance`.
        Never raises on the frame's contents.
        """
        outer, self._out = self._out, []  # a packet-in listener may call receive again
        try:
            if self._fast is not None and now_us < LATEST_US:
                self._fast.receive_one(port, frame, now_us)
                return self._out
            self._drain(now_us)
            if self._plane is None:
                self.drops["no program"] += 1
            else:
                number, self._packets = self._packets, self._packets + 1
                self._plane.receive(port, frame, now_us, number)
            return self._out
        finally:
            self._out = outer

    def receive_burst(self, frames: Sequence[tuple[int, bytes]], now_us: int) -> list[Emission]:
        """Process frames, each with the port it arrives on, one after the other; what `receive` says goes for all."""
        if self._fast is None or now_us >= LATEST_US:
            return [emission for port, frame in frames for emission in self.receive(port, frame, now_us)]
        outer, self._out = self._out, []
        try:
            self._fast.receive(frames, now_us)
            return self._out
        finally:
            self._out = outer

    def receive_records(self, frames: int, count: int, sink: BurstSink, begun: Stopped | None = None) -> None:
        """Process `count` frames that lie in native memory (`native.burst.Frame` from the address `frames` on).

        What leaves goes to `sink`, in order. Only while `takes_records`. `begun`: how far the caller had `fast_path`'s
        machine code take them.
        """
        assert self._fast is not None, "takes_records was not asked"

        def leave(records: int, sent: int, data: int) -> None:
            self._flush(sink)
            sink.records(records, sent, data)

        outer, self._out = self._out, []
        try:
            self._fast.run_into(count, frames, leave, begun)
            self._flush(sink)
        finally:
            self._out = outer

    def finish_stopped(self, reason: Exit) -> list[Emission]:
        """The frames of the packet with which `fast_path` stopped, for a caller that runs its machine code itself."""
        assert self._fast is not None, "there is no machine code that could have stopped"
        outer, self._out = self._out, []
        try:
            self._fast.finish(reason)
            return self._out
        finally:
            self._out = outer

    def _flush(self, sink: BurstSink) -> None:
        if self._out:
            emissions, self._out = self._out, []
            sink.emissions(emissions)

    @property
    def takes_records(self) -> bool:
        """Whether `receive_records` may be called now: the program runs natively, untraced."""
        return self._fast is not None

    def advance(self, now_us: int) -> list[Emission]:
        """Frames whose queue delay has passed by `now_us`."""
        outer, self._out = self._out, []
        try:
            self._drain(now_us)
            return self._out
        finally:
            self._out = outer

    def hold(self, port: int) -> None:
        """Let packets for `port` wait in its queues, at any rate: the port's peer takes no more frames."""
        self._queues.hold(port)
        self._plan()

    def release(self, port: int, now_us: int) -> list[Emission] | None:
        """The frames of the next packet that waits for a held port, in the order of priorities.

        None when no packet is due there: the port is then held no more.
        """
        outer, self._out = self._out, []
        try:
            released = self._plane is not None and self._plane.release(port, now_us)
            self._plan()
            return self._out if released else None
        finally:
            self._out = outer

    def next_event_us(self) -> int | None:
        """When `advance` has something to do next, or None."""
        return self._queues.next_event_us()

    def set_queue_depth(self, packets: int, port: int | None = None, priority: int | None = None) -> None:
        """Capacity in packets (default 64) of one queue, all queues of a port, or all queues (BMv2 set_queue_depth)."""
        self._queues.set_depth(packets, port, priority)

    def set_queue_rate(self, pps: int, port: int | None = None, priority: int | None = None) -> None:
        """Rate in packets per second; 0 = unlimited (BMv2 set_queue_rate)."""
        self._queues.set_rate(pps, port, priority)

    def set_port_up(self, port: int, up: bool) -> None:
        """Say that a port's link went up or down: selectors stop picking members that watch a port which is down.

        Frames are processed and sent all the same, as in BMv2: it is the caller who has the link.
        """
        self.ports.set(port, up)
        self.ports_changed()

    def ports_changed(self) -> None:
        """Take notice of changes made in `ports` itself."""
        if self.state is not None:
            self.state.ports_changed()

    def emit(self, port: int, priority: int, frame: bytes) -> None:
        """Called by the data plane with a frame that leaves the switch."""
        if port == self.cpu_port and self.packet_in_listener is not None:
            self.packet_in_listener(frame)
        else:
            self._out.append(Emission(port, priority, frame))

    def digest(self, learn_id: int, values: tuple[int, ...]) -> None:
        """Called by the data plane with a digest."""
        listeners = [each for each in (self.digest_listener, self.digest_observer) if each is not None]
        if listeners and self.program is not None:
            learn = self.program.learn_lists[learn_id]
            for listener in listeners:
                listener(Digest(learn_id, learn.name, values, learn.widths))

    def fault(self, number: int, where: str, error: Exception) -> None:
        """Called by the data plane when processing packet `number` failed."""
        self.faults += 1
        self.drops["internal error"] += 1
        if self.faults_are_fatal:
            raise SwitchFault(f"packet {number}: {where}: {type(error).__name__}: {error}") from error
        _LOG.error("packet %d dropped in %s: %s: %s", number, where, type(error).__name__, error)

    def _drain(self, now_us: int) -> None:
        if self._plane is not None and self._queues.next_event_us() is not None:
            self._plane.drain(now_us)
            self._plan()

    def _plan(self) -> None:
        """The fast path must know what waits in queues."""
        if self._fast is not None:
            self._fast.plan()

    def _go_native(self, native: NativeSwitch) -> None:
        """Make machine code, and go on with it, unless another program has come."""
        start = time.monotonic()
        with _MAKING:
            if self._native is not native:
                return
            reason = make_native(native)
        with self.lock:
            if self._native is not native or self.state is None:
                return
            if reason is None:
                self._bind(self.state)
                seconds = time.monotonic() - start
                _LOG.info("device %d: machine code runs the program now; it took %.1f s", self.device_id, seconds)
            else:
                self._native, self.engine_reason = None, reason
                _LOG.info("device %d: the program runs in Python: %s", self.device_id, reason)
            if self.engine_listener is not None:
                self.engine_listener(reason)

    def _leave_native(self) -> None:
        """From here on packets go through generated Python."""
        if self._fast is not None:
            self._fast.leave()
            self._packets, self._fast = self._fast.packets, None

    def _bind(self, state: SwitchState) -> None:
        self._leave_native()
        if self._native is not None and self._native.is_made and self._tracer is None:
            self._fast = self._native.bind(self, state, self._queues, self._rng)
            self._fast.packets = self._packets
            self._plane = self._fast.plane
            return
        compiled = compile_program(state.program, self._tracer is not None)
        engine = compiled.bind(state, drop_port=self.drop_port, rng=self._rng, tracer=self._tracer)
        self._plane = DataPlane(self, engine, state, self._queues, self._tracer)
