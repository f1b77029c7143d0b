# SPDX-License-Identifier: Apache-2.0
"""Puts a check before everything in a module that touches memory.

An address is followed back to what it was made from, through offsets, casts and sums, whose left side is taken for the
address: a local variable or a constant, whose size is known here, or else an object that `objects` knows. On the way it
may pass an `extent`: a part of an object that what follows must stay in, as a header in a packet, or a stack's element
in its stack (`mark`). What is always right is not checked when the code runs; what is always wrong is an error at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from llvmlite import ir

from p4soft.switch.native.bounds.errors import BoundsError
from p4soft.switch.native.bounds.runtime import Runtime, emit_runtime

I8, I64, POINTER = ir.IntType(8), ir.IntType(64), ir.PointerType()
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
    for function in functions:
        _Checks(module, function, runtime).add()


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
    """The checks of one function."""

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
        """Check what an operand points to."""
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
        """Whether that needs no check.

        Raises:
            BoundsError: it is wrong whenever it runs.
        """
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
    """What must hold for `size` bytes at a pointer: from the innermost part of an object to the object itself."""
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
    """What a choice between two pointers was made from: a choice between what they were made from."""
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
