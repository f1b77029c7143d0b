# SPDX-License-Identifier: Apache-2.0
"""Bounds checks in machine code: they notice every step outside of an object, and nothing else.

The checks themselves are tried on small modules in this process. `MRC_NATIVE_BOUNDS=1` compiles them into everything,
so what needs that runs in a process of its own.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest
from ir_kit import I8, I64, POINTER, VOID, Word, function
from llvmlite import ir
from long_kit import share

from p4soft.llvm import Code, assemble, linked
from p4soft.llvm.bounds import (
    RUNTIME,
    VARIABLE,
    BoundsError,
    Extent,
    Objects,
    instrument,
    instrumented,
    introduce,
    mark,
)
from p4soft.switch.native.fixed import TABLES
from p4soft.switch.native.memory import CheckedMemory, write_word
from p4soft.switch.state.errors import OutOfMemory

REPOSITORY = Path(__file__).parents[3]


class Checked:
    """A function `it` of one module, with checks that know `objects`."""

    def __init__(self, module, *kinds, speed=2):
        instrument(module)
        self.objects = Objects()
        self._code = Code(assemble(linked(str(module), RUNTIME.public), speed))
        introduce(self._code, self.objects)
        self._function = self._code.function("it", *kinds, result=ctypes.c_uint64)

    def __call__(self, *arguments):
        result = self._function(*arguments)
        self.objects.check()
        return result


class Memory:
    """64 bytes of 0x11, of which the object is those from 16 on, 32 of them."""

    def __init__(self, objects):
        self.bytes = (ctypes.c_uint8 * 64)(*[0x11] * 64)
        self.start = ctypes.addressof(self.bytes) + 16
        objects.add(self.start, 32, "the object")

    def untouched(self):
        return bytes(self.bytes) == b"\x11" * 64


def loads(width):
    """`it(start, i)`: `width` bits at `start + i`."""
    module = ir.Module()
    with function(module, "it", I64, [I64, I64]) as (f, (start, i)):
        f.ret(f.load(start + i, width).resized(64))
    return Checked(module, ctypes.c_uint64, ctypes.c_uint64)


@pytest.mark.parametrize("width", [8, 32, 64, 128])
def test_loads_inside_and_outside(width):
    it, size = loads(width), width // 8
    memory = Memory(it.objects)
    for i in (0, 1, 32 - size):
        assert it(memory.start, i) == int.from_bytes(b"\x11" * min(8, size), "little")
    for i in (-1, -size, 32 - size + 1, 32, 40, 1 << 40, (1 << 63) - 1, -(1 << 63)):
        with pytest.raises(BoundsError, match=rf"it: load: {size} bytes at [+-]\d+ of the object, which has 32"):
            it(memory.start, i % (1 << 64))


def test_what_is_outside_is_neither_read_nor_written():
    module = ir.Module()
    with function(module, "it", I64, [I64, I64]) as (f, (start, i)):
        f.store(0x2222, start + i, 16)
        f.ret(f.load(start + i, 16).resized(64))
    it = Checked(module, ctypes.c_uint64, ctypes.c_uint64)
    memory = Memory(it.objects)
    for i in (31, 32, (1 << 64) - 1):
        with pytest.raises(BoundsError, match=r"store: 2 bytes at .* \(and 1 more\)"):
            it(memory.start, i)
    assert memory.untouched()
    assert it(memory.start, 30) == 0x2222
    assert not memory.untouched()


@pytest.mark.parametrize("what", ["memcpy", "memmove", "memset"])
def test_block_copies(what):
    module = ir.Module()
    kinds = (POINTER, I8 if what == "memset" else POINTER, I64, ir.IntType(1))
    name = f"llvm.{what}.p0.i64" if what == "memset" else f"llvm.{what}.p0.p0.i64"
    copies = ir.Function(module, ir.FunctionType(VOID, kinds), name)
    with function(module, "it", I64, [I64, I64, I64]) as (f, (to, source, size)):
        b = f.builder
        second = ir.Constant(I8, 0x33) if what == "memset" else b.inttoptr(source.value, POINTER)
        b.call(copies, [b.inttoptr(to.value, POINTER), second, size.value, ir.Constant(ir.IntType(1), 0)])
        f.ret(f.constant(0))
    it = Checked(module, *[ctypes.c_uint64] * 3)
    memory, other = Memory(it.objects), Memory(it.objects)
    ctypes.memset(other.start, 0x33, 32)
    it(memory.start, other.start, 0)
    for size in (33, 1 << 40, (1 << 64) - 1):
        with pytest.raises(BoundsError, match=rf"block copy: {size} bytes at \+0 of the object"):
            it(memory.start, other.start, size)
    assert memory.untouched()
    if what != "memset":
        with pytest.raises(BoundsError, match=r"block copy: 1 bytes at .* in no object"):
            it(memory.start, other.start - 1, 1)
    it(memory.start, other.start, 32)
    assert bytes(memory.bytes) == b"\x11" * 16 + b"\x33" * 32 + b"\x11" * 16


def test_one_object_is_not_another():
    """An address made from one object must stay in it, even where another one begins."""
    it = loads(8)
    memory = (ctypes.c_uint8 * 64)()
    start = ctypes.addressof(memory)
    for i in range(4):
        it.objects.add(start + 16 * i, 16, f"object {i}")
    assert it(start + 16, 15) == 0
    for i, text in ((16, r"\+16 of object 1"), (-1 % (1 << 64), "-1 of object 1"), (32, r"\+32 of object 1")):
        with pytest.raises(BoundsError, match=text):
            it(start + 16, i)


def test_what_is_freed_is_outside():
    it = loads(64)
    memory = CheckedMemory(it.objects)
    block, other = memory.allocate(100, "a table"), memory.allocate(64, "another")
    assert it(block.address, 92) == 0
    with pytest.raises(BoundsError, match=r"\+93 of a table, which has 100"):
        it(block.address, 93)
    memory.free(block)
    with pytest.raises(BoundsError, match=r"in no object|another"):
        it(block.address, 0)
    assert it(other.address, 56) == 0
    assert memory.allocate(100, "a table").address != block.address
    with pytest.raises(OutOfMemory, match="a table: no memory for"):
        memory.allocate(1 << 60, "a table")


def test_the_objects_of_memory_go_with_it():
    it = loads(64)
    memory = CheckedMemory(it.objects)
    address = memory.allocate(64, "a table").address
    assert it(address, 0) == 0
    del memory
    with it.objects.visiting(), pytest.raises(BoundsError, match="in no object"):
        it(address, 0)


def test_visitors_are_there_for_one_call():
    it = loads(8)
    data = bytes(range(10))
    start = ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value
    with it.objects.visiting(Extent(start, 10, "a frame")):
        assert it(start, 9) == 9
        with pytest.raises(BoundsError, match=r"\+10 of a frame, which has 10"):
            it(start, 10)
        with it.objects.visiting(Extent(1, 1, "another")):
            assert it(start, 9) == 9
    with pytest.raises(BoundsError, match="in no object"):
        it(start, 9)


def test_parts_of_an_object_keep_what_is_made_of_them():
    """A header in a packet: a field of one is not in the next, although both are in the packet."""
    module = ir.Module()
    with function(module, "it", I64, [I64, I64]) as (f, (start, i)):
        b = f.builder
        stack = mark(b.gep(b.inttoptr(start.value, POINTER), [ir.Constant(I64, 8)], source_etype=I8), 12)
        element = mark(b.gep(stack, [b.mul(i.value, ir.Constant(I64, 4))], source_etype=I8), 4)
        field = b.gep(element, [ir.Constant(I64, 3)], source_etype=I8)
        b.ret(b.zext(b.load(field, typ=I8), I64))
    it = Checked(module, ctypes.c_uint64, ctypes.c_uint64)
    memory = Memory(it.objects)
    assert [it(memory.start, i) for i in range(3)] == [0x11] * 3
    for i in (3, 5, (1 << 62) - 1):
        with pytest.raises(BoundsError, match=r"it: load: 4 bytes"):
            it(memory.start, i)


def test_what_is_always_wrong_is_not_compiled():
    module = ir.Module()
    with function(module, "it", I64, [I64]) as (f, (start,)):
        b = f.builder
        part = mark(b.gep(b.inttoptr(start.value, POINTER), [ir.Constant(I64, 8)], source_etype=I8), 4)
        b.ret(b.zext(b.load(b.gep(part, [ir.Constant(I64, 4)], source_etype=I8), typ=I8), I64))
    with pytest.raises(BoundsError, match=r"it: load: 1 bytes at \+4 of 4, whatever the packet"):
        instrument(module)


def test_local_variables_and_constants_have_bounds_too():
    module = ir.Module()
    kind = ir.ArrayType(I8, 4)
    constant = ir.GlobalVariable(module, kind, "k")
    constant.initializer, constant.global_constant = ir.Constant(kind, bytearray(b"abcd")), True
    with function(module, "it", I64, [I64, I64]) as (f, (which, i)):
        b = f.builder
        room = b.alloca(ir.ArrayType(I8, 8))
        room.type = POINTER
        b.store(ir.Constant(I64, 0), room)
        with f.when(which.equals(0)):
            b.ret(b.zext(b.load(b.gep(room, [i.value], source_etype=I8), typ=I8), I64))
        pointer = b.bitcast(constant, POINTER) if constant.type != POINTER else constant
        b.ret(b.zext(b.load(b.gep(pointer, [i.value], source_etype=I8), typ=I8), I64))
    it = Checked(module, ctypes.c_uint64, ctypes.c_uint64)
    assert (it(0, 7), it(1, 3)) == (0, ord("d"))
    for which, i in ((0, 8), (1, 4), (0, (1 << 64) - 1)):
        with pytest.raises(BoundsError, match="it: load: 1 bytes"):
            it(which, i)


def test_constants_may_be_handed_on_and_have_bounds_there():
    """As the arguments of a default action that never changes."""
    module = ir.Module()
    kind = ir.ArrayType(I8, 4)
    constant = ir.GlobalVariable(module, kind, "k")
    constant.initializer, constant.global_constant = ir.Constant(kind, bytearray(b"abcd")), True
    with function(module, "reads", I64, [I64, I64]) as (f, (start, i)):
        f.ret(f.load(start + i, 8).resized(64))
        f.function.attributes.add("noinline")
        reads = f.function
    with function(module, "it", I64, [I64]) as (f, (i,)):
        f.ret(f.call(reads, (Word(f, f.builder.ptrtoint(constant, I64)), i)))
    it = Checked(module, ctypes.c_uint64)
    assert it(3) == ord("d")
    with pytest.raises(BoundsError, match=r"reads: load: 1 bytes at \+4 of a constant, which has 4"):
        it(4)


def test_the_list_of_objects_grows_and_shrinks():
    it = loads(8)
    memory = (ctypes.c_uint8 * (64 * 300))()
    starts = [ctypes.addressof(memory) + 64 * i for i in range(300)]
    for start in (*starts[::2], *reversed(starts[1::2])):
        it.objects.add(start, 8, f"object at {start}")
    assert not any(it(start, 7) for start in starts)
    for start in starts[::3]:
        it.objects.remove(start)
    for i, start in enumerate(starts):
        if i % 3:
            assert it(start, 7) == 0
        else:
            with pytest.raises(BoundsError):
                it(start, 0)


# --- Functions written in C ------------------------------------------------------------------------------------------


class CheckedC(Checked):
    """Functions of tables, with checks that know `objects`."""

    def __init__(self):
        module = ir.Module()
        instrument(module)
        others = [*map(instrumented, TABLES.public), *RUNTIME.public]
        self.objects = Objects()
        self._code = Code(assemble(linked(str(module), others), 0))
        introduce(self._code, self.objects)

    def call(self, name, *arguments):
        function = self._code.function(name, *[ctypes.c_uint64] * len(arguments), result=ctypes.c_uint64)
        result = function(*arguments)
        self.objects.check()
        return result


def hash_block(memory, slots):
    """A block with room for 8 records of one word."""
    block = memory.allocate(64 + 16 * 8 + 8, "a block")
    for at, value in ((0, slots - 1), (8, 5), (16, 7), (24, 58), (32, 64 + 16 * 8)):
        write_word(block.address + at, value)
    return block.address


def test_c_stays_in_its_objects():
    code = CheckedC()
    memory = CheckedMemory(code.objects)
    key = memory.allocate(8, "a key").address
    block = hash_block(memory, 8)
    for value in range(5):
        write_word(key, value)
        code.call("hash_put", block, 1, key, value + 1)
        assert code.call("hash_find", block, 1, key)
    write_word(key, 77)
    assert not code.call("hash_find", block, 1, key)


def test_c_that_leaves_its_objects_is_noticed():
    code = CheckedC()
    memory = CheckedMemory(code.objects)
    key = memory.allocate(8, "a key").address
    wrong = hash_block(memory, 1 << 40)  # more slots than it has
    with pytest.raises(BoundsError, match=r"search: load: 8 bytes at .* which is in no object"):
        for value in range(50):
            write_word(key, value)
            code.call("hash_find", wrong, 1, key)
    with pytest.raises(BoundsError, match=r"\w+: load: 8 bytes at \+8 of a key, which has 8"):
        code.call("hash_find", hash_block(memory, 8), 2, key)


def test_c_copies_and_constants_have_bounds_too():
    text = """
