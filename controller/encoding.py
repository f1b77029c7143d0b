# SPDX-License-Identifier: Apache-2.0
"""Entries as P4Runtime's messages and bytes, driven by P4Info, and a switch's whole plan as bytes.

A plan may have a million entries, so what is the same for all entries of a table is worked out once (`_TableCodec`),
and so are actions, which many entries share. Unusual and wrong entries take a longer way, which makes the messages.

A fleet has more. As messages each entry costs some ten microseconds, as bytes less than one. What is equal byte by byte
is equal; only what is not is decoded and compared by its meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from itertools import chain, groupby
from types import MappingProxyType
from typing import NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from msgspec import Struct

from controller.errors import ControllerError, PipelineError
from controller.pipeline import EXACT, LPM, OPTIONAL, RANGE, TERNARY, ActionInfo, FieldInfo, Pipeline, TableInfo, lookup
from controller.program import MAX_PORT
from p4soft.messages import p4runtime_pb2
from p4soft.p4runtime_client import bytestring
from p4soft.table_entries import Exact, Lpm, Match, Range, TableEntry, Ternary

MAX_PRIORITY = (1 << 31) - 1

# --- Entries and messages -------------------------------------------------------------------------------------------


_KIND_NAMES = {EXACT: "exact", LPM: "lpm", TERNARY: "ternary", RANGE: "range", OPTIONAL: "optional"}
_ACTIONS_KEPT = 4096
"""Actions of a table to keep in each direction."""

_Encoder: TypeAlias = Callable[[Match], bytes | None]
"""The `match` field of a TableEntry for a match that is well-formed and of the usual kind; None for any other."""


class Codec:
    """The entries of one program, to messages and back. `codec(pipeline)` gives a pipeline's."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._source = pipeline.source
        self._tables = {name: _TableCodec(info, pipeline.source) for name, info in pipeline.tables.items()}
        self._by_id = {table.id: self._tables[name] for name, table in pipeline.tables.items()}
        self._actions = pipeline.actions_by_id
        self._decoded: dict[bytes, tuple[str, Mapping[str, int], int]] = {}

    def encoded(self, entry: TableEntry) -> bytes:
        """The message of an entry, serialised.

        Raises:
            PipelineError: The P4Info has no such table, field, action or parameter; one has no value, or one too wide.
        """
        table = self._tables.get(entry.table) or lookup(self._tables, entry.table, "table", self._source)
        return table.encoded(entry)

    def decode(self, message: p4runtime_pb2.TableEntry) -> TableEntry:
        """The entry of a message, as read from a switch; ids the P4Info does not know appear as ``#<id>``."""
        table = self._by_id.get(message.table_id)
        data = message.action.SerializeToString()
        known = self._decoded.get(data)
        if known is None:
            known = self._decode_action(message.action)
            if len(self._decoded) >= _ACTIONS_KEPT:
                self._decoded.clear()
            self._decoded[data] = known
        action, params, group = known
        if table is None:
            name, match = f"#{message.table_id}", {f"#{item.field_id}": _decode_match(item) for item in message.match}
        else:
            name, match = table.name, table.decode(message.match)
        return TableEntry(name, match, action, params, message.priority, group)

    def _decode_action(self, message: p4runtime_pb2.TableAction) -> tuple[str, Mapping[str, int], int]:
        given, group = message.action, message.action_profile_group_id
        action = self._actions.get(given.action_id)
        names = {param_id: name for name, (param_id, _) in action.params.items()} if action else {}
        params = {names.get(p.param_id, f"#{p.param_id}"): int.from_bytes(p.value, "big") for p in given.params}
        name = "" if group else (action.name if action else f"#{given.action_id}")
        return name, MappingProxyType(params), group


