# SPDX-License-Identifier: Apache-2.0
"""A program as machine code, compiled once for every switch that runs it; and the code bound to one switch.

`NativeEngine` has the functions of `codegen.runtime.Engine`, and bursts.
"""

from __future__ import annotations

import ctypes
import logging
import random
import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from llvmlite import ir
from msgspec import Struct
from typing_extensions import override

from p4soft.interpreter import deep_recursion
from p4soft.llvm import LLVM, REGISTERS_ONLY, Code, assemble_all, bounds, linked, pieces
from p4soft.llvm.bounds import OBJECTS, BoundsError, Extent
from p4soft.llvm.jit import Artifact, cache_key, read_cached, source_digest, write_cached
from p4soft.switch.codegen.layout import FRAME, Layout, Packet, Slots
from p4soft.switch.codegen.runtime import AssertionFailed, Engine, format_message
from p4soft.switch.native import layout
from p4soft.switch.native.burst import REASON, Frame, Out, Sent, emit_burst
from p4soft.switch.native.calculations import emit_calculation, emit_checksums
from p4soft.switch.native.control import emit_action, emit_control
from p4soft.switch.native.fixed import EXTERNS, TABLES
from p4soft.switch.native.layout import FOREVER, FRAME_LENGTH, FRAME_POINTER, Exit, Host, NativeLayout, NativePacket
from p4soft.switch.native.memory import Arena, read_word, write_word
from p4soft.switch.native.parser import emit_deparser, emit_parser, room_for_headers
from p4soft.switch.native.storage import NativeStorage
from p4soft.switch.native.tables import make_native_index
from p4soft.switch.native.unit import FAILED, Unit, for_python
from p4soft.switch.program.cursor import ProgramError
from p4soft.switch.program.model import Program
from p4soft.switch.program.reach import reach
from p4soft.switch.state import SwitchState

# --- Compiler --------------------------------------------------------------------------------------------------------


SPEED = 2
LARGE = 1000
"""Blocks of a function from which on a program is not optimised: LLVM would take too long over it, or give up."""

MOST_IN_MEMORY = 64
"""Programs whose machine code stays in memory."""


class NativeProgram(Struct, frozen=True, eq=False):
    """The machine code of a program, shared by every switch that runs it or one that reads the same."""

    program: Program
    layout: NativeLayout
    code: Code
    artifact: Artifact


def build(program: Program, layout: NativeLayout) -> Unit:
    """The module of a program.

    Raises:
        Unsupported: the program has something that the native engine does not do.
        ProgramError: it cannot be run at all.
    """
    with deep_recursion():
        try:
            return _build(program, layout)
        except (RecursionError, MemoryError) as error:
            raise ProgramError(program.source, "$", "an expression is nested too deeply") from error


def _build(program: Program, layout: NativeLayout) -> Unit:
    unit = Unit(layout)
    for name, calculation in program.calculations.items():
        function = f"calculation.{calculation.id}"
        emit_calculation(unit, function, calculation.algo, calculation.inputs, (Host.HASH, calculation.id))
        unit.calculations[name] = unit.module.globals[function]
    for name, profile in program.action_profiles.items():
        if profile.selector_algo is not None:
            function = f"selector.{profile.id}"
            host = (Host.SELECT, profile.id)
            emit_calculation(unit, function, profile.selector_algo, profile.selector_input, host)
            unit.selectors[name] = unit.module.globals[function]
    for action in program.actions.values():
        emit_action(unit, action)
    arena = Arena()
    for table in program.tables():
        if table.key and not table.is_constant:
            index = make_native_index(table, arena)
            unit.lookups[table.name] = index.emit_lookup(unit.module, f"lookup.{table.id}")
            unit.lookups[table.name].linkage = "internal"
            ahead = index.emit_ahead(unit.module, f"lookup.{table.id}")
            if ahead is not None:
                unit.ahead[table.name] = ahead
                for function in ahead.functions:
                    function.linkage = "internal"
    emit_checksums(unit)
    emit_parser(unit, program.parsers["parser"])
    emit_control(unit, "ingress", program.pipelines["ingress"])
    emit_control(unit, "egress", program.pipelines["egress"])
    emit_deparser(unit, program.deparsers["deparser"])
    emit_burst(unit, room_for_headers(unit, program.deparsers["deparser"]))
    return unit


@lru_cache(maxsize=MOST_IN_MEMORY)
def compile_native(program: Program) -> NativeProgram:
    """The machine code of a program.

    Raises:
        Unsupported: native code cannot run it.
        ProgramError: nothing can.
    """
    return finish(begin(program))


