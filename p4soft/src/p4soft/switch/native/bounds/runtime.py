# SPDX-License-Identifier: Apache-2.0
"""The functions that checks call, in every module that has checks. `objects` says what the state is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from llvmlite import ir

from p4soft.switch.native.ir_blocks import I1, I32, I64, POINTER, VOID, Code, Word, function

ATTACH = "bounds.attach"
CONSTANT = "bounds.constant"
COUNT, BEGINS, ENDS = range(3)
VISITORS = 3
REPORT, SPARE = 6, 7
OUTSIDE_SIZE = 1 << 16
"""Bytes of the memory that is used instead."""
_STACK = 1 << 20
"""So far above a function's own frame its callers' variables may be."""
_REPORT_TYPE = ir.FunctionType(VOID, (POINTER, I64, I64, I64))


@dataclass(frozen=True)
class Runtime:
    """The functions of one module, all of which give one bit that says whether bytes may be touched.

    * `inside(base, at, size, where)`: the bytes are in the object that has the address `base`;
    * `within(start, extent, at, size, where)`: they are among `extent` bytes from `start` on;
    * `spare()`: the address of memory to use when they may not.
    """

    inside: ir.Function
    within: ir.Function
    spare: ir.Function


def emit_runtime(module: ir.Module, constants: Sequence[tuple[ir.Value, int]]) -> Runtime:
    """Add the functions to a module; `constants` are its own, with their sizes, which functions may hand on."""
    state = ir.GlobalVariable(module, I64, "bounds.state")
    state.linkage, state.initializer = "internal", ir.Constant(I64, 0)
    with function(module, ATTACH, I64, (I64,)) as (f, (address,)):
        f.builder.store(address.value, state)
        f.ret(address)
    _emit_constants(module, constants)
    runtime = Runtime(_emit_inside(module, state), _emit_within(module, state), _emit_spare(module, state))
    for made in (runtime.inside, runtime.within, runtime.spare):
        made.linkage = "internal"
        made.attributes.add("noinline")
    return runtime


def _emit_constants(module: ir.Module, constants: Sequence[tuple[ir.Value, int]]) -> None:
    """`bounds.constant(n)`: of even n the address of constant n / 2, of odd ones its size; 0 when there are no more."""
    with function(module, CONSTANT, I64, (I64,)) as (f, (number,)):
        for n, (constant, size) in enumerate(constants):
            with f.when(number.equals(2 * n)):
                f.ret(Word(f, f.builder.ptrtoint(constant, I64)))
            with f.when(number.equals(2 * n + 1)):
                f.ret(f.constant(size))
        f.ret(f.constant(0))


def _state(f: Code, state: ir.GlobalVariable) -> Word:
    return Word(f, f.builder.load(state, typ=I64))


def _report(f: Code, state: ir.GlobalVariable, where: Word, *what: Word) -> None:
    """Say what is wrong (an object's address, that of some bytes, and how many), and return that it is."""
    b = f.builder
    callee = b.inttoptr(f.load(_state(f, state) + 8 * REPORT).value, _REPORT_TYPE.as_pointer())
    b.call(callee, [b.inttoptr(where.value, POINTER), *(word.value for word in what)])
    f.ret(f.constant(0, 1))


def _holds(start: Word, end: Word, at: Word, size: Word) -> Word:
    return (at >= start) & (at <= end) & (size <= end - at)


def _emit_inside(module: ir.Module, state: ir.GlobalVariable) -> ir.Function:
    find = _emit_find(module, state)
    frame_address = ir.Function(module, ir.FunctionType(POINTER, (I32,)), "llvm.frameaddress.p0")
    with function(module, "bounds.inside", I1, (I64, I64, I64, POINTER)) as (f, (base, at, size, where)):
        # What an address was made from may be no address: then what it points into counts.
        for place, list_of in ((p, n) for p in (base, at) for n in (0, VISITORS)):
            number = f.call(find, (place, f.constant(list_of)))
            with f.when(number.differs(0)):
                known = _state(f, state) + 8 * list_of
                start, end = (f.load(f.load(known + 8 * w) + (number - 1) * 8) for w in (BEGINS, ENDS))
                with f.when(_holds(start, end, at, size)):
                    f.ret(f.constant(1, 1))
                _report(f, state, where, base, at, size)
        frame = Word(f, f.builder.ptrtoint(f.builder.call(frame_address, [ir.Constant(I32, 0)]), I64))
        with f.when(_holds(frame, frame + _STACK, at, size)):
            f.ret(f.constant(1, 1))
        _report(f, state, where, base, at, size)
    return f.function


def _emit_find(module: ir.Module, state: ir.GlobalVariable) -> ir.Function:
    """The number + 1 of the object that an address is in, of the list whose words begin at a word; 0: in none."""
    with function(module, "bounds.find", I64, (I64, I64)) as (f, (address, list_of)):
        known = _state(f, state) + list_of * 8
        begins, ends = f.load(known + 8 * BEGINS), f.load(known + 8 * ENDS)
        low, high = f.variable(0), f.variable(f.load(known + 8 * COUNT))  # the last begin up to it is before `high`
        with f.loop(lambda: low.get() < high.get()) as search:
            middle = (low.get() + high.get()) >> 1
            with f.when(f.load(begins + middle * 8) > address):
                high.set(middle)
                search.again()
            low.set(middle + 1)
        with f.when(low.get().equals(0)):
            f.ret(f.constant(0))
        last = (low.get() - 1) * 8
        start, end = f.load(begins + last), f.load(ends + last)
        f.ret(((address < end) | address.equals(start)).choose(low.get(), f.constant(0)))
    f.function.linkage = "internal"
    return f.function


def _emit_within(module: ir.Module, state: ir.GlobalVariable) -> ir.Function:
    kinds = (I64, I64, I64, I64, POINTER)
    with function(module, "bounds.within", I1, kinds) as (f, (start, extent, at, size, where)):
        with f.when(_holds(start, start + extent, at, size)):
            f.ret(f.constant(1, 1))
        _report(f, state, where, start, at, size)
    return f.function


def _emit_spare(module: ir.Module, state: ir.GlobalVariable) -> ir.Function:
    with function(module, "bounds.spare", I64, ()) as (f, _):
        f.ret(f.load(_state(f, state) + 8 * SPARE))
    return f.function
