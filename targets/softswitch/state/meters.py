# SPDX-License-Identifier: Apache-2.0
"""Two-rate three-colour meters with BMv2's token arithmetic.

BMv2 keeps, per rate, tokens refilled from the time since the meter's origin (so rounding never accumulates). A packet
is checked against the committed rate first: too few tokens there is YELLOW only if the peak bucket still has tokens,
RED if it does not. Buckets start full. An unconfigured meter is GREEN.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from targets.softswitch.state.errors import InvalidEntry, OutOfRange

GREEN, YELLOW, RED = 0, 1, 2


@dataclass(frozen=True, slots=True)
class MeterConfig:
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
    """One meter cell."""

    __slots__ = ("_ctokens", "_ctotal", "_origin", "_ptokens", "_ptotal", "config")

    def __init__(self) -> None:
        self.config: MeterConfig | None = None
        self._origin = 0
        self._ctokens = self._ptokens = 0
        self._ctotal = self._ptotal = 0

    def configure(self, config: MeterConfig | None, now_us: int = 0, where: str = "meter") -> None:
        """Set the rates and refill both buckets; None returns the meter to its unconfigured (green) state.

        Raises:
            InvalidEntry: a negative number, or pir < cir.
        """
        if config is not None:
            for name in ("cir", "cburst", "pir", "pburst"):
                if getattr(config, name) < 0:
                    raise InvalidEntry(f"{where}: {name} {getattr(config, name)} is negative; accepted: 0 or more")
            if config.pir < config.cir:
                raise InvalidEntry(f"{where}: pir {config.pir} is below cir {config.cir}; accepted: pir >= cir")
            self._ctokens, self._ptokens = config.cburst, config.pburst
        self._origin = now_us
        self._ctotal = self._ptotal = 0
        self.config = config

    def execute(self, now_us: int, amount: int, pre_color: int = GREEN) -> int:
        """Colour a packet of `amount` units at `now_us` (microseconds)."""
        config = self.config
        if config is None:
            return pre_color
        elapsed = max(0, now_us - self._origin)
        # The peak bucket decides RED before the committed bucket is asked (RFC 2698, as BMv2 orders its rates).
        total = int(elapsed * config.pir // 1_000_000)
        self._ptokens = min(self._ptokens + total - self._ptotal, config.pburst)
        self._ptotal = total
        if self._ptokens < amount:
            return RED
        self._ptokens -= amount
        total = int(elapsed * config.cir // 1_000_000)
        self._ctokens = min(self._ctokens + total - self._ctotal, config.cburst)
        self._ctotal = total
        if self._ctokens < amount:
            return max(pre_color, YELLOW)
        self._ctokens -= amount
        return pre_color


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
        self._check(index)
        cell = self._cells.get(index)
        return cell.config if cell else None

    def read_range(self, start: int = 0, stop: int | None = None) -> list[MeterConfig | None]:
        """Configurations of the cells start <= i < stop (default: all)."""
        return [self.read(i) for i in range(start, self.size if stop is None else min(stop, self.size))]

    def write(self, index: int, config: MeterConfig | None, now_us: int = 0) -> None:
        """Configure (or, with None, reset) the cell at `index`; raises OutOfRange or InvalidEntry."""
        self._check(index)
        self._cells.setdefault(index, Meter()).configure(config, now_us, f"meter {self.name}[{index}]")

    def execute(self, index: int, now_us: int, length: int, pre_color: int = GREEN) -> int:
        """Colour a packet of `length` bytes; cells never configured are green."""
        cell = self._cells.get(index)
        if cell is None:
            return pre_color
        return cell.execute(now_us, length if self.unit == "bytes" else 1, pre_color)

    def reset(self) -> None:
        """Return every cell to the unconfigured state."""
        self._cells.clear()

    def _check(self, index: int) -> None:
        if not 0 <= index < self.size:
            raise OutOfRange(f"meter {self.name}: index {index} is out of range; accepted: 0..{self.size - 1}")
