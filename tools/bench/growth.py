# SPDX-License-Identifier: Apache-2.0
"""How the native switch slows down as it gets more to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p4soft.switch import growth
from tools.bench.results import Curve, Figure
from tools.bench.settings import Settings

_FEW, _MANY = 10, 100_000
_BLOCKS_MATTER_LITTLE = 1_000
"""Entries from which on what one takes says more than the smallest block of its table."""


def growth_curves(settings: Settings) -> Iterator[Figure | Curve]:
    """Packets a second against entries of each match kind, tables and header bytes; memory of an entry."""
    del settings
    entries = list(growth.entries_curve())
    yield _curve("packets against entries", "entries", entries)
    memory = {
        kind: [
            (p.x, p.bytes_per_entry)
            for p in entries
            if p.series == kind and p.bytes_per_entry is not None and p.x >= _BLOCKS_MATTER_LITTLE
        ]
        for kind in _kinds(entries)
    }
    yield Curve("memory of an entry", "entries", "bytes", memory)
    for kind in _kinds(entries):
        rates = {p.x: p.packets for p in entries if p.series == kind}
        if _MANY in rates and _FEW in rates:
            yield Figure(
                f"growth_{kind}", rates[_MANY], "packets/s", f"the same table with {_FEW} entries", rates[_FEW]
            )
    yield _curve("packets against tables", "tables", list(growth.tables_curve()))
    yield _curve("packets against header bytes", "header bytes", list(growth.headers_curve()))


def _kinds(points: Sequence[growth.Point]) -> list[str]:
    return list(dict.fromkeys(point.series for point in points))


def _curve(name: str, x: str, points: Sequence[growth.Point]) -> Curve:
    series = {kind or x: [(float(p.x), p.packets) for p in points if p.series == kind] for kind in _kinds(points)}
    return Curve(name, x, "packets/s", series)
