# SPDX-License-Identifier: Apache-2.0
"""A table entry as it lives in the switch, and lookup structures for entries, one per table match type.

The data path calls `lookup` with what its table's match type says.

* exact: the single field's value, or the tuple of all fields' values, in key order;
* lpm: one integer, all fields concatenated with the LPM field last (least significant), so that one right shift
  drops exactly the bits a prefix does not look at;
* ternary: one integer, all fields concatenated in key order;
* range: that integer and the tuple of the range fields' values.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Protocol

from typing_extensions import override

from p4soft.switch.program.model import KeyField, SourceInfo, TableSpec, ignored_bits
from p4soft.switch.state.cells import COUNTER_MASK, CounterValue, Meter
from p4soft.switch.state.match import ActionCall, ActionRef, Exact, Lpm, MatchField, Range, Ternary, Valid
from p4soft.switch.state.profiles import Group, Member

# --- Entry -----------------------------------------------------------------------------------------------------------


NO_ACTION_ID = -1


class Entry:
    """One entry of a table, or its default entry. Read it freely; change it only through its Table.

    Attributes:
        handle: small integer, unique in the table, reused lowest first after a delete (as BMv2); -1 = default entry.
        generation: how many entries have had this handle before, modulo 256: tells a deleted entry from its successor.
        key: the match fields, in the table's key order; () for the default entry.
        priority: higher wins; 0 in tables whose match needs none. See Table.
        action: what the control plane asked for.
        packets, bytes: direct counter (counted only when the table has one).
        meter: direct meter, or None.
        idle_timeout_ns: 0 = never.
        last_hit_us: time of insertion or of the last hit (kept only when the table supports time-outs).
        metadata: opaque bytes of the control plane.
        const: given by the program; cannot be changed.
        source: where the program gives it.
        action_id, args: the resolved action call (action_id -1: no action); unused when `member` or `group` is set.
        member, group: the profile objects behind a MemberRef / GroupRef.
        rank: precedence among matching entries, lowest first: (-priority, handle).
    """

    __slots__ = (
        "action",
        "action_id",
        "args",
        "bytes",
        "const",
        "generation",
        "group",
        "handle",
        "idle_timeout_ns",
        "key",
        "last_hit_us",
        "member",
        "metadata",
        "meter",
        "packets",
        "priority",
        "rank",
        "source",
    )

    def __init__(self, handle: int, key: Sequence[MatchField], priority: int, action: ActionRef | None) -> None:
        self.handle = handle
        self.generation = 0
        self.key = tuple(key)
        self.priority = priority
        self.action = action
        self.packets = 0
        self.bytes = 0
        self.meter: Meter | None = None
        self.idle_timeout_ns = 0
        self.last_hit_us = 0
        self.metadata = b""
        self.const = False
        self.source: SourceInfo | None = None
        self.action_id = NO_ACTION_ID
        self.args: tuple[int, ...] = ()
        self.member: Member | None = None
        self.group: Group | None = None
        self.rank = (-priority, handle)

    def retire(self) -> None:
        """The entry is no longer in its table; what it counted can still be read."""

    @property
    def counter(self) -> CounterValue:
        return CounterValue(self.packets & COUNTER_MASK, self.bytes & COUNTER_MASK)

    @property
    def is_default(self) -> bool:
        return self.handle < 0

    def describe(self, names: Sequence[str]) -> str:
        """One line for people: `hdr.ipv4.dst=0xa000000/8 priority 3`; `names` are the key's field names."""
        if self.is_default:
            return "default entry"
        text = ", ".join(f"{n}={m}" for n, m in zip(names, self.key, strict=True))
        return f"{text} priority {self.priority}" if self.priority else text

    def __repr__(self) -> str:
        action = self.action if self.action is None or isinstance(self.action, ActionCall) else str(self.action)
        return f"Entry(handle={self.handle}, key={self.key}, priority={self.priority}, action={action})"


class Entries:
    """The entries of one table by handle. Those of a bulk write are its bytes until somebody asks for one.

    Attributes:
        read: makes the entry of a handle from the bytes that it was written as.
        bound: every handle so far is below.
    """

    __slots__ = ("_at", "bound", "read")

    def __init__(self) -> None:
        self._at: dict[int, Entry | bytes] = {}
        self.bound = 0
        self.read: Callable[[int, bytes], Entry] = _unreadable

    def __len__(self) -> int:
        return len(self._at)

    def handles(self) -> list[int]:
        return sorted(self._at)

    def get(self, handle: int) -> Entry | None:
        found = self._at.get(handle)
        if isinstance(found, bytes):
            found = self._at[handle] = self.read(handle, found)
        return found

    def known(self) -> list[Entry]:
        """Those that somebody has asked for, or that came one by one."""
        return [found for _, found in sorted(self._at.items()) if isinstance(found, Entry)]

    def written(self, handle: int) -> bytes | None:
        """What an entry was written as, if it has not been read since."""
        found = self._at.get(handle)
        return found if isinstance(found, bytes) else None

    def put(self, entry: Entry) -> None:
        self._at[entry.handle] = entry
        self.bound = max(self.bound, entry.handle + 1)

    def put_written(self, handles: Sequence[int], written: Sequence[bytes]) -> None:
        """Entries of a bulk write: a reader of one has set `read`."""
        self._at.update(zip(handles, written, strict=True))
        self.bound = max(self.bound, max(handles, default=-1) + 1)

    def drop(self, handle: int) -> None:
        self._at.pop(handle, None)


