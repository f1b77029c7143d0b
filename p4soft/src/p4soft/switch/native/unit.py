# SPDX-License-Identifier: Apache-2.0
"""The LLVM module of one program, and the body of a function while it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from platform import machine
from typing import Final

from llvmlite import ir

from p4soft.llvm.bounds import mark
from p4soft.switch.native.fixed import EXTERNS
from p4soft.switch.native.ints import I1, I8, I64, POINTER, VOID, Int, resize
from p4soft.switch.native.layout import HOST, PACKET, Cell, ContextLayout, NativeLayout
from p4soft.switch.native.tables.base import Ahead
from p4soft.switch.program.model import Program

# What a function that can run a program's actions returns.
DONE, EXITED, FAILED = 0, 1, 2  # FAILED + n: the n-th assertion of `Unit.failures` did not hold

_PRESERVE_NONE: Final = ("x86_64", "amd64", "aarch64", "arm64")
"""Processors for which LLVM knows functions that keep no registers for their caller."""
FIELDS = 800
"""Of all headers, from which on the code of each is a function: LLVM's time grows faster than a function."""


class Unit:
    """One module.

    Attributes:
        failures: messages of assertions; FAILED + index is what native code returns.
        messages: of each log_msg, its text and how many 64-bit words each of its values takes.
        is_large: its headers have too many fields for code that reads or writes one to be inlined.
        calculations, selectors, actions, lookups: the functions of each, by name or id; ahead: lookups in parts.
    """

    def __init__(self, layout: NativeLayout) -> None:
        self.layout = layout
        self.program: Program = layout.program
        self.context = ContextLayout.of(layout.program)
        self.module = ir.Module(name="program")
        self.is_large = sum(len(layout.program.headers[name].type.fields) for name in layout.program.headers) > FIELDS
        self.failures: list[str] = []
        self.messages: list[tuple[str, tuple[int, ...]]] = []
        self.calculations: dict[str, ir.Function] = {}
        self.selectors: dict[str, ir.Function] = {}
        self.actions: dict[int, ir.Function] = {}
        self.lookups: dict[str, ir.Function] = {}
        self.ahead: dict[str, Ahead] = {}
        self.host_type = ir.FunctionType(I64, (I64, I64, POINTER))
        self._constants: dict[bytes, ir.GlobalVariable] = {}

    def function(self, name: str, result: ir.Type, arguments: tuple[ir.Type, ...], *, public: bool = False) -> Body:
        """A new function to write; its first argument is the context, its second the packet."""
        function = ir.Function(self.module, ir.FunctionType(result, arguments), name=name)
        if not public:
            function.linkage = "internal"
        function.attributes.add("nounwind")
        if len(arguments) > 1 and isinstance(arguments[1], ir.PointerType):
            function.args[1].add_attribute("noalias")
        return Body(self, function)

    def step(self, name: str, result: ir.Type, arguments: tuple[ir.Type, ...]) -> Body:
        """A new function to write that the burst has packets go through; Python calls it by the name of `for_python`.

        It keeps no registers for its caller: the burst has little in them.
        """
        body = self.function(name, result, arguments, public=True)
        if machine().lower() in _PRESERVE_NONE:
            body.function.calling_convention = "preserve_nonecc"
        outer = self.function(for_python(name), result, arguments, public=True)
        outer.b.ret(outer.b.call(body.function, outer.function.args))
        return body

    def apart(self, name: str, result: ir.Type, arguments: tuple[ir.Type, ...]) -> Body:
        """A new function to write that is never inlined: it is long, and others have it on paths that seldom run."""
        body = self.function(name, result, arguments)
        body.function.attributes.add("noinline")
        return body

    def once(self, name: str, make: Callable[[], ir.Function]) -> ir.Function:
        """The function `name`, made when it is first needed."""
        found = self.module.globals.get(name)
        return make() if found is None else found

    def bytes_constant(self, data: bytes, align: int = 8) -> ir.GlobalVariable:
        found = self._constants.get(data)
        if found is None:
            kind = ir.ArrayType(I8, len(data))
            found = ir.GlobalVariable(self.module, kind, name=f"k{len(self._constants)}")
            found.initializer = ir.Constant(kind, bytearray(data))
            found.global_constant, found.linkage, found.align = True, "internal", align
            found.type = POINTER
            self._constants[data] = found
        return found

    def words_constant(self, values: tuple[int, ...], width: int) -> ir.GlobalVariable:
        """Read-only integers of `width` bits, a whole number of bytes."""
        return self.bytes_constant(b"".join(v.to_bytes(width // 8, "little") for v in values))

    def failure(self, message: str) -> int:
        """What a function returns when this assertion does not hold."""
        if message not in self.failures:
            self.failures.append(message)
        return FAILED + self.failures.index(message)

    def message(self, template: str, words: tuple[int, ...]) -> int:
        """The number of a log_msg; `words` are the sizes of its values, each signed, in 64-bit words."""
        self.messages.append((template, words))
        return len(self.messages) - 1

    def fixed(self, name: str) -> ir.Function:
        """A function written in C."""
        return EXTERNS.declared(self.module, name)

    def intrinsic(self, name: str, kind: ir.FunctionType) -> ir.Function:
        """One of LLVM's own functions by its full name."""
        return self.once(name, lambda: ir.Function(self.module, kind, name=name))


def for_python(name: str) -> str:
    """The name of the function `name` of `Unit.step` to those who call it as C does."""
    return f"{name}.python"


def _parts(bit: int, width: int, size: int) -> Iterator[tuple[int, int, int]]:
    """The words of `size` bytes that bits lie in: where each starts, the first of its bits that is one, how many."""
    while width:
        word, first = divmod(bit, 8 * size)
        count = min(width, 8 * size - first)
        yield word * size, first, count
        bit, width = bit + count, width - count


class Body:
    """A function while it is written, with the loads, stores and branches that all parts of it need.

    Attributes:
        own: where the variables of the pipeline are that the function is part of.
    """

    def __init__(self, unit: Unit, function: ir.Function) -> None:
        self.unit = unit
        self.function = function
        self.b = ir.IRBuilder(function.append_basic_block("entry"))
        self.context = function.args[0]
        self.packet = function.args[1] if len(function.args) > 1 else None
        self.own: ir.Value = None

    # -- memory --------------------------------------------------------------------------------------------------

    def at(self, pointer: ir.Value, offset: int | ir.Value) -> ir.Value:
        """The address `offset` bytes after `pointer`."""
        if isinstance(offset, int):
            if offset == 0:
                return pointer
            offset = ir.Constant(I64, offset)
        return self.b.gep(pointer, [offset], source_etype=I8)

    def part(self, pointer: ir.Value, offset: int | ir.Value, size: int) -> ir.Value:
        """The address of a part of an object, `size` bytes, which nothing that is reached through it may leave."""
        number = ir.Constant(I64, offset) if isinstance(offset, int) else offset
        return mark(self.b.gep(pointer, [number], source_etype=I8), size)

    def load(self, pointer: ir.Value, cell: Cell) -> Int:
        where = self.at(pointer, cell.offset)
        if cell.bit is not None:
            value = resize(self.b, Int(self._bits(where, cell.bit, cell.width), cell.width, cell.signed), cell.size * 8)
            return Int(value, cell.width, cell.signed)
        value = self.b.load(where, typ=ir.IntType(cell.size * 8), align=min(8, cell.size))
        return Int(value, cell.width, cell.signed)

    def store(self, pointer: ir.Value, cell: Cell, value: ir.Value) -> None:
        """Write an integer that is `cell.width` bits wide."""
        b, where = self.b, self.at(pointer, cell.offset)
        if cell.bit is not None:
            self._set_bits(where, cell.bit, cell.width, resize(b, Int(value, cell.width), cell.width))
            return
        wide = resize(b, Int(value, cell.width, cell.signed), cell.size * 8)
        if not cell.by_word:
            b.store(wide, where, align=min(8, cell.size))
            return
        for i in range(cell.size // 8):
            b.store(b.trunc(b.lshr(wide, ir.Constant(wide.type, 64 * i)), I64), self.at(where, 8 * i), align=8)

    def _bits(self, where: ir.Value, bit: int, width: int) -> ir.Value:
        """`width` bits of what lies at an address as on the wire."""
        b, kind = self.b, ir.IntType(width)
        size = next((s for s in (1, 2, 4, 8) if bit // (8 * s) == (bit + width - 1) // (8 * s)), 8)
        value: ir.Value = ir.Constant(kind, 0)
        for start, first, count in _parts(bit, width, size):
            word = self.swapped(b.load(self.at(where, start), typ=ir.IntType(8 * size), align=size))
            after = 8 * size - first - count
            part = b.lshr(word, ir.Constant(word.type, after)) if after else word
            part = resize(b, Int(resize(b, Int(part, 8 * size), count), count), width)
            left = bit + width - 8 * start - first - count
            value = part if count == width else b.or_(value, b.shl(part, ir.Constant(kind, left)))
        return value

    def _set_bits(self, where: ir.Value, bit: int, width: int, value: ir.Value) -> None:
        """Write them: whole bytes that a processor writes at once alone, others with the 8 bytes around them."""
        b = self.b
        alone = width in (8, 16, 32, 64) and bit % width == 0
        size = width // 8 if alone else 8
        kind = ir.IntType(8 * size)
        for start, first, count in _parts(bit, width, size):
            at, left, after = self.at(where, start), bit + width - 8 * start - first - count, 8 * size - first - count
            part = b.lshr(value, ir.Constant(value.type, left)) if left else value
            part = resize(b, Int(resize(b, Int(part, width), count), count), 8 * size)
            part = b.shl(part, ir.Constant(kind, after)) if after else part
            if count < 8 * size:
                others = ir.Constant(kind, (1 << 8 * size) - 1 ^ ((1 << count) - 1 << after))
                part = b.or_(part, b.and_(self.swapped(b.load(at, typ=kind, align=size)), others))
            b.store(self.swapped(part), at, align=size)

    def swapped(self, value: ir.Value) -> ir.Value:
        """A whole number of bytes in the other order."""
        width = int(value.type.width)
        if width == 8:
            return value
        kind = ir.FunctionType(value.type, (value.type,))
        return self.b.call(self.unit.intrinsic(f"llvm.bswap.i{width}", kind), [value])

    def slot(self, number: int) -> Int:
        """An integer of the packet, by its slot."""
        return self.load(self.packet, self.unit.layout.cell(number))

    def set_slot(self, number: int, value: Int | int) -> None:
        """Write an integer of the packet, by its slot, cut to its width."""
        cell = self.unit.layout.cell(number)
        if isinstance(value, int):
            cut = ir.Constant(ir.IntType(cell.width), value & ((1 << cell.width) - 1))
        else:
            cut = resize(self.b, value, cell.width)
        self.store(self.packet, cell, cut)

    def pointer_in_context(self, index: int) -> ir.Value:
        return self.b.load(self.at(self.context, 8 * index), typ=POINTER, align=8)

    def word_in_context(self, index: int) -> ir.Value:
        return self.b.load(self.at(self.context, 8 * index), typ=I64, align=8)

    def set_word_in_context(self, index: int, value: ir.Value) -> None:
        self.b.store(value, self.at(self.context, 8 * index), align=8)

    def room(self, size: int, align: int = 8) -> ir.Value:
        """`size` bytes on the stack, for the whole function."""
        with self.b.goto_entry_block():
            place = self.b.alloca(ir.ArrayType(I8, max(1, size)))
            place.align, place.type = align, POINTER
        return place

    def variable(self, kind: ir.Type) -> ir.Value:
        with self.b.goto_entry_block():
            place = self.b.alloca(kind)
            place.type = POINTER
        return place

    def copy(self, to: ir.Value, source: ir.Value, size: int | ir.Value) -> None:
        """Copy bytes; the two places are the same or do not overlap."""
        self._block("memcpy", to, source, size)

    def move(self, to: ir.Value, source: ir.Value, size: int | ir.Value) -> None:
        """Copy bytes; the two places may overlap."""
        self._block("memmove", to, source, size)

    def clear(self, to: ir.Value, size: int | ir.Value) -> None:
        kind = ir.FunctionType(VOID, (POINTER, I8, I64, I1))
        length = ir.Constant(I64, size) if isinstance(size, int) else size
        function = self.unit.intrinsic("llvm.memset.p0.i64", kind)
        self.b.call(function, [to, ir.Constant(I8, 0), length, ir.Constant(I1, 0)])

    def _block(self, what: str, to: ir.Value, source: ir.Value, size: int | ir.Value) -> None:
        kind = ir.FunctionType(VOID, (POINTER, POINTER, I64, I1))
        length = ir.Constant(I64, size) if isinstance(size, int) else size
        function = self.unit.intrinsic(f"llvm.{what}.p0.p0.i64", kind)
        self.b.call(function, [to, source, length, ir.Constant(I1, 0)])

    # -- control -------------------------------------------------------------------------------------------------

    def block(self, name: str) -> ir.Block:
        return self.function.append_basic_block(name)

    @contextmanager
    def when(self, condition: ir.Value) -> Iterator[None]:
        yes, after = self.block("then"), self.block("after")
        self.b.cbranch(condition, yes, after)
        self.b.position_at_end(yes)
        yield
        if not self.b.block.is_terminated:
            self.b.branch(after)
        self.b.position_at_end(after)

    def either(self, condition: ir.Value, yes: Callable[[], None], no: Callable[[], None]) -> None:
        then, other, after = self.block("then"), self.block("else"), self.block("after")
        self.b.cbranch(condition, then, other)
        for block, what in ((then, yes), (other, no)):
            self.b.position_at_end(block)
            what()
            if not self.b.block.is_terminated:
                self.b.branch(after)
        self.b.position_at_end(after)

    @contextmanager
    def count_to(self, end: ir.Value) -> Iterator[ir.Value]:
        """A loop over 0 <= i < end, i as `end`'s type."""
        kind = end.type
        head, inside, after = self.block("loop"), self.block("body"), self.block("done")
        before = self.b.block
        self.b.branch(head)
        self.b.position_at_end(head)
        i = self.b.phi(kind)
        i.add_incoming(ir.Constant(kind, 0), before)
        self.b.cbranch(self.b.icmp_unsigned("<", i, end), inside, after)
        self.b.position_at_end(inside)
        yield i
        following = self.b.add(i, ir.Constant(kind, 1))
        i.add_incoming(following, self.b.block)
        self.b.branch(head)
        self.b.position_at_end(after)

    def show_packet(self) -> None:
        """Let Python see the packet as it is now."""
        self.copy(self.pointer_in_context(PACKET), self.packet, self.unit.layout.set_size)

    def host(self, what: int, number: int | ir.Value, arguments: ir.Value | None = None) -> ir.Value:
        """Ask Python: `host(what, number, arguments)`, 64 bits; it may want to see the packet if that goes wrong."""
        self.show_packet()
        n = ir.Constant(I64, number) if isinstance(number, int) else number
        callee = self.b.inttoptr(self.word_in_context(HOST), self.unit.host_type.as_pointer())
        given = arguments if arguments is not None else ir.Constant(POINTER, None)
        return self.b.call(callee, [ir.Constant(I64, what), n, given])
