# SPDX-License-Identifier: Apache-2.0
"""Writes LLVM IR that reads like a program: unsigned words with operators, variables, loops, branches, memory.

A `Word` is one LLVM integer of any width, taken as unsigned. Python integers next to a `Word` become constants of its
width; two words of different widths are a mistake of the caller. Addresses are words of 64 bits.

    with function(module, "sum", I64, (I64, I64)) as (f, (address, count)):
        total, i = f.variable(0), f.variable(0)
        with f.loop(lambda: i.get() < count):
            total.set(total.get() + f.load(address + i.get() * 8))
            i.set(i.get() + 1)
        f.ret(total.get())
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from llvmlite import ir

I1, I8, I32, I64 = (ir.IntType(bits) for bits in (1, 8, 32, 64))
POINTER = ir.PointerType()
VOID = ir.VoidType()

Branch = AbstractContextManager[object]


@dataclass(frozen=True, eq=False)
class Word:
    """An unsigned integer that native code computes. Comparisons give words of one bit (`==` is `equals`)."""

    code: Code
    value: ir.Value

    @property
    def width(self) -> int:
        return int(self.value.type.width)

    def __add__(self, other: Operand) -> Word:
        return self._binary("add", other)

    def __sub__(self, other: Operand) -> Word:
        return self._binary("sub", other)

    def __mul__(self, other: Operand) -> Word:
        return self._binary("mul", other)

    def __and__(self, other: Operand) -> Word:
        return self._binary("and_", other)

    def __or__(self, other: Operand) -> Word:
        return self._binary("or_", other)

    def __xor__(self, other: Operand) -> Word:
        return self._binary("xor", other)

    def __lshift__(self, other: Operand) -> Word:
        return self._binary("shl", other)

    def __rshift__(self, other: Operand) -> Word:
        return self._binary("lshr", other)

    def __floordiv__(self, other: Operand) -> Word:
        return self._binary("udiv", other)

    def __mod__(self, other: Operand) -> Word:
        return self._binary("urem", other)

    def __invert__(self) -> Word:
        return Word(self.code, self.code.builder.not_(self.value))

    def __lt__(self, other: Operand) -> Word:
        return self._compare("<", other)

    def __le__(self, other: Operand) -> Word:
        return self._compare("<=", other)

    def __gt__(self, other: Operand) -> Word:
        return self._compare(">", other)

    def __ge__(self, other: Operand) -> Word:
        return self._compare(">=", other)

    def equals(self, other: Operand) -> Word:
        """One bit: both have the same value."""
        return self._compare("==", other)

    def differs(self, other: Operand) -> Word:
        """One bit: their values differ."""
        return self._compare("!=", other)

    def resized(self, width: int) -> Word:
        """Cut, or extended with zeros, to `width` bits."""
        if width == self.width:
            return self
        builder = self.code.builder
        cast = builder.trunc if width < self.width else builder.zext
        return Word(self.code, cast(self.value, ir.IntType(width)))

    def ones(self) -> Word:
        """How many of its bits are set."""
        return Word(self.code, self.code.builder.ctpop(self.value))

    def leading_zeros(self) -> Word:
        """How many of its highest bits are not set: all of them in 0."""
        return Word(self.code, self.code.builder.ctlz(self.value, ir.Constant(I1, 0)))

    def choose(self, yes: Operand, no: Word) -> Word:
        """`yes` when this bit is set, or else `no`."""
        return Word(self.code, self.code.builder.select(self.value, no.operand(yes), no.value))

    def operand(self, other: Operand) -> ir.Value:
        """`other` as a value of this word's width."""
        return other.value if isinstance(other, Word) else ir.Constant(self.value.type, other)

    def _binary(self, operation: str, other: Operand) -> Word:
        return Word(self.code, getattr(self.code.builder, operation)(self.value, self.operand(other)))

    def _compare(self, operator: str, other: Operand) -> Word:
        return Word(self.code, self.code.builder.icmp_unsigned(operator, self.value, self.operand(other)))


Operand = Word | int


@dataclass(frozen=True)
class Variable:
    code: Code
    slot: ir.Value
    type: ir.Type

    def get(self) -> Word:
        return Word(self.code, self.code.builder.load(self.slot, typ=self.type))

    def set(self, value: Operand) -> None:
        given = value.value if isinstance(value, Word) else ir.Constant(self.type, value)
        self.code.builder.store(given, self.slot)


