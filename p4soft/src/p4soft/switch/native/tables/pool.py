# SPDX-License-Identifier: Apache-2.0
"""Arrays in a trie's pool: taken, given back, and changed one element at a time. See `trie` for the pool's layout.

An array of n elements has room for the next number of the row 1, 2, 3, 4, 6, 8, 12, 16, 24, ..., in whole units.
"""

from __future__ import annotations

from dataclasses import dataclass

from llvmlite import ir

from p4soft.switch.native.ir_blocks import I64, POINTER, VOID, Code, Word, function
from p4soft.switch.native.tables.trie import FREE_LISTS, FRESH, LIVE, UNIT


@dataclass(frozen=True)
class PoolCode:
    """The native functions that others are made of; all arguments and results are words of 64 bits.

    * `take(pool, units)`: the unit where a new array starts. There is room;
    * `give(pool, unit, units)`: frees an array;
    * `units(count, size)`: how many units an array of `count` elements of `size` bytes takes;
    * `widen(pool, unit, count, size, index)`: opens a gap of one element; where the array is then;
    * `narrow(pool, unit, count, size, index)`: removes an element; where the array is then. That needs no room: the end
      of the array is freed.
    """

    take: ir.Function
    give: ir.Function
    units: ir.Function
    widen: ir.Function
    narrow: ir.Function
    move: ir.Function

    def copy(self, f: Code, to: Word, source: Word, size: Word | int) -> None:
        """Copy `size` bytes, which may overlap."""
        length = size if isinstance(size, Word) else f.constant(size)
        f.call(self.move, (to, source, length))


def emit_pool(module: ir.Module) -> PoolCode:
    """Add the functions to a module."""
    move = ir.Function(module, ir.FunctionType(POINTER, (POINTER, POINTER, I64)), "memmove")
    take, give, units = _emit_take(module), _emit_give(module), _emit_units(module)
    widen = _emit_widen(module, take, give, units, move)
    return PoolCode(take, give, units, widen, _emit_narrow(module, give, units, move), move)


def _free_list(pool: Word, units: Word) -> Word:
    return pool + FREE_LISTS + units * 4


def _emit_take(module: ir.Module) -> ir.Function:
    with function(module, "pool_take", I64, (I64, I64)) as (f, (pool, units)):
        f.store(f.load(pool + LIVE) + units, pool + LIVE)
        first = f.load(_free_list(pool, units), 32)
        with f.when(first.differs(0)):
            f.store(f.load(pool + first.resized(64) * UNIT, 32), _free_list(pool, units))
            f.ret(first.resized(64))
        fresh = f.load(pool + FRESH)
        f.store(fresh + units, pool + FRESH)
        f.ret(fresh)
    return f.function


def _emit_give(module: ir.Module) -> ir.Function:
    with function(module, "pool_give", VOID, (I64, I64, I64)) as (f, (pool, unit, units)):
        f.store(f.load(pool + LIVE) - units, pool + LIVE)
        f.store(f.load(_free_list(pool, units), 32), pool + unit * UNIT)
        f.store(unit.resized(32), _free_list(pool, units))
        f.ret()
    return f.function


def _emit_units(module: ir.Module) -> ir.Function:
    with function(module, "pool_units", I64, (I64, I64)) as (f, (count, size)):
        power = f.constant(1) << (f.constant(64) - (count - 1).leading_zeros())
        less = power - (power >> 2)
        room = ((power > 2) & (count <= less)).choose(less, power)
        f.ret((room * size + (UNIT - 1)) // UNIT)
    return f.function


def _emit_widen(
    module: ir.Module, take: ir.Function, give: ir.Function, units: ir.Function, move: ir.Function
) -> ir.Function:
    with function(module, "pool_widen", I64, (I64, I64, I64, I64, I64)) as (f, (pool, unit, count, size, index)):
        old, new = f.variable(0), f.call(units, (count + 1, size))
        with f.when(count.differs(0)):
            old.set(f.call(units, (count, size)))
        before, after = index * size, (count - index) * size
        source = pool + unit * UNIT
        with f.when(old.get().equals(new)):
            f.call(move, (source + before + size, source + before, after))
            f.ret(unit)
        made = f.call(take, (pool, new))
        to = pool + made * UNIT
        with f.when(count.differs(0)):
            f.call(move, (to, source, before))
            f.call(move, (to + before + size, source + before, after))
            f.call(give, (pool, unit, old.get()))
        f.ret(made)
    return f.function


def _emit_narrow(module: ir.Module, give: ir.Function, units: ir.Function, move: ir.Function) -> ir.Function:
    with function(module, "pool_narrow", I64, (I64, I64, I64, I64, I64)) as (f, (pool, unit, count, size, index)):
        old = f.call(units, (count, size))
        before, after = index * size, (count - 1 - index) * size
        source = pool + unit * UNIT
        with f.when(count.equals(1)):
            f.call(give, (pool, unit, old))
            f.ret(f.constant(0))
        f.call(move, (source + before, source + before + size, after))
        new = f.call(units, (count - 1, size))
        with f.when(old.differs(new)):
            f.call(give, (pool, unit + new, old - new))
        f.ret(unit)
    return f.function
