# SPDX-License-Identifier: Apache-2.0
"""Machine code for the heap of events, for calls to Python, and for a frame's way over links and through NICs.

The heap keeps the order of `events.EventLoop`. Python's objects are called through its C API, by words, with Python's
lock held. If a function here makes an object, its caller gives the object back (`let_go`).

It does number for number what Python does. Links are `nodes.Direction`. NICs are asked as `nodes.NicNode` asks them,
call for call, unless a NIC is ODD. Counts are those of `nodes.PythonCounts`, per sending NIC, receiving NIC and path.
They are in a hash table of the core's, whose records are found by open addressing and never go.
"""

from __future__ import annotations

from collections.abc import Sequence

from llvmlite import ir

from fabric.emulation.events import BIT_NS, ETHERNET_OVERHEAD, MINIMUM_FRAME, PATIENCE_NS, PRIORITIES
from fabric.emulation.native.words import (
    EVENT_BYTES,
    NUMBER,
    SUBJECT,
    WHAT,
    WHEN,
    Ask,
    Back,
    Core,
    Frame,
    Happens,
    Nic,
    Use,
    Wire,
)
from p4soft.llvm.ir import I32, I64, POINTER, VOID, Code, Operand, Word, function

# --- Memory, frames, events ------------------------------------------------------------------------------------------


_HEADROOM = 8
"""Bytes behind a frame that machine code of a switch may write beyond it."""

_FIRST_EVENTS = 1024

_POOLED = 5120
"""Bytes that a frame of the pool has room for: an MTU of 4096 with all headers. Longer ones are made and freed."""


def get(f: Code, base: Word, word: int) -> Word:
    return f.load(base + 8 * word)


def put(f: Code, base: Word, word: int, value: Operand) -> None:
    f.store(value, base + 8 * word, 64)


def add(f: Code, base: Word, word: int, amount: Operand = 1) -> None:
    put(f, base, word, get(f, base, word) + amount)


def declare_library(module: ir.Module) -> None:
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

    * `new_frame(core, length)`: the address of a frame of `length` bytes, 0 when there is no memory. Of its header
      only the length is set;
    * `give_back(core, frame)`: it is not needed any more;
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


# --- Links -----------------------------------------------------------------------------------------------------------


def emit_links(module: ir.Module) -> None:
    """Add `send`, `lose_queued` and what they need.

    * `send(core, direction, frame, priority)`: the number of a direction, a frame that is its from now on;
    * `lose_queued(core, direction)`: gives back what is queued.
    """
    _emit_start(module)
    _emit_send(module)
    _emit_lose_queued(module)


def wire_at(f: Code, core: Word, number: Word) -> Word:
    return get(f, core, Core.DIRECTIONS) + number * (8 * Wire.WORDS)


def _free_port(f: Code, wire: Word, *, free: bool) -> None:
    """Note in its NIC's mask, if a NIC sends on it, that the port of a direction is free, or not any more."""
    mask = get(f, wire, Wire.SENDER_FREE)
    with f.when(mask.differs(0)):
        bit = get(f, wire, Wire.SENDER_BIT)
        f.store(f.load(mask) | bit if free else f.load(mask) & ~bit, mask)


def _push(f: Code, core: Word, when: Word, what: Word, subject: Word) -> None:
    with f.when(call(f, "push", core, when, what, subject).equals(0)):
        put(f, core, Core.HALT, 1)


def _emit_start(module: ir.Module) -> None:
    with function(module, "start", VOID, (I64, I64, I64)) as (f, (core, number, frame)):
        wire = wire_at(f, core, number)
        now, size = get(f, core, Core.NOW), get(f, frame, Frame.LENGTH)
        put(f, wire, Wire.BUSY, 1)
        _free_port(f, wire, free=False)
        add(f, wire, Wire.SENT_FRAMES)
        add(f, wire, Wire.SENT_BYTES, size)
        padded = (size > MINIMUM_FRAME).choose(size, f.constant(MINIMUM_FRAME))
        bits = (padded + ETHERNET_OVERHEAD) * BIT_NS + get(f, wire, Wire.REMAINDER)
        rate = get(f, wire, Wire.RATE)
        put(f, wire, Wire.REMAINDER, bits % rate)
        done = now + bits // rate
        with f.when(get(f, wire, Wire.TAPPED).differs(0)):
            call_at(f, get(f, core, Core.HOST), (f.constant(Ask.TAP), number, frame))
        about = (number << 2) | (get(f, wire, Wire.EPOCH) << 32)
        _push(f, core, done, about | Happens.SENT, f.constant(0))
        lost = f.variable(0)
        with f.when(get(f, wire, Wire.LOSSY).differs(0)):
            lost.set(call_at(f, get(f, core, Core.HOST), (f.constant(Ask.LOSS), number, frame)))
        with f.either(lost.get().differs(0)) as (yes, no):
            with yes:
                add(f, wire, Wire.LOST_RANDOM)
                call(f, "give_back", core, frame)
            with no:
                _push(f, core, done + get(f, wire, Wire.DELAY), about | Happens.ARRIVED, frame)
        f.ret()


