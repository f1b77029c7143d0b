# SPDX-License-Identifier: Apache-2.0
"""Counters, registers and meters: arrays of cells, and the arithmetic of a meter."""

from __future__ import annotations

import math
import struct
from collections.abc import MutableSequence, Sequence
from typing import Literal, Protocol

from msgspec import Struct

from p4soft.switch.state.errors import InvalidEntry, OutOfRange

# --- Counters and registers ------------------------------------------------------------------------------------------


COUNTER_MASK = (1 << 64) - 1


class CounterValue(Struct, frozen=True):
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
        self.cells[:] = [0] * self.size

    def _check(self, index: int) -> None:
        if not 0 <= index < self.size:
            raise OutOfRange(f"register {self.name}: index {index} is out of range; accepted: 0..{self.size - 1}")


def check_counter_value(where: str, value: CounterValue) -> None:
    """Raise InvalidEntry unless both parts are unsigned 64-bit."""
    for label, number in (("packets", value.packets), ("bytes", value.bytes)):
        if not 0 <= number <= COUNTER_MASK:
            raise InvalidEntry(f"{where}: {label} {number} is out of range; accepted: 0..2**64-1")


# --- Two-rate three-colour meters with BMv2's token arithmetic -------------------------------------------------------


# BMv2 keeps, per rate, tokens refilled from the time since the meter's origin (so rounding never accumulates), counted
# with a rate per microsecond in double precision. A packet is checked against the peak rate first: too few tokens there
# is RED, and then too few of the committed rate YELLOW. Buckets start full. An unconfigured meter is GREEN.
GREEN, YELLOW, RED = 0, 1, 2

# A meter's words: signed, 64 bits. What is kept for each of its two rates follows.
CONFIGURED, ORIGIN, PEAK, COMMITTED, WORDS = 0, 1, 2, 6, 10  # ORIGIN: microseconds
TOKENS, EARNED, BURST, RATE = 0, 1, 2, 3  # EARNED: since the origin; RATE: per microsecond, the bits of a double
MOST_TOKENS = 1 << 61
"""More are as good as these, and sums of them fit a word."""


class Words(Protocol):
    """Where a meter's words are: a list, or native memory."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...


class MeterConfig(Struct, frozen=True):
    """Rates in units per second and bursts in units; the unit (bytes or packets) is the array's.

    Attributes:
        cir: committed information rate; fractions are possible.
        cburst: committed burst size.
        pir: peak information rate; at least `cir`.
        pburst: peak burst size.
    """

    cir: float
    cburst: int
    pir: float
    pburst: int


class Meter:
    """One meter cell; `words` is all that packets change."""

    __slots__ = ("config", "words")

    def __init__(self, words: Words | None = None) -> None:
        """With `words`, all 0, for its state; None: a list."""
        self.config: MeterConfig | None = None
        self.words: Words = [0] * WORDS if words is None else words

    def configure(self, config: MeterConfig | None, now_us: int = 0, where: str = "meter") -> None:
        """Set the rates and refill both buckets; None returns the meter to its unconfigured (green) state.

        Raises:
            InvalidEntry: a negative number or one without end, or pir < cir.
        """
        if config is not None:
            for name in ("cir", "cburst", "pir", "pburst"):
                number = getattr(config, name)
                if number < 0:
                    raise InvalidEntry(f"{where}: {name} {number} is negative; accepted: 0 or more")
                if not math.isfinite(number):
                    raise InvalidEntry(f"{where}: {name} {number}; accepted: a finite number")
            if config.pir < config.cir:
                raise InvalidEntry(f"{where}: pir {config.pir} is below cir {config.cir}; accepted: pir >= cir")
            for bucket, rate, burst in ((PEAK, config.pir, config.pburst), (COMMITTED, config.cir, config.cburst)):
                self.words[bucket + TOKENS] = self.words[bucket + BURST] = min(burst, MOST_TOKENS)
                self.words[bucket + RATE] = struct.unpack("<q", struct.pack("<d", rate / 1_000_000))[0]
        for bucket in (PEAK, COMMITTED):
            self.words[bucket + EARNED] = 0
        self.words[ORIGIN] = now_us
        self.words[CONFIGURED] = int(config is not None)
        self.config = config

    def move(self, words: Words) -> None:
        """Keep the state in other words from now on."""
        for i in range(WORDS):
            words[i] = self.words[i]
        self.words = words

    def execute(self, now_us: int, amount: int, pre_color: int = GREEN) -> int:
        """Colour a packet of `amount` units at `now_us` (microseconds)."""
        config, words = self.config, self.words
        if config is None:
            return pre_color
        elapsed = max(0, now_us - words[ORIGIN])
        # The peak bucket decides RED before the committed bucket is asked (RFC 2698, as BMv2 orders its rates).
        if not _take(words, PEAK, elapsed * (config.pir / 1_000_000), amount):
            return RED
        if not _take(words, COMMITTED, elapsed * (config.cir / 1_000_000), amount):
            return max(pre_color, YELLOW)
        return pre_color


def _take(words: Words, bucket: int, earned: float, amount: int) -> bool:
    """Refill a bucket with the tokens earned since the origin, and take `amount` if there are as many."""
    total = min(int(earned), MOST_TOKENS)
    tokens = min(words[bucket + TOKENS] + total - words[bucket + EARNED], words[bucket + BURST])
    enough = tokens >= amount
    words[bucket + TOKENS] = tokens - amount if enough else tokens
    words[bucket + EARNED] = total
    return enough


class MeterArray:
    """An indirect meter. The data path calls `execute`."""

    __slots__ = ("_cells", "name", "size", "unit")

    def __init__(self, name: str, size: int, unit: Literal["bytes", "packets"]) -> None:
        self.name = name
        self.size = size
        self.unit: Literal["bytes", "packets"] = unit
        self._cells: dict[int, Meter] = {}

    def read(self, index: int) -> MeterConfig | None:
        """The configuration at `index`, None when never set; raises OutOfRange."""
        cell = self.cell(index)
        return cell.config if cell else None

    def read_range(self, start: int = 0, stop: int | None = None) -> list[MeterConfig | None]:
        """Configurations of the cells start <= i < stop (default: all)."""
        return [self.read(i) for i in range(start, self.size if stop is None else min(stop, self.size))]

    def write(self, index: int, config: MeterConfig | None, now_us: int = 0) -> None:
        """Configure (or, with None, reset) the cell at `index`; raises OutOfRange or InvalidEntry."""
        cell = self.cell(index)
        if cell is None:
            cell = self._cells[index] = self.new_cell(index)
        cell.configure(config, now_us, f"meter {self.name}[{index}]")

    def execute(self, index: int, now_us: int, length: int, pre_color: int = GREEN) -> int:
        """Colour a packet of `length` bytes; cells never configured are green."""
        cell = self._cells.get(index)
        if cell is None:
            return pre_color
        return cell.execute(now_us, length if self.unit == "bytes" else 1, pre_color)

    def reset(self) -> None:
        """Return every cell to the unconfigured state."""
        for cell in self._cells.values():
            cell.configure(None)
        self._cells.clear()

    def cell(self, index: int) -> Meter | None:
        """The cell at `index`, None when never set; raises OutOfRange."""
        self._check(index)
        return self._cells.get(index)

    def new_cell(self, index: int) -> Meter:
        """A new cell for `index`, made when it is first configured."""
        del index
        return Meter()

    def _check(self, index: int) -> None:
        if not 0 <= index < self.size:
            raise OutOfRange(f"meter {self.name}: index {index} is out of range; accepted: 0..{self.size - 1}")
