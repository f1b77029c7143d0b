# SPDX-License-Identifier: Apache-2.0
"""Machine code for memory, frames, the heap of events, and calls to Python.

The heap keeps the order of `events.EventLoop`. Python's objects are called through its C API, by words, with Python's
lock held. An object that a function here makes is the caller's to give back (`let_go`).
"""

from __future__ import annotations

from collections.abc import Sequence

from llvmlite import ir

from fabric.emulation.native.words import EVENT_BYTES, NUMBER, SUBJECT, WHAT, WHEN, Core, Frame
from p4soft.llvm.ir import I32, I64, POINTER, VOID, Code, Operand, Word, function

# --- Memory, frames, events ------------------------------------------------------------------------------------------


_HEADROOM = 8
"""Bytes behind a frame that machine code of a switch may write beyond it."""

_FIRST_EVENTS = 1024

_POOLED = 5120
"""Bytes that a frame of the pool has room for: an MTU of 4096 with all headers. Longer ones are made and freed."""


def get(f: Code, base: Word, word: int) -> Word:
    """A word of a structure."""
    return f.load(base + 8 * word)


def put(f: Code, base: Word, word: int, value: Operand) -> None:
    """Set a word of a structure."""
    f.store(value, base + 8 * word, 64)


def add(f: Code, base: Word, word: int, amount: Operand = 1) -> None:
    """Add to a word of a structure."""
    put(f, base, word, get(f, base, word) + amount)


def declare_library(module: ir.Module) -> None:
    """The C library's functions that the code calls."""
    for name, result, arguments in (
        ("malloc", POINTER, (I64,)),
        ("realloc", POINTER, (POINTER, I64)),
        ("calloc", POINTER, (I64, I64)),
        ("free", VOID, (POINTER,)),
        ("memcpy", POINTER, (POINTER, POINTER, I64)),
    ):
        ir.Function(module, ir.FunctionType(result, arguments), name)


def call(f: Code, name: str, *arguments: Word) -> Word:
    """Call a function of the module; pointers are words."""
    callee = f.function.module.globals[name]
    result = f.call(callee, arguments)
    if callee.function_type.return_type == POINTER:
        return Word(f, f.builder.ptrtoint(result.value, I64))
    return result


def call_at(f: Code, address: Word, arguments: Sequence[Word]) -> Word:
    """Call a function of words at an address; its result is a word."""
    kind = ir.FunctionType(I64, [I64] * len(arguments))
    callee = f.builder.inttoptr(address.value, kind.as_pointer())
    return Word(f, f.builder.call(callee, [argument.value for argument in arguments]))


def emit_events(module: ir.Module) -> None:
    """Add `new_frame`, `give_back`, `push` and `pop`.

    * `new_frame(core, length)`: the address of a frame of so many bytes, 0 when there is no memory. Its header, but for
      the length, is whatever it is;
    * `give_back(core, frame)`: nobody needs it any more;
    * `push(core, when, what, subject)`: schedules an event behind all others of its time; 0 when there is no memory;
    * `pop(core)`: takes the first event off the heap and leaves it behind the heap's last one.
    """
    _emit_new_frame(module)
    _emit_push(module)
    _emit_pop(module)


def _emit_new_frame(module: ir.Module) -> None:
    with function(module, "new_frame", I64, (I64, I64)) as (f, (core, length)):
        pool = get(f, core, Core.POOL)
        pooled = length <= _POOLED
        with f.when(pooled & pool.differs(0)):
            put(f, core, Core.POOL, get(f, pool, Frame.NEXT))
            put(f, pool, Frame.LENGTH, length)
            put(f, pool, Frame.DATA, pool + get(f, core, Core.HEADER))
            f.ret(pool)
        room = pooled.choose(_POOLED, length)
        frame = call(f, "malloc", get(f, core, Core.HEADER) + room + _HEADROOM)
        with f.when(frame.differs(0)):
            put(f, frame, Frame.LENGTH, length)
            put(f, frame, Frame.ROOM, pooled.choose(_POOLED, f.constant(0)))
            put(f, frame, Frame.DATA, frame + get(f, core, Core.HEADER))
            put(f, frame, Frame.OWNER, 0)
        f.ret(frame)
    with function(module, "give_back", VOID, (I64, I64)) as (f, (core, frame)):
        owner = get(f, frame, Frame.OWNER)
        with f.when(owner.differs(0)):
            call(f, "Py_DecRef", owner)
            put(f, frame, Frame.OWNER, 0)
        with f.either(get(f, frame, Frame.ROOM).equals(0)) as (large, kept):
            with large:
                call(f, "free", frame)
            with kept:
                put(f, frame, Frame.NEXT, get(f, core, Core.POOL))
                put(f, core, Core.POOL, frame)
        f.ret()


def _copy(f: Code, source: Word, to: Word) -> None:
    for word in (WHEN, NUMBER, WHAT, SUBJECT):
        f.store(f.load(source + word), to + word)


