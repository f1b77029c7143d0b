# SPDX-License-Identifier: Apache-2.0
"""Indirect counters and registers."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass

from p4soft.switch.state.errors import InvalidEntry, OutOfRange

COUNTER_MASK = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class CounterValue:
    """A counter's reading; both are unsigned 64-bit. BMv2 counters always count both."""

    packets: int = 0
    bytes: int = 0


class CounterArray:
    """An indirect counter. The data path updates the public lists `packets` and `bytes` in place.

    What it makes of them may go beyond 64 bits in Python: reading wraps, as counters of the native engine do.
    """

    __slots__ = ("bytes", "name", "packets", "size")

    def __init__(self, name: str, size: int) -> None:
        self.name = name
        self.size = size
        self.packets: MutableSequence[int] = [0] * size
        self.bytes: MutableSequence[int] = [0] * size

    def read(self, index: int) -> CounterValue:
        """The value at `index`; raises OutOfRange."""
        self._check(index)
        return CounterValue(self.packets[index] & COUNTER_MASK, self.bytes[index] & COUNTER_MASK)

    def read_range(self, start: int = 0, stop: int | None = None) -> list[CounterValue]:
        """Values of the cells start <= i < stop (default: all)."""
        end = self.size if stop is None else stop
        cells = zip(self.packets[start:end], self.bytes[start:end], strict=True)
        return [CounterValue(packets & COUNTER_MASK, octets & COUNTER_MASK) for packets, octets in cells]

    def write(self, index: int, value: CounterValue) -> None:
        """Set the cell at `index`; raises OutOfRange, or InvalidEntry for values beyond 64 bits."""
        self._check(index)
        check_counter_value(f"counter {self.name}[{index}]", value)
        self.packets[index] = value.packets
        self.bytes[index] = value.bytes

    def reset(self) -> None:
        """Set every cell to zero."""
        self.packets[:] = [0] * self.size
        self.bytes[:] = [0] * self.size

    def _check(self, index: int) -> None:
        if not 0 <= index < self.size:
            raise OutOfRange(f"counter {self.name}: index {index} is out of range; accepted: 0..{self.size - 1}")


class RegisterArray:
    """A register. The data path reads and writes the public list `cells` in place (values already masked)."""

    __slots__ = ("bitwidth", "cells", "name", "size")

    def __init__(self, name: str, size: int, bitwidth: int) -> None:
        self.name = name
        self.size = size
        self.bitwidth = bitwidth
        self.cells: MutableSequence[int] = [0] * size

    def read(self, index: int) -> int:
        """The cell at `index`; raises OutOfRange."""
        self._check(index)
        return self.cells[index]

    def read_range(self, start: int = 0, stop: int | None = None) -> list[int]:
        """The cells start <= i < stop (default: all)."""
        return list(self.cells[start:stop])

    def write(self, index: int, value: int) -> None:
        """Set the cell at `index`; raises OutOfRange, or InvalidEntry for a value that does not fit."""
        self.write_range(index, (value,))

    def write_range(self, start: int, values: Sequence[int]) -> None:
        """Set consecutive cells from `start` on; all or none. Raises OutOfRange or InvalidEntry."""
        self._check(start)
        if values:
            self._check(start + len(values) - 1)
        for i, value in enumerate(values):
            if not 0 <= value < 1 << self.bitwidth:
                raise InvalidEntry(
                    f"register {self.name}[{start + i}]: {value:#x} does not fit {self.bitwidth} bits; "
                    f"accepted: 0..{(1 << self.bitwidth) - 1:#x}"
                )
        self.cells[start : start + len(values)] = values

    def reset(self) -> None:
        """Set every cell to zero."""
        self.cells[:] = [0] * self.size

    def _check(self, index: int) -> None:
        if not 0 <= index < self.size:
            raise OutOfRange(f"register {self.name}: index {index} is out of range; accepted: 0..{self.size - 1}")


def check_counter_value(where: str, value: CounterValue) -> None:
    """Raise InvalidEntry unless both parts are unsigned 64-bit."""
    for label, number in (("packets", value.packets), ("bytes", value.bytes)):
        if not 0 <= number <= COUNTER_MASK:
            raise InvalidEntry(f"{where}: {label} {number} is out of range; accepted: 0..2**64-1")