def _unreadable(handle: int, written: bytes) -> Entry:
    raise AssertionError((handle, written))


# --- Lookup ----------------------------------------------------------------------------------------------------------


class Index(Protocol):
    """What a table needs from its lookup structure; each also has a `lookup`, whose arguments differ."""

    def add(self, entry: Entry) -> None:
        """Make `entry` findable."""

    def remove(self, entry: Entry) -> None:
        """Make `entry` unfindable; it is there."""

    def find(self, key: tuple[MatchField, ...], priority: int) -> Entry | None:
        """The entry with exactly this key, which is well-formed, and this priority."""

    def same_bits(self, key: tuple[MatchField, ...]) -> Entry | None:  # noqa: ARG002 - others need it
        """Of an lpm table, the entry whose prefix has this length and looks at the same bits with the same values."""
        return None

    def by_handle(self) -> Entries:
        """Where the table keeps its entries by handle: those of a structure that finds handles, and so needs them."""
        return Entries()


class AnyIndex(Index, Protocol):
    """A lookup structure of any match type: what `lookup` takes depends on that."""

    @property
    def lookup(self) -> Callable[..., Entry | None]:
        """The entry that a key selects."""


class ExactIndex(Index):
    """All fields exact (or valid): a dict."""

    __slots__ = ("entries", "lookup")

    def __init__(self) -> None:
        self.entries: dict[Hashable, Entry] = {}
        self.lookup = self.entries.get

    @override
    def add(self, entry: Entry) -> None:
        self.entries[self._key(entry.key)] = entry

    @override
    def remove(self, entry: Entry) -> None:
        del self.entries[self._key(entry.key)]

    @override
    def find(self, key: tuple[MatchField, ...], priority: int) -> Entry | None:
        return self.entries.get(self._key(key))

    @staticmethod
    def _key(key: tuple[MatchField, ...]) -> Hashable:
        if len(key) == 1:
            return _value_mask(key[0], 0)[0]
        return tuple(_value_mask(m, 0)[0] for m in key)


@cache
def shifts(width: int) -> list[int]:
    """By prefix length: how many low bits of a field it does not look at."""
    return [ignored_bits(width, length) for length in range(width + 1)]


class LpmIndex(Index):
    """One LPM field, the rest exact: a dict per prefix length, longest first."""

    __slots__ = ("_by_length", "_exact", "_levels", "_prefix", "_shifts", "_width")

    def __init__(self, key: tuple[KeyField, ...]) -> None:
        *exact, self._prefix = lpm_order(key)
        self._exact = [(i, key[i].width) for i in exact]
        width = self._width = key[self._prefix].width
        self._shifts = shifts(width)
        self._by_length: dict[int, tuple[int, dict[int, Entry]]] = {}
        self._levels: list[tuple[int, dict[int, Entry]]] = []

    def lookup(self, key: int) -> Entry | None:
        for shift, level in self._levels:
            entry = level.get(key >> shift)
            if entry is not None:
                return entry
        return None

    def same_bits(self, key: tuple[MatchField, ...]) -> Entry | None:
        """The entry whose prefix has this length and looks at the same bits with the same values, if there is one."""
        length, _shift, packed = self._place(key)
        return self._by_length[length][1].get(packed) if length in self._by_length else None

    @override
    def add(self, entry: Entry) -> None:
        length, shift, packed = self._place(entry.key)
        level = self._by_length.get(length)
        if level is None:
            level = self._by_length[length] = (shift, {})
            self._sort()
        level[1][packed] = entry

    @override
    def remove(self, entry: Entry) -> None:
        length, _shift, packed = self._place(entry.key)
        level = self._by_length[length][1]
        del level[packed]
        if not level:
            del self._by_length[length]
            self._sort()

    @override
    def find(self, key: tuple[MatchField, ...], priority: int) -> Entry | None:
        found = self.same_bits(key)
        return found if found is not None and found.key == key else None

    def _sort(self) -> None:
        self._levels = [self._by_length[length] for length in sorted(self._by_length, reverse=True)]

    def _place(self, key: tuple[MatchField, ...]) -> tuple[int, int, int]:
        packed = 0
        for i, width in self._exact:
            packed = (packed << width) | _value_mask(key[i], width)[0]
        prefix = key[self._prefix]
        assert isinstance(prefix, Lpm)
        shift = self._shifts[prefix.prefix_len]
        return prefix.prefix_len, shift, ((packed << self._width) | prefix.value) >> shift