class _TableCodec:
    __slots__ = ("_actions", "_fields", "_head", "_info", "_last", "_needs_priority", "_readers", "_where", "name")

    def __init__(self, info: TableInfo, source: str) -> None:
        self._info = info
        self._where = f"{source}: table {info.name}"
        self._head = table_head(info.id)
        self._fields = [(name, field, _encoder(field)) for name, field in info.fields.items()]
        self._needs_priority = info.needs_priority
        self._actions: dict[tuple[object, ...], bytes] = {}
        self._last: tuple[str, Mapping[str, int], bytes] | None = None
        """An action, with a copy of its parameters, and its `action` field: the next entry's is often the same."""
        self.name = info.name
        self._readers = {
            field.id: (name, _READERS.get(field.kind, _decode_match)) for name, field in info.fields.items()
        }

    def encoded(self, entry: TableEntry) -> bytes:
        """The message of an entry of this table, serialised; raises PipelineError."""
        priority = self._priority(entry.priority) if entry.priority != 0 or self._needs_priority else b""
        data = self._head
        matches = entry.match
        left_out = 0
        for name, field, short_way in self._fields:  # in P4Info order, whatever the order in the entry
            match = matches.get(name)
            if match is not None:
                data += short_way(match) or _encode_match(field, match, f"{self._where}: match field {name}")
            elif field.kind == EXACT:
                self._check_names(matches)
                raise PipelineError(f"{self._where}: exact match field {name} has no value")
            else:
                left_out += 1
        if len(matches) + left_out != len(self._fields):
            self._check_names(matches)
        if entry.group:
            return data + self._group(entry.group) + priority
        last = self._last
        if last is None or entry.params != last[1] or entry.action != last[0]:
            return data + self._action(entry) + priority
        return data + last[2] + priority

    def decode(self, matches: Iterable[p4runtime_pb2.FieldMatch]) -> dict[str, Match]:
        """The match of an entry of this table."""
        result: dict[str, Match] = {}
        for item in matches:
            name, read = self._readers.get(item.field_id) or (f"#{item.field_id}", _decode_match)
            result[name] = read(item)
        return result

    def _action(self, entry: TableEntry) -> bytes:
        """The `action` field."""
        key = (entry.action, *entry.params.items())
        data = self._actions.get(key)
        if data is None:
            info = lookup(self._info.actions, entry.action, "action", self._where)
            action = p4runtime_pb2.TableAction(action=encode_action(info, entry.params, self._where))
            data = p4runtime_pb2.TableEntry(action=action).SerializeToString()
            if len(self._actions) >= _ACTIONS_KEPT:
                self._actions.clear()
            self._actions[key] = data
        self._last = (entry.action, dict(entry.params), data)
        return data

    def _group(self, group: int) -> bytes:
        """The `action` field of an entry with an action group."""
        if not self._info.action_profile:
            raise PipelineError(
                f"{self._where}: entry with an action group; accepted: an action, this table has no selector"
            )
        action = p4runtime_pb2.TableAction(action_profile_group_id=group)
        return p4runtime_pb2.TableEntry(action=action).SerializeToString()

    def _priority(self, priority: int) -> bytes:
        """The `priority` field."""
        needed = self._needs_priority
        if (priority > 0) != needed or not 0 <= priority <= MAX_PRIORITY:
            accepted = f"1..{MAX_PRIORITY}" if needed else "0, since no field is ternary, range or optional"
            raise PipelineError(f"{self._where}: priority {priority}; accepted: {accepted}")
        return b"\x20" + varint(priority)

    def _check_names(self, matches: Mapping[str, Match]) -> None:
        for name in matches:
            lookup(self._info.fields, name, "match field", self._where)


_codecs: WeakKeyDictionary[Pipeline, Codec] = WeakKeyDictionary()


def codec(pipeline: Pipeline) -> Codec:
    """The codec of a pipeline, made once."""
    found = _codecs.get(pipeline)
    if found is None:
        found = _codecs[pipeline] = Codec(pipeline)
    return found


def encode(pipeline: Pipeline, entry: TableEntry) -> p4runtime_pb2.TableEntry:
    """The P4Runtime message of an entry; raises PipelineError as `Codec.encoded`."""
    return p4runtime_pb2.TableEntry.FromString(codec(pipeline).encoded(entry))


