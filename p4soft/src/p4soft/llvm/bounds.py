# SPDX-License-Identifier: Apache-2.0
"""Bounds checks compiled into machine code: a mode of a whole process, for proof rather than for speed.

With `MRC_NATIVE_BOUNDS=1` every load, store and block copy of generated code is checked against the object that its
address was made from: frame, output, header, stack, packet, context, register, counter, table memory. What is outside
is reported (`BoundsError`), and neither read nor written.

An address is followed back to what it was made from, through offsets, casts and sums, whose left side is taken for the
address: a local variable or a constant, whose size is known here, or else an object that `Objects` knows. On the way it
may pass an `extent`: a part of an object that what follows must stay in, as a header in a packet, or a stack's element
in its stack (`mark`). What is always right is not checked when the code runs; what is always wrong is an error at once.
"""

from __future__ import annotations

import ctypes
import logging
import os
import threading
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from weakref import WeakKeyDictionary

from llvmlite import ir

from p4soft.llvm.ir import I1, I8, I32, I64, POINTER, VOID, Code, Word, function
from p4soft.llvm.machine import Code as MachineCode


class BoundsError(Exception):
    """Machine code wanted to touch memory outside of an object; the message says which, where and by how much."""


# --- The functions that checks call, in every module that has checks -------------------------------------------------


# What machine code sees of the objects, in words:
#
# how many | address of the begins | address of the ends      objects that stay (the arrays are sorted)
# the same again                                              visitors: for one call of machine code
# what is called when a check fails | memory to use instead
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


# --- The objects that checked machine code may touch -----------------------------------------------------------------


_LOG = logging.getLogger("p4soft.switch")
_WORD = ctypes.c_uint64
_REPORT = ctypes.CFUNCTYPE(None, ctypes.c_char_p, _WORD, _WORD, _WORD)
_MOST = 100
"""Violations to keep."""


@dataclass(frozen=True, slots=True)
class Extent:
    """`size` bytes from `start` on, and what they are."""

    start: int
    size: int
    what: str


class _Sorted:
    """Extents in order of their starts, as machine code searches them: none overlaps another."""

    def __init__(self, state: ctypes.Array[_WORD], at: int) -> None:
        self._state, self._at = state, at
        self.extents: list[Extent] = []
        self._starts: list[int] = []
        self._room = 0
        self._begins = self._ends = (_WORD * 0)()

    def put(self, extent: Extent) -> None:
        place = bisect_left(self._starts, extent.start)
        self._starts.insert(place, extent.start)
        self.extents.insert(place, extent)
        self._publish(place)

    def take(self, start: int) -> None:
        place = bisect_left(self._starts, start)
        assert self._starts[place] == start, start
        del self._starts[place], self.extents[place]
        self._publish(place)

    def replace(self, extents: Sequence[Extent]) -> None:
        self.extents = sorted(extents, key=lambda e: e.start)
        self._starts = [e.start for e in self.extents]
        self._publish(0)

    def find(self, address: int) -> Extent | None:
        """The extent with the last start that is not above an address."""
        place = bisect_right(self._starts, address)
        return self.extents[place - 1] if place else None

    def _publish(self, place: int) -> None:
        """Write what changed, from a place on."""
        count = len(self.extents)
        if count > self._room:
            self._room, place = 2 * count + 16, 0
            self._begins, self._ends = (_WORD * self._room)(), (_WORD * self._room)()
            self._state[self._at + 1] = ctypes.addressof(self._begins)
            self._state[self._at + 2] = ctypes.addressof(self._ends)
        for number, extent in enumerate(self.extents[place:], place):
            self._begins[number], self._ends[number] = extent.start, extent.start + extent.size
        self._state[self._at] = count


