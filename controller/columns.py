# SPDX-License-Identifier: Apache-2.0
"""All tables of a switch as columns: NumPy arrays of key fields, masks, actions and parameters, one file for a switch.

A row is an entry. Rows stand in the order of their keys, so two switches that hold the same entries have equal columns
and one digest, whatever order the entries came in. `SwitchTables.of_entries` and `entries` lead from and to the entries
that P4Runtime carries.

Columns of a table, all little-endian:

* a field by its name: the value of an exact field, of a prefix, or of a ternary match. A field of more than 64 bits is
  two columns, ``NAME.high`` and ``NAME.low``.
* ``NAME.len`` of a prefix, ``NAME.mask`` of a ternary match, ``priority`` where a table has one.
* ``action``: its index in `TableSchema.actions`.
* the parameters of all actions of the table by name; 0 where the action of the row has no such parameter.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from controller import program
from controller.errors import ControllerError
from controller.switch_plan import key_text
from p4soft.table_entries import EntryKey, Exact, Lpm, Match, TableEntry, Ternary

Column: TypeAlias = npt.NDArray[np.unsignedinteger]
"""One value for each row."""

MatchKind = Literal["exact", "lpm", "ternary"]

# --- Which columns a table has ---------------------------------------------------------------------------------------


class FieldSchema(NamedTuple):
    """A match field: its kind and its width in bits."""

    kind: MatchKind
    bits: int


@dataclass(frozen=True)
class TableSchema:
    """A table of `p4src`.

    Attributes:
        name: Full P4Info name.
        fields: Match fields by name, in P4Info order.
        actions: Actions an entry may have, by full name: parameters and their widths in bits.
    """

    name: str
    fields: Mapping[str, FieldSchema]
    actions: Mapping[str, Mapping[str, int]]

    @cached_property
    def params(self) -> Mapping[str, int]:
        """The parameters of all actions; one name has one width."""
        return {name: bits for params in self.actions.values() for name, bits in params.items()}

    @cached_property
    def has_priority(self) -> bool:
        return any(each.kind == "ternary" for each in self.fields.values())

    @cached_property
    def keys(self) -> Mapping[str, np.dtype[np.unsignedinteger]]:
        """The columns that make a row's key, most significant first, with their types."""
        found: dict[str, np.dtype[np.unsignedinteger]] = {}
        for name, (kind, bits) in self.fields.items():
            found |= _typed(name, bits)
            if kind == "lpm":
                found[f"{name}.len"] = _dtype(8)
            elif kind == "ternary":
                found |= _typed(f"{name}.mask", bits)
        return found | ({"priority": _dtype(32)} if self.has_priority else {})

    @cached_property
    def columns(self) -> Mapping[str, np.dtype[np.unsignedinteger]]:
        """All columns, in the order they have in digests and files."""
        found = dict(self.keys) | {"action": _dtype(8)}
        for name, bits in self.params.items():
            found |= _typed(name, bits)
        return found

    @cached_property
    def row_bytes(self) -> int:
        return sum(each.itemsize for each in self.columns.values())


def _dtype(bits: int) -> np.dtype[np.unsignedinteger]:
    size = next(size for size in (1, 2, 4, 8) if bits <= 8 * size)
    return np.dtype(f"<u{size}")


def _typed(name: str, bits: int) -> dict[str, np.dtype[np.unsignedinteger]]:
    if bits <= 64:
        return {name: _dtype(bits)}
    return {f"{name}.high": _dtype(64), f"{name}.low": _dtype(64)}