def _emit_send(module: ir.Module) -> None:
    with function(module, "send", VOID, (I64, I64, I64, I64)) as (f, (core, number, frame, priority)):
        wire = wire_at(f, core, number)
        with f.when(get(f, wire, Wire.UP).equals(0)):
            add(f, wire, Wire.LOST_DOWN)
            call_at(f, get(f, core, Core.HOST), (f.constant(Ask.LOST), number, frame))
            call(f, "give_back", core, frame)
            f.ret()
        with f.when(get(f, wire, Wire.BUSY).equals(0)):
            call(f, "start", core, number, frame)
            f.ret()
        queued = get(f, wire, Wire.QUEUED) + get(f, frame, Frame.LENGTH)
        with f.when(queued > get(f, wire, Wire.LIMIT)):
            add(f, wire, Wire.LOST_OVERFLOW)
            call(f, "give_back", core, frame)
            f.ret()
        level = (priority < PRIORITIES).choose(priority, f.constant(PRIORITIES - 1))
        queue = wire + (level << 3)
        put(f, frame, Frame.NEXT, 0)
        mask, bit = get(f, wire, Wire.MASK), f.constant(1) << level
        with f.either((mask & bit).equals(0)) as (empty, behind):
            with empty:
                put(f, queue, Wire.FIRST, frame)
            with behind:
                put(f, get(f, queue, Wire.LAST), Frame.NEXT, frame)
        put(f, queue, Wire.LAST, frame)
        put(f, wire, Wire.MASK, mask | bit)
        put(f, wire, Wire.QUEUED, queued)
        with f.when(queued > get(f, wire, Wire.PEAK)):
            put(f, wire, Wire.PEAK, queued)
        f.ret()


def _take(f: Code, wire: Word, mask: Word) -> Word:
    """The first frame of the highest queue that `mask`, which is not 0, names; it is taken off."""
    level = f.constant(63) - mask.leading_zeros()
    queue = wire + (level << 3)
    frame = get(f, queue, Wire.FIRST)
    following = get(f, frame, Frame.NEXT)
    put(f, queue, Wire.FIRST, following)
    with f.when(following.equals(0)):
        put(f, wire, Wire.MASK, mask & ~(f.constant(1) << level))
    put(f, wire, Wire.QUEUED, get(f, wire, Wire.QUEUED) - get(f, frame, Frame.LENGTH))
    return frame


def emit_sent(module: ir.Module) -> None:
    """Add `sent(core, direction, epoch)`: a frame's last bit has left; a `Back`. It needs `arm` and `pump`."""
    with function(module, "sent", I64, (I64, I64, I64)) as (f, (core, number, epoch)):
        wire = wire_at(f, core, number)
        with f.when(get(f, wire, Wire.EPOCH).differs(epoch)):
            f.ret(f.constant(Back.NOTHING))
        mask = get(f, wire, Wire.MASK)
        with f.when(mask.differs(0)):
            call(f, "start", core, number, _take(f, wire, mask))
            f.ret(f.constant(Back.NOTHING))
        put(f, wire, Wire.BUSY, 0)
        put(f, wire, Wire.REMAINDER, 0)
        sender = get(f, wire, Wire.SENDER)
        with f.when(sender.equals(0)):
            f.ret(f.constant(Back.NOTHING))
        _free_port(f, wire, free=True)
        f.ret(call(f, "ask", core, sender - 1))


def _emit_lose_queued(module: ir.Module) -> None:
    with function(module, "lose_queued", VOID, (I64, I64)) as (f, (core, number)):
        wire = wire_at(f, core, number)
        with f.loop(lambda: get(f, wire, Wire.MASK).differs(0)):
            add(f, wire, Wire.LOST_DOWN)
            call(f, "give_back", core, _take(f, wire, get(f, wire, Wire.MASK)))
        f.ret()


# --- NICs ------------------------------------------------------------------------------------------------------------


_GOING, _SAID_ALL, _RAISED = range(3)
"""How asking a NIC for frames ended: no port is left, the NIC has none, or it has raised an exception."""

_NEVER = (1 << 64) - 1