class Objects:
    """All objects of a process; `address` is where its state is. Machine code runs one call at a time (`visiting`)."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._state = (_WORD * (SPARE + 1))()
        self._spare = ctypes.create_string_buffer(OUTSIDE_SIZE)
        self._function = _REPORT(self._report)
        self._state[REPORT] = ctypes.cast(self._function, ctypes.c_void_p).value or 0
        self._state[SPARE] = ctypes.addressof(self._spare)
        self._lasting, self._visitors = _Sorted(self._state, 0), _Sorted(self._state, VISITORS)
        self._violations: list[str] = []
        self._gone: deque[int] = deque()

    @property
    def address(self) -> int:
        """Where machine code finds all of this."""
        return ctypes.addressof(self._state)

    def add(self, start: int, size: int, what: str) -> None:
        """An object that stays until `remove`."""
        with self._lock:
            self._tidy()
            self._lasting.put(Extent(start, size, what))

    def remove(self, start: int) -> None:
        with self._lock:
            self._lasting.take(start)

    def forget(self, starts: Iterable[int]) -> None:
        """The objects that start there are gone; what the collector of garbage may call at any time."""
        self._gone.extend(starts)

    @contextmanager
    def visiting(self, *extents: Extent) -> Iterator[None]:
        """Call machine code inside; these objects are there meanwhile, and those that stay."""
        with self._lock:
            self._tidy()
            before = self._visitors.extents
            self._visitors.replace([*before, *extents])
            try:
                yield
            finally:
                self._visitors.replace(before)

    def check(self) -> None:
        """Raise BoundsError if machine code wanted to touch something else since this was last asked."""
        found, self._violations = self._violations, []
        if found:
            more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
            raise BoundsError(found[0] + more)

    def _tidy(self) -> None:
        while self._gone:
            self._lasting.take(self._gone.popleft())

    def _report(self, where: bytes, base: int, at: int, size: int) -> None:
        text = f"{where.decode()}: {size} bytes at {self._described(base, at)}"
        _LOG.error("bounds: %s", text)
        ctypes.memset(self._spare, 0, OUTSIDE_SIZE)
        if len(self._violations) < _MOST:
            self._violations.append(text)

    def _described(self, base: int, at: int) -> str:
        for known in (self._lasting, self._visitors):
            found = known.find(base)
            if found is not None and base <= found.start + found.size:
                return f"{at - found.start:+d} of {found.what}, which has {found.size}"
        return f"{at:#x}, which is in no object"


OBJECTS = Objects()
"""Those of this process."""


# --- The checks ------------------------------------------------------------------------------------------------------


_BLOCK_TO, _BLOCK_FROM, _BLOCK_SIZE = 1, 2, 3  # operands of a call: the function is the first

_EXTENTS: WeakKeyDictionary[ir.Value, int] = WeakKeyDictionary()


def mark(pointer: ir.Value, size: int) -> ir.Value:
    """`pointer`, from which on what is made of it must stay among `size` bytes; it must be an offset from another."""
    if isinstance(pointer, ir.GEPInstr):
        _EXTENTS[pointer] = size
    return pointer


def instrument(module: ir.Module) -> None:
    """Add the checks; of functions that are there now."""
    functions = [f for f in module.functions if f.blocks]
    constants = [value for value in module.global_values if isinstance(value, ir.GlobalVariable)]
    runtime = emit_runtime(module, [(value, size_of(value.value_type)) for value in constants])
    for checked in functions:
        _Checks(module, checked, runtime).add()


@dataclass(frozen=True, slots=True)
class _Step:
    """Some bytes that must be in something.

    Attributes:
        holder: where that starts.
        extent: how many bytes it has; None: an object that the process knows.
        at: where the bytes are; `offset` is how far after `holder` if that is known, `size` how many there are.
    """

    holder: ir.Value
    extent: int | None
    at: ir.Value
    offset: int | None
    size: int | ir.Value


class _Checks:
    def __init__(self, module: ir.Module, function: ir.Function, runtime: Runtime) -> None:
        self._module = module
        self._function = function
        self._runtime = runtime
        self._names: dict[str, ir.GlobalVariable] = {}

    def add(self) -> None:
        for block in self._function.blocks:
            for instruction in list(block.instructions):
                if isinstance(instruction, ir.LoadInstr):
                    self._access(block, instruction, 0, size_of(instruction.type), "load")
                elif isinstance(instruction, ir.StoreInstr):
                    self._access(block, instruction, 1, size_of(instruction.operands[0].type), "store")
                elif isinstance(instruction, ir.CallInstr):
                    self._call(block, instruction)

    def _call(self, block: ir.Block, call: ir.CallInstr) -> None:
        name = getattr(call.callee, "name", "")
        if not name.startswith(("llvm.memcpy", "llvm.memmove", "llvm.memset", "memmove")):
            return
        size = call.operands[_BLOCK_SIZE]
        length = int(size.constant) if isinstance(size, ir.Constant) else size
        for operand in (_BLOCK_TO,) if "memset" in name else (_BLOCK_TO, _BLOCK_FROM):
            self._access(block, call, operand, length, "block copy")

    def _access(
        self, block: ir.Block, instruction: ir.Instruction, operand: int, size: int | ir.Value, what: str
    ) -> None:
        pointer = instruction.operands[operand]
        steps = [step for step in _steps(pointer, size) if not self._is_right(step, what)]
        if not steps:
            return
        b = ir.IRBuilder(block)
        b.position_before(instruction)
        right = None
        for step in steps:
            found = self._check(b, step, what)
            right = found if right is None else b.and_(right, found)
        spare = b.inttoptr(b.call(self._runtime.spare, []), POINTER)
        instruction.operands[operand] = b.select(right, pointer, spare)
        if isinstance(instruction, ir.CallInstr):
            length = instruction.operands[_BLOCK_SIZE]
            instruction.operands[_BLOCK_SIZE] = b.select(right, length, ir.Constant(I64, 0))

    def _is_right(self, step: _Step, what: str) -> bool:
        """Whether that needs no check. Raises BoundsError: it is wrong whenever it runs."""
        if step.extent is None or step.offset is None or not isinstance(step.size, int):
            return False
        if step.offset >= 0 and step.offset + step.size <= step.extent:
            return True
        where = f"{step.size} bytes at {step.offset:+d} of {step.extent}"
        raise BoundsError(f"{self._function.name}: {what}: {where}, whatever the packet")

    def _check(self, b: ir.IRBuilder, step: _Step, what: str) -> ir.Value:
        size = ir.Constant(I64, step.size) if isinstance(step.size, int) else step.size
        where = self._name(f"{self._function.name}: {what}")
        holder, at = _address(b, _made_from(b, step.holder)), _address(b, step.at)
        if step.extent is None:
            return b.call(self._runtime.inside, [holder, at, size, where])
        return b.call(self._runtime.within, [holder, ir.Constant(I64, step.extent), at, size, where])

    def _name(self, text: str) -> ir.GlobalVariable:
        found = self._names.get(text)
        if found is None:
            data = bytearray(text.encode() + b"\0")
            kind = ir.ArrayType(I8, len(data))
            found = ir.GlobalVariable(self._module, kind, self._module.get_unique_name("bounds.name"))
            found.linkage, found.global_constant, found.initializer = "internal", True, ir.Constant(kind, data)
            found.type = POINTER
            self._names[text] = found
        return found


def _steps(pointer: ir.Value, size: int | ir.Value) -> Iterator[_Step]:
    """The checks for `size` bytes at a pointer: from the innermost part of an object to the object itself."""
    at, offset, here = pointer, 0, pointer
    known: int | None = offset
    while True:
        extent = _EXTENTS.get(here)
        if extent is not None:
            yield _Step(here, extent, at, known, size)
            at, size, known = here, extent, 0
        if isinstance(here, ir.GEPInstr):
            (index,) = here.indices
            moved = int(index.constant) if isinstance(index, ir.Constant) and here.source_etype == I8 else None
            known = None if known is None or moved is None else known + moved
            here = here.pointer
        elif isinstance(here, ir.CastInstr) and here.opname in ("inttoptr", "ptrtoint"):
            here = here.operands[0]
        elif isinstance(here, ir.Instruction) and here.opname in ("add", "sub"):
            known, here = None, here.operands[0]
        else:
            break
    if isinstance(here, ir.AllocaInstr):
        yield _Step(here, size_of(here.allocated_type), at, known, size)
    elif isinstance(here, ir.GlobalVariable):
        yield _Step(here, size_of(here.value_type), at, known, size)
    elif isinstance(here, ir.Constant):  # no address: what is pointed to counts
        yield _Step(at, None, at, None, size)
    else:
        yield _Step(here, None, at, None, size)


def _made_from(b: ir.IRBuilder, value: ir.Value) -> ir.Value:
    """The base of a choice between two pointers: a choice between their bases."""
    if not isinstance(value, ir.SelectInstr):
        return value
    condition, *sides = value.operands
    *_, yes = _steps(sides[0], 0)
    *_, no = _steps(sides[1], 0)
    return b.select(condition, *(_address(b, _made_from(b, step.holder)) for step in (yes, no)))


def size_of(kind: ir.Type) -> int:
    """Bytes of a value in memory."""
    if isinstance(kind, ir.IntType):
        return -(-int(kind.width) // 8)
    if isinstance(kind, ir.ArrayType):
        return int(kind.count) * size_of(kind.element)
    assert isinstance(kind, ir.PointerType), kind
    return 8


def _address(b: ir.IRBuilder, value: ir.Value) -> ir.Value:
    """A pointer, or an integer that is one, as 64 bits."""
    if isinstance(value.type, ir.PointerType):
        return b.ptrtoint(value, I64)
    return value if value.type == I64 else b.zext(value, I64)


# --- Whether this process checks -------------------------------------------------------------------------------------


VARIABLE = "MRC_NATIVE_BOUNDS"
CHECKED = os.environ.get(VARIABLE, "") not in ("", "0")
"""Fixed when the process starts, so that all code and all memory of a process are of one kind."""
_INTRODUCED: list[MachineCode] = []
"""MachineCode whose constants are objects: they stay."""


def add_checks(module: ir.Module) -> None:
    """Put the checks into a module, if this process checks."""
    if CHECKED:
        instrument(module)


def attach(code: MachineCode) -> None:
    """Tell machine code of a module with checks where this process's objects are, of which its constants are some."""
    if CHECKED:
        introduce(code, OBJECTS)
        _INTRODUCED.append(code)


def introduce(code: MachineCode, objects: Objects) -> None:
    """The same for any objects; `code` must live as long as they do."""
    code.function(ATTACH, ctypes.c_uint64, result=ctypes.c_uint64)(objects.address)
    constant = code.function(CONSTANT, ctypes.c_uint64, result=ctypes.c_uint64)
    for number in count(0, 2):
        start = constant(number)
        if not start:
            return
        objects.add(start, constant(number + 1), "a constant")