def _schemas() -> Iterator[TableSchema]:
    lpm6 = {"dst_addr": FieldSchema("lpm", 128)}
    nexthop = {"port": 9, "src_mac": 48, "dst_mac": 48}
    group = {"group": 16, "members": 16}
    sid = {"usd_flavor": 1, "dscp_mode": 1}
    decapsulate = {"dscp_mode": 1}
    profile = {
        "rate": 48, "frame_overhead": 8, "limit": 32, "packet_discard_action": 1, "ecn": 1, "ecn_min_threshold": 32,
        "ecn_max_threshold": 32, "ecn_slope_per_byte": 32,
    }  # fmt: skip
    yield TableSchema(program.PORT_ISOLATION, {"ingress_port": FieldSchema("exact", 9)}, {program.ISOLATE: {}})
    for control in (program.MY_SID_CONTROL, program.MY_SID_REDISPATCH_CONTROL):
        behaviours = {"uN": sid, "uA": sid | nexthop, "uN_uA": sid | nexthop, "uDT6": decapsulate, "uDT46": decapsulate}
        actions = {f"{control}.{name}": params for name, params in behaviours.items()}
        yield TableSchema(f"{control}.my_sid", lpm6, actions)
    yield TableSchema(
        program.ROUTE_IPV6,
        lpm6,
        {program.SET_NEXTHOP_IPV6: nexthop, program.SET_ECMP_GROUP_IPV6: group, program.BLACKHOLE_IPV6: {}},
    )
    yield TableSchema(
        program.ROUTE_IPV4,
        {"dst_addr": FieldSchema("lpm", 32)},
        {program.SET_NEXTHOP_IPV4: nexthop, program.SET_ECMP_GROUP_IPV4: group, program.BLACKHOLE_IPV4: {}},
    )
    member = {"ecmp_group": FieldSchema("exact", 16), "member": FieldSchema("exact", 16)}
    yield TableSchema(program.ECMP_MEMBER, member, {program.SET_NEXTHOP: nexthop})
    yield TableSchema(
        program.DSCP_TO_TC, {"dscp": FieldSchema("exact", 6)}, {program.SET_TC: {"tc": 3, "trim_eligible": 1}}
    )
    yield TableSchema(program.TC_TO_QUEUE, {"tc": FieldSchema("exact", 3)}, {program.SET_QUEUE: {"queue": 3}})
    for name, action, bits, protocol in (
        (program.ACL_DISABLE_TRIM, program.DISABLE_TRIM, 128, "next_header"),
        (program.ACL_DISABLE_TRIM_IPV4, program.DISABLE_TRIM_IPV4, 32, "protocol"),
    ):
        widths = {"ingress_port": 9, "src_addr": bits, "dst_addr": bits, protocol: 8, "dscp": 6}
        yield TableSchema(name, {each: FieldSchema("ternary", width) for each, width in widths.items()}, {action: {}})
    queue = {"egress_port": FieldSchema("exact", 9), "queue": FieldSchema("exact", 3)}
    yield TableSchema(program.DATA_QUEUE_PROFILE, queue, {program.SET_DATA_QUEUE_PROFILE: profile})
    yield TableSchema(program.TRIM_QUEUE_PROFILE, queue, {program.SET_TRIM_QUEUE_PROFILE: profile})
    trim = {"size": 32, "dscp": 6, "queue": 3, "length_mode": 1}
    yield TableSchema(program.SWITCH_TRIMMING, {"egress_port": FieldSchema("exact", 9)}, {program.SET_TRIM: trim})


SCHEMAS: Mapping[str, TableSchema] = MappingProxyType({each.name: each for each in _schemas()})
"""The tables of `p4src` by name, in P4Info order; a test holds them against the compiled program."""

_LOW = (1 << 64) - 1

