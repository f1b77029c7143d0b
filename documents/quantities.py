# SPDX-License-Identifier: Apache-2.0
"""Quantities as people write them in a topology file: `100 Gb/s`, `500 ns`, `0.2 BDP`. Decimal, so exact."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

_NUMBER_AND_UNIT = re.compile(r"([0-9][0-9_]*(?:\.[0-9]+)?)\s*([A-Za-z/]*)", re.ASCII)
_RATE_UNITS = {"b/s": 1, "kb/s": 10**3, "Mb/s": 10**6, "Gb/s": 10**9, "Tb/s": 10**12}
_TIME_UNITS = {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9}
_BYTE_UNITS = {"B": 1, "KB": 10**3, "MB": 10**6, "KiB": 2**10, "MiB": 2**20}


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
    """A rate in bits per second. Raises ValueError with the accepted form."""
    return _whole(value, _RATE_UNITS, "b/s")


def parse_delay(value: object) -> int:
    """A delay in nanoseconds. Raises ValueError with the accepted form."""
    return _whole(value, _TIME_UNITS, "ns")


def parse_bytes(value: object) -> Bytes:
    """Bytes, absolute or in BDP. Raises ValueError with the accepted form."""
    if isinstance(value, Bytes):
        return value
    amount, unit = _split(value, {**_BYTE_UNITS, "BDP": 1})
    if unit == "BDP":
        return Bytes(amount, "BDP")
    return Bytes(Decimal(_whole(value, _BYTE_UNITS, "B")), "B")


def _whole(value: object, units: dict[str, int], base: str) -> int:
    amount, unit = _split(value, units)
    scaled = amount * units[unit or base]
    if scaled != int(scaled):
        raise ValueError(f"{value!r} is not a whole number of {base}")
    return int(scaled)


def _split(value: object, units: dict[str, int]) -> tuple[Decimal, str]:
    if isinstance(value, int) and not isinstance(value, bool):
        return Decimal(value), ""
    match = _NUMBER_AND_UNIT.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise ValueError(f"{value!r} is not a number with a unit")
    number, unit = match.groups()
    if len(number) > MAX_DIGITS:
        raise ValueError(f"a number of {len(number)} digits; at most {MAX_DIGITS} make sense")
    if unit and unit not in units:
        raise ValueError(f"{value!r} has the unknown unit {unit!r}; known units: {', '.join(units)}")
    return Decimal(number.replace("_", "")), unit
