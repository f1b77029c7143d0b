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
import re
import threading
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from weakref import WeakKeyDictionary

from llvmlite import ir
from msgspec import Struct

from p4soft.llvm import Code as MachineCode
from p4soft.llvm import Fixed

I8, I64, POINTER = ir.IntType(8), ir.IntType(64), ir.PointerType()


class BoundsError(Exception):
    """Machine code wanted to touch memory outside of an object; the message says which, where and by how much."""


# --- The functions that checks call, in every module that has checks -------------------------------------------------


# What machine code sees of the objects, in words (`process` in bounds.c).
ATTACH = "bounds_attach"
CONSTANT = "bounds.constant"
COUNT, BEGINS, ENDS = range(3)
VISITORS = 3
REPORT, SPARE = 6, 7
OUTSIDE_SIZE = 1 << 16
"""Bytes of the memory that is used instead."""

RUNTIME = Fixed(Path(__file__).parent, ("bounds",))


def _emit_constants(module: ir.Module, constants: Sequence[tuple[ir.Value, int]]) -> None:
    """`bounds.constant(n)`: of even n the address of constant n / 2, of odd ones its size; 0 when there are no more."""
    made = ir.Function(module, ir.FunctionType(I64, (I64,)), CONSTANT)
    entry, other = made.append_basic_block("entry"), made.append_basic_block("other")
    choice = ir.IRBuilder(entry).switch(made.args[0], other)
    ir.IRBuilder(other).ret(ir.Constant(I64, 0))
    for n, (constant, size) in enumerate(constants):
        for odd in (0, 1):
            block = made.append_basic_block(f"constant.{n}.{odd}")
            choice.add_case(2 * n + odd, block)
            b = ir.IRBuilder(block)
            b.ret(ir.Constant(I64, size) if odd else b.ptrtoint(constant, I64))


# --- The objects that checked machine code may touch -----------------------------------------------------------------


_LOG = logging.getLogger("p4soft.switch")
_WORD = ctypes.c_uint64
_REPORT = ctypes.CFUNCTYPE(None, ctypes.c_char_p, _WORD, _WORD, _WORD)
_MOST = 100
"""Violations to keep."""


class Extent(Struct, frozen=True):
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
    _emit_constants(module, [(value, size_of(value.value_type)) for value in constants])
    for checked in functions:
        _Checks(module, checked).add()


class _Step(Struct, frozen=True):
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
    def __init__(self, module: ir.Module, function: ir.Function) -> None:
        self._module = module
        self._function = function
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
        spare = self._runtime(b, "bounds_spare")
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
            found = self._runtime(b, "bounds_inside", holder, at, size, where)
        else:
            found = self._runtime(b, "bounds_within", holder, ir.Constant(I64, step.extent), at, size, where)
        return b.icmp_unsigned("!=", found, ir.Constant(I64, 0))

    def _runtime(self, b: ir.IRBuilder, name: str, *arguments: ir.Value) -> ir.Value:
        return b.call(RUNTIME.declared(self._module, name), arguments)

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


# --- The checks of functions written in C, whose IR is text ----------------------------------------------------------