def encode_action(action: ActionInfo, params: Mapping[str, int], where: str) -> p4runtime_pb2.Action:
    """The P4Runtime message of an action with its parameters.

    Raises:
        PipelineError: A parameter is unknown, missing or too wide; the message starts with ``where``.
    """
    where = f"{where}: action {action.name}"
    for name in params:
        lookup(action.params, name, "parameter", where)
    message = p4runtime_pb2.Action(action_id=action.id)
    for name, (param_id, bits) in action.params.items():
        if name not in params:
            raise PipelineError(f"{where}: parameter {name} has no value")
        message.params.add(param_id=param_id, value=_to_bytes(params[name], bits, f"{where}: parameter {name}"))
    return message


def decode(pipeline: Pipeline, message: p4runtime_pb2.TableEntry) -> TableEntry:
    """The entry of a P4Runtime message; see `Codec.decode`."""
    return codec(pipeline).decode(message)


def _encoder(info: FieldInfo) -> _Encoder:
    bits = info.bits
    full = (1 << bits) - 1
    head = cache(partial(_match_head, info))  # by the value's length, and how much follows it
    if info.kind == EXACT:

        def exact(match: Match) -> bytes | None:
            if not isinstance(match, Exact) or not 0 <= match.value <= full:
                return None
            data = bytestring(match.value)
            return head(len(data), 0) + data

        return exact
    if info.kind == LPM:
        # By prefix length: the bits that must be 0, those beyond the field's width included; what follows the value.
        beyond = [~(full ^ ((1 << (bits - length)) - 1)) for length in range(bits + 1)]
        tails = [b"\x10" + varint(length) for length in range(bits + 1)]

        def lpm(match: Match) -> bytes | None:
            if not isinstance(match, Lpm):
                return None
            value, length = match.value, match.prefix_len
            if not 0 < length <= bits or value & beyond[length]:
                return None
            data, tail = bytestring(value), tails[length]
            return head(len(data), len(tail)) + data + tail

        return lpm
    if info.kind == TERNARY:

        def ternary(match: Match) -> bytes | None:
            if not isinstance(match, Ternary) or not 0 < match.mask <= full or match.value & ~match.mask:
                return None
            data, mask = bytestring(match.value), bytestring(match.mask)
            tail = b"\x12" + varint(len(mask)) + mask
            return head(len(data), len(tail)) + data + tail

        return ternary
    return lambda _match: None


_MATCH_TAGS = {EXACT: b"\x12", TERNARY: b"\x1a", LPM: b"\x22"}


def _match_head(info: FieldInfo, size: int, more: int) -> bytes:
    """The bytes before a value of `size` bytes in a `match` field, of which `more` follow the value."""
    value = b"\x0a" + varint(size)
    inner = _MATCH_TAGS[info.kind] + varint(len(value) + size + more) + value
    head = _NUMBER + varint(info.id) + inner
    return _MESSAGE + varint(len(head) + size + more) + head


def _encode_match(info: FieldInfo, match: Match, where: str) -> bytes:
    """The `match` field for any match, by way of a message. Raises PipelineError."""
    entry = p4runtime_pb2.TableEntry()
    kinds: dict[type, tuple[int, ...]] = {Exact: (EXACT, OPTIONAL), Lpm: (LPM,), Ternary: (TERNARY,), Range: (RANGE,)}
    if info.kind not in kinds[type(match)]:
        kind = _KIND_NAMES.get(info.kind, "unspecified")
        raise PipelineError(f"{where}: a {type(match).__name__.lower()} match; accepted: {kind}")
    # A match on nothing is left out of the message: P4Runtime specification, "don't care".
    if isinstance(match, Exact):
        value = _to_bytes(match.value, info.bits, where)
        item = entry.match.add(field_id=info.id)
        (item.exact if info.kind == EXACT else item.optional).value = value
    elif isinstance(match, Lpm):
        if not 0 <= match.prefix_len <= info.bits:
            raise PipelineError(f"{where}: prefix length {match.prefix_len}; accepted: 0..{info.bits}")
        if match.value & ((1 << info.bits - match.prefix_len) - 1):
            raise PipelineError(f"{where}: {match.value:#x} has bits set after prefix length {match.prefix_len}")
        value = _to_bytes(match.value, info.bits, where)
        if match.prefix_len:
            item = entry.match.add(field_id=info.id)
            item.lpm.value, item.lpm.prefix_len = value, match.prefix_len
    elif isinstance(match, Ternary):
        mask = _to_bytes(match.mask, info.bits, where)
        if match.value & ~match.mask:
            raise PipelineError(f"{where}: {match.value:#x} has bits set outside its mask {match.mask:#x}")
        if match.mask:
            item = entry.match.add(field_id=info.id)
            item.ternary.value, item.ternary.mask = _to_bytes(match.value, info.bits, where), mask
    else:
        low, high = _to_bytes(match.low, info.bits, where), _to_bytes(match.high, info.bits, where)
        if match.low > match.high:
            raise PipelineError(f"{where}: range {match.low}..{match.high} is empty")
        if (match.low, match.high) != (0, (1 << info.bits) - 1):
            item = entry.match.add(field_id=info.id)
            item.range.low, item.range.high = low, high
    return entry.SerializeToString()


