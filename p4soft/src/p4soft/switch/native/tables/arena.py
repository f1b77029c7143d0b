# SPDX-License-Identifier: Apache-2.0
"""Memory outside Python's heap, at addresses that stay: what native code reads while Python writes it.

Small blocks (to 32 KiB) are cut from chunks of 256 KiB and reused by size, in powers of two; each larger one is a
mapping of its own, given back to the machine when it is freed.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
from dataclasses import dataclass
from typing import Protocol

from typing_extensions import override

from p4soft.switch.state.errors import OutOfMemory

_CHUNK = 1 << 18
_LARGEST_SMALL = 1 << 15
_SMALLEST = 64
_HUGE_PAGE = 1 << 21


@dataclass(slots=True)
class Block:
    """Memory of an arena: `size` bytes at `address`, which is a multiple of 64."""

    address: int
    size: int
    mapping: mmap.mmap | None = None
    """What keeps the memory there, when it is a mapping of its own."""


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
    """The memory of one switch. Not thread-safe: its user holds the switch's lock."""

    def __init__(self) -> None:
        self.used = 0
        self._chunks: list[mmap.mmap] = []
        self._fresh = self._fresh_end = 0
        self._free: dict[int, list[int]] = {}

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
            self._fresh = _address(chunk)
            self._fresh_end = self._fresh + _CHUNK
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