def emit_nics(module: ir.Module) -> None:
    """Add what is called from outside: all end with a `Back`, which is NOTHING, IDLE or ERROR.

    * `ask(core, nic)`: a port of a NIC has become free, or it is to be woken;
    * `pump(core, nic)`: as `NicNode.pump`, whether it is ODD or not;
    * `woken(core, nic, when)`: the time of a wake-up has come, if it is still wanted;
    * `deliver(core, nic, port, frame)`: as `NicNode.deliver`;
    * `arm(core, nic, when)`: it is to be woken then, or not at all.
    """
    _emit_pull(module)
    _emit_arm(module)
    _emit_pump(module)
    _emit_ask(module)
    _emit_woken(module)
    _emit_deliver(module)


def _nic_at(f: Code, core: Word, number: Word) -> Word:
    return get(f, core, Core.NICS) + number * (8 * Nic.WORDS)


def _emit_pull(module: ir.Module) -> None:
    """`pull(core, number, due, now)`: frames, until no port is free or the NIC has none; `now`: as Python's object."""
    with function(module, "pull", I64, (I64,) * 4) as (f, (core, number, due_now, now)):
        nic = _nic_at(f, core, number)
        due = f.variable(due_now)
        free = f.variable(get(f, nic, Nic.FREE) & get(f, nic, Nic.CARRIERS))
        data, length = f.address(), f.address()
        with f.loop(lambda: (free.get() | due.get()).differs(0)):
            mask = integer(f, free.get())
            sent = call_object(f, get(f, nic, Nic.TRANSMIT), (mask, now))
            let_go(f, mask)
            with f.when(sent.equals(0)):
                f.ret(f.constant(_RAISED))
            with f.when(sent.equals(get(f, core, Core.NONE))):
                let_go(f, sent)
                f.ret(f.constant(_SAID_ALL))
            _emit_sending(f, core, number, sent, (data, length))
            let_go(f, sent)
            due.set(0)
            free.set(get(f, nic, Nic.FREE) & get(f, nic, Nic.CARRIERS))
        f.ret(f.constant(_GOING))


def _emit_sending(f: Code, core: Word, number: Word, sent: Word, place: tuple[Word, Word]) -> None:
    """Send the frame of a `(port, frame)`; `place`: where its address and length go."""
    nic, (data, length) = _nic_at(f, core, number), place
    first, second = (call(f, "PyTuple_GetItem", sent, f.constant(index)) for index in (0, 1))
    wrong = f.variable(0, 1)
    with f.when(first.equals(0) | second.equals(0)):
        wrong.set(1)
    with f.when(wrong.get().equals(0)), f.when(_read_bytes(f, second, data, length)):
        wrong.set(1)
    port = f.variable(0)
    with f.when(wrong.get().equals(0)):
        value, bad = value_of(f, first)
        port.set(value)
        wrong.set(bad)
    with f.when(wrong.get()):
        let_go(f, sent)
        f.ret(f.constant(_RAISED))
    with f.when(port.get() >= get(f, nic, Nic.PORTS)):
        call_at(f, get(f, core, Core.HOST), (f.constant(Ask.PORT), number, port.get()))
        let_go(f, sent)
        f.ret(f.constant(_SAID_ALL))
    direction = f.load(get(f, nic, Nic.OUTPUTS) + (port.get() << 3))
    call(f, "inject", core, direction, number, f.load(data), f.load(length), second)


def _read_bytes(f: Code, thing: Word, data: Word, length: Word) -> Word:
    """Where the bytes of an object are, and how many; one bit: it has none."""
    status = call(f, "PyBytes_AsStringAndSize", thing, data, length)
    assert status.value.type == I32
    return status.differs(0)


def _emit_arm(module: ir.Module) -> None:
    with function(module, "arm", VOID, (I64, I64, I64)) as (f, (core, number, when)):
        nic, now = _nic_at(f, core, number), get(f, core, Core.NOW)
        with f.when(when.equals(_NEVER)):
            put(f, nic, Nic.ARMED, 0)
            f.ret()
        at = (when > now).choose(when, now + PATIENCE_NS)
        armed = get(f, nic, Nic.ARMED)
        with f.when(armed.equals(0) | (at + 1 < armed) | (armed <= now + 1)):
            put(f, nic, Nic.ARMED, at + 1)
            with f.when(call(f, "push", core, at, (number << 2) | Happens.WAKE, at).equals(0)):
                put(f, core, Core.HALT, 1)
        f.ret()


