# SPDX-License-Identifier: Apache-2.0
"""Machine code of links: what `links.Direction` does, number for number."""

from __future__ import annotations

from llvmlite import ir

from fabric.emulation.links import BIT_NS, ETHERNET_OVERHEAD, MINIMUM_FRAME, PRIORITIES
from fabric.emulation.native.events_code import add, call, call_at, get, put
from fabric.emulation.native.words import Ask, Back, Core, Frame, Happens, Wire
from p4soft.llvm.ir import I64, VOID, Code, Word, function


def emit_links(module: ir.Module) -> None:
    """Add `send`, `lose_queued` and what they need.

    * `send(core, direction, frame, priority)`: the number of a direction, a frame that is its from now on;
    * `lose_queued(core, direction)`: gives back what is queued.
    """
    _emit_start(module)
    _emit_send(module)
    _emit_lose_queued(module)


def wire_at(f: Code, core: Word, number: Word) -> Word:
    """The address of a direction."""
    return get(f, core, Core.DIRECTIONS) + number * (8 * Wire.WORDS)


def _free_port(f: Code, wire: Word, *, free: bool) -> None:
    """Note in its NIC's mask, if a NIC sends on it, that the port of a direction is free, or not any more."""
    mask = get(f, wire, Wire.SENDER_FREE)
    with f.when(mask.differs(0)):
        bit = get(f, wire, Wire.SENDER_BIT)
        f.store(f.load(mask) | bit if free else f.load(mask) & ~bit, mask)


def _push(f: Code, core: Word, when: Word, what: Word, subject: Word) -> None:
    """Schedule; without memory the run ends."""
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
    """Add `sent(core, direction, epoch)`: a frame's last bit has left; a `Back`. It needs `nics_code`."""
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
