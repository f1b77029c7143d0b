# SPDX-License-Identifier: Apache-2.0
"""Memory outside Python's heap, at addresses that stay: blocks, words, sequences of integers, and rows.

Machine code reads it while Python writes it.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import weakref
from collections.abc import Iterable, MutableSequence, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Literal, Protocol, overload

from typing_extensions import override

from p4soft.llvm.bounds import CHECKED, OBJECTS, Objects
from p4soft.switch.native.layout import Cell
from p4soft.switch.state.cells import CounterArray, RegisterArray
from p4soft.switch.state.errors import OutOfMemory

# --- Words -----------------------------------------------------------------------------------------------------------


_Word = ctypes.c_uint64


def read_word(address: int) -> int:
    """The 64 bits at `address`."""
    return _Word.from_address(address).value


def write_word(address: int, value: int) -> None:
    """Write 64 bits at `address`, in one store."""
    _Word.from_address(address).value = value


def words_of(bits: int) -> int:
    """How many words a key of `bits` bits has; at least one."""
    return max(1, -(-bits // 64))


# --- Blocks ----------------------------------------------------------------------------------------------------------


_CHUNK = 1 << 18
_LARGEST_SMALL = 1 << 15
_SMALLEST = 64
_HUGE_PAGE = 1 << 21

_PAGE = 4096
_arenas = count()


@dataclass(slots=True)
class Block:
    """Memory of an arena: `size` bytes at `address`, which is a multiple of 64."""

    address: int
    size: int
    mapping: mmap.mmap | None = None
    """The mapping that holds the memory, if there is one."""


class Memory(Protocol):
    """Where blocks come from."""

    def allocate(self, size: int, what: str) -> Block:
        """A block of `size` bytes, all zero; raises OutOfMemory, which names `what` they are for."""

    def free(self, block: Block) -> None:
        """Take a block back; nothing reads it any more."""

    def grow(self, block: Block, size: int, what: str) -> Block:
        """A block of `size` bytes in the place of a smaller one, which it begins with; zero after it.

        Raises:
            OutOfMemory: the old one stays as it is.
        """
        new = self.allocate(size, what)
        ctypes.memmove(new.address, block.address, block.size)
        self.free(block)
        return new


class Arena(Memory):
    """The memory of one switch. Not thread-safe: its user holds the switch's lock.

    Small blocks (to 32 KiB) are cut from chunks of 256 KiB and reused by size, in powers of two; each larger one is a
    mapping, given back to the machine when it is freed. Chunks of one arena begin elsewhere in a page than those of the
    next: what several switches have alike would else take the same few places in a processor's first cache.
    """

    def __init__(self) -> None:
        self.used = 0
        self._chunks: list[mmap.mmap] = []
        self._fresh = self._fresh_end = 0
        self._free: dict[int, list[int]] = {}
        self._first = 5 * _SMALLEST * next(_arenas) % _PAGE

    @override
    def allocate(self, size: int, what: str) -> Block:
        if size <= _LARGEST_SMALL:
            block = self._small(max(_SMALLEST, 1 << (size - 1).bit_length()), what)
        else:
            mapping = _map(size, what) if size < _HUGE_PAGE else _map_huge(size, what)
            block = Block(_address(mapping), size, mapping)
        self.used += block.size
        return block

    @override
    def free(self, block: Block) -> None:
        self.used -= block.size
        if block.mapping is not None:
            block.mapping.close()
            block.mapping = None
        else:
            self._free.setdefault(block.size, []).append(block.address)

    @override
    def grow(self, block: Block, size: int, what: str) -> Block:
        """Large blocks are not copied: the machine moves their pages."""
        if block.mapping is None:
            return super().grow(block, size, what)
        huge = size >= _HUGE_PAGE
        try:
            block.mapping.resize(-(-size // _HUGE_PAGE) * _HUGE_PAGE if huge else size)
        except SystemError:  # not on this machine
            return super().grow(block, size, what)
        except (OSError, OverflowError, ValueError, MemoryError) as error:
            raise OutOfMemory(f"{what}: no memory for {size} more bytes ({error})") from error
        if huge:
            _ask_for_huge_pages(block.mapping)
        self.used += size - block.size
        return Block(_address(block.mapping), size, block.mapping)

    def _small(self, size: int, what: str) -> Block:
        reusable = self._free.get(size)
        if reusable:
            address = reusable.pop()
            ctypes.memset(address, 0, size)
            return Block(address, size)
        if self._fresh + size > self._fresh_end:
            chunk = _map(_CHUNK, what)
            self._chunks.append(chunk)
            self._fresh, self._fresh_end = _address(chunk) + self._first, _address(chunk) + _CHUNK
        address = self._fresh
        self._fresh += size
        return Block(address, size)


def _map(size: int, what: str) -> mmap.mmap:
    try:
        return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except (OSError, OverflowError, ValueError, MemoryError) as error:
        raise OutOfMemory(f"{what}: no memory for {size} more bytes ({error})") from error


def _map_huge(size: int, what: str) -> mmap.mmap:
    """Whole huge pages, if the machine has them: random accesses spend most of their time finding small ones."""
    mapping = _map(-(-size // _HUGE_PAGE) * _HUGE_PAGE, what)
    _ask_for_huge_pages(mapping)
    return mapping


def _ask_for_huge_pages(mapping: mmap.mmap) -> None:
    with contextlib.suppress(OSError):  # a kernel without them: slower, and right
        mapping.madvise(mmap.MADV_HUGEPAGE)


def _address(mapping: mmap.mmap) -> int:
    return ctypes.addressof(ctypes.c_char.from_buffer(mapping))


# --- Blocks that bounds checks know ----------------------------------------------------------------------------------


_ALIGNMENT = 64
_GAP = 64
"""Bytes between two blocks that are in no object."""
_MAPPING = 1 << 20


def new_memory() -> Memory:
    return CheckedMemory(OBJECTS) if CHECKED else Arena()


class CheckedMemory(Memory):
    """Memory each block of which is an object to bounds checks, for as long as it is not freed.

    Freed memory is never given out again, so that a later access to it is noticed.
    """

    def __init__(self, objects: Objects) -> None:
        self._arena = Arena()
        self._objects = objects
        self._chunks: list[Block] = []
        self._fresh = self._end = 0
        self._starts: set[int] = set()
        weakref.finalize(self, objects.forget, self._starts)

    @override
    def allocate(self, size: int, what: str) -> Block:
        needed = -(-(size + _GAP) // _ALIGNMENT) * _ALIGNMENT
        if self._fresh + needed > self._end:
            chunk = self._arena.allocate(max(_MAPPING, needed + _GAP), what)
            self._fresh, self._end = chunk.address + _GAP, chunk.address + chunk.size
            self._chunks.append(chunk)
        start = self._fresh
        self._fresh += needed
        self._objects.add(start, size, what)
        self._starts.add(start)
        return Block(start, size)

    @override
    def free(self, block: Block) -> None:
        self._objects.remove(block.address)
        self._starts.remove(block.address)


# --- Integers as Python sees them: sequences, and the arrays of `state` over them ------------------------------------


Code = Literal["B", "H", "I", "Q", "q"]
_FORMATS: dict[int, Code] = {1: "B", 2: "H", 4: "I", 8: "Q"}


def view(memory: Memory, address: int, size: int, code: Code = "Q") -> memoryview[int]:
    """Part of a memory as a sequence of integers; the memory lives as long as that does."""
    array = (ctypes.c_char * size).from_address(address)
    array.memory = memory  # type: ignore[attr-defined]  # what the memoryview holds on to
    octets: memoryview[int] = memoryview(array).cast("B")
    return octets.cast(code)


class Cells(MutableSequence[int]):
    """Unsigned integers of `width` bits, `step` bytes from one to the next; what is written is cut to the width."""

    __slots__ = ("_base", "_mask", "_size", "_step", "_view")

    def __init__(self, memory: Memory, address: int, count: int, width: int, step: int | None = None) -> None:
        self._size = Cell(0, width).size
        self._step = step or self._size
        self._mask = (1 << width) - 1
        self._base = count
        code = _FORMATS.get(self._size)
        octets = view(memory, address, max(count, 1) * self._step, "B")
        self._view = octets
        if code is not None:
            self._view = octets.cast(code)[:: self._step // self._size]

    @override
    def __len__(self) -> int:
        return self._base

    @overload
    def __getitem__(self, key: int) -> int: ...
    @overload
    def __getitem__(self, key: slice) -> list[int]: ...
    @override
    def __getitem__(self, key: int | slice) -> int | list[int]:
        if isinstance(key, slice):
            return [self[i] for i in range(*key.indices(self._base))]
        if not 0 <= key < self._base:
            raise IndexError(key)
        if self._size <= 8:
            return int(self._view[key])
        at = key * self._step
        return int.from_bytes(self._view[at : at + self._size], "little")

    def __setitem__(self, key: int | slice, value: int | Iterable[int]) -> None:
        if isinstance(key, slice):
            assert not isinstance(value, int), value
            for i, item in zip(range(*key.indices(self._base)), value, strict=True):
                self[i] = item
            return
        assert isinstance(value, int), value
        if not 0 <= key < self._base:
            raise IndexError(key)
        cut = value & self._mask
        if self._size <= 8:
            self._view[key] = cut
            return
        at = key * self._step
        self._view[at : at + self._size] = cut.to_bytes(self._size, "little")

    @override
    def __delitem__(self, key: int | slice) -> None:
        raise TypeError("cells stay")

    @override
    def insert(self, index: int, value: int) -> None:
        raise TypeError("cells stay")

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # they change

    @override
    def __repr__(self) -> str:
        return repr(list(self))


class NativeRegisterArray(RegisterArray):
    __slots__ = ("_block",)

    def __init__(self, name: str, size: int, bitwidth: int, memory: Memory) -> None:
        self.name, self.size, self.bitwidth = name, size, bitwidth
        self._block: Block = memory.allocate(max(1, size) * Cell(0, bitwidth).size, f"register {name}")
        self.cells = Cells(memory, self.address, size, bitwidth)

    @property
    def address(self) -> int:
        """Where cell 0 is."""
        return self._block.address

    @override
    def reset(self) -> None:
        ctypes.memset(self._block.address, 0, self._block.size)


class NativeCounterArray(CounterArray):
    """A counter whose cells, packets and bytes side by side, are in native memory."""

    __slots__ = ("_block",)

    def __init__(self, name: str, size: int, memory: Memory) -> None:
        self.name, self.size = name, size
        self._block: Block = memory.allocate(max(1, size) * 16, f"counter {name}")
        self.packets = Cells(memory, self.address, size, 64, 16)
        self.bytes = Cells(memory, self.address + 8, size, 64, 16)

    @property
    def address(self) -> int:
        """Where cell 0 is."""
        return self._block.address

    @override
    def reset(self) -> None:
        ctypes.memset(self._block.address, 0, self._block.size)


# --- Rows of equal size, as many as are asked for, at an address that a word of the context holds --------------------


class Rows:
    """An array that grows; `where` is the address of the word that says where it is.

    Attributes:
        size: bytes of a row, a multiple of 8.
        longs: all of it as unsigned 64-bit integers; another object after it has grown.
    """

    __slots__ = ("_block", "_count", "_memory", "_what", "_where", "longs", "size")

    def __init__(self, memory: Memory, where: int, size: int, what: str) -> None:
        self.size = size
        self._memory = memory
        self._where = where
        self._what = what
        self._count = 0
        self._block = memory.allocate(size, what)
        self._adopt()
        self.reserve(1)

    @property
    def address(self) -> int:
        """Where row 0 is now."""
        return self._block.address

    def reserve(self, count: int) -> None:
        """See that there are `count` rows; raises OutOfMemory, and then nothing has changed."""
        if count <= self._count:
            return
        self._block = self._memory.grow(self._block, max(count, 2 * self._count, 4) * self.size, self._what)
        self._adopt()

    def clear(self, number: int) -> None:
        ctypes.memset(self._block.address + number * self.size, 0, self.size)

    def fill(self, number: int, image: bytes) -> None:
        """Set a row to an image of its size."""
        ctypes.memmove(self._block.address + number * self.size, image, self.size)

    def _adopt(self) -> None:
        self._count = self._block.size // self.size
        self.longs = view(self._memory, self._block.address, self._block.size // 8 * 8)
        write_word(self._where, self._block.address)


class Numbers:
    """Small numbers that are given out, the lowest free one first."""

    __slots__ = ("_free", "_next")

    def __init__(self) -> None:
        self._free: list[int] = []
        self._next = 0

    def take(self) -> int:
        """A free number."""
        if self._free:
            return self._free.pop()
        self._next += 1
        return self._next - 1

    def give_back(self, number: int) -> None:
        self._free.append(number)