# --- A table ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """One table's rows, ordered by key. `digest` and `packed` are made once: switches share tables that are alike."""

    schema: TableSchema
    columns: Mapping[str, Column]

    @classmethod
    def of_columns(cls, name: str, columns: Mapping[str, npt.ArrayLike]) -> Table:
        """A table of columns in any order of rows; a single value stands for that value in all rows.

        Raises:
            ControllerError: two rows have one key.
        """
        schema = SCHEMAS[name]
        rows = max(np.size(each) for each in columns.values())
        made = {
            each: np.broadcast_to(np.asarray(columns.get(each, 0)).astype(dtype, copy=False), (rows,))
            for each, dtype in schema.columns.items()
        }
        table = cls(schema, made)
        order = np.lexsort([made[each] for each in reversed(list(schema.keys))])
        table = cls(schema, {each: np.ascontiguousarray(column[order]) for each, column in made.items()})
        if rows > 1:
            same = np.all([column[1:] == column[:-1] for column in (table.columns[each] for each in schema.keys)], 0)
            if same.any():
                raise ControllerError(f"two entries with one key: {key_text(table.entry(int(same.argmax())))}")
        return table

    def __len__(self) -> int:
        return len(self.columns["action"])

    @cached_property
    def raw(self) -> bytes:
        """All columns, one after the other."""
        return b"".join(column.tobytes() for column in self.columns.values())

    @cached_property
    def digest(self) -> bytes:
        """SHA-256 of the table's name, number of rows and columns."""
        return hashlib.sha256(f"{self.schema.name} {len(self)}\n".encode() + self.raw).digest()

    @cached_property
    def packed(self) -> bytes:
        """All columns, compressed as they stand in a file."""
        return zlib.compress(self.raw, 1)

    def addresses(self, name: str) -> tuple[Column, Column]:
        """The upper and the lower 64 bits of a field of 128."""
        return self.columns[f"{name}.high"], self.columns[f"{name}.low"]

    def entry(self, row: int) -> TableEntry:
        """One row as an entry."""
        schema = self.schema
        match: dict[str, Match] = {}
        for name, (kind, bits) in schema.fields.items():
            value = self._value(name, bits, row)
            if kind == "exact":
                match[name] = Exact(value)
            elif kind == "lpm":
                if length := int(self.columns[f"{name}.len"][row]):
                    match[name] = Lpm(value, length)
            elif mask := self._value(f"{name}.mask", bits, row):
                match[name] = Ternary(value, mask)
        action = list(schema.actions)[int(self.columns["action"][row])]
        params = {name: self._value(name, bits, row) for name, bits in schema.actions[action].items()}
        priority = int(self.columns["priority"][row]) if schema.has_priority else 0
        return TableEntry(schema.name, match, action, params, priority)

    def _value(self, name: str, bits: int, row: int) -> int:
        if bits <= 64:
            return int(self.columns[name][row])
        return int(self.columns[f"{name}.high"][row]) << 64 | int(self.columns[f"{name}.low"][row])


def _of_entries(name: str, entries: Iterable[TableEntry]) -> Table:
    schema = SCHEMAS[name]
    numbers = {action: number for number, action in enumerate(schema.actions)}
    lists: dict[str, list[int]] = {each: [] for each in schema.columns}

    def put(column: str, bits: int, value: int, entry: TableEntry) -> None:
        if not 0 <= value < 1 << bits:
            raise ControllerError(
                f"{key_text(entry)}: {column} {value}; accepted: 0..{(1 << bits) - 1:#x} ({bits} bits)"
            )
        if bits <= 64:
            lists[column].append(value)
        else:
            lists[f"{column}.high"].append(value >> 64)
            lists[f"{column}.low"].append(value & _LOW)

    for entry in entries:
        number = numbers.get(entry.action)
        if number is None or entry.match.keys() - schema.fields.keys() or entry.params.keys() - schema.params.keys():
            raise ControllerError(
                f"{key_text(entry)}: an action, field or parameter that {name} of p4src does not have; accepted: "
                f"actions {', '.join(schema.actions)}"
            )
        for field_name, (kind, bits) in schema.fields.items():
            value, extent = _matched(entry, field_name, kind)
            put(field_name, bits, value, entry)
            if kind == "lpm":
                put(f"{field_name}.len", 8, extent, entry)
            elif kind == "ternary":
                put(f"{field_name}.mask", bits, extent, entry)
        if schema.has_priority:
            put("priority", 32, entry.priority, entry)
        lists["action"].append(number)
        for param, bits in schema.params.items():
            put(param, bits, entry.params.get(param, 0), entry)
    return Table.of_columns(name, {each: np.array(values, schema.columns[each]) for each, values in lists.items()})


