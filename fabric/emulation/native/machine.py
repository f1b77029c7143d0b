# SPDX-License-Identifier: Apache-2.0
"""Machine code of the whole core, and how Python calls it.

It takes frames through switches, and runs the loop that comes back when Python is needed.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache

from llvmlite import ir

from fabric.emulation.native.code import (
    add,
    call,
    call_at,
    declare_library,
    declare_python,
    emit_arrivals,
    emit_events,
    emit_links,
    emit_nics,
    emit_sent,
    get,
    put,
    wire_at,
)
from fabric.emulation.native.words import (
    EVENT_BYTES,
    SUBJECT,
    WHAT,
    WHEN,
    Ask,
    Back,
    Core,
    Frame,
    Happens,
    Switch,
    Wire,
)
from p4soft.llvm.ir import I64, VOID, Code, Word, function
from p4soft.llvm.jit import Compiled

# --- The core --------------------------------------------------------------------------------------------------------


_NS_OF_US = 1000
_ONE_DONE = 1
"""What a switch's machine code says of one frame that it took to its end (`native.burst`)."""

_ENDS = ((Core.HALT, 1, Back.HALT), (Core.LEFT, 0, Back.PAUSE), (Core.EVENTS, 0, Back.EMPTY))
"""Words of the core that end a run when they have these values."""


def module() -> ir.Module:
    """The module.

    * `run(core, until)`: events up to and including `until`, until Python is needed: a `Back`;
    * `pump(core, nic)`, `arm(core, nic, when)`: see `code`;
    * `inject(core, direction, origin, data, length, owner)`: a NIC sends a frame, whose bytes are those of `owner`;
    * `forward(core, switch, port, priority, data, length)`: a switch emits a frame that Python made of the one held;
    * `emit(core, switch, port, priority, data, length)`: a switch emits a frame that it had kept: it is of no NIC;
    * `call_later(core, when, number)`: `run` is to come back with this number then;
    * `lose_queued(core, direction)`, and `clear(core)`, which gives back every frame on its way.
    """
    made = ir.Module("emulator")
    declare_library(made)
    declare_python(made)
    emit_events(made)
    emit_arrivals(made)
    emit_links(made)
    _emit_inject(made)
    emit_nics(made)
    emit_sent(made)
    _emit_output(made)
    _emit_pass(made)
    _emit_arrived(made)
    _emit_run(made)
    _emit_forward(made)
    _emit_emit(made)
    _emit_call_later(made)
    _emit_clear(made)
    return made


def _switch_at(f: Code, core: Word, number: Word) -> Word:
    return get(f, core, Core.SWITCHES) + number * (8 * Switch.WORDS)


def _bytes_of(f: Code, frame: Word) -> Word:
    return get(f, frame, Frame.DATA)


def _copy_header(f: Code, core: Word, source: Word, to: Word) -> None:
    """Copy a frame's header, without its length, its address and its successor in a queue."""
    skipped = 8 * Frame.ORIGIN
    call(f, "memcpy", to + skipped, source + skipped, get(f, core, Core.HEADER) - skipped)


def _hold(f: Code, core: Word, frame: Word) -> None:
    put(f, core, Core.HELD, frame)
    call(f, "memcpy", core + 8 * Core.FRAME, frame, get(f, core, Core.HEADER))


def _out_of_memory(f: Code, core: Word) -> None:
    put(f, core, Core.HALT, 1)


def _emit_output(made: ir.Module) -> None:
    """`output(core, number, frame, size, port, priority)`: a frame made of one of `size` bytes leaves a switch."""
    with function(made, "output", VOID, (I64,) * 6) as (f, (core, number, frame, size, port, priority)):
        switch = _switch_at(f, core, number)
        add(f, switch, Switch.EMITTED)
        direction = f.variable(0)
        with f.when(port < get(f, switch, Switch.PORTS)):
            direction.set(f.load(get(f, switch, Switch.OUTPUTS) + (port << 3)))
        with f.when(direction.get().equals(0)):
            add(f, switch, Switch.UNCONNECTED)
            call(f, "give_back", core, frame)
            f.ret()
        trail = frame + 8 * Frame.TRAIL + ((number >> 6) << 3)
        f.store(f.load(trail) | (f.constant(1) << (number & 63)), trail)
        chosen = direction.get() - 1
        with f.when(get(f, frame, Frame.LENGTH) < size):
            put(f, frame, Frame.TRIMMED, 1)
            add(f, switch, Switch.TRIMMED)
            add(f, wire_at(f, core, chosen), Wire.TRIMS)
        call(f, "send", core, chosen, frame, priority)
        f.ret()


