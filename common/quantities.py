# SPDX-License-Identifier: Apache-2.0
"""Quantities as people write them in any file (`100 Gb/s`, `1.5ms`, `64 KiB`, `0.2 BDP`) and as tables print them.

Decimal, so exact. A number without a unit counts in the base unit: b/s, ns, B.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import wraps
from typing import Literal

_NUMBER_AND_UNIT = re.compile(r"([0-9][0-9_]*(?:\.[0-9]+)?)\s*([A-Za-zµ/%]*)")
_RATE_UNITS = {"b/s": 1, "kb/s": 10**3, "Mb/s": 10**6, "Gb/s": 10**9, "Tb/s": 10**12}
_TIME_UNITS = {"ns": 1, "us": 10**3, "µs": 10**3, "ms": 10**6, "s": 10**9}
_SIZE_UNITS = {
    "B": 1, "kB": 10**3, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30,
}  # fmt: skip
_GREEK_MU, _MICRO = "\u03bc", "\u00b5"

MAX_DIGITS = 30
"""Longest number in a quantity; anything longer is a mistake, and no message should print it."""


@dataclass(frozen=True, slots=True)
class Bytes:
    """An amount of bytes, absolute or relative to the bandwidth-delay product of a plane.

    Attributes:
        amount: How many of ``unit``.
        unit: ``"B"`` or ``"BDP"``.
    """

    amount: Decimal
    unit: Literal["B", "BDP"]

    def resolve(self, bdp_bytes: int) -> int:
        """The amount in bytes, rounded down, where one BDP is ``bdp_bytes``."""
        return int(self.amount) if self.unit == "B" else int(self.amount * bdp_bytes)


def parse_rate(value: object) -> int:
    """`100Gb/s`, `2.5 Gb/s` as bits per second. Raises ValueError with the accepted form."""
    return _whole(value, _RATE_UNITS)


def parse_time(value: object) -> int:
    """`150us`, `1.5ms`, `20 ns` as nanoseconds. Raises ValueError with the accepted form."""
    return _whole(value, _TIME_UNITS)


def parse_size(value: object) -> int:
    """`4MiB`, `64 kB`, `4096` as bytes. Raises ValueError with the accepted form."""
    return _whole(value, _SIZE_UNITS)


def parse_bytes(value: object) -> Bytes:
    """A size, or a multiple of the bandwidth-delay product (`0.2 BDP`). Raises ValueError with the accepted form."""
    if isinstance(value, Bytes):
        return value
    amount, unit = _split(value, {**_SIZE_UNITS, "BDP": 1})
    return Bytes(amount, "BDP") if unit == "BDP" else Bytes(Decimal(_whole(value, _SIZE_UNITS)), "B")


def parse_probability(value: object) -> float:
    """A number as it is, or text in percent (`1 %`). Raises ValueError with the accepted form."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    amount, unit = _split(value, {"": 1, "%": 1})
    return float(amount) / 100 if unit == "%" else float(amount)


def with_unit(parse: Callable[[object], int]) -> Callable[[object], int]:
    """The same parser, for fields where a bare number would be a guess; only 0 needs no unit."""

    @wraps(parse)
    def parse_with_unit(value: object) -> int:
        amount = parse(value)
        if amount and (isinstance(value, int) or str(value).strip()[-1].isdigit()):
            raise ValueError(f"{value!r} is not a number with a unit")
        return amount

    return parse_with_unit


def _whole(value: object, units: dict[str, int]) -> int:
    amount, unit = _split(value, units)
    scaled = amount * units[unit]
    if scaled != int(scaled):
        raise ValueError(f"{value!r} is not a whole number of {next(iter(units))}")
    return int(scaled)


def _split(value: object, units: dict[str, int]) -> tuple[Decimal, str]:
    """The number and its unit, the first of `units` when it has none."""
    base = next(iter(units))
    if isinstance(value, int) and not isinstance(value, bool):
        return Decimal(value), base
    match = _NUMBER_AND_UNIT.fullmatch(value.strip().replace(_GREEK_MU, _MICRO)) if isinstance(value, str) else None
    if match is None:
        raise ValueError(f"{value!r} is not a number with a unit; a number and one of {', '.join(units)}")
    number, unit = match.groups()
    if len(number) > MAX_DIGITS:
        raise ValueError(f"a number of {len(number)} digits; at most {MAX_DIGITS} make sense")
    if unit and unit not in units:
        raise ValueError(f"{value!r} has the unknown unit {unit!r}; a number and one of {', '.join(units)}")
    return Decimal(number.replace("_", "")), unit or base


def show_size(count: int) -> str:
    """Bytes for people: `4 MiB`, `1.46 MiB`, `812 B`."""
    value = float(count)
    unit = "B"
    for larger in ("KiB", "MiB", "GiB"):
        if value < 1024:
            break
        value, unit = value / 1024, larger
    return f"{value:.0f} {unit}" if value == int(value) else f"{value:.2f} {unit}"


def show_time(ns: int | float) -> str:
    """Nanoseconds for people: `812 ns`, `21.4 µs`, `1.520 ms`."""
    if ns < 1_000:
        return f"{ns:.0f} ns"
    if ns < 1_000_000:
        return f"{ns / 1e3:.1f} µs"
    if ns < 1_000_000_000:
        return f"{ns / 1e6:.3f} ms"
    return f"{ns / 1e9:.3f} s"


def written_time(ns: int) -> str:
    """Nanoseconds as a file would have them: `10ms`, `150us`, `7362ns`, `0`."""
    unit = next((unit for unit in ("s", "ms", "us") if ns % _TIME_UNITS[unit] == 0), "ns")
    return f"{ns // _TIME_UNITS[unit]}{unit}" if ns else "0"


def show_rate(bps: int | float) -> str:
    """Bits per second for people: `193.1 Gb/s`."""
    for unit, scale in (("Gb/s", 1e9), ("Mb/s", 1e6), ("kb/s", 1e3)):
        if bps >= scale:
            return f"{bps / scale:.1f} {unit}"
    return f"{bps:.0f} b/s"
