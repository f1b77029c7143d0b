# SPDX-License-Identifier: Apache-2.0
"""Ternary and range tables over a tuple space.

* ternary: one tuple for each distinct mask, searched in order of the best priority;
* range: a range field is matched exactly in the bits that both its limits have in common, which narrows the search,
  and then held against its limits.
"""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import override

from targets.softswitch.native.tables.arena import Memory
from targets.softswitch.native.tables.tuple_index import HIGHEST_PRECEDENCE, TupleIndex
from targets.softswitch.native.tables.tuple_lookup import RangeField
from targets.softswitch.program.model import TableSpec
from targets.softswitch.state.entry import Entry
from targets.softswitch.state.errors import InvalidEntry
from targets.softswitch.state.lookup import pack, range_fields
from targets.softswitch.state.match import MatchField, Range


class NativeTernaryIndex(TupleIndex):
    """The native counterpart of `TernaryIndex`."""

    def __init__(self, spec: TableSpec, memory: Memory) -> None:
        super().__init__(spec, memory)
        self._widths = [k.width for k in spec.key]

    def lookup(self, key: int) -> Entry | None:
        """The matching entry with the highest priority; of equals, the lowest handle (as BMv2)."""
        return self._found(key)

    @override
    def add(self, entry: Entry) -> None:
        self._insert(entry, *pack(entry.key, self._widths), _precedence(entry, self._what))

    @override
    def remove(self, entry: Entry) -> None:
        self._delete(entry, *pack(entry.key, self._widths), entry.priority)


class NativeRangeIndex(TupleIndex):
    """The native counterpart of `RangeIndex`."""

    def __init__(self, spec: TableSpec, memory: Memory) -> None:
        self._widths = [k.width for k in spec.key]
        self._positions = range_fields(spec.key)
        self._fields = tuple(RangeField(sum(self._widths[i + 1 :]), self._widths[i]) for i in self._positions)
        super().__init__(spec, memory, self._fields)

    def lookup(self, key: int, values: Sequence[int] = ()) -> Entry | None:  # noqa: ARG002  # they are in the key
        """The matching entry with the highest priority; of equals, the lowest handle (as BMv2)."""
        return self._found(key)

    @override
    def add(self, entry: Entry) -> None:
        limits = b""
        for i, field in zip(self._positions, self._fields, strict=True):
            match = entry.key[i]
            assert isinstance(match, Range), match
            size = 8 * field.words
            limits += match.low.to_bytes(size, "little") + match.high.to_bytes(size, "little")
        self._insert(entry, *self._place(entry.key), _precedence(entry, self._what), limits)

    @override
    def remove(self, entry: Entry) -> None:
        self._delete(entry, *self._place(entry.key), entry.priority)

    def _place(self, key: tuple[MatchField, ...]) -> tuple[int, int]:
        """Value and mask, with the bits that the limits of a range have in common."""
        value, mask = pack(key, self._widths)
        for i, field in zip(self._positions, self._fields, strict=True):
            match = key[i]
            assert isinstance(match, Range), match
            differing = (match.low ^ match.high).bit_length()
            common = ((1 << field.width) - 1) >> differing << differing
            mask |= common << field.shift
            value |= (match.low & common) << field.shift
        return value, mask


def _precedence(entry: Entry, what: str) -> int:
    if entry.priority > HIGHEST_PRECEDENCE:
        raise InvalidEntry(f"{what}: priority {entry.priority}; accepted: at most {HIGHEST_PRECEDENCE}")
    return entry.priority