class Code:
    def __init__(self, function: ir.Function) -> None:
        self.function = function
        self._entry = function.append_basic_block("entry")
        self.builder = ir.IRBuilder(self._entry)

    def constant(self, value: int, width: int = 64) -> Word:
        return Word(self, ir.Constant(ir.IntType(width), value))

    def variable(self, value: Operand, width: int = 64) -> Variable:
        """A local variable, of the width of `value` when that is a word."""
        kind = value.value.type if isinstance(value, Word) else ir.IntType(width)
        made = Variable(self, self._local(kind), kind)
        made.set(value)
        return made

    def address(self, words: int = 1) -> Word:
        """The address of `words` local words of 64 bits, for another function to read or write."""
        return Word(self, self.builder.ptrtoint(self._local(ir.ArrayType(I64, words)), I64))

    def _local(self, kind: ir.Type) -> ir.Value:
        """Made in the entry block, where LLVM turns it into a register if it can, and loops make no more of it."""
        with self.builder.goto_block(self._entry):
            if self._entry.instructions:
                self.builder.position_before(self._entry.instructions[0])
            return self.builder.alloca(kind)

    def load(self, address: Word, width: int = 64) -> Word:
        """The `width` bits at `address`, which need not be aligned."""
        kind = ir.IntType(width)
        return Word(self, self.builder.load(self.builder.inttoptr(address.value, POINTER), align=1, typ=kind))

    def store(self, value: Operand, address: Word, width: int = 64) -> None:
        """Write `value` (of `width` bits when a Python integer) to `address`."""
        given = value.value if isinstance(value, Word) else ir.Constant(ir.IntType(width), value)
        self.builder.store(given, self.builder.inttoptr(address.value, POINTER), align=1)

    def prefetch(self, address: Word, size: int) -> None:
        """Ask for `size` bytes (up to 64), which are going to be read."""
        module, name = self.function.module, "llvm.prefetch.p0"
        ask = module.globals.get(name)
        if ask is None:
            ask = ir.Function(module, ir.FunctionType(VOID, (POINTER, I32, I32, I32)), name)
        for at in (address, address + (size - 1)):
            how = (ir.Constant(I32, n) for n in (0, 3, 1))
            self.builder.call(ask, [self.builder.inttoptr(at.value, POINTER), *how])

    def call(self, function: ir.Function, arguments: Sequence[Word]) -> Word:
        """Call `function`, which takes addresses as words or as pointers."""
        given = [
            self.builder.inttoptr(a.value, POINTER) if kind == POINTER else a.value
            for a, kind in zip(arguments, function.function_type.args, strict=True)
        ]
        return Word(self, self.builder.call(function, given))

    def ret(self, value: Word | None = None) -> None:
        """Return; nothing follows in this block."""
        if value is None:
            self.builder.ret_void()
        else:
            self.builder.ret(value.value)

    @contextmanager
    def when(self, condition: Word) -> Iterator[None]:
        """What runs only if `condition` (one bit) is set; it may end with `ret`."""
        with self.builder.if_then(condition.value):
            yield

    def either(self, condition: Word) -> AbstractContextManager[tuple[Branch, Branch]]:
        """`with f.either(c) as (yes, no):` and then `with yes:` and `with no:`."""
        branches: AbstractContextManager[tuple[Branch, Branch]] = self.builder.if_else(condition.value)
        return branches

    @contextmanager
    def loop(self, condition: Callable[[], Word]) -> Iterator[Loop]:
        """Repeat while `condition()`, which is computed before each round, is set."""
        head, body, end = (self.function.append_basic_block(f"loop.{part}") for part in ("head", "body", "end"))
        self.builder.branch(head)
        self.builder.position_at_end(head)
        self.builder.cbranch(condition().value, body, end)
        self.builder.position_at_end(body)
        yield Loop(self, head, end)
        if not self.builder.block.is_terminated:
            self.builder.branch(head)
        self.builder.position_at_end(end)


@dataclass(frozen=True)
class Loop:
    """A loop while its body is written."""

    code: Code
    head: ir.Block
    end: ir.Block

    def leave(self) -> None:
        """Go on after the loop; nothing follows in this block."""
        self.code.builder.branch(self.end)

    def again(self) -> None:
        """Start the next round; nothing follows in this block."""
        self.code.builder.branch(self.head)


@contextmanager
def function(
    module: ir.Module, name: str, result: ir.Type, arguments: Sequence[ir.Type]
) -> Iterator[tuple[Code, list[Word]]]:
    """Write one function of `module`: its body, and its arguments (pointers as addresses)."""
    made = ir.Function(module, ir.FunctionType(result, arguments), name)
    made.attributes.add("nounwind")
    code = Code(made)
    words = [Word(code, code.builder.ptrtoint(given, I64) if given.type == POINTER else given) for given in made.args]
    yield code, words
    if not code.builder.block.is_terminated:
        code.ret() if result == VOID else code.builder.unreachable()
