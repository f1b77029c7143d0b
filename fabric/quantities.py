# SPDX-License-Identifier: Apache-2.0
"""Durations, sizes and rates as people write them in a scenario, and as tables print them."""

from __future__ import annotations

import re
from fractions import Fraction

_NUMBER = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([A-Za-zµ/]*)\Z")
_MAX_DIGITS = 30
_DURATIONS = {"ns": 1, "us": 1_000, "µs": 1_000, "ms": 1_000_000, "s": 1_000_000_000}
_SIZES = {"": 1, "B": 1, "kB": 1000, "MB": 10**6, "GB": 10**9, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
_RATES = {"b/s": 1, "kb/s": 10**3, "Mb/s": 10**6, "Gb/s": 10**9}


def _parse(text: object, units: dict[str, int], what: str, example: str) -> int:
    match = _NUMBER.match(str(text).strip()) if isinstance(text, str | int) and not isinstance(text, bool) else None
    if match is None or match.group(2) not in units:
        names = ", ".join(unit for unit in units if unit)
        raise ValueError(f"{text!r} is not a {what}; a number and one of {names}, such as {example}")
    if len(match.group(1)) > _MAX_DIGITS:
        raise ValueError(f"a number of {len(match.group(1))} digits is not a {what}; such as {example}")
    value = Fraction(match.group(1)) * units[match.group(2)]
    if value.denominator != 1:
        raise ValueError(f"{text!r} is not a whole number of {'ns' if units is _DURATIONS else 'units'}")
    return int(value)


def parse_duration(text: object) -> int:
    """`150us`, `1.5ms`, `20 ns` as ns. Raises ValueError with the accepted forms."""
    if text == 0 and not isinstance(text, bool):
        return 0
    return _parse(text, _DURATIONS, "duration", "150us")


def parse_size(text: object) -> int:
    """`4MiB`, `256KiB`, `4096` as bytes. Raises ValueError with the accepted forms."""
    return _parse(text, _SIZES, "size", "4MiB")


def parse_rate(text: object) -> int:
    """`100Gb/s`, `2.5Gb/s` as bits per second. Raises ValueError with the accepted forms."""
    return _parse(text, _RATES, "rate", "100Gb/s")


def show_size(count: int) -> str:
    """Bytes for people: `4 MiB`, `1.46 MiB`, `812 B`."""
    value = float(count)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if value < 1024 or unit == "GiB":
            return f"{value:.0f} {unit}" if value == int(value) else f"{value:.2f} {unit}"
        value /= 1024
    raise AssertionError


def show_time(ns: int | float) -> str:
    """Nanoseconds for people: `812 ns`, `21.4 µs`, `1.52 ms`."""
    if ns < 1_000:
        return f"{ns:.0f} ns"
    if ns < 1_000_000:
        return f"{ns / 1e3:.1f} µs"
    if ns < 1_000_000_000:
        return f"{ns / 1e6:.3f} ms"
    return f"{ns / 1e9:.3f} s"


def show_rate(bps: int | float) -> str:
    """Bits per second for people: `193.1 Gb/s`."""
    for unit, scale in (("Gb/s", 1e9), ("Mb/s", 1e6), ("kb/s", 1e3)):
        if bps >= scale:
            return f"{bps / scale:.1f} {unit}"
    return f"{bps:.0f} b/s"