@table = internal constant [4 x i64] [i64 1, i64 2, i64 3, i64 4], align 16

define i64 @it(ptr %0, ptr %1, i64 %2, i64 %3) nounwind {
  call void @llvm.memmove.p0.p0.i64(ptr align 8 %0, ptr align 8 %1, i64 %2, i1 false)
  %5 = getelementptr inbounds nuw [4 x i64], ptr @table, i64 0, i64 %3
  %6 = load i64, ptr %5, align 8
  ret i64 %6
}

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
"""
    module = ir.Module()
    instrument(module)
    code = CheckedC.__new__(CheckedC)
    code.objects = Objects()
    code._code = Code(assemble(linked(str(module), [instrumented(text), *RUNTIME.public]), 2))
    introduce(code._code, code.objects)
    memory, other = Memory(code.objects), Memory(code.objects)
    assert code.call("it", memory.start, other.start, 32, 3) == 4
    with pytest.raises(BoundsError, match=r"it: load: 8 bytes"):
        code.call("it", memory.start, other.start, 32, 4)
    ctypes.memset(other.start, 0x33, 32)
    with pytest.raises(BoundsError, match=r"it: block copy: 33 bytes at \+0 of the object, which has 32"):
        code.call("it", memory.start, other.start, 33, 0)
    assert memory.untouched()


# --- Whole switches, in processes that check -------------------------------------------------------------------------

_WRONG = """
import ctypes, sys
sys.path[:0] = ["tests/switch", "tests/switch/native"]
from llvmlite import ir
from p4soft.switch.native import ints
from p4soft.llvm.bounds import OBJECTS
ints.below = lambda b, index, size: ir.Constant(ints.I1, 1)  # what keeps indices in range is gone
from program_kit import assign, bytes_program, call, const, field, op, std
from p4soft.switch import SimpleSwitch, load_program
b = bytes_program()
b.json["register_arrays"] = [{"name": "r", "id": 0, "size": 16, "bitwidth": 32}]
b.json["counter_arrays"].append({"name": "c", "id": 0, "size": 16, "is_direct": False})
kind = {"type": "field", "value": ["h", "x"]}
b.run("in", assign(std("egress_spec"), const(1)), following="use", start=True)
b.run("use", WHAT)
switch = SimpleSwitch(engine="native")
switch.load(load_program(b.json))
for x in (15, 16, 255):
    print(x, len(switch.receive(0, bytes([x, x, 0, 0, 0]), x)), switch.faults)
