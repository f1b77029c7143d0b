# SPDX-License-Identifier: Apache-2.0
"""The records of native state: members, groups, value sets, entries; many entries at once from a WriteRequest's bytes.

An entry that comes with many is a record, a place in the lookup structure, and the bytes that it was written as. It
becomes an object when somebody asks for it.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from typing_extensions import override

from p4soft.switch.native import layout
from p4soft.switch.native.layout import ENTRY_ARGUMENTS, MEMBER_ARGUMENTS, Arguments, Cell, pack_arguments
from p4soft.switch.native.memory import Block, Memory, Numbers, Rows, words_of, write_word
from p4soft.switch.native.meters import DirectMeters
from p4soft.switch.native.tables import NativeIndex, is_short, updates
from p4soft.switch.native.tables.updates import Target, Update
from p4soft.switch.program.model import TableSpec
from p4soft.switch.state.cells import Meter
from p4soft.switch.state.errors import OutOfMemory
from p4soft.switch.state.lookup import NO_ACTION_ID, Entry
from p4soft.switch.state.match import ActionCall, ActionRef, MatchField
from p4soft.switch.state.profiles import Group, Member
from p4soft.switch.state.switch_state import Batch, Batches, ParserValueSet, WireTable
from p4soft.switch.state.table import Table

# --- Members, groups, value sets -------------------------------------------------------------------------------------


class ProfileRows:
    def __init__(self, members: Rows, groups: Rows, arguments: Mapping[int, Arguments], memory: Memory) -> None:
        self.members = members
        self.groups = groups
        self.arguments = arguments
        self.memory = memory
        self.member_numbers = Numbers()
        self.group_numbers = Numbers()

    def member(self, member_id: int, action: ActionCall, action_id: int) -> Member:
        return NativeMember(self, member_id, action, action_id)

    def group(self, group_id: int, max_size: int) -> Group:
        return NativeGroup(self, group_id, max_size)


class NativeMember(Member):
    """A member; `number` is its record's."""

    __slots__ = ("_table", "number")

    def __init__(self, table: ProfileRows, member_id: int, action: ActionCall, action_id: int) -> None:
        self._table = table
        self.number = table.member_numbers.take()
        table.members.reserve(self.number + 1)
        super().__init__(member_id, action, action_id)
        self.changed()

    @override
    def changed(self) -> None:
        rows = self._table.members
        rows.clear(self.number)
        at = rows.address + self.number * rows.size
        ctypes.c_int32.from_address(at).value = self.action_id
        places = self._table.arguments[self.action_id]
        if places.size:
            ctypes.memmove(at + MEMBER_ARGUMENTS, pack_arguments(places, self.args), places.size)

    @override
    def retire(self) -> None:
        self._table.member_numbers.give_back(self.number)


class NativeGroup(Group):
    """A group; `number` is its record's."""

    __slots__ = ("_block", "_table", "number")

    def __init__(self, table: ProfileRows, group_id: int, max_size: int) -> None:
        self._table = table
        self._block: Block | None = None
        self.number = table.group_numbers.take()
        table.groups.reserve(self.number + 1)
        super().__init__(group_id, max_size)
        self.changed()

    @override
    def changed(self) -> None:
        memory, old = self._table.memory, self._block
        count = len(self.picks)
        block = memory.allocate(max(1, count) * 4, f"group {self.group_id}")
        numbers = [m.number for m in self.picks if isinstance(m, NativeMember)]
        image = b"".join(number.to_bytes(4, "little") for number in numbers)
        ctypes.memmove(block.address, image, len(image))
        at = self._table.groups.address + self.number * layout.GROUP_SIZE
        write_word(at + layout.PICKS, block.address)
        write_word(at + layout.PICK_COUNT.offset, count)
        self._block = block
        if old is not None:
            memory.free(old)

    @override
    def retire(self) -> None:
        self._table.group_numbers.give_back(self.number)
        if self._block is not None:
            self._table.memory.free(self._block)
            self._block = None


class NativeValueSet(ParserValueSet):
    """A value set; its root has how many members there are and where their values and masks are."""

    __slots__ = ("_block", "_memory", "_root", "address")

    def __init__(self, name: str, width: int, memory: Memory) -> None:
        super().__init__(name, width)
        self._memory = memory
        self._root = memory.allocate(16, f"value set {name}")
        self._block: Block | None = None
        self.address = self._root.address

    @override
    def changed(self) -> None:
        size, old = Cell(0, self.width).size, self._block
        image = b"".join(number.to_bytes(size, "little") for member in self.members for number in member)
        self._block = self._memory.allocate(max(1, len(image)), f"value set {self.name}")
        ctypes.memmove(self._block.address, image, len(image))
        write_word(self.address + 8, self._block.address)
        write_word(self.address, len(self.members))
        if old is not None:
            self._memory.free(old)


# --- Entries one by one ----------------------------------------------------------------------------------------------


