# SPDX-License-Identifier: Apache-2.0
"""What a scenario expects of a number."""

from __future__ import annotations

import math
from dataclasses import dataclass

Value = bool | int | float | None


@dataclass(frozen=True, slots=True)
class Bound:
    """What a scenario expects of one check: `equals`, or `min` and/or `max` (inclusive)."""

    equals: Value = None
    min: float | None = None
    max: float | None = None

    def holds(self, value: Value) -> bool:
        """True when `value` lies within the bound. A check without a value (None) never does."""
        if value is None:
            return False
        if self.equals is not None:
            return value == self.equals
        return (self.min is None or value >= self.min) and (self.max is None or value <= self.max)

    def __str__(self) -> str:
        if self.equals is not None:
            return f"= {show_value(self.equals)}"
        if self.min is not None and self.max is not None:
            return f"{show_value(self.min)} … {show_value(self.max)}"
        return f"≥ {show_value(self.min)}" if self.min is not None else f"≤ {show_value(self.max)}"


def parse_bound(value: object) -> Bound:
    """`true`, a number, or `{min: ..., max: ...}`. Raises ValueError."""
    ends = list(value.values()) if isinstance(value, dict) else [value]
    if any(isinstance(end, float) and not math.isfinite(end) for end in ends):
        raise ValueError("a bound must be finite")
    if isinstance(value, bool | int | float):
        return Bound(equals=value)
    if isinstance(value, dict) and value and not set(value) - {"min", "max"}:
        low, high = value.get("min"), value.get("max")
        if all(end is None or (isinstance(end, int | float) and not isinstance(end, bool)) for end in (low, high)):
            if low is not None and high is not None and low > high:
                raise ValueError(f"min {low} is above max {high}, so nothing holds")
            return Bound(min=low, max=high)
    raise ValueError(f"{value!r} is not a bound")


def show_value(value: Value) -> str:
    """The value of a check for people."""
    if value is None:
        return "n/a"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) or value == int(value):
        return f"{int(value):,}"
    return f"{value:,.3f}" if abs(value) < 10 else f"{value:,.1f}"
