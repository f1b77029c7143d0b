# SPDX-License-Identifier: Apache-2.0
"""Where everything lies in native memory: a packet's struct, the context, and the records of entries and queues.

The packet has `codegen.layout`'s slots, each at an offset of one struct. A header starts at a multiple of 8 bytes with
its validity (one byte). Headers of packets follow 8 bytes later as they are on the wire: what is extracted and emitted
unchanged is only copied. Others (metadata, headers of variable length, fields wider than MOST_ON_WIRE) have each field
in the smallest of 1, 2, 4 and 8 bytes, or whole 8-byte words, that holds it, in the machine's byte order; unsigned
values are extended with zeros, signed ones with their sign. Elements of a stack, and rows of a union stack, are equally
far apart. Fields that are variables of a pipeline (`own_fields`) lie in memory of the function that runs it; Python's
places for them, which nothing reads, are at the struct's end.

The context is 64-bit words through which the machine code of a program finds the state of the switch it runs for.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Set
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Any, SupportsIndex

from msgspec import Struct
from msgspec.structs import replace

from p4soft.llvm import Unsupported
from p4soft.switch.codegen.layout import (
    CLONE,
    CLONE_BY,
    FIRST_HEADER,
    FRAME,
    NO_LIMIT,
    SPEC_BY,
    TRUNCATE,
    Layout,
)
from p4soft.switch.codegen.layout import PACKET as PACKET_NUMBER
from p4soft.switch.hashes import CUSTOM_CRCS
from p4soft.switch.program.controls import actions_of, nodes_of_actions, own_fields
from p4soft.switch.program.expressions import children
from p4soft.switch.program.model import Action, Expr, FieldRef, HeaderType, Program, TableSpec

# --- Layout ----------------------------------------------------------------------------------------------------------


# The packet's own integer slots (codegen.layout's OFFSET to PACKET) come first, 8 bytes each, signed.
FRAME_POINTER = 8 * PACKET_NUMBER  # address of the frame's first byte
FRAME_LENGTH = FRAME_POINTER + 8  # its length in bytes
MAX_STRUCT = 1 << 20  # bytes of a packet's struct: beyond, clearing it for each packet is what takes the time


MOST_ON_WIRE = 512  # bits of a field that is put together from bytes in the order of the wire


class Cell(Struct, frozen=True):
    """One integer in a struct: `offset` bytes from its start, `width` bits as P4 sees it, `size` bytes of memory.

    `bit`: not an integer in the machine's byte order, but `width` bits of what lies there as on the wire (whole 8-byte
    words), from this one on.
    """

    offset: int
    width: int
    signed: bool = False
    saturating: bool = False
    bit: int | None = None

    @property
    def size(self) -> int:
        """Bytes it takes in memory."""
        return container(self.width) // 8

    @property
    def by_word(self) -> bool:
        """Whether it is written word by word: LLVM keeps words of a variable apart that it has seen apart.

        Larger ones are seldom used by the word, and LLVM has more work with them.
        """
        return 16 < self.size <= 128 and self.bit is None


class Shape(Struct, frozen=True):
    """How a header of one type lies in memory, from its validity on.

    Attributes:
        fields: of each field; a variable-length one is as wide as it can be.
        length: the variable-length field's present length in bits, if there is one.
        size: bytes of the whole, a multiple of 8.
        on_wire: bytes that lie as on the wire, from WIRE on; None: the fields are integers of their own.
    """

    fields: tuple[Cell, ...]
    length: Cell | None
    size: int
    on_wire: int | None = None


def container(width: int) -> int:
    """Bits of the memory an integer of `width` bits lives in."""
    for bits in (8, 16, 32, 64):
        if width <= bits:
            return bits
    return -(-width // 64) * 64


WIRE = 8
"""Bytes from a header's validity to its first byte on the wire."""