class Begun(Struct, frozen=True):
    """A program before LLVM's work on it.

    Attributes:
        unit: what LLVM has to compile; None: nothing, since the machine code is in memory or on disk.
    """

    program: Program
    layout: NativeLayout
    unit: Unit | None


def begin(program: Program) -> Begun:
    """The quick part of `compile_native`, which finds nearly all that native code cannot run; raises as that does."""
    layout = NativeLayout(Layout(program))
    if _find(_name(program)) is not None:
        return Begun(program, layout, None)
    LLVM.start()
    return Begun(program, layout, build(program, layout))


def finish(begun: Begun) -> NativeProgram:
    """The rest, which may take LLVM long, in any thread; raises Unsupported."""
    program, name = begun.program, _name(begun.program)
    known = _find(name)
    if known is None:
        unit = begun.unit if begun.unit is not None else build(program, begun.layout)
        artifact = _compiled(program, unit)
        write_cached(name, artifact)
        known = _keep(name, artifact)
    code, artifact = known
    return NativeProgram(program, begun.layout, code, artifact)


_known: OrderedDict[str, tuple[Code, Artifact]] = OrderedDict()
_lock = threading.Lock()
"""Of `_known`: a switch's machine code may be made in a thread."""


def _name(program: Program) -> str:
    with deep_recursion():
        return cache_key(program.text, _engine_source(), SPEED, LARGE, bounds.CHECKED)


def _engine_source() -> str:
    """A digest of the source that a program's machine code depends on; `p4soft.llvm` adds its own."""
    here = Path(__file__).parent
    switch = here.parent
    rooms = (here, here / "tables", here / "fixed", switch / "codegen", switch / "program", switch / "hashes.py")
    return source_digest(*rooms)


def _find(name: str) -> tuple[Code, Artifact] | None:
    with _lock:
        known = _known.get(name)
        if known is not None:
            _known.move_to_end(name)
            return known
    artifact = read_cached(name)
    return None if artifact is None else _keep(name, artifact)


def _keep(name: str, artifact: Artifact) -> tuple[Code, Artifact]:
    code = Code(*artifact.images)
    bounds.attach(code)
    with _lock:
        known = _known[name] = code, artifact
        if len(_known) > MOST_IN_MEMORY:
            _known.popitem(last=False)
    return known


def _compiled(program: Program, unit: Unit) -> Artifact:
    images = assemble_all(
        [(text, REGISTERS_ONLY if longest > LARGE else SPEED) for text, longest in _pieces(unit.module)]
    )
    headers = room_for_headers(unit, program.deparsers["deparser"])
    return Artifact(images, headers, tuple(unit.failures), tuple(unit.messages))


def _pieces(module: ir.Module) -> list[tuple[str, int]]:
    """The pieces of a module, each with the number of blocks of its longest function."""
    fixed = TABLES.linked + EXTERNS.linked
    if not bounds.CHECKED:
        return [(linked(text, fixed), longest) for text, longest in pieces(module)]
    longest = max(len(f.blocks) for f in module.functions)  # without the checks
    others = bounds.add_checks(module, fixed)  # what they find is in the module: it stays one
    return [(linked(str(module), others), longest)]


# --- What native code asks Python for, while a packet is where it is: see `layout.Host` ------------------------------


_LOG = logging.getLogger("p4soft.switch.p4")
_MASK64 = (1 << 64) - 1
_SIGNATURE = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_void_p)


class HostCalls:
    """Python's end for one switch.

    Attributes:
        address: what native code calls.
        error: what went wrong in a call since it was last taken; the call itself gave 0.
        failed: a word that native code may look at: not 0 while there is an error.
    """

    def __init__(self, native: NativeProgram, state: SwitchState) -> None:
        self.error: Exception | None = None
        self.failed = ctypes.c_uint64(0)
        self._messages = native.artifact.messages
        program = native.program
        self._hashes = {c.id: state.hashes[c.name] for c in program.calculations.values()}
        self._selectors = {p.id: state.selector_hashes.get(p.name) for p in program.action_profiles.values()}
        self._calls: dict[int, Callable[[int, int], int]] = {
            Host.LOG: self._log,
            Host.HASH: self._hash,
            Host.SELECT: self._select,
        }
        self._function = _SIGNATURE(self._call)
        self.address = ctypes.cast(self._function, ctypes.c_void_p).value or 0

    def take_error(self) -> Exception | None:
        """The error that was raised in Python, once."""
        error, self.error = self.error, None
        self.failed.value = 0
        return error

    def _call(self, what: int, number: int, arguments: int | None) -> int:
        try:
            return self._calls[what](number, arguments or 0) & _MASK64
        except Exception as error:  # noqa: BLE001  it cannot pass through native code: whoever called that raises it
            self.error = error
            self.failed.value = 1
            return 0

    def _log(self, number: int, at: int) -> int:
        template, words = self._messages[number]
        values = []
        for size in words:
            values.append(int.from_bytes(ctypes.string_at(at, 8 * size), "little", signed=True))
            at += 8 * size
        _LOG.info("%s", format_message(template, values))
        return 0

    def _hash(self, number: int, at: int) -> int:
        return self._hashes[number](_address_word(at))

    def _select(self, number: int, at: int) -> int:
        function = self._selectors[number]
        assert function is not None, number
        return function(_address_word(at))