_PACKETS, _BYTES, _LAST_HIT = (c.offset // 8 for c in (layout.PACKETS, layout.BYTES, layout.LAST_HIT))
_MASK64 = (1 << 64) - 1
_PACKED_KEPT = 4096
"""Sets of arguments of a table to keep."""


class EntryRows:
    """The records of one table, each without its first `left_out` bytes."""

    def __init__(
        self, rows: Rows, arguments: Mapping[int, Arguments], meters: DirectMeters | None, left_out: int
    ) -> None:
        self.rows = rows
        self.meters = meters
        self.arguments = arguments
        self.left_out = left_out
        self.first_word = left_out // 8
        blank = bytearray(left_out + rows.size)
        for cell in (layout.ACTION, layout.MEMBER, layout.GROUP, layout.METER):
            blank[cell.offset : cell.offset + cell.size] = b"\xff" * cell.size  # -1: none
        self._blank = bytes(blank[left_out:])
        self._packed: dict[tuple[int, tuple[int, ...]], bytes] = {}

    def entry(self, handle: int, key: Sequence[MatchField], priority: int, action: ActionRef | None) -> Entry:
        self.rows.reserve(handle + 2)
        self.rows.fill(handle + 1, self._blank)
        return NativeEntry(self, handle, key, priority, action)

    def there(self, handle: int, key: Sequence[MatchField], priority: int, action: ActionCall) -> Entry:
        """The entry whose record is there already."""
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

    Where packets of its table change neither, they are in this object.
    After `retire` the record may be another entry's: the last values stay with this object.
    """

    __slots__ = ("_at", "_kept", "_meter_number", "_table")

    def __init__(
        self, table: EntryRows, handle: int, key: Sequence[MatchField], priority: int, action: ActionRef | None
    ) -> None:
        self._table = table
        self._at = ((handle + 1) * table.rows.size - table.left_out) // 8
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
        if word < self._table.first_word:
            return int(_words[word].__get__(self))
        return self._table.rows.longs[self._at + word] if self._kept is None else self._kept[word]

    def _write(self, word: int, value: int) -> None:
        if word < self._table.first_word:
            _words[word].__set__(self, value & _MASK64)
        elif self._kept is None:
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
        return self._read(_PACKETS)

    @packets.setter
    def packets(self, value: int) -> None:
        self._write(_PACKETS, value)

    @property
    def bytes(self) -> int:
        return self._read(_BYTES)

    @bytes.setter
    def bytes(self, value: int) -> None:
        self._write(_BYTES, value)

    @property
    def last_hit_us(self) -> int:
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
        self._write_small(layout.ACTION.offset, value)

    @property
    def args(self) -> tuple[int, ...]:
        return tuple(_args.__get__(self))

    @args.setter
    def args(self, value: tuple[int, ...]) -> None:
        _args.__set__(self, value)
        self._write_arguments(value)

    @property
    def member(self) -> Member | None:
        found: Member | None = _member.__get__(self)
        return found

    @member.setter
    def member(self, value: Member | None) -> None:
        _member.__set__(self, value)
        self._write_small(layout.MEMBER.offset, value.number if isinstance(value, NativeMember) else -1)

    @property
    def group(self) -> Group | None:
        found: Group | None = _group.__get__(self)
        return found

    @group.setter
    def group(self, value: Group | None) -> None:
        _group.__set__(self, value)
        self._write_small(layout.GROUP.offset, value.number if isinstance(value, NativeGroup) else -1)

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
            self._write_small(layout.METER.offset, self._meter_number)
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
_words = {_PACKETS: _slot("packets"), _BYTES: _slot("bytes"), _LAST_HIT: _slot("last_hit_us")}
assert NO_ACTION_ID == -1


# --- Many entries at once --------------------------------------------------------------------------------------------


_KINDS = {"exact": 0, "lpm": 1, "ternary": 2, "range": 3, "optional": 4}
_MATCHES = {"exact": 0, "lpm": 1, "ternary": 2, "range": 2}
_SHORT = 3
_NO_REQUEST = (1 << 64) - 1
_MOST_WORDS = 8
"""Of a key; a table with larger ones takes entries one by one."""


class NativeBatches(Batches):
    """Finds plain updates for the tables of one switch."""

    def __init__(self, tables: Sequence[WireTable], rows: Mapping[str, EntryRows], memory: Memory) -> None:
        self._updates = updates()
        made = ((table.id, _writer(table, rows.get(table.table.name), memory)) for table in tables)
        self.writers = {number: writer for number, writer in made if writer is not None}

    @override
    def split(self, request: bytes) -> Batch | None:
        span = (ctypes.c_uint64 * 2)()
        count = self._updates.request_updates(request, len(request), span)
        if count in (0, _NO_REQUEST):
            return None
        start, end = span
        found = (Update * count)()
        plain = self._updates.request_plain(request, start, end, found, count)
        if not plain:
            return None
        return _NativeBatch(self.writers, request, request[:start] + request[end:], found, plain == count)


class _NativeBatch(Batch):
    def __init__(
        self,
        writers: Mapping[int, _Writer],
        request: bytes,
        head: bytes,
        updates_found: ctypes.Array[Update],
        all_plain: bool,
    ) -> None:
        self._writers = writers
        self.request, self.head, self.updates, self.all_plain = request, head, updates_found, all_plain
        self.count = len(updates_found)
        self._numbers = memoryview(updates_found).cast("B").cast("I")

    @override
    def insert(self, first: int, most: int, now_us: int) -> tuple[Table, Sequence[int]] | None:
        writer = self._writers.get(self._numbers[4 * first + 2])
        if writer is None:
            return None
        count = updates().request_run(self.updates, first, min(self.count, first + most))
        handles = writer.insert(self, first, count, now_us)
        return (writer.table, handles) if handles else None

    def written(self, first: int, count: int) -> list[bytes]:
        """The TableEntry messages of plain updates."""
        numbers = self._numbers[4 * first : 4 * (first + count)].tolist()
        request = self.request
        return [request[start:end] for start, end in zip(numbers[::4], numbers[1::4], strict=True)]


class _Writer:
    """Puts plain entries into one table."""

    def __init__(self, table: Table, index: NativeIndex, rows: Rows, shape: Block) -> None:
        self.table, self._index, self._rows, self._shape = table, index, rows, shape
        self._insert = updates().entries_insert

    def insert(self, batch: _NativeBatch, first: int, count: int, now_us: int) -> Sequence[int]:
        """The handles of those entries that it could put into the table, the first ones of so many."""
        if not self.table.takes_many:
            return ()
        handles = self.table.next_handles(count)
        done = self._put(batch, first, handles, now_us) if handles else 0
        self.table.put_written(handles[:done], batch.written(first, done))
        return handles[:done]

    def _put(self, batch: _NativeBatch, first: int, handles: Sequence[int], now_us: int) -> int:
        """How many entries it could put into the lookup structure."""
        numbers, done = (ctypes.c_uint32 * len(handles))(*handles), 0
        changed = (Target * 1)()
        target = changed[0]
        target.root, target.now_us = self._index.root, now_us
        with suppress(OutOfMemory):
            self._rows.reserve(max(handles) + 2)
            while done < len(handles) and self._index.make_room_for(handles[done:]):
                target.records = self._rows.address
                self._index.aim(target, len(handles) - done)
                added = self._insert(
                    self._shape.address,
                    changed,
                    batch.request,
                    batch.updates,
                    first + done,
                    numbers,
                    done,
                    len(handles),
                )
                self._index.came(target, added)
                done += added
                if not target.full:
                    break
        return done


def _writer(wire: WireTable, entry_rows: EntryRows | None, memory: Memory) -> _Writer | None:
    """What puts many entries into a table; None: it takes them one by one."""
    table, spec, index = wire.table, wire.table.spec, wire.table.index
    if entry_rows is None or not isinstance(index, NativeIndex) or table.frozen or spec.kind != "simple":
        return None
    fields = _fields(spec, wire, index.order)
    if fields is None:
        return None
    actions: list[int] = []
    parameters: list[int] = []
    for action in wire.actions:
        cells = entry_rows.arguments[action.action_id].cells
        if tuple(cell.width for cell in cells) != action.widths:
            return None
        actions += (action.id, action.action_id, len(parameters) // 4, len(cells))
        for number, cell in zip(action.parameters, cells, strict=True):
            parameters += (number, cell.width, cell.offset, cell.size)
    limits = sum(2 * words_of(part.width) for part in spec.key if part.match == "range")
    match = _SHORT if is_short(spec) else _MATCHES[spec.match]
    head = (wire.id, index.words, match, entry_rows.rows.size)
    counts = (len(wire.fields), len(wire.actions), table.needs_priority, limits, entry_rows.left_out)
    numbers = (*head, *counts, *fields, *actions, *parameters)
    shape = memory.allocate(4 * len(numbers), f"table {spec.name}")
    ctypes.memmove(shape.address, struct.pack(f"<{len(numbers)}I", *numbers), 4 * len(numbers))
    table.read_written_with(_reader(entry_rows, wire))
    return _Writer(table, index, entry_rows.rows, shape)


def _fields(spec: TableSpec, wire: WireTable, order: Sequence[int]) -> list[int] | None:
    """The key's fields (`key_field` in entries.c); None: one of them is not for many entries at once."""
    if not 0 < sum(part.width for part in spec.key) <= 64 * _MOST_WORDS:
        return None
    shifts, shift = {}, 0
    for i in reversed(order):
        shifts[i] = shift
        shift += spec.key[i].width
    fields: list[int] = []
    for i, (part, field) in enumerate(zip(spec.key, wire.fields, strict=True)):
        padded = part.match == "lpm" and part.width % 8  # its prefixes count bits that are not there
        if part.match == "valid" or part.mask is not None or padded or not 0 < part.width == field.width:
            return None
        fields += (field.id, _KINDS[field.kind], part.width, shifts[i])
    return fields


def _reader(rows: EntryRows, wire: WireTable) -> Callable[[int, bytes], Entry]:
    numbers, decode = {action.name: action.action_id for action in wire.actions}, wire.decode

    def read(handle: int, written: bytes) -> Entry:
        key, priority, action = decode(written)
        entry = rows.there(handle, key, priority, action)
        entry.action_id, entry.args = numbers[action.name], action.args
        return entry

    return read