_LINE = re.compile(
    r"  (?:(?P<got>%\d+) = load (?P<loaded>\w+)|store (?P<stored>\w+) [^ ]+), "
    r"ptr (?P<at>[%@][\w.]+)(?P<rest>, align \d+)"
)
_OFFSET = re.compile(r"  (?P<got>%\d+) = getelementptr inbounds (?:nuw )?.*?, ptr (?P<base>[%@][\w.]+)(?P<indices>.*)")
_COPY = re.compile(
    r"  call void @llvm\.mem(?P<how>cpy|move)\.p0\.p0\.i64\(ptr (?:align \d+ )?(?P<to>[%@][\w.]+), "
    r"ptr (?:align \d+ )?(?P<source>[%@][\w.]+), i64 (?P<size>[%\w.]+), i1 false\)"
)
_BEGINS = re.compile(r"define .*@(?P<name>\w+)\(")
_ARRAY = re.compile(r"@(?P<name>[\w.]+) = internal (?:unnamed_addr )?constant \[(?P<count>\d+) x i(?P<bits>\d+)\]")
_SIZES = {"ptr": 8, "double": 8, **{f"i{bits}": bits // 8 for bits in (8, 16, 32, 64, 128)}}
_DECLARATIONS = """
declare ptr @bounds_inside_or_spare(i64, i64, i64, ptr)
declare ptr @bounds_within_or_spare(i64, i64, i64, i64, ptr)
declare i64 @bounds_copy(i64, i64, i64, i64, i64, ptr)
"""


def instrumented(text: str) -> str:
    """LLVM IR of C (`fixed.Fixed`) with checks, but for what local variables hold.

    An address is followed back through offsets, as above: here to what C has in a variable, or gets from a call.
    """
    return _TextChecks(text).add()


class _TextChecks:
    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        arrays = (found for found in map(_ARRAY.match, self._lines) if found)
        self._arrays = {f"@{a['name']}": int(a["count"]) * int(a["bits"]) // 8 for a in arrays}
        self._function = ""
        self._bases: dict[str, str] = {}
        self._known: dict[str, bool] = {}
        self._names: dict[str, str] = {}
        self._made = 0
        self._out: list[str] = []

    def add(self) -> str:
        for line in self._lines:
            self._line(line)
        names = (
            f'@{name} = internal constant [{len(text) + 1} x i8] c"{text}\\00"' for text, name in self._names.items()
        )
        return "\n".join((*self._out, *names, _DECLARATIONS))

    def _line(self, line: str) -> None:
        if begins := _BEGINS.match(line):
            self._function = begins["name"]
            self._bases.clear()
            self._known.clear()
        elif " = alloca " in line:
            self._known[line.split(maxsplit=1)[0]] = True
        elif offset := _OFFSET.match(line):
            base = offset["base"]
            self._bases[offset["got"]] = self._bases.get(base, base)
            self._known[offset["got"]] = self._known.get(base, False) and "%" not in offset["indices"]
        elif copy := _COPY.match(line):
            line = self._copy(copy, line)
        elif access := _LINE.match(line):
            line = self._access(access, line)
        self._out.append(line)

    def _access(self, access: re.Match[str], line: str) -> str:
        at, kind = access["at"], access["loaded"] or access["stored"]
        base = self._bases.get(at, at)
        if self._known.get(at, False) or (at == base and at.startswith("@")):
            return line  # a local variable, or a global one
        where = self._name("load" if access["loaded"] else "store")
        size = _SIZES[kind]
        if base in self._arrays:
            call = f"@bounds_within_or_spare(i64 {self._number(base)}, i64 {self._arrays[base]}, "
        else:
            call = f"@bounds_inside_or_spare(i64 {self._number(base)}, "
        checked = self._new(f"call ptr {call}i64 {self._number(at)}, i64 {size}, ptr @{where})")
        return line.replace(f", ptr {at}{access['rest']}", f", ptr {checked}{access['rest']}")

    def _copy(self, copy: re.Match[str], line: str) -> str:
        places = [self._number(place) for at in (copy["to"], copy["source"]) for place in (self._bases.get(at, at), at)]
        given = ", ".join(f"i64 {value}" for value in (*places, copy["size"]))
        size = self._new(f"call i64 @bounds_copy({given}, ptr @{self._name('block copy')})")
        return line.replace(f"i64 {copy['size']}, i1", f"i64 {size}, i1")

    def _number(self, place: str) -> str:
        return self._new(f"ptrtoint ptr {place} to i64")

    def _new(self, instruction: str) -> str:
        self._made += 1
        self._out.append(f"  %c.{self._made} = {instruction}")
        return f"%c.{self._made}"

    def _name(self, what: str) -> str:
        """The global that says where a check is."""
        text = f"{self._function}: {what}"
        return self._names.setdefault(text, f"bounds.where.{len(self._names)}")


# --- Whether this process checks -------------------------------------------------------------------------------------


VARIABLE = "MRC_NATIVE_BOUNDS"
CHECKED = os.environ.get(VARIABLE, "") not in ("", "0")
"""Fixed when the process starts, so that all code and all memory of a process are of one kind."""
_INTRODUCED: list[MachineCode] = []
"""MachineCode whose constants are objects: they stay."""


def add_checks(module: ir.Module, others: Sequence[str]) -> Sequence[str]:
    """Put the checks into a module and into others that it is to be linked with, if this process checks: these."""
    if not CHECKED:
        return others
    instrument(module)
    return [*map(instrumented, others), *RUNTIME.public]


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
