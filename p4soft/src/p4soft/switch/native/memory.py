# SPDX-License-Identifier: Apache-2.0
"""Where a switch's native memory comes from: an arena, or one each block of which bounds checks know."""

from __future__ import annotations

import weakref

from typing_extensions import override

from p4soft.switch.native.bounds import CHECKED, OBJECTS, Objects
from p4soft.switch.native.tables import Arena, Block, Memory

_ALIGNMENT = 64
_GAP = 64
"""Bytes between two blocks that are in no object."""
_CHUNK = 1 << 20


def new_memory() -> Memory:
    """Memory for one switch."""
    return CheckedMemory(OBJECTS) if CHECKED else Arena()


class CheckedMemory(Memory):
    """Memory each block of which is an object to bounds checks, for as long as it is not freed.

    What is freed is never given out again, so that whoever still looks there is noticed.
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
            chunk = self._arena.allocate(max(_CHUNK, needed + _GAP), what)
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