def _decode_match(item: p4runtime_pb2.FieldMatch) -> Match:
    kind = item.WhichOneof("field_match_type")
    if kind == "lpm":
        return Lpm(int.from_bytes(item.lpm.value, "big"), item.lpm.prefix_len)
    if kind == "ternary":
        return Ternary(int.from_bytes(item.ternary.value, "big"), int.from_bytes(item.ternary.mask, "big"))
    if kind == "range":
        return Range(int.from_bytes(item.range.low, "big"), int.from_bytes(item.range.high, "big"))
    value = item.optional.value if kind == "optional" else item.exact.value
    return Exact(int.from_bytes(value, "big"))


def _read_exact(item: p4runtime_pb2.FieldMatch) -> Match:
    value = item.exact.value  # empty when the match is of another kind
    return Exact(int.from_bytes(value, "big")) if value else _decode_match(item)


def _read_lpm(item: p4runtime_pb2.FieldMatch) -> Match:
    given = item.lpm
    value = given.value
    return Lpm(int.from_bytes(value, "big"), given.prefix_len) if value else _decode_match(item)


_READERS = {EXACT: _read_exact, LPM: _read_lpm}


def _to_bytes(value: int, bits: int, where: str) -> bytes:
    if not 0 <= value < 1 << bits:
        raise PipelineError(f"{where}: {value} does not fit; accepted: 0..{(1 << bits) - 1} ({bits} bits)")
    return bytestring(value)


# --- A plan as bytes -------------------------------------------------------------------------------------------------


Kind: TypeAlias = "p4runtime_pb2.Update.Type.ValueType"
_INSERT = p4runtime_pb2.Update.INSERT


class Run(NamedTuple):
    """Entries whose bytes are equally many.

    Attributes:
        rows: how many entries.
        inserts: the `updates` fields of a WriteRequest that insert them, one after the other.
        answer: the entries as a ReadResponse has them, in the same order.
    """

    rows: int
    inserts: bytes
    answer: bytes

    @classmethod
    def of_entries(cls, entries: Sequence[bytes]) -> Run:
        """Serialised TableEntry messages, all of one length."""
        head, entity = update_head(_INSERT, len(entries[0])), entity_head(len(entries[0]))
        return cls(len(entries), head + head.join(entries), entity + entity.join(entries))


class EncodedTable(Struct, frozen=True):
    """Entries that stand together, in the order in which they are written; switches share those that are alike."""

    runs: Sequence[Run]

    @classmethod
    def of_entries(cls, entries: Iterable[bytes]) -> EncodedTable:
        """Serialised TableEntry messages."""
        return cls([Run.of_entries(list(alike)) for _, alike in groupby(entries, len)])

    @property
    def size(self) -> int:
        """Bytes that it takes."""
        return sum(len(run.inserts) + len(run.answer) for run in self.runs)