def _matched(entry: TableEntry, name: str, kind: MatchKind) -> tuple[int, int]:
    """A match's value and its length or mask; a match on anything is two zeros."""
    match = entry.match.get(name)
    if kind == "exact" and isinstance(match, Exact):
        return match.value, 0
    if kind == "lpm" and isinstance(match, Lpm | None):
        return (match.value, match.prefix_len) if match else (0, 0)
    if kind == "ternary" and isinstance(match, Ternary | None):
        return (match.value, match.mask) if match else (0, 0)
    raise ControllerError(f"{key_text(entry)}: field {name}: {type(match).__name__}; accepted: {kind}")


# --- A switch --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SwitchTables:
    """The tables of one switch by name; a table without entries is left out."""

    switch: str
    device_id: int
    tables: Mapping[str, Table] = field(repr=False)

    @classmethod
    def of_tables(cls, switch: str, device_id: int, tables: Iterable[Table]) -> SwitchTables:
        """The tables of a switch, in any order."""
        by_name = {each.schema.name: each for each in tables if len(each)}
        return cls(switch, device_id, {name: by_name[name] for name in SCHEMAS if name in by_name})

    @classmethod
    def of_entries(cls, switch: str, device_id: int, entries: Iterable[TableEntry]) -> SwitchTables:
        """Entries as planned, or as read back from a switch, in any order.

        Raises:
            ControllerError: an entry that `p4src` does not have, a value too wide, or one key twice.
        """
        by_table: dict[str, list[TableEntry]] = {}
        for entry in entries:
            by_table.setdefault(entry.table, []).append(entry)
        strange = by_table.keys() - SCHEMAS.keys()
        if strange:
            raise ControllerError(f"{switch}: no table {min(strange)!r} in p4src; accepted: {', '.join(SCHEMAS)}")
        try:
            return cls.of_tables(switch, device_id, (_of_entries(name, each) for name, each in by_table.items()))
        except ControllerError as error:
            raise ControllerError(f"{switch}: {error}") from None

    def __len__(self) -> int:
        return sum(map(len, self.tables.values()))

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the digests of the tables, hexadecimal; equal if and only if the entries are equal."""
        return hashlib.sha256(b"".join(table.digest for table in self.tables.values())).hexdigest()

    def entries(self) -> Iterator[TableEntry]:
        """All entries, in table order and then by key."""
        for table in self.tables.values():
            yield from (table.entry(row) for row in range(len(table)))

    def by_key(self) -> dict[EntryKey, TableEntry]:
        return {entry.key: entry for entry in self.entries()}

    def table(self, name: str) -> Table:
        """The table of that name, perhaps without rows."""
        found = self.tables.get(name)
        if found is None:
            schema = SCHEMAS[name]
            found = Table(schema, {each: np.zeros(0, dtype) for each, dtype in schema.columns.items()})
        return found

    def with_table(self, table: Table) -> SwitchTables:
        """The same switch with one table replaced."""
        return self.of_tables(self.switch, self.device_id, {**self.tables, table.schema.name: table}.values())


# --- A file ----------------------------------------------------------------------------------------------------------


MAGIC = "mrc-tables 1"
_LONGEST_HEADER = 1 << 16


class Header(NamedTuple):
    """The first line of a file.

    Attributes:
        topology: digest of the topology that the tables are of (`controller.fleet.topology_digest`).
        size: bytes of the whole file.
        tables: name, rows and compressed bytes of each.
    """

    switch: str
    device_id: int
    topology: str
    digest: str
    entries: int
    size: int
    tables: tuple[tuple[str, int, int], ...]


def to_bytes(tables: SwitchTables, topology: str) -> bytes:
    """A file's contents: a line of JSON, then each table compressed."""
    packed = [(name, len(table), table.packed) for name, table in tables.tables.items()]
    document = {
        "format": MAGIC,
        "switch": tables.switch,
        "device_id": tables.device_id,
        "topology": topology,
        "digest": tables.digest,
        "tables": [[name, rows, len(block)] for name, rows, block in packed],
    }
    return b"".join([json.dumps(document, separators=(",", ":")).encode(), b"\n", *(block for _, _, block in packed)])