def _address_word(at: int) -> bytes:
    """The bytes of two (address, length) pairs."""
    first, length, second, more = (ctypes.c_uint64 * 4).from_address(at)
    return ctypes.string_at(first, length) + (ctypes.string_at(second, more) if more else b"")


# --- The engine ------------------------------------------------------------------------------------------------------


_POINTER, _LONG, _INT = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32


_EXITS = tuple(Exit)


class Stopped(Struct, frozen=True):
    """How a burst ended: frames taken, why it stopped, and the packet that is Python's to finish, if one is."""

    taken: int
    reason: Exit

    @classmethod
    def of(cls, result: int) -> Stopped:
        """From what machine code's `burst` returned."""
        return cls(result & 0xFFFF_FFFF, _EXITS[result >> REASON])


class Entry(Struct, frozen=True):
    """Where a switch's machine code is.

    Attributes:
        burst, context: addresses of the program's function and of this switch's context.
        failed: address of a word that is 0 unless a call into Python went wrong.
        headers: bytes by which a frame may grow.
        reach: so many bytes from a frame's start the program may look at.
    """

    burst: int
    context: int
    failed: int
    headers: int
    reach: int


class NativeEngine:
    """One switch's machine code at work.

    Attributes:
        engine: what `dataplane` needs.
        headers: bytes by which a frame may grow.
    """

    def __init__(
        self, native: NativeProgram, state: SwitchState, storage: NativeStorage, *, drop_port: int, rng: random.Random
    ) -> None:
        self.native = native
        self.headers = native.artifact.headers
        self.storage = storage
        self._layout = native.layout
        self._host = HostCalls(native, state)
        self._rng = rng
        storage.random.take(rng)
        self._packet = storage.memory.allocate(native.layout.size, "the packet at work")
        slots = Slots.of(native.layout.layout)
        for index, value in (
            (layout.DROP_PORT, drop_port & slots.port_mask),
            (layout.NOT_DROPPED, (drop_port + 1) & slots.port_mask),
            (layout.NEXT_NS, FOREVER),
            (layout.CPU_PORT, (1 << 64) - 1),
            (layout.HOST, self._host.address),
            (layout.PACKET, self._packet.address),
        ):
            write_word(storage.word(index), value)
        code = native.code
        self._parse, self._verify, self._ingress, self._egress = (
            code.function(for_python(name), _POINTER, _POINTER, result=_INT)
            for name in ("parse", "verify", "ingress", "egress")
        )
        self._deparse = code.function(for_python("deparse"), *[_POINTER] * 4, result=_LONG)
        self._burst = code.function("burst", _POINTER, _LONG, _POINTER, _POINTER, result=_LONG)
        self.engine = Engine(
            native.layout.layout,
            self._running(self._parse),
            self._running(self._verify),
            self._running(self._ingress),
            self._running(self._egress),
            self.deparse,
            NativePacket.template(native.layout),
            self.adopt,
        )

    def leave(self) -> None:
        """This engine runs no more: what it has of Python's goes back."""
        self.storage.random.give_back(self._rng)

    def _running(self, function: Callable[..., int]) -> Callable[[Packet], None]:
        def run(packet: Packet) -> None:
            assert isinstance(packet, NativePacket), packet
            self._check(self._on_packet(function, packet))

        return run

    def _on_packet(self, function: Callable[..., int], packet: NativePacket, *room: int) -> int:
        """Call a function of machine code; `room`: where a frame may leave, and a word that is 0."""
        return function(self.storage.context, packet.address, *room)

    def room_for(self, packet: NativePacket) -> int:
        """Bytes that a packet may have when it leaves."""
        return self.headers + len(packet[FRAME]) + 8

    def _check(self, status: int) -> None:
        error = self._host.take_error()
        if error is not None:
            raise error
        if status >= FAILED:
            raise AssertionFailed(self.native.artifact.failures[status - FAILED])

    def adopt(self, packet: Packet) -> Packet:
        """A packet that the other engine began, for this one."""
        return packet if isinstance(packet, NativePacket) else NativePacket.of(self._layout, packet)

    def deparse(self, packet: Packet) -> bytes:
        assert isinstance(packet, NativePacket), packet
        room = ctypes.create_string_buffer(self.room_for(packet))
        copied = ctypes.c_int64(0)
        length = self._on_packet(self._deparse, packet, ctypes.addressof(room), ctypes.addressof(copied))
        self._check(-length if length < 0 else 0)
        return room.raw[:length]

    def burst(self, count: int, frames: int, out: int) -> Stopped:
        """Take `count` frames (address of Frames), and put what leaves where `out` (address of an Out) says."""
        return Stopped.of(self._burst(self.storage.context, count, frames, out))

    def stopped_packet(self) -> NativePacket:
        """The packet that a burst left to Python."""
        return NativePacket.at(self._layout, self._packet.address)

    def failure(self) -> Exception:
        """Why that packet failed, or what went wrong in Python meanwhile."""
        error = self._host.take_error()
        if error is not None:
            return error
        return AssertionFailed(self.native.artifact.failures[read_word(self.storage.word(layout.EXIT_STATUS)) - FAILED])

    @property
    def entry(self) -> Entry:
        """For machine code that calls this one's `burst` itself."""
        return Entry(
            self.native.code.address("burst"),
            self.storage.context,
            ctypes.addressof(self._host.failed),
            self.headers,
            reach(self.native.program),
        )

    @property
    def failed_in_python(self) -> bool:
        """Whether a call from native code into Python went wrong."""
        return self._host.error is not None

    def where_to(self) -> tuple[int, int]:
        """Port and priority of a packet that stopped in egress."""
        return read_word(self.storage.word(layout.EXIT_PORT)), read_word(self.storage.word(layout.EXIT_PRIORITY))

    def set_word(self, index: int, value: int) -> None:
        write_word(self.storage.word(index), value & ((1 << 64) - 1))

    def word(self, index: int) -> int:
        return read_word(self.storage.word(index))