def _emit_pump(module: ir.Module) -> None:
    with function(module, "next_wakeup", I64, (I64, I64, I64)) as (f, (core, nic, place)):
        # One when it has raised an exception; `place`: where the time goes.
        wakeup = call_object(f, get(f, nic, Nic.NEXT_WAKEUP), ())
        with f.when(wakeup.equals(0)):
            f.ret(f.constant(1))
        f.store(f.constant(_NEVER), place)
        with f.when(wakeup.equals(get(f, core, Core.NONE))):
            let_go(f, wakeup)
            f.ret(f.constant(0))
        value, wrong = value_of(f, wakeup)
        let_go(f, wakeup)
        # A time before the beginning has come, as 0 has.
        f.store((value >> 63).equals(0).choose(value, f.constant(0)), place)
        f.ret(wrong.resized(64))
    with function(module, "pump", I64, (I64, I64)) as (f, (core, number)):
        nic, now_ns = _nic_at(f, core, number), get(f, core, Core.NOW)
        with f.when(get(f, nic, Nic.PUMPING).differs(0)):
            f.ret(f.constant(Back.NOTHING))
        put(f, nic, Nic.PUMPING, 1)
        now, place = integer(f, now_ns), f.address()
        end = f.variable(call(f, "pull", core, number, f.constant(0), now))
        failed = f.variable(1)
        with f.when(end.get().differs(_RAISED)):
            failed.set(call(f, "next_wakeup", core, nic, place))
        with f.when(failed.get().equals(0) & end.get().equals(_GOING)), f.when(f.load(place) <= now_ns):
            # Something is due: asked even with no port free, because the NIC's timers expire inside this call.
            end.set(call(f, "pull", core, number, f.constant(1), now))
            failed.set(1)
            with f.when(end.get().differs(_RAISED)):
                failed.set(call(f, "next_wakeup", core, nic, place))
        let_go(f, now)
        with f.when(failed.get().differs(0)):
            f.ret(f.constant(Back.ERROR))
        put(f, nic, Nic.PUMPING, 0)
        call(f, "arm", core, number, f.load(place))
        f.ret(f.constant(Back.NOTHING))


def _emit_ask(module: ir.Module) -> None:
    with function(module, "ask", I64, (I64, I64)) as (f, (core, number)):
        with f.when(get(f, _nic_at(f, core, number), Nic.ODD).differs(0)):
            put(f, core, Core.WHO, number)
            f.ret(f.constant(Back.IDLE))
        f.ret(call(f, "pump", core, number))


def _emit_woken(module: ir.Module) -> None:
    with function(module, "woken", I64, (I64, I64, I64)) as (f, (core, number, when)):
        nic = _nic_at(f, core, number)
        with f.when(get(f, nic, Nic.ARMED).differs(when + 1)):
            f.ret(f.constant(Back.NOTHING))
        put(f, nic, Nic.ARMED, 0)
        f.ret(call(f, "ask", core, number))


def _done(f: Code, result: Word) -> Word:
    """One bit: a call that returns nothing has not raised an exception."""
    let_go(f, result)
    return result.differs(0)


def _emit_deliver(module: ir.Module) -> None:
    with function(module, "deliver", I64, (I64,) * 4) as (f, (core, number, port, frame)):
        nic = _nic_at(f, core, number)
        with f.when(get(f, core, Core.COUNTING).differs(0)):
            call(f, "count", core, number, frame)
        with f.when((get(f, nic, Nic.ODD) | get(f, nic, Nic.ARRIVED)).differs(0)):
            # Python reads in the core what there is to know of a frame.
            put(f, core, Core.WHO, number)
            put(f, core, Core.PORT, port)
            call(f, "memcpy", core + 8 * Core.FRAME, frame, get(f, core, Core.HEADER))
        with f.when(get(f, nic, Nic.ODD).differs(0)):
            put(f, core, Core.HELD, frame)
            f.ret(f.constant(Back.DELIVER))
        content = call(f, "PyBytes_FromStringAndSize", get(f, frame, Frame.DATA), get(f, frame, Frame.LENGTH))
        call(f, "give_back", core, frame)
        with f.when(content.equals(0)):
            f.ret(f.constant(Back.ERROR))
        place, now = integer(f, port), integer(f, get(f, core, Core.NOW))
        fine = f.variable(1, 1)
        with f.when(get(f, nic, Nic.ARRIVED).differs(0)):
            fine.set(_done(f, call_object(f, get(f, nic, Nic.ARRIVED), (content,))))
        with f.when(fine.get()):
            fine.set(_done(f, call_object(f, get(f, nic, Nic.RECEIVE), (place, content, now))))
        for thing in (content, place, now):
            let_go(f, thing)
        with f.when(~fine.get()):
            f.ret(f.constant(Back.ERROR))
        f.ret(call(f, "pump", core, number))


