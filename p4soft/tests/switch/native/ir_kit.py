# SPDX-License-Identifier: Apache-2.0
"""Small functions as LLVM IR, for tests of what compiles or checks it: unsigned words with operators.

with function(module, "it", I64, (I64, I64)) as (f, (address, i)):
    f.ret(f.load(address + i * 8))
"""

from contextlib import contextmanager
from dataclasses import dataclass

from llvmlite import ir

I8, I32, I64 = (ir.IntType(bits) for bits in (8, 32, 64))
POINTER = ir.PointerType()
VOID = ir.VoidType()


def _operator(name):
    def apply(self, other):
        return Word(self.code, getattr(self.code.builder, name)(self.value, self.operand(other)))

    return apply


@dataclass(frozen=True, eq=False)
class Word:
    """An unsigned integer; Python integers next to it get its width."""

    code: object
    value: ir.Value

    __add__, __sub__, __mul__, __floordiv__ = map(_operator, ("add", "sub", "mul", "udiv"))
    __and__, __or__, __xor__, __rshift__ = map(_operator, ("and_", "or_", "xor", "lshr"))

    def __gt__(self, other):
        return Word(self.code, self.code.builder.icmp_unsigned(">", self.value, self.operand(other)))

    def equals(self, other):
        return Word(self.code, self.code.builder.icmp_unsigned("==", self.value, self.operand(other)))

    def resized(self, width):
        """Cut, or extended with zeros."""
        have, kind = self.value.type.width, ir.IntType(width)
        cast = self.code.builder.trunc if width < have else self.code.builder.zext
        return self if width == have else Word(self.code, cast(self.value, kind))

    def operand(self, other):
        return other.value if isinstance(other, Word) else ir.Constant(self.value.type, other)


@dataclass(frozen=True)
class Variable:
    code: object
    slot: ir.Value

    def get(self):
        return Word(self.code, self.code.builder.load(self.slot, typ=I64))

    def set(self, value):
        self.code.builder.store(value.value, self.slot)


class Code:
    def __init__(self, function):
        self.function = function
        self.builder = ir.IRBuilder(function.append_basic_block("entry"))

    def constant(self, value):
        return Word(self, ir.Constant(I64, value))

    def variable(self, value):
        made = Variable(self, self.builder.alloca(I64))
        made.set(value)
        return made

    def load(self, address, width=64):
        at = self.builder.inttoptr(address.value, POINTER)
        return Word(self, self.builder.load(at, align=1, typ=ir.IntType(width)))

    def store(self, value, address, width):
        at = self.builder.inttoptr(address.value, POINTER)
        self.builder.store(ir.Constant(ir.IntType(width), value), at, align=1)

    def call(self, function, arguments):
        return Word(self, self.builder.call(function, [argument.value for argument in arguments]))

    def ret(self, value):
        self.builder.ret(value.value)

    def when(self, condition):
        return self.builder.if_then(condition.value)


@contextmanager
def function(module, name, result, arguments):
    """Write one function of `module`."""
    made = ir.Function(module, ir.FunctionType(result, arguments), name)
    made.attributes.add("nounwind")
    code = Code(made)
    yield code, [Word(code, given) for given in made.args]
    if not code.builder.block.is_terminated:
        code.builder.unreachable()