def _emit_pass(made: ir.Module) -> None:
    """`pass(core, number, port, frame)`: a frame arrives at a switch; a `Back`."""
    with function(made, "pass", I64, (I64,) * 4) as (f, (core, number, port, frame)):
        switch = _switch_at(f, core, number)
        add(f, switch, Switch.RECEIVED)
        with f.when(get(f, switch, Switch.STOPPED).differs(0)):
            add(f, switch, Switch.BLACKHOLED)
            call_at(f, get(f, core, Core.HOST), (f.constant(Ask.VANISHED), number, frame))
            call(f, "give_back", core, frame)
            f.ret(f.constant(Back.NOTHING))
        put(f, core, Core.REASON, 0)
        code, size = get(f, switch, Switch.CODE), get(f, frame, Frame.LENGTH)
        with f.when(code.differs(0)):
            room = size + get(f, switch, Switch.HEADERS)
            onward = call(f, "new_frame", core, room)
            with f.when(onward.equals(0)):
                _out_of_memory(f, core)
                call(f, "give_back", core, frame)
                f.ret(f.constant(Back.NOTHING))
            put(f, core, Core.IN_PORT, port | (size << 32))
            put(f, core, Core.IN_DATA, _bytes_of(f, frame))
            put(f, core, Core.IN_TIME, get(f, core, Core.NOW) // _NS_OF_US)
            put(f, core, Core.OUT_RECORDS, core + 8 * Core.RECORD)
            put(f, core, Core.OUT_LIMIT, 1)
            put(f, core, Core.OUT_COUNT, 0)
            put(f, core, Core.OUT_BYTES, _bytes_of(f, onward))
            put(f, core, Core.OUT_SIZE, room)
            put(f, core, Core.OUT_USED, 0)
            given = (
                get(f, switch, Switch.CONTEXT),
                f.constant(1),
                core + 8 * Core.IN_PORT,
                core + 8 * Core.OUT_RECORDS,
            )
            result = call_at(f, code, given)
            with f.when(f.load(get(f, switch, Switch.FAILED)).differs(0)):
                call_at(f, get(f, core, Core.HOST), (f.constant(Ask.FAILED), number, result))
            with f.when(result.equals(_ONE_DONE)):
                with f.either(get(f, core, Core.OUT_COUNT).equals(0)) as (none, one):
                    with none:
                        add(f, switch, Switch.CONSUMED)
                        call(f, "give_back", core, onward)
                    with one:
                        _copy_header(f, core, frame, onward)
                        put(f, onward, Frame.LENGTH, get(f, core, Core.OUT_USED))
                        where = get(f, core, Core.RECORD)
                        call(f, "output", core, number, onward, size, where & 0xFFFF_FFFF, where >> 32)
                call(f, "give_back", core, frame)
                f.ret(f.constant(Back.NOTHING))
            call(f, "give_back", core, onward)
            put(f, core, Core.REASON, result)
        put(f, core, Core.WHO, number)
        put(f, core, Core.PORT, port)
        _hold(f, core, frame)
        f.ret(f.constant(Back.SWITCH))


def _emit_arrived(made: ir.Module) -> None:
    """`arrived(core, direction, epoch, frame)`: a frame's last bit is at the end of a direction; a `Back`."""
    with function(made, "arrived", I64, (I64,) * 4) as (f, (core, number, epoch, frame)):
        wire = wire_at(f, core, number)
        with f.when(get(f, wire, Wire.EPOCH).differs(epoch)):
            add(f, wire, Wire.LOST_DOWN)
            call(f, "give_back", core, frame)
            f.ret(f.constant(Back.NOTHING))
        add(f, wire, Wire.DELIVERED_FRAMES)
        add(f, wire, Wire.DELIVERED_BYTES, get(f, frame, Frame.LENGTH))
        sink, port = get(f, wire, Wire.SINK), get(f, wire, Wire.SINK_PORT)
        with f.when(get(f, wire, Wire.SINK_IS_NIC).equals(0)):
            f.ret(call(f, "pass", core, sink, port, frame))
        f.ret(call(f, "deliver", core, sink, port, frame))


def _give_back_held(f: Code, core: Word) -> None:
    held = get(f, core, Core.HELD)
    with f.when(held.differs(0)):
        call(f, "give_back", core, held)
        put(f, core, Core.HELD, 0)


def _emit_run(made: ir.Module) -> None:
    with function(made, "run", I64, (I64, I64)) as (f, (core, until)):
        _give_back_held(f, core)
        back = f.variable(Back.NOTHING)
        with f.loop(lambda: back.get().equals(Back.NOTHING)):
            for word, value, why in _ENDS:
                with f.when(get(f, core, word).equals(value)):
                    f.ret(f.constant(why))
            when = f.load(get(f, core, Core.HEAP) + WHEN)
            with f.when(when > until):
                put(f, core, Core.NOW, until)
                f.ret(f.constant(Back.UNTIL))
            put(f, core, Core.NOW, when)
            add(f, core, Core.PROCESSED)
            put(f, core, Core.LEFT, get(f, core, Core.LEFT) - 1)
            call(f, "pop", core)
            event = get(f, core, Core.HEAP) + get(f, core, Core.EVENTS) * EVENT_BYTES
            what, subject = f.load(event + WHAT), f.load(event + SUBJECT)
            kind, number, epoch = what & 3, (what >> 2) & (1 << 30) - 1, what >> 32
            with f.when(kind.equals(Happens.SENT)):
                back.set(call(f, "sent", core, number, epoch))
            with f.when(kind.equals(Happens.ARRIVED)):
                back.set(call(f, "arrived", core, number, epoch, subject))
            with f.when(kind.equals(Happens.CALL)):
                put(f, core, Core.WHO, subject)
                back.set(Back.CALL)
            with f.when(kind.equals(Happens.WAKE)):
                back.set(call(f, "woken", core, number, subject))
        f.ret(back.get())


def _made_of(f: Code, core: Word, data: Word, length: Word) -> Word:
    """A new frame with these bytes; the function ends, and the run with it, when there is no memory."""
    frame = call(f, "new_frame", core, length)
    with f.when(frame.equals(0)):
        _out_of_memory(f, core)
        f.ret()
    call(f, "memcpy", _bytes_of(f, frame), data, length)
    return frame


def _begin(f: Code, core: Word, frame: Word, origin: Word) -> None:
    place = f.variable(f.constant(8 * Frame.TRIMMED))
    with f.loop(lambda: place.get() < get(f, core, Core.HEADER)):
        f.store(0, frame + place.get(), 64)
        place.set(place.get() + 8)
    put(f, frame, Frame.ORIGIN, origin)
    put(f, frame, Frame.BORN, get(f, core, Core.NOW))


def _emit_inject(made: ir.Module) -> None:
    with function(made, "inject", VOID, (I64,) * 6) as (f, (core, direction, origin, data, length, owner)):
        frame = call(f, "new_frame", core, f.constant(0))
        with f.when(frame.equals(0)):
            _out_of_memory(f, core)
            f.ret()
        put(f, frame, Frame.LENGTH, length)
        put(f, frame, Frame.DATA, data)
        put(f, frame, Frame.OWNER, owner)
        call(f, "Py_IncRef", owner)
        _begin(f, core, frame, origin)
        call(f, "send", core, direction, frame, f.constant(0))
        f.ret()


def _emit_forward(made: ir.Module) -> None:
    with function(made, "forward", VOID, (I64,) * 6) as (f, (core, switch, port, priority, data, length)):
        frame, held = _made_of(f, core, data, length), get(f, core, Core.HELD)
        _copy_header(f, core, held, frame)
        call(f, "output", core, switch, frame, get(f, held, Frame.LENGTH), port, priority)
        f.ret()


def _emit_emit(made: ir.Module) -> None:
    with function(made, "emit", VOID, (I64,) * 6) as (f, (core, switch, port, priority, data, length)):
        frame = _made_of(f, core, data, length)
        _begin(f, core, frame, f.constant((1 << 64) - 1))
        call(f, "output", core, switch, frame, f.constant(0), port, priority)
        f.ret()


def _emit_call_later(made: ir.Module) -> None:
    with function(made, "call_later", VOID, (I64, I64, I64)) as (f, (core, when, number)):
        with f.when(call(f, "push", core, when, f.constant(Happens.CALL), number).equals(0)):
            _out_of_memory(f, core)
        f.ret()


def _emit_clear(made: ir.Module) -> None:
    with function(made, "clear", VOID, (I64,)) as (f, (core,)):
        _give_back_held(f, core)
        left = f.variable(get(f, core, Core.EVENTS))
        with f.loop(lambda: left.get().differs(0)):
            left.set(left.get() - 1)
            event = get(f, core, Core.HEAP) + left.get() * EVENT_BYTES
            with f.when((f.load(event + WHAT) & 3).equals(Happens.ARRIVED)):
                call(f, "give_back", core, f.load(event + SUBJECT))
        with f.loop(lambda: get(f, core, Core.POOL).differs(0)):
            frame = get(f, core, Core.POOL)
            put(f, core, Core.POOL, get(f, frame, Frame.NEXT))
            call(f, "free", frame)
        put(f, core, Core.EVENTS, 0)
        for word in (Core.HEAP, Core.USE_RECORDS):
            call(f, "free", get(f, core, word))
            put(f, core, word, 0)
        put(f, core, Core.USE_ROOM, 0)
        f.ret()


# --- As Python calls it ----------------------------------------------------------------------------------------------


_WORD = ctypes.c_uint64
HOST = ctypes.CFUNCTYPE(_WORD, _WORD, _WORD, _WORD)
"""What the machine code calls: `(what, number, subject)`."""


class Machine:
    """The functions of `code.module`. Python's lock is kept while they run: they come back soon."""

    def __init__(self) -> None:
        self._code = Compiled(module())
        self.run = self._function("run", 2, result=_WORD)
        self.pump = self._function("pump", 2, result=_WORD)
        self.arm = self._function("arm", 3)
        self.inject = self._function("inject", 3, _BYTES, _WORD, ctypes.py_object)
        self.forward = self._function("forward", 4, _BYTES, _WORD)
        self.emit = self._function("emit", 4, _BYTES, _WORD)
        self.call_later = self._function("call_later", 3)
        self.lose_queued = self._function("lose_queued", 2)
        self.clear = self._function("clear", 1)

    def _function(self, name: str, words: int, *more: type, result: type | None = None) -> Callable[..., int]:
        kind = ctypes.PYFUNCTYPE(result, *([_WORD] * words), *more)
        return kind(self._code.address(name))


_BYTES = ctypes.c_char_p


@cache
def machine() -> Machine:
    return Machine()
