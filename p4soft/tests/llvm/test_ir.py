# SPDX-License-Identifier: Apache-2.0
"""Native code written with `ir` computes what it says."""

import ctypes

import pytest
from llvmlite import ir

from p4soft.llvm.ir import I64, POINTER, VOID, function
from p4soft.llvm.jit import Compiled


def run(write, *arguments):
    """Compile a function of 64-bit words whose body `write(f, *words)` writes, and call it."""
    module = ir.Module()
    with function(module, "it", I64, [I64] * len(arguments)) as (f, words):
        write(f, *words)
    compiled = Compiled(module)
    return ctypes.CFUNCTYPE(ctypes.c_uint64, *[ctypes.c_uint64] * len(arguments))(compiled.address("it"))(*arguments)


OPERATIONS = {
    "add": (lambda a, b: a + b, lambda a, b: a + b),
    "sub": (lambda a, b: a - b, lambda a, b: a - b),
    "mul": (lambda a, b: a * b, lambda a, b: a * b),
    "and": (lambda a, b: a & b, lambda a, b: a & b),
    "or": (lambda a, b: a | b, lambda a, b: a | b),
    "xor": (lambda a, b: a ^ b, lambda a, b: a ^ b),
    "div": (lambda a, b: a // b, lambda a, b: a // b),
    "mod": (lambda a, b: a % b, lambda a, b: a % b),
    "shl": (lambda a, b: a << (b & 63), lambda a, b: a << (b & 63)),
    "shr": (lambda a, b: a >> (b & 63), lambda a, b: a >> (b & 63)),
    "not": (lambda a, b: ~a & b, lambda a, b: ~a & b),
    "less": (lambda a, b: (a < b).resized(64), lambda a, b: int(a < b)),
    "at most": (lambda a, b: (a <= b).resized(64), lambda a, b: int(a <= b)),
    "more": (lambda a, b: (a > b).resized(64), lambda a, b: int(a > b)),
    "at least": (lambda a, b: (a >= b).resized(64), lambda a, b: int(a >= b)),
    "equals": (lambda a, b: a.equals(b).resized(64), lambda a, b: int(a == b)),
    "differs": (lambda a, b: a.differs(b).resized(64), lambda a, b: int(a != b)),
    "ones": (lambda a, b: (a ^ b).ones(), lambda a, b: (a ^ b).bit_count()),
    "leading zeros": (lambda a, b: (a & b).leading_zeros(), lambda a, b: 64 - (a & b).bit_length()),
    "choose": (lambda a, b: (a < b).choose(a, b), min),
    "cut": (lambda a, b: (a ^ b).resized(8).resized(64), lambda a, b: (a ^ b) & 0xFF),
    "extended": (
        lambda a, b: ((a.resized(128) * b.resized(128)) >> 64).resized(64),
        lambda a, b: (a * b) >> 64,
    ),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_words_are_unsigned(name):
    native, expected = OPERATIONS[name]
    for a, b in ((1, 2), (2**64 - 1, 3), (5, 2**63), (2**64 - 1, 2**64 - 1), (0, 7)):
        assert run(lambda f, x, y: f.ret(native(x, y)), a, b) == expected(a, b) % 2**64, (a, b)


def test_loops_and_branches():
    def write(f, limit):
        """The sum of odd numbers below `limit`, at most up to 50."""
        total, i = f.variable(0), f.variable(0)
        with f.loop(lambda: i.get() < limit) as loop:
            i.set(i.get() + 1)
            with f.when((i.get() & 1).equals(0)):
                loop.again()
            with f.when(i.get() > 50):
                loop.leave()
            total.set(total.get() + i.get())
        with f.either(total.get() > 100) as (yes, no):
            with yes:
                total.set(total.get() + 1000)
            with no:
                total.set(total.get() + 2000)
        f.ret(total.get())

    assert run(write, 4) == 2000 + 1 + 3
    assert run(write, 1000) == 1000 + sum(range(1, 51, 2))


def test_memory_of_any_width():
    module = ir.Module()
    with function(module, "it", VOID, [POINTER]) as (f, (at,)):
        f.store(f.load(at, 32) + 1, at + 3)
        f.store(0xAB, at + 9, 8)
    memory = (ctypes.c_uint8 * 10)(*range(10))
    compiled = Compiled(module)
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(compiled.address("it"))(ctypes.addressof(memory))
    assert bytes(memory) == bytes((0, 1, 2, 1, 1, 2, 3, 7, 8, 0xAB))


def test_calls_take_addresses():
    module = ir.Module()
    with function(module, "first", I64, [POINTER, I64]) as (f, (at, plus)):
        first = f.function
        f.ret(f.load(at) + plus)
    with function(module, "it", I64, [I64]) as (f, (at,)):
        f.ret(f.call(first, (at, f.constant(2))))
    memory = (ctypes.c_uint64 * 1)(40)
    compiled = Compiled(module)
    assert ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_uint64)(compiled.address("it"))(ctypes.addressof(memory)) == 42
