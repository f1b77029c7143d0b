# SPDX-License-Identifier: Apache-2.0
"""The tuples of a tuple space in native memory: one for each distinct mask, in order of their bounds."""

from __future__ import annotations

import ctypes
from bisect import bisect_left

from p4soft.switch.native.tables.arena import Memory
from p4soft.switch.native.tables.memory_words import write_word
from p4soft.switch.native.tables.tuple_lookup import BOUND, TAG, TUPLE_MASK, TUPLES_HEADER, descriptor_size

_SMALLEST = 4


class Tuple:
    """One distinct mask: its tag in records, how many entries have it, and a rank that none of them is better than."""

    __slots__ = ("bound", "count", "mask", "tag")

    def __init__(self, tag: int, mask: int, bound: int) -> None:
        self.tag, self.mask, self.bound = tag, mask, bound
        self.count = 0


class TupleSpace:
    """The tuples by mask, and their descriptors for native code, whose address is kept in the word at `pointer`."""

    def __init__(self, memory: Memory, pointer: int, words: int, what: str) -> None:
        self._memory, self._pointer, self._what = memory, pointer, what
        self._mask_bytes, self._stride = words * 8, descriptor_size(words)
        self.by_mask: dict[int, Tuple] = {}
        self._order: list[tuple[int, int]] = []
        self._tags: list[int] = []
        self._places = _SMALLEST
        self._block = memory.allocate(self._bytes_for(_SMALLEST), what)
        write_word(pointer, self._block.address)

    @property
    def size(self) -> int:
        """Bytes in use."""
        return self._block.size

    @property
    def tags(self) -> int:
        """How many tags have ever been in use at once: every tag is below."""
        return len(self.by_mask) + len(self._tags)

    def free(self) -> None:
        """Give the memory back."""
        self._memory.free(self._block)

    def make_room(self) -> None:
        """See that there is place for one more tuple; raises OutOfMemory, and then nothing has changed."""
        if len(self._order) < self._places:
            return
        old, new = self._block, self._memory.allocate(self._bytes_for(self._places * 2), self._what)
        ctypes.memmove(new.address, old.address, self._bytes_for(self._places))
        write_word(self._pointer, new.address)
        self._block = new
        self._places *= 2
        self._memory.free(old)

    def add(self, mask: int, bound: int) -> Tuple:
        """A new tuple; there is place for it."""
        tag = self._tags.pop() if self._tags else len(self.by_mask)
        made = Tuple(tag, mask, bound)
        self.by_mask[mask] = made
        self._place(made, len(self._order))
        write_word(self._block.address, len(self._order))
        return made

    def remove(self, gone: Tuple) -> None:
        """Forget a tuple that no entry has any more."""
        at = bisect_left(self._order, (gone.bound, gone.tag))
        del self._order[at]
        write_word(self._block.address, len(self._order))
        self._move(at + 1, at, len(self._order) - at)
        del self.by_mask[gone.mask]
        self._tags.append(gone.tag)

    def lower(self, changed: Tuple, bound: int) -> None:
        """Give a tuple a better bound than it had."""
        at = bisect_left(self._order, (changed.bound, changed.tag))
        del self._order[at]
        changed.bound = bound
        self._place(changed, at)

    def set_bounds(self, bounds: dict[int, int]) -> None:
        """Give every tuple its bound anew, by tag."""
        for changed in self.by_mask.values():
            changed.bound = bounds[changed.tag]
        self._order.clear()
        for changed in sorted(self.by_mask.values(), key=lambda t: (t.bound, t.tag)):
            self._place(changed, len(self._order))

    def _place(self, placed: Tuple, gap: int) -> None:
        """Write a descriptor where it belongs, which is at `gap` or before; `gap` is free."""
        at = bisect_left(self._order, (placed.bound, placed.tag))
        self._order.insert(at, (placed.bound, placed.tag))
        self._move(at, at + 1, gap - at)
        address = self._address(at)
        ctypes.memmove(address + TUPLE_MASK, placed.mask.to_bytes(self._mask_bytes, "little"), self._mask_bytes)
        write_word(address + TAG, placed.tag)
        write_word(address + BOUND, placed.bound)

    def _move(self, start: int, to: int, count: int) -> None:
        if count > 0:
            ctypes.memmove(self._address(to), self._address(start), count * self._stride)

    def _address(self, place: int) -> int:
        return self._block.address + TUPLES_HEADER + place * self._stride

    def _bytes_for(self, places: int) -> int:
        return TUPLES_HEADER + places * self._stride
