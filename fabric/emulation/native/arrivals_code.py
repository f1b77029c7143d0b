# SPDX-License-Identifier: Apache-2.0
"""Machine code that counts what arrives: the frames per sending NIC, receiving NIC and path (`arrivals.PythonCounts`).

The counts are in a hash table of the core's, whose records are found by open addressing and never go.
"""

from __future__ import annotations

from llvmlite import ir

from fabric.emulation.native.events_code import add, call, get, put
from fabric.emulation.native.words import Core, Frame, Use
from p4soft.llvm.ir import I64, VOID, Code, Word, function

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