def read_header(path: Path) -> Header:
    """The header of a file that is whole in length.

    Raises:
        ControllerError: the file is missing, is none of these, or is cut short; the message names it.
    """
    try:
        with path.open("rb") as stream:
            line = stream.readline(_LONGEST_HEADER)
        size = path.stat().st_size
    except OSError as error:
        raise ControllerError(f"{path}: cannot read: {error.strerror}") from None
    return _header(line, size, str(path))


def from_bytes(data: bytes, where: str) -> SwitchTables:
    """The tables of a file's contents.

    Raises:
        ControllerError: cut short, changed since it was written, or no such file; the message begins with ``where``.
    """
    line = data[: data.find(b"\n") + 1]
    header = _header(line, len(data), where)
    tables = []
    at = len(line)
    for name, rows, size in header.tables:
        tables.append(_unpacked(name, rows, data[at : at + size], where))
        at += size
    made = SwitchTables(header.switch, header.device_id, {table.schema.name: table for table in tables})
    if made.digest != header.digest:
        raise ControllerError(f"{where}: its entries have the digest {made.digest[:16]}, not {header.digest[:16]}")
    return made


def read(path: Path) -> SwitchTables:
    """The tables of a file. Raises ControllerError, naming the file."""
    try:
        return from_bytes(path.read_bytes(), str(path))
    except OSError as error:
        raise ControllerError(f"{path}: cannot read: {error.strerror}") from None


def _header(line: bytes, size: int, where: str) -> Header:
    try:
        document = json.loads(line)
        if document["format"] != MAGIC:
            raise ValueError
        listed = tuple((str(name), int(rows), int(length)) for name, rows, length in document["tables"])
        if any(name not in SCHEMAS or rows < 0 or length < 0 for name, rows, length in listed):
            raise ValueError
        names = [name for name, _, _ in listed]
        if names != [name for name in SCHEMAS if name in names]:
            raise ValueError
        texts = {name: str(document[name]) for name in ("switch", "topology", "digest")}
        device_id = int(document["device_id"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ControllerError(
            f"{where}: no tables of a switch; accepted: a file with a first line of {MAGIC}"
        ) from None
    whole = len(line) + sum(length for _, _, length in listed)
    if size != whole:
        raise ControllerError(f"{where}: {size} bytes; accepted: {whole} (cut short, or grown)")
    rows = sum(rows for _, rows, _ in listed)
    return Header(texts["switch"], device_id, texts["topology"], texts["digest"], rows, size, listed)


def _unpacked(name: str, rows: int, block: bytes, where: str) -> Table:
    schema = SCHEMAS[name]
    size = rows * schema.row_bytes
    try:
        reader = zlib.decompressobj()
        raw = reader.decompress(block, size + 1)
    except zlib.error as error:
        raise ControllerError(f"{where}: {name}: damaged: {error}") from None
    if len(raw) != size or not reader.eof:
        raise ControllerError(f"{where}: {name}: damaged: {rows} rows of {schema.row_bytes} bytes are not there")
    columns: dict[str, Column] = {}
    at = 0
    for each, dtype in schema.columns.items():
        columns[each] = np.frombuffer(raw, dtype, rows, at)
        at += rows * dtype.itemsize
    if rows and int(columns["action"].max()) >= len(schema.actions):
        raise ControllerError(f"{where}: {name}: damaged: action {int(columns['action'].max())}")
    return Table(schema, columns)
