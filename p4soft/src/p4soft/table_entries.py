# SPDX-License-Identifier: Apache-2.0
"""Table entries by P4Info names, all values plain integers. No P4Runtime in here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import Struct


class Exact(Struct, frozen=True):
    """An exact (or set optional) match on ``value``."""

    value: int


class Lpm(Struct, frozen=True):
    """A match on the first ``prefix_len`` bits of ``value``; the other bits are 0. Length 0 is left out of an entry."""

    value: int
    prefix_len: int


class Ternary(Struct, frozen=True):
    """A match on the bits of ``mask``; ``value`` is 0 elsewhere. A mask of 0 is left out of an entry."""

    value: int
    mask: int


class Range(Struct, frozen=True):
    """A match on ``low`` to ``high``, both included. The full range is left out of an entry."""

    low: int
    high: int


Match = Exact | Lpm | Ternary | Range


class EntryKey(NamedTuple):
    """What identifies an entry: two entries of a table never share it."""

    table: str
    match: tuple[tuple[str, Match], ...]
    priority: int = 0


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One table entry.

    Attributes:
        table: Full P4Info name of the table.
        match: Field name to match; fields left out match anything.
        action: Full P4Info name of the action.
        params: Parameter name to value.
        priority: Above 0 for tables with ternary, range or optional fields (larger wins), else 0.
        group: Action selector group instead of an action (which is then ""); 0 for none.
        note: Why the entry is there, for people; not installed, not compared.
    """

    table: str
    match: Mapping[str, Match]
    action: str
    params: Mapping[str, int] = field(default_factory=dict)
    priority: int = 0
    group: int = 0
    note: str = field(default="", compare=False)

    @property
    def key(self) -> EntryKey:
        """The entry's identity; independent of the order of its match fields."""
        match = self.match
        pairs = tuple(match.items()) if len(match) < 2 else tuple(sorted(match.items(), key=lambda item: item[0]))
        return EntryKey(self.table, pairs, self.priority)