class _RankedIndex(Index):
    """Entries whose order depends on their ranks: `_dirty` after a change, until the next lookup rebuilds its rows."""

    __slots__ = ("_by_key", "_dirty", "_entries", "_widths")

    def __init__(self, key: tuple[KeyField, ...]) -> None:
        self._widths = [k.width for k in key]
        self._entries: dict[int, Entry] = {}
        self._by_key: dict[tuple[tuple[MatchField, ...], int], Entry] = {}
        self._dirty = False

    @override
    def add(self, entry: Entry) -> None:
        self._entries[entry.handle] = self._by_key[entry.key, entry.priority] = entry
        self._dirty = True

    @override
    def remove(self, entry: Entry) -> None:
        del self._entries[entry.handle], self._by_key[entry.key, entry.priority]
        self._dirty = True

    @override
    def find(self, key: tuple[MatchField, ...], priority: int) -> Entry | None:
        return self._by_key.get((key, priority))

    def _ranked(self) -> list[Entry]:
        return sorted(self._entries.values(), key=lambda e: e.rank)


class TernaryIndex(_RankedIndex):
    """Fields of any kind but range: one dict per distinct mask, searched from the best-ranked mask on.

    Programs use few distinct masks per table, so this needs few probes however many entries there are.
    """

    __slots__ = ("_groups",)

    def __init__(self, key: tuple[KeyField, ...]) -> None:
        super().__init__(key)
        self._groups: list[tuple[tuple[int, int], int, dict[int, Entry]]] = []

    def lookup(self, key: int) -> Entry | None:
        """The matching entry with the highest priority; of equals, the lowest handle (as BMv2)."""
        if self._dirty:
            self._rebuild()
        best: Entry | None = None
        for rank, mask, level in self._groups:
            if best is not None and rank > best.rank:
                break
            entry = level.get(key & mask)
            if entry is not None and (best is None or entry.rank < best.rank):
                best = entry
        return best

    def _rebuild(self) -> None:
        by_mask: dict[int, dict[int, Entry]] = {}
        for entry in self._ranked():
            value, mask = pack(entry.key, self._widths)
            by_mask.setdefault(mask, {}).setdefault(value, entry)
        # Insertion order is rank order, so a dict's first entry is its best.
        self._groups = sorted((next(iter(d.values())).rank, mask, d) for mask, d in by_mask.items())
        self._dirty = False


class RangeIndex(_RankedIndex):
    """Tables with range fields: entries in rank order, tested one by one."""

    __slots__ = ("_ranges", "_rows")

    def __init__(self, key: tuple[KeyField, ...]) -> None:
        super().__init__(key)
        self._ranges = range_fields(key)
        self._rows: list[tuple[int, int, tuple[tuple[int, int, int], ...], Entry]] = []

    def lookup(self, key: int, values: tuple[int, ...]) -> Entry | None:
        """The matching entry with the highest priority; of equals, the lowest handle (as BMv2)."""
        if self._dirty:
            self._rebuild()
        for value, mask, ranges, entry in self._rows:
            if key & mask == value:
                for i, low, high in ranges:
                    if not low <= values[i] <= high:
                        break
                else:
                    return entry
        return None

    def _rebuild(self) -> None:
        self._rows = []
        for entry in self._ranked():
            value, mask = pack(entry.key, self._widths)
            ranges = []
            for n, i in enumerate(self._ranges):
                match = entry.key[i]
                if isinstance(match, Range):
                    ranges.append((n, match.low, match.high))
            self._rows.append((value, mask, tuple(ranges), entry))
        self._dirty = False


def lpm_order(key: tuple[KeyField, ...]) -> list[int]:
    """Positions of the key's fields with the LPM field moved to the end."""
    return sorted(range(len(key)), key=lambda i: (key[i].match == "lpm", i))


def range_fields(key: tuple[KeyField, ...]) -> list[int]:
    return [i for i, k in enumerate(key) if k.match == "range"]


def pack(key: tuple[MatchField, ...], widths: list[int]) -> tuple[int, int]:
    """All match fields concatenated into one (value, mask); range fields have mask 0."""
    value = mask = 0
    for match, width in zip(key, widths, strict=True):
        v, m = _value_mask(match, width)
        value, mask = (value << width) | v, (mask << width) | m
    return value, mask


def _value_mask(match: MatchField, width: int) -> tuple[int, int]:
    full = (1 << width) - 1
    if isinstance(match, Exact):
        return match.value, full
    if isinstance(match, Valid):
        return int(match.valid), full
    if isinstance(match, Lpm):
        mask = full & ~((1 << ignored_bits(width, match.prefix_len)) - 1)
        return match.value & mask, mask
    if isinstance(match, Ternary):
        return match.value, match.mask
    return 0, 0


def make_index(spec: TableSpec) -> AnyIndex:
    if spec.match == "lpm":
        return LpmIndex(spec.key)
    if spec.match == "ternary":
        return TernaryIndex(spec.key)
    if spec.match == "range":
        return RangeIndex(spec.key)
    return ExactIndex()