# --- Counts of arrivals ----------------------------------------------------------------------------------------------


_FIRST_RECORDS = 256
_SPREAD = 0x9E37_79B9_7F4A_7C15
"""An odd number whose bits look random (2^64 / golden ratio): its product with a key is spread over all bits."""


def emit_arrivals(module: ir.Module) -> None:
    """Add `count(core, nic, frame)`: a frame has arrived at a NIC; without memory the run ends."""
    _emit_find(module)
    _emit_grow(module)
    with function(module, "count", VOID, (I64, I64, I64)) as (f, (core, nic, frame)):
        full = get(f, core, Core.USES) * 2 >= get(f, core, Core.USE_ROOM)
        with f.when(full), f.when(call(f, "grow", core).equals(0)):
            put(f, core, Core.HALT, 1)
            f.ret()
        origin, trail = get(f, frame, Frame.ORIGIN) + 2, frame + 8 * Frame.TRAIL
        record = call(f, "find", core, origin, nic, trail)
        with f.when(get(f, record, Use.ORIGIN).equals(0)):
            put(f, record, Use.ORIGIN, origin)
            put(f, record, Use.NIC, nic)
            call(f, "memcpy", record + 8 * Use.TRAIL, trail, _trail_bytes(f, core))
            add(f, core, Core.USES)
        add(f, record, Use.FRAMES)
        add(f, record, Use.BYTES, get(f, frame, Frame.LENGTH))
        add(f, record, Use.TRIMMED, get(f, frame, Frame.TRIMMED))
        latency = get(f, core, Core.NOW) - get(f, frame, Frame.BORN)
        with f.when(latency > get(f, record, Use.WORST)):
            put(f, record, Use.WORST, latency)
        f.ret()


def _trail_bytes(f: Code, core: Word) -> Word:
    return get(f, core, Core.HEADER) - 8 * Frame.TRAIL


def _record_bytes(f: Code, core: Word) -> Word:
    return _trail_bytes(f, core) + 8 * Use.TRAIL


def _emit_find(module: ir.Module) -> None:
    """`find(core, origin, nic, trail)`: the record, or the empty one that is to become it; there is one of both."""
    with function(module, "find", I64, (I64,) * 4) as (f, (core, origin, nic, trail)):
        key = f.variable((origin * _SPREAD) ^ nic)
        place, length = f.variable(0), _trail_bytes(f, core)
        with f.loop(lambda: place.get() < length):
            mixed = key.get() * _SPREAD
            key.set(mixed ^ (mixed >> 32) ^ f.load(trail + place.get()))
            place.set(place.get() + 8)
        mixed = key.get() * _SPREAD
        last = get(f, core, Core.USE_ROOM) - 1
        index = f.variable((mixed >> 32) & last)
        with f.loop(lambda: f.constant(1, 1)):
            record = get(f, core, Core.USE_RECORDS) + index.get() * _record_bytes(f, core)
            with f.when(get(f, record, Use.ORIGIN).equals(0)):
                f.ret(record)
            with f.when(get(f, record, Use.ORIGIN).equals(origin) & get(f, record, Use.NIC).equals(nic)):
                differs = f.variable(0)
                place.set(0)
                with f.loop(lambda: place.get() < length):
                    theirs = f.load(record + 8 * Use.TRAIL + place.get())
                    differs.set(differs.get() | (theirs ^ f.load(trail + place.get())))
                    place.set(place.get() + 8)
                with f.when(differs.get().equals(0)):
                    f.ret(record)
            index.set((index.get() + 1) & last)
        f.builder.unreachable()


def _emit_grow(module: ir.Module) -> None:
    """`grow(core)`: twice the room; 0 when there is no memory."""
    with function(module, "grow", I64, (I64,)) as (f, (core,)):
        old, room, size = get(f, core, Core.USE_RECORDS), get(f, core, Core.USE_ROOM), _record_bytes(f, core)
        more = room.equals(0).choose(_FIRST_RECORDS, room * 2)
        records = call(f, "calloc", more, size)
        with f.when(records.equals(0)):
            f.ret(f.constant(0))
        put(f, core, Core.USE_RECORDS, records)
        put(f, core, Core.USE_ROOM, more)
        left = f.variable(room)
        with f.loop(lambda: left.get().differs(0)):
            left.set(left.get() - 1)
            record = old + left.get() * size
            origin, nic = get(f, record, Use.ORIGIN), get(f, record, Use.NIC)
            with f.when(origin.differs(0)):
                call(f, "memcpy", call(f, "find", core, origin, nic, record + 8 * Use.TRAIL), record, size)
        call(f, "free", old)
        f.ret(f.constant(1))
