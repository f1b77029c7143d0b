# SPDX-License-Identifier: Apache-2.0
"""Integers in native memory as Python sees them: sequences, and the arrays of `state` over them."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, MutableSequence, Sequence
from typing import Literal, overload

from typing_extensions import override

from p4soft.switch.native.layout import Cell
from p4soft.switch.native.tables import Block, Memory
from p4soft.switch.state.arrays import CounterArray, RegisterArray

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
    """A register whose cells are in native memory."""

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