class EncodedPlan(Struct, frozen=True, dict=True):
    """Everything one switch shall hold, as bytes; no two entries have one key."""

    switch: str
    device_id: int
    tables: Sequence[EncodedTable]

    def __len__(self) -> int:
        return sum(run.rows for run in self._runs)

    @property
    def _runs(self) -> Iterator[Run]:
        return (run for table in self.tables for run in table.runs)

    def batches(self, most: int) -> Iterator[tuple[int, bytes]]:
        """At most `most` entries at a time: how many, and the `updates` fields that insert them."""
        parts: list[bytes] = []
        room = most
        for rows, inserts, _ in self._runs:
            size = len(inserts) // rows
            at = 0
            while at < rows:
                taken = min(room, rows - at)
                parts.append(inserts[at * size : (at + taken) * size])
                at += taken
                room -= taken
                if not room:
                    yield most, b"".join(parts)
                    parts, room = [], most
        if parts:
            yield most - room, b"".join(parts)

    @property
    def answer(self) -> bytes:
        """What a switch that holds them answers, if it does so in the order in which they were written."""
        return b"".join([run.answer for run in self._runs])

    @cached_property
    def entries(self) -> Sequence[bytes]:
        """Serialised TableEntry messages, in the order in which they are written."""
        return split(self.answer)


def check_ports(switch: str, max_port: int) -> None:
    """Refuse a switch with more ports than v1model can express. Raises ControllerError."""
    if max_port > MAX_PORT:
        raise ControllerError(
            f"{switch}: port {max_port} does not exist on v1model; accepted: 0..{MAX_PORT} "
            "(ports have 9 bits, 511 is the port of dropped packets); such a switch can be planned, not installed "
            "(docs/fleet.md#ports)"
        )


# --- Protobuf's wire format ------------------------------------------------------------------------------------------


_ENTITIES = b"\x0a"
"""The tag of `ReadResponse.entities`, field 1, a message."""
_UPDATES = b"\x22"
"""The tag of `WriteRequest.updates`, field 4, a message."""
_NUMBER = b"\x08"
"""The tag of `Update.type` and of `TableEntry.table_id`, field 1, numbers."""
_MESSAGE = b"\x12"
"""The tag of `Update.entity` and of `Entity.table_entry`, field 2, messages."""


def updates(kind: Kind, entries: Sequence[bytes]) -> bytes:
    """The `updates` fields of a WriteRequest that inserts, modifies or deletes entries."""
    heads = [update_head(kind, len(entry)) for entry in entries]
    return b"".join(chain.from_iterable(zip(heads, entries, strict=True)))


@cache
def update_head(kind: Kind, length: int) -> bytes:
    """The bytes before an entry of this size in a WriteRequest."""
    entity = _MESSAGE + varint(length)
    head = _NUMBER + varint(kind) + _MESSAGE + varint(len(entity) + length)
    return _UPDATES + varint(len(head) + len(entity) + length) + head + entity


@cache
def entity_head(length: int) -> bytes:
    """The bytes before an entry of this size in a ReadResponse."""
    inner = _MESSAGE + varint(length)
    return _ENTITIES + varint(len(inner) + length) + inner


def split(response: bytes) -> list[bytes]:
    """The table entries of a serialised ReadResponse.

    Raises:
        DecodeError: it is none.
    """
    found = _short_split(response)
    if found is not None:
        return found
    message = p4runtime_pb2.ReadResponse.FromString(response)
    return [entity.table_entry.SerializeToString() for entity in message.entities if entity.HasField("table_entry")]


def table_head(table_id: int) -> bytes:
    """What the bytes of each entry of a table start with."""
    return _NUMBER + varint(table_id)


def varint(value: int) -> bytes:
    """An unsigned number as protobuf has it."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _short_split(data: bytes) -> list[bytes] | None:
    """Entities of a table entry and nothing else, of less than 16 KiB each; None for anything else."""
    found: list[bytes] = []
    add = found.append
    at, end = 0, len(data)
    try:
        while at < end:
            outer, high = data[at + 1], data[at + 2]
            if data[at] != 0x0A:
                return None
            at += 2
            if outer & 0x80:
                if high & 0x80:
                    return None
                outer = outer & 0x7F | high << 7
                at += 1
            stop = at + outer
            inner, high = data[at + 1], data[at + 2]
            if data[at] != 0x12:
                return None
            at += 2
            if inner & 0x80:
                if high & 0x80:
                    return None
                inner = inner & 0x7F | high << 7
                at += 1
            if at + inner != stop or stop > end:
                return None
            add(data[at:stop])
            at = stop
    except IndexError:  # cut short
        return None
    return found
