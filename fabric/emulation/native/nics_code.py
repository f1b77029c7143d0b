# SPDX-License-Identifier: Apache-2.0
"""Machine code around NICs: what `nic_node.NicNode` does, call for call, unless a NIC is ODD."""

from __future__ import annotations

from llvmlite import ir

from fabric.emulation.native.events_code import call, call_at, get, put
from fabric.emulation.native.python_code import call_object, integer, let_go, value_of
from fabric.emulation.native.words import Ask, Back, Core, Frame, Happens, Nic
from fabric.emulation.nic_node import PATIENCE_NS
from p4soft.llvm.ir import I32, I64, VOID, Code, Word, function

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
        told = call_object(f, get(f, nic, Nic.NEXT_WAKEUP), ())
        with f.when(told.equals(0)):
            f.ret(f.constant(1))
        f.store(f.constant(_NEVER), place)
        with f.when(told.equals(get(f, core, Core.NONE))):
            let_go(f, told)
            f.ret(f.constant(0))
        value, wrong = value_of(f, told)
        let_go(f, told)
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