def wire_shape_of(header_type: HeaderType) -> Shape | None:
    """The shape of a type whose headers lie as on the wire; None if they cannot."""
    bits, fields = 0, []
    for field in header_type.fields:
        if not 0 < field.width <= MOST_ON_WIRE or field.varbit:
            return None
        fields.append(Cell(WIRE, field.width, field.signed, field.saturating, bits))
        bits += field.width
    if not bits or bits % 8:
        return None
    return Shape(tuple(fields), None, WIRE + -(-bits // 64) * 8, bits // 8)


def shape_of(header_type: HeaderType, without: Set[str] = frozenset()) -> Shape:
    """The shape of a type; the fields that are left out have no place."""
    at, fields = 1, []
    for field in header_type.fields:
        if field.name in without:
            fields.append(Cell(0, field.width, field.signed, field.saturating))
            continue
        step = min(8, container(field.width) // 8)
        at = -(-at // step) * step
        fields.append(Cell(at, field.width, field.signed, field.saturating))
        at += fields[-1].size
    length = None
    if header_type.varbit:
        at = -(-at // 4) * 4
        length = Cell(at, 32)
        at += 4
    return Shape(tuple(fields), length, -(-at // 8) * 8)


_FEW_WORDS = 16
"""Words that an action touches which is inlined wherever it runs."""


def _inlined(program: Program) -> frozenset[int]:
    """The actions that are not functions of their own: those of one node, and short ones."""
    nodes = nodes_of_actions(program)
    return frozenset(n for n in nodes if nodes[n] == 1 or _is_short(program, program.actions[n]))


def _is_short(program: Program, action: Action) -> bool:
    words = (_words(program, arg) for call in action.primitives for arg in call.args)
    return all(total <= _FEW_WORDS for total in accumulate(words))


def _words(program: Program, expr: Expr) -> int:
    """64-bit words that an expression reads or writes; a header or register counts as one, an operation too."""
    if isinstance(expr, FieldRef):
        field = program.headers[expr.header].type.field(expr.field)
        return 1 if field is None else -(-field.width // 64)
    return 1 + sum(_words(program, inner) for inner in children(expr))


class NativeLayout:
    """Offsets of one program's packet struct.

    Attributes:
        layout: the slots.
        cells: by slot number, its integer; None for the slots that only Python has.
        header: header instance -> offset of its validity.
        stack, stride: stack or union stack -> offset of element 0, and bytes from one element to the next.
        member: union stack -> offset of each member from its row's start.
        inlined: actions that LLVM is to inline.
        own: field that is a variable of a pipeline -> its place among that pipeline's variables.
        own_size: pipeline -> bytes of its variables.
        set_size: bytes of the struct that are set for each packet.
        size: bytes of the struct.

    Raises:
        Unsupported: the struct is larger than MAX_STRUCT.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        program = self.program = layout.program
        self.shapes: dict[str, Shape] = {}
        self.cells: list[Cell | None] = [None] * len(layout.template)
        for slot in range(1, PACKET_NUMBER + 1):
            self.cells[slot] = Cell(8 * (slot - 1), 64, signed=True)
        self._starts: dict[int, int] = {}  # base slot -> offset
        at = FRAME_LENGTH + 8
        types = self._types(program)
        self._of_packets = {h.type.name for h in program.headers.values() if not h.metadata}
        self.inlined = _inlined(program)
        own = own_fields(program, self.inlined)
        elsewhere = {
            base: {r.field for refs in own.values() for r in refs if layout.base[r.header] == base} for base in types
        }
        slot = FIRST_HEADER
        while slot < len(layout.template):
            at = -(-at // 8) * 8
            self._starts[slot] = at
            header_type = types.get(slot)
            if header_type is None:  # a stack's next index
                self.cells[slot] = Cell(at, 32)
                slot, at = slot + 1, at + 8
                continue
            shape = self.shape(header_type)
            if elsewhere[slot] and shape.on_wire is None:
                shape = shape_of(header_type, elsewhere[slot])
            self.cells[slot] = Cell(at, 1)
            inner = (*shape.fields, *((shape.length,) if shape.length else ()))
            for i, cell in enumerate(inner, slot + 1):
                self.cells[i] = replace(cell, offset=at + cell.offset)
            slot, at = slot + 1 + len(inner), at + shape.size
        self.set_size = at
        self._place_own(own)
        at = self.size = self.set_size + sum(self.own_size.values())
        if at > MAX_STRUCT:
            raise Unsupported(f"a packet's headers and metadata take {at} bytes; accepted: up to {MAX_STRUCT}")
        self.header = {name: self._starts[base] for name, base in layout.base.items()}
        self.stack = {n: self._starts[bases[0]] for n, bases in layout.stack_bases.items()}
        self.stride = {n: self._starts[bases[1]] - self._starts[bases[0]] for n, bases in layout.stack_bases.items()}
        self.member: dict[str, tuple[int, ...]] = {}
        for name, rows in layout.union_bases.items():
            first, second = (self._starts[row[0]] for row in rows[:2])
            self.stack[name], self.stride[name] = first, second - first
            self.member[name] = tuple(self._starts[base] - first for base in rows[0])

    def _place_own(self, own: Mapping[str, tuple[FieldRef, ...]]) -> None:
        start, self.own, self.own_size = self.set_size, {}, {}
        for pipeline, refs in own.items():
            fields = tuple(self.layout.field_type(ref) for ref in refs)
            shape = shape_of(HeaderType(pipeline, 0, fields))
            self.own_size[pipeline] = shape.size if refs else 0
            for ref, cell in zip(refs, shape.fields, strict=True):
                self.own[ref] = cell
                self.cells[self.layout.slot(ref)] = replace(cell, offset=start + cell.offset)
            start += self.own_size[pipeline]

    def shape(self, header_type: HeaderType) -> Shape:
        found = self.shapes.get(header_type.name)
        if found is None:
            found = wire_shape_of(header_type) if header_type.name in self._of_packets else None
            found = self.shapes[header_type.name] = found or shape_of(header_type)
        return found

    def cell(self, slot: int) -> Cell:
        """The integer of a slot that native code has."""
        cell = self.cells[slot]
        assert cell is not None, slot
        return cell

    def start(self, base: int) -> int:
        """The offset of the header at a base slot."""
        return self._starts[base]

    @cached_property
    def template(self) -> bytes:
        """The struct's bytes before a packet."""
        image = bytearray(self.size)
        initial = {slot: value for slot, value in enumerate(self.layout.template) if isinstance(value, int) and value}
        assert initial[CLONE] == -1 and initial[TRUNCATE] == NO_LIMIT
        for slot, value in initial.items():
            _write(image, self.cell(slot), value)
        return bytes(image)

    def _types(self, program: Program) -> dict[int, HeaderType]:
        """The type of the header at each base slot, scratch elements included."""
        layout = self.layout
        types = {base: program.headers[name].type for name, base in layout.base.items()}
        for name, bases in layout.stack_bases.items():
            types[bases[-1]] = program.stacks[name].type
        for name, rows in layout.union_bases.items():
            members = program.row_members(name)
            for base, (_, header) in zip(rows[-1], members, strict=True):
                types[base] = program.headers[header].type
        return types


# --- One packet, which is a list of slots to everybody else ----------------------------------------------------------


def _place(cell: Cell) -> tuple[slice, int]:
    """The bytes of a struct that hold something of a cell on the wire, and the bits after it in them."""
    assert cell.bit is not None, cell
    end = cell.bit + cell.width
    return slice(cell.offset + cell.bit // 8, cell.offset + -(-end // 8)), -end % 8


def _read(image: bytearray, cell: Cell) -> int:
    if cell.bit is None:
        return int.from_bytes(image[cell.offset : cell.offset + cell.size], "little", signed=cell.signed)
    where, after = _place(cell)
    value = int.from_bytes(image[where], "big") >> after & (1 << cell.width) - 1
    return value - (1 << cell.width) if cell.signed and value >> (cell.width - 1) else value


def _write(image: bytearray, cell: Cell, value: int) -> None:
    """Write a number, cut to the cell's width."""
    cut = value & ((1 << cell.width) - 1)
    if cell.bit is not None:
        where, after = _place(cell)
        others = int.from_bytes(image[where], "big") & ~((1 << cell.width) - 1 << after)
        image[where] = (others | cut << after).to_bytes(where.stop - where.start, "big")
        return
    if cell.signed and cut >> (cell.width - 1):
        cut -= 1 << cell.width
    image[cell.offset : cell.offset + cell.size] = cut.to_bytes(cell.size, "little", signed=cell.signed)


class NativePacket(list[Any]):
    """A packet's struct, read and written by slot as `codegen.layout.Packet` is; slots that only Python has are apart.

    Attributes:
        address: where the struct is; it stays while this object lives.
    """

    __slots__ = ("_anchor", "_cells", "_frame", "_image", "_marks", "address", "native")

    def __init__(self, native: NativeLayout, image: bytearray, frame: bytes, marks: list[Any]) -> None:
        super().__init__()
        self.native = native
        self._cells = native.cells
        self._image = image
        self._anchor = (ctypes.c_char * len(image)).from_buffer(image)
        self.address = ctypes.addressof(self._anchor)
        self._marks = marks
        self._set_frame(frame)

    @classmethod
    def template(cls, native: NativeLayout) -> NativePacket:
        return cls(native, bytearray(native.template), b"", [None] * (CLONE_BY + 1 - SPEC_BY))

    @classmethod
    def at(cls, native: NativeLayout, address: int) -> NativePacket:
        """A copy of the packet whose struct is at an address, frame and all."""
        image = bytearray(ctypes.string_at(address, native.size))
        pointer = int.from_bytes(image[FRAME_POINTER : FRAME_POINTER + 8], "little")
        length = int.from_bytes(image[FRAME_LENGTH : FRAME_LENGTH + 8], "little")
        return cls(native, image, ctypes.string_at(pointer, length), [None] * (CLONE_BY + 1 - SPEC_BY))

    @classmethod
    def of(cls, native: NativeLayout, slots: list[Any]) -> NativePacket:
        """A packet from a list of all its slots."""
        packet = cls.template(native)
        for slot, value in enumerate(slots):
            packet[slot] = value
        return packet

    def slots(self) -> list[Any]:
        return [self[slot] for slot in range(len(self._cells))]

    def _set_frame(self, frame: bytes) -> None:
        self._frame = frame
        pointer = ctypes.cast(ctypes.c_char_p(frame), ctypes.c_void_p).value or 0
        self._image[FRAME_POINTER : FRAME_POINTER + 8] = pointer.to_bytes(8, "little")
        self._image[FRAME_LENGTH : FRAME_LENGTH + 8] = len(frame).to_bytes(8, "little")

    def __len__(self) -> int:
        return len(self._cells)

    def __getitem__(self, key: SupportsIndex | slice) -> Any:  # noqa: ANN401  as a list of anything
        if isinstance(key, slice):
            if key == slice(None):
                return NativePacket(self.native, bytearray(self._image), self._frame, self._marks[:])
            return [self[i] for i in range(*key.indices(len(self)))]
        slot = key.__index__()
        cell = self._cells[slot]
        if cell is not None:
            return _read(self._image, cell)
        return self._frame if slot == FRAME else self._marks[slot - SPEC_BY]

    def __setitem__(self, key: SupportsIndex | slice, value: Any) -> None:  # noqa: ANN401  as a list of anything
        if isinstance(key, slice):
            for slot, item in zip(range(*key.indices(len(self))), value, strict=True):
                self[slot] = item
            return
        slot = key.__index__()
        cell = self._cells[slot]
        if cell is not None:
            _write(self._image, cell, value)
        elif slot == FRAME:
            self._set_frame(value)
        else:
            self._marks[slot - SPEC_BY] = value


# --- Context ---------------------------------------------------------------------------------------------------------


# Words of the context that every program has.
DROP_PORT = 0
NOT_DROPPED = 1  # what egress_spec is before egress
PRIORITIES = 2  # queues per port
QUEUES = 3  # address of the addresses of ports' queues, see `storage`; 0: that port has none yet
QUEUE_PORTS = 4  # how many ports have a place there
NEXT_NS = 5  # when the next waiting packet leaves its queue; the largest integer when none waits
CPU_PORT = 6  # frames for this port go to Python; -1: none
HOST = 7  # address of the function that does what native code cannot
PACKET = 8  # address of the struct of the packet that `burst` leaves to Python
NUMBER = 9  # how many packets were received
EXIT_STATUS = 10  # why a packet failed
EXIT_PORT = 11  # where a packet that left `burst` in egress was going
EXIT_PRIORITY = 12
LOOKED = 13  # address of what was found ahead for the packet that `burst` works on; 0: nothing
RANDOM = 14  # address of the random numbers' state, see primitives.py
FIRST_OBJECT = 15

FOREVER = (1 << 63) - 1


class Exit(IntEnum):
    """Why `burst` stopped."""

    DONE = 0  # every frame is processed
    FULL = 1  # there is no room for what the next frame may become
    DUE = 2  # a queued packet leaves before the next frame arrives
    INGRESS_FAILED = 3  # from here on: the last frame taken is for Python to finish
    INGRESS_ENDS = 4
    ENQUEUE = 5
    EGRESS_FAILED = 6
    EGRESS_ENDS = 7


class Host(IntEnum):
    """What native code asks Python for."""

    LOG = 0  # log_msg number n, with its values
    HASH = 1  # calculation n, of bytes
    SELECT = 2  # the same for the selector of profile n


class ContextLayout:
    """Which word points to which object of a program, by the object's name; of a custom CRC by who uses it."""

    @classmethod
    @lru_cache(maxsize=64)
    def of(cls, program: Program) -> ContextLayout:
        """The same for all switches that run the program."""
        return cls(program)

    def __init__(self, program: Program) -> None:
        self._next = FIRST_OBJECT
        self.registers = {r.name: self._take() for r in program.registers.values()}
        self.counters = {c.name: self._take() for c in program.counters.values() if not c.direct}
        self.meters = {m.name: self._take() for m in program.meters.values()}
        algorithms = {(Host.HASH, c.id): c.algo for c in program.calculations.values()}
        algorithms.update({(Host.SELECT, p.id): p.selector_algo or "" for p in program.action_profiles.values()})
        self.crcs = {who: self._take() for who, algo in algorithms.items() if algo in CUSTOM_CRCS}
        self.roots, self.records = {}, {}
        for table in program.tables():
            if not table.is_constant:  # side by side: they are read one after the other
                self.roots[table.name], self.records[table.name] = self._take(), self._take()
        self.members = {p.name: self._take() for p in program.action_profiles.values()}
        self.groups = {p.name: self._take() for p in program.action_profiles.values()}
        self.value_sets = {v.name: self._take() for v in program.value_sets.values()}
        self.words = self._next

    def _take(self) -> int:
        self._next += 1
        return self._next - 1


# --- Records ---------------------------------------------------------------------------------------------------------


# An entry's record; the default entry's is the first, that of handle n is number n + 1. What few tables use comes
# first: the others leave it out (`entry_left_out`).
LAST_HIT = Cell(0, 64, signed=True)  # microseconds
PACKETS = Cell(8, 64)
BYTES = Cell(16, 64)
MEMBER = Cell(24, 32, signed=True)  # number of the member's record; -1: none
GROUP = Cell(28, 32, signed=True)  # likewise
METER = Cell(32, 32, signed=True)  # number of the direct meter's words; -1: none
ACTION = Cell(36, 32, signed=True)  # -1: none
ENTRY_ARGUMENTS = 40

# A member's record.
MEMBER_ACTION = Cell(0, 32, signed=True)
MEMBER_ARGUMENTS = 8

# A group's record: how many picks, and where their member numbers (32 bits each) are.
PICK_COUNT = Cell(0, 64)
PICKS = 8
GROUP_SIZE = 16


class Arguments(Struct, frozen=True):
    cells: tuple[Cell, ...]
    size: int

    @classmethod
    def of(cls, action: Action) -> Arguments:
        at, cells = 0, []
        for param in action.params:
            width = max(1, param.width)
            step = min(8, container(width) // 8)
            at = -(-at // step) * step
            cells.append(Cell(at, width))
            at += cells[-1].size
        return cls(tuple(cells), -(-at // 8) * 8)


def pack_arguments(places: Arguments, values: tuple[int, ...]) -> bytes:
    """Argument values as native code reads them."""
    image = bytearray(places.size)
    for cell, value in zip(places.cells, values, strict=True):
        cut = value & ((1 << cell.width) - 1)
        image[cell.offset : cell.offset + cell.size] = cut.to_bytes(cell.size, "little")
    return bytes(image)


@lru_cache(maxsize=64)
def arguments_of(program: Program) -> Mapping[int, Arguments]:
    """The places of each action's arguments, by its id: the same for all switches that run the program."""
    return {i: Arguments.of(action) for i, action in program.actions.items()}


@lru_cache(maxsize=64)
def entry_sizes(program: Program) -> Mapping[str, int]:
    """Bytes from one entry's record to the next, by table."""
    arguments = arguments_of(program)
    return {
        table.name: ENTRY_ARGUMENTS
        + max((arguments[i].size for i in actions_of(program, table)), default=0)
        - entry_left_out(table)
        for table in program.tables()
    }


def entry_left_out(table: TableSpec) -> int:
    """Bytes at the beginning of an entry's record that those of a table do not have."""
    return entry_start(table) // 8 * 8


def entry_start(table: TableSpec) -> int:
    """Where in an entry's record begins what a packet reads or writes."""
    if table.support_timeout:
        return LAST_HIT.offset
    if table.with_counters:
        return PACKETS.offset
    if table.kind != "simple":
        return MEMBER.offset
    return ACTION.offset if table.direct_meter is None else METER.offset


def member_size(program: Program, profile: str) -> int:
    """Bytes from one member's record to the next."""
    ids = {i for t in program.tables() if t.action_profile == profile for i in t.actions}
    return MEMBER_ARGUMENTS + max((arguments_of(program)[i].size for i in ids), default=0)


QUEUE_SIZE = 32
"""Bytes of a queue's row: the words of `queue` in queues.c."""