def _emit_push(module: ir.Module) -> None:
    with function(module, "push", I64, (I64, I64, I64, I64)) as (f, (core, when, what, subject)):
        count = get(f, core, Core.EVENTS)
        room = get(f, core, Core.ROOM)
        with f.when(count.equals(room)):
            more = room.equals(0).choose(_FIRST_EVENTS, room * 2)
            larger = call(f, "realloc", get(f, core, Core.HEAP), more * EVENT_BYTES)
            with f.when(larger.equals(0)):
                f.ret(f.constant(0))
            put(f, core, Core.HEAP, larger)
            put(f, core, Core.ROOM, more)
        heap = get(f, core, Core.HEAP)
        put(f, core, Core.EVENTS, count + 1)
        number = get(f, core, Core.SEQUENCE) + 1
        put(f, core, Core.SEQUENCE, number)
        place = f.variable(count)
        with f.loop(lambda: place.get() > 0) as rising:
            above = (place.get() - 1) >> 1
            parent = heap + above * EVENT_BYTES
            # Of two events at one time the new one is the later.
            with f.when(f.load(parent + WHEN) <= when):
                rising.leave()
            _copy(f, parent, heap + place.get() * EVENT_BYTES)
            place.set(above)
        at = heap + place.get() * EVENT_BYTES
        for word, value in ((WHEN, when), (NUMBER, number), (WHAT, what), (SUBJECT, subject)):
            f.store(value, at + word)
        f.ret(f.constant(1))


def _earlier(f: Code, one: Word, other: Word) -> Word:
    """One bit: the event at `one` comes before that at `other`."""
    mine, theirs = f.load(one + WHEN), f.load(other + WHEN)
    return (mine < theirs) | (mine.equals(theirs) & (f.load(one + NUMBER) < f.load(other + NUMBER)))


def _emit_pop(module: ir.Module) -> None:
    with function(module, "pop", VOID, (I64,)) as (f, (core,)):
        heap = get(f, core, Core.HEAP)
        count = get(f, core, Core.EVENTS) - 1
        put(f, core, Core.EVENTS, count)
        last = heap + count * EVENT_BYTES
        taken = [f.load(heap + word) for word in (WHEN, NUMBER, WHAT, SUBJECT)]
        place = f.variable(0)
        with f.loop(lambda: f.constant(1, 1)) as sinking:
            left = place.get() * 2 + 1
            with f.when(left >= count):
                sinking.leave()
            right = left + 1
            left_at, right_at = heap + left * EVENT_BYTES, heap + right * EVENT_BYTES
            # Behind the last event of the heap is the one that is to be put in its place: never the earlier one.
            first = f.variable(left)
            with f.when(right < count), f.when(_earlier(f, right_at, left_at)):
                first.set(right)
            child = heap + first.get() * EVENT_BYTES
            with f.when(_earlier(f, last, child)):
                sinking.leave()
            _copy(f, child, heap + place.get() * EVENT_BYTES)
            place.set(first.get())
        _copy(f, last, heap + place.get() * EVENT_BYTES)
        for word, value in zip((WHEN, NUMBER, WHAT, SUBJECT), taken, strict=True):
            f.store(value, last + word)
        f.ret()


# --- Calls to Python -------------------------------------------------------------------------------------------------


_ROOM_BEFORE = 1 << 63
"""`PY_VECTORCALL_ARGUMENTS_OFFSET`: the called function may use the word before the arguments."""

_FAILED = (1 << 64) - 1


def declare_python(module: ir.Module) -> None:
    """Declare what the code calls of Python's C API."""
    for name, result, arguments in (
        ("PyObject_Vectorcall", POINTER, (POINTER, POINTER, I64, POINTER)),
        ("PyLong_FromLongLong", POINTER, (I64,)),
        ("PyLong_AsLongLong", I64, (POINTER,)),
        ("PyBytes_FromStringAndSize", POINTER, (POINTER, I64)),
        ("PyBytes_AsStringAndSize", I32, (POINTER, POINTER, POINTER)),
        ("PyTuple_GetItem", POINTER, (POINTER, I64)),
        ("PyErr_Occurred", POINTER, ()),
        ("Py_IncRef", VOID, (POINTER,)),
        ("Py_DecRef", VOID, (POINTER,)),
    ):
        ir.Function(module, ir.FunctionType(result, arguments), name)


def integer(f: Code, value: Word) -> Word:
    """A new `int` (signed); 0 when there is no memory."""
    return call(f, "PyLong_FromLongLong", value)


def let_go(f: Code, thing: Word) -> None:
    """Give back a reference, which may be 0."""
    call(f, "Py_DecRef", thing)


def call_object(f: Code, thing: Word, arguments: Sequence[Word]) -> Word:
    """What `thing(*arguments)` returns, a new reference; 0: it has raised an exception."""
    room = f.address(len(arguments) + 1)
    for place, argument in enumerate(arguments, 1):
        f.store(argument, room + 8 * place)
    count = f.constant(len(arguments) | _ROOM_BEFORE)
    return call(f, "PyObject_Vectorcall", thing, room + 8, count, f.constant(0))


def value_of(f: Code, thing: Word) -> tuple[Word, Word]:
    """The value of an `int`, and one bit: it has none, and there is an exception."""
    value = call(f, "PyLong_AsLongLong", thing)
    wrong = f.variable(0, 1)
    with f.when(value.equals(_FAILED)), f.when(call(f, "PyErr_Occurred").differs(0)):
        wrong.set(1)
    return value, wrong.get()
