# SPDX-License-Identifier: Apache-2.0
"""Ternary and range tables: the entry with the best rank among those that match.

Up to 64 entries are rows that are compared one after another. More are a tuple space: a hash table searched once for
each distinct mask. A range field is matched exactly in the bits that both its limits have in common, which narrows the
search down, and then held against its limits.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from typing_extensions import override

from p4soft.switch.native.tables.arena import Memory
from p4soft.switch.native.tables.base import ROOT_SIZE, NativeIndex
from p4soft.switch.native.tables.memory_words import words_of
from p4soft.switch.native.tables.placement import HIGHEST_PRECEDENCE, Placed, RangeField, rank_value
from p4soft.switch.native.tables.ranked_lookup import RankedLookup
from p4soft.switch.native.tables.row_store import RowStore
from p4soft.switch.native.tables.tuple_store import TupleStore
from p4soft.switch.program.model import TableSpec
from p4soft.switch.state.entry import Entry
from p4soft.switch.state.errors import InvalidEntry, OutOfMemory
from p4soft.switch.state.lookup import pack, range_fields
from p4soft.switch.state.match import Range

MOST_ROWS = 64
FEWEST_TUPLED = 32
"""With fewer entries a table goes back from a tuple space to rows."""


class RankedIndex(NativeIndex):
    """What ternary and range tables have in common; they differ in where an entry is placed."""

    def __init__(self, spec: TableSpec, memory: Memory, ranges: tuple[RangeField, ...] = ()) -> None:
        self._widths = [k.width for k in spec.key]
        self._ranges = ranges
        super().__init__(spec, memory, RankedLookup(words_of(sum(self._widths)), ranges))
        self._count = 0
        self._store: RowStore | TupleStore = self._rows()
        self._store.use()

    @property
    @override
    def size(self) -> int:
        return ROOT_SIZE + self._store.size

    @override
    def free(self) -> None:
        self._store.free()
        self._memory.free(self._root)

    @override
    def add(self, entry: Entry) -> None:
        if entry.priority > HIGHEST_PRECEDENCE:
            raise InvalidEntry(
                f"{self._what}: priority {entry.priority}; accepted: at most {HIGHEST_PRECEDENCE} (highest wins)"
            )
        number = self._number(entry)
        if self._count == MOST_ROWS and isinstance(self._store, RowStore):
            self._to_tuples(self._store)
        self._store.add(self._placed(entry))
        self._entries[number] = entry
        self._count += 1
        self._counted(self._count)

    @override
    def remove(self, entry: Entry) -> None:
        self._store.remove(self._placed(entry))
        self._entries[entry.handle] = None
        self._count -= 1
        self._counted(self._count)
        if self._count < FEWEST_TUPLED and isinstance(self._store, TupleStore):
            self._to_rows(self._store)

    @abstractmethod
    def _match(self, entry: Entry) -> tuple[int, int, bytes]:
        """Where an entry matches: value, mask and limits."""

    def _placed(self, entry: Entry) -> Placed:
        return Placed(entry.handle, rank_value(entry.priority, entry.handle), *self._match(entry))

    def _to_tuples(self, rows: RowStore) -> None:
        """Move all entries to a tuple space; raises OutOfMemory, and then lookups look at the rows as before."""
        tuples = TupleStore(self._memory, self.root, self.words, self._ranges, self._what)
        try:
            self._fill(tuples)
        except OutOfMemory:
            tuples.free()
            raise
        self._store = tuples
        rows.free()

    def _to_rows(self, tuples: TupleStore) -> None:
        """Move all entries to rows, if there is memory: the tuple space finds them as well."""
        rows = None
        try:
            rows = self._rows()
            self._fill(rows)
        except OutOfMemory:
            if rows is not None:
                rows.free()
            return
        rows.use()
        self._store = rows
        tuples.free()

    def _rows(self) -> RowStore:
        return RowStore(self._memory, self.root, self.words, self._ranges, self._what)

    def _fill(self, store: RowStore | TupleStore) -> None:
        for entry in self._entries:
            if entry is not None:
                store.add(self._placed(entry))


class NativeTernaryIndex(RankedIndex):
    """The native counterpart of `TernaryIndex`."""

    def __init__(self, spec: TableSpec, memory: Memory) -> None:
        super().__init__(spec, memory)

    def lookup(self, key: int) -> Entry | None:
        """The matching entry with the highest priority; of equals, the lowest handle (as BMv2)."""
        return self._found(key)

    @override
    def _match(self, entry: Entry) -> tuple[int, int, bytes]:
        return (*pack(entry.key, self._widths), b"")


class NativeRangeIndex(RankedIndex):
    """The native counterpart of `RangeIndex`."""

    def __init__(self, spec: TableSpec, memory: Memory) -> None:
        widths = [k.width for k in spec.key]
        self._fields = {i: RangeField(sum(widths[i + 1 :]), widths[i]) for i in range_fields(spec.key)}
        super().__init__(spec, memory, tuple(self._fields.values()))

    def lookup(self, key: int, values: Sequence[int] = ()) -> Entry | None:  # noqa: ARG002  # they are in the key
        """The matching entry with the highest priority; of equals, the lowest handle (as BMv2)."""
        return self._found(key)

    @override
    def _match(self, entry: Entry) -> tuple[int, int, bytes]:
        value, mask = pack(entry.key, self._widths)
        limits = b""
        for i, field in self._fields.items():
            match = entry.key[i]
            assert isinstance(match, Range), match
            differing = (match.low ^ match.high).bit_length()
            common = ((1 << field.width) - 1) >> differing << differing
            mask |= common << field.shift
            value |= (match.low & common) << field.shift
            limits += field.limits(match.low, match.high)
        return value, mask, limits
