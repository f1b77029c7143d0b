# SPDX-License-Identifier: Apache-2.0
"""Table entries whose record is in native memory."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import override

from p4soft.switch.native import records
from p4soft.switch.native.control import pack_arguments
from p4soft.switch.native.meters import DirectMeters
from p4soft.switch.native.profiles import NativeGroup, NativeMember
from p4soft.switch.native.records import ENTRY_ARGUMENTS, Arguments
from p4soft.switch.native.rows import Rows
from p4soft.switch.state.entry import NO_ACTION_ID, Entry
from p4soft.switch.state.match import ActionRef, MatchField
from p4soft.switch.state.meters import Meter
from p4soft.switch.state.profiles import Group, Member

_PACKETS, _BYTES, _LAST_HIT = (c.offset // 8 for c in (records.PACKETS, records.BYTES, records.LAST_HIT))
_MASK64 = (1 << 64) - 1
_PACKED_KEPT = 4096
"""Sets of arguments of a table to keep."""


class EntryRows:
    """The records of one table."""

    def __init__(self, rows: Rows, arguments: Mapping[int, Arguments], meters: DirectMeters | None) -> None:
        self.rows = rows
        self.meters = meters
        self.arguments = arguments
        self._blank = struct.pack("<iiii", NO_ACTION_ID, -1, -1, -1).ljust(
            rows.size, b"\0"
        )  # action, member, group, meter
        self._packed: dict[tuple[int, tuple[int, ...]], bytes] = {}

    def entry(self, handle: int, key: Sequence[MatchField], priority: int, action: ActionRef | None) -> Entry:
        """A new entry with its record."""
        self.rows.reserve(handle + 2)
        self.rows.fill(handle + 1, self._blank)
        return NativeEntry(self, handle, key, priority, action)

    def packed(self, action_id: int, values: tuple[int, ...]) -> bytes:
        """Arguments as a record has them, "" for none; many entries share them."""
        found = self._packed.get((action_id, values))
        if found is None:
            places = self.arguments.get(action_id)
            fits = places is not None and len(places.cells) == len(values) and places.size
            found = pack_arguments(places, values) if places is not None and fits else b""
            if len(self._packed) >= _PACKED_KEPT:
                self._packed.clear()
            self._packed[action_id, values] = found
        return found


class NativeEntry(Entry):
    """An entry whose counters and time of last hit are in its record, which has a copy of what it is to do.

    After `retire` the record may be another entry's: the last values stay with this object.
    """

    __slots__ = ("_at", "_kept", "_meter_number", "_table")

    def __init__(
        self, table: EntryRows, handle: int, key: Sequence[MatchField], priority: int, action: ActionRef | None
    ) -> None:
        self._table = table
        self._at = (handle + 1) * table.rows.size // 8
        self._meter_number = -1
        self._kept: dict[int, int] | None = {}  # the record is blank already: what follows need not be written to it
        super().__init__(handle, key, priority, action)
        self._kept = None

    @override
    def retire(self) -> None:
        if self._kept is None:
            self._unsettle()
            self._kept = {word: self._read(word) for word in (_PACKETS, _BYTES, _LAST_HIT)}

    def _read(self, word: int) -> int:
        return self._table.rows.longs[self._at + word] if self._kept is None else self._kept[word]

    def _write(self, word: int, value: int) -> None:
        if self._kept is None:
            self._table.rows.longs[self._at + word] = value & _MASK64
        else:
            self._kept[word] = value & _MASK64

    def _write_small(self, offset: int, value: int) -> None:
        if self._kept is None:
            ctypes.c_int32.from_address(self._table.rows.address + 8 * self._at + offset).value = value

    def _write_arguments(self, values: tuple[int, ...]) -> None:
        packed = self._table.packed(self.action_id, values) if self._kept is None else b""
        if packed:
            at = self._table.rows.address + 8 * self._at + ENTRY_ARGUMENTS
            ctypes.memmove(at, packed, len(packed))

    @property
    def packets(self) -> int:
        """Packets that hit the entry."""
        return self._read(_PACKETS)

    @packets.setter
    def packets(self, value: int) -> None:
        self._write(_PACKETS, value)

    @property
    def bytes(self) -> int:
        """Bytes of the packets that hit the entry."""
        return self._read(_BYTES)

    @bytes.setter
    def bytes(self, value: int) -> None:
        self._write(_BYTES, value)

    @property
    def last_hit_us(self) -> int:
        """Time of the last hit."""
        value = self._read(_LAST_HIT)
        return value - (1 << 64) if value >> 63 else value

    @last_hit_us.setter
    def last_hit_us(self, value: int) -> None:
        self._write(_LAST_HIT, value)

    @property
    def action_id(self) -> int:
        """The action, -1: none."""
        return int(_action_id.__get__(self))

    @action_id.setter
    def action_id(self, value: int) -> None:
        _action_id.__set__(self, value)
        self._write_small(records.ACTION.offset, value)

    @property
    def args(self) -> tuple[int, ...]:
        """Arguments of the action."""
        return tuple(_args.__get__(self))

    @args.setter
    def args(self, value: tuple[int, ...]) -> None:
        _args.__set__(self, value)
        self._write_arguments(value)

    @property
    def member(self) -> Member | None:
        """The member behind a MemberRef."""
        found: Member | None = _member.__get__(self)
        return found

    @member.setter
    def member(self, value: Member | None) -> None:
        _member.__set__(self, value)
        self._write_small(records.MEMBER.offset, value.number if isinstance(value, NativeMember) else -1)

    @property
    def group(self) -> Group | None:
        """The group behind a GroupRef."""
        found: Group | None = _group.__get__(self)
        return found

    @group.setter
    def group(self, value: Group | None) -> None:
        _group.__set__(self, value)
        self._write_small(records.GROUP.offset, value.number if isinstance(value, NativeGroup) else -1)

    @property
    def meter(self) -> Meter | None:
        """The direct meter, whose state is in native memory as long as the entry is in its table."""
        found: Meter | None = _meter.__get__(self)
        return found

    @meter.setter
    def meter(self, value: Meter | None) -> None:
        if self._kept is None:
            self._unsettle()
            meters = self._table.meters
            if value is not None and meters is not None:
                self._meter_number = meters.settle(value)
            self._write_small(records.METER.offset, self._meter_number)
        _meter.__set__(self, value)

    def _unsettle(self) -> None:
        meters, meter = self._table.meters, self.meter
        if self._meter_number >= 0 and meters is not None and meter is not None:
            meters.unsettle(meter, self._meter_number)
            self._meter_number = -1


def _slot(name: str) -> Any:  # noqa: ANN401  a slot's descriptor has no type of its own
    """The place that `Entry` itself has for an attribute."""
    return Entry.__dict__[name]


_action_id, _args, _member, _group, _meter = map(_slot, ("action_id", "args", "member", "group", "meter"))
assert NO_ACTION_ID == -1