"""


def checked(code, *arguments, **more):
    said = {**os.environ, VARIABLE: "1", **more}
    return subprocess.run(
        [sys.executable, *code, *arguments], env=said, cwd=REPOSITORY, capture_output=True, text=True, check=False
    )


COUNTER = ('call("count", {"type": "counter_array", "value": "c"}, kind)', "of counter c, which has 256")
STORE = (
    'call("register_write", {"type": "register_array", "value": "r"}, kind, const(1))',
    "store: 4 bytes at +64 of register r, which has 64",
)
LOAD = (
    'assign(field("h", "y"), {"type": "register", "value": ["r", kind]})',
    "load: 4 bytes at +64 of register r, which has 64",
)


@pytest.mark.parametrize(("what", "told"), share([COUNTER, STORE, LOAD], [STORE]))
def test_an_index_out_of_range_is_a_fault_and_the_packet_does_not_leave(what, told, tmp_path):
    done = checked(["-c", _WRONG.replace("WHAT", what)], MRC_NATIVE_CACHE=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[:3] == ["15 1 0", "16 0 1", "255 0 2"]
    assert told in done.stderr


SWITCHING = [f"tests/switch/native/test_{name}.py" for name in ("native_switching", "lookahead", "native_externs")]
LANGUAGE = ["tests/switch/native/test_native_language.py", "-k", "test_same_as_in_python and 2"]


@pytest.mark.parametrize(
    "tests",
    share([SWITCHING, LANGUAGE], [LANGUAGE]),
    ids=["switching", "language"],
)
def test_machine_code_with_checks_does_what_python_does(tests):
    """A share of the differential tests; `make fuzz-native` has all of them with checks."""
    more = {"MRC_NATIVE_FRAMES": "4000", "MRC_NATIVE_LANGUAGE_FRAMES": "20"}
    done = checked(["-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *tests], **more)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


def test_without_the_variable_nothing_is_checked():
    code = "from p4soft.llvm.bounds import CHECKED; print(CHECKED)"
    assert [checked(["-c", code], **{VARIABLE: said}).stdout.strip() for said in ("", "0", "1")] == [
        "False",
        "False",
        "True",
    ]