# --- The engine of a process that checks bounds: says what machine code may touch, call by call ----------------------


_GAP = 64


class CheckedEngine(NativeEngine):
    """A native engine whose machine code has bounds checks.

    What they find is a fault of the switch, and what the burst has sent until then does not leave.

    A burst's frames are copied to where nothing follows them, so that a step beyond one is not a step into the next.
    """

    _frames: ctypes.Array[ctypes.c_char]
    """Those of the last burst: the packet that it stopped with has one of them."""

    @override
    def _on_packet(self, function: Callable[..., int], packet: NativePacket, *room: int) -> int:
        frame = Extent(read_word(packet.address + FRAME_POINTER), read_word(packet.address + FRAME_LENGTH), "the frame")
        extents = [Extent(packet.address, self.native.layout.size, "the packet in Python"), frame]
        extents += [Extent(at, self.room_for(packet), "the frame that leaves") for at in room]
        with OBJECTS.visiting(*extents):
            status = super()._on_packet(function, packet, *room)
        self._notice()
        return status

    @override
    def burst(self, count: int, frames: int, out: int) -> Stopped:
        staged, extents = self._stage((Frame * count).from_address(frames))
        where = Out.from_address(out)
        extents += [
            Extent(out, ctypes.sizeof(Out), "where the output is"),
            Extent(where.records, where.limit * ctypes.sizeof(Sent), "the records of frames that leave"),
            Extent(where.bytes, where.size, "the bytes of frames that leave"),
        ]
        sent, used = where.count, where.used
        with OBJECTS.visiting(*extents):
            stopped = super().burst(count, ctypes.addressof(staged), out)
        if self._notice():
            where.count, where.used = sent, used
        return stopped

    def _stage(self, frames: ctypes.Array[Frame]) -> tuple[ctypes.Array[Frame], list[Extent]]:
        """Copies of frames and of their records."""
        size = sum(frame.length + _GAP for frame in frames) + _GAP
        self._frames, copies = ctypes.create_string_buffer(size), type(frames).from_buffer_copy(frames)
        extents = [Extent(ctypes.addressof(copies), ctypes.sizeof(copies), "the records of frames")]
        at = ctypes.addressof(self._frames) + _GAP
        for number, copy in enumerate(copies):
            pointer = ctypes.addressof(copy) + Frame.data.offset
            ctypes.memmove(at, read_word(pointer), copy.length)
            write_word(pointer, at)
            extents.append(Extent(at, copy.length, f"frame {number} of a burst"))
            at += copy.length + _GAP
        return copies, extents

    def _notice(self) -> bool:
        """Whether checks have found something, which is then why the packet fails."""
        try:
            OBJECTS.check()
        except BoundsError as error:
            self._host.error = error
            return True
        return False
