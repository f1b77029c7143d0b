# SPDX-License-Identifier: Apache-2.0
"""All tables of a switch as columns: NumPy arrays of key fields, masks, actions and parameters, one file for a switch.

A row is an entry. Rows stand in the order of their keys, so two switches that hold the same entries have equal columns
and one digest, whatever order the entries came in. `SwitchTables.of_entries` and `entries` lead from and to the entries
that P4Runtime carries. `ColumnPlanner` makes them straight from a topology.

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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from controller import program
from controller.errors import ControllerError
from controller.program import (
    BLACKHOLE_IPV6,
    DATA_QUEUE_PROFILE,
    ENUMS,
    MY_SID,
    ROUTE_IPV6,
    SET_NEXTHOP_IPV6,
    SWITCH_TRIMMING,
    TRIM_QUEUE_PROFILE,
)
from controller.switch_plan import key_text
from controller.tables import classification, nic_routes, queue_profile, trim_params, trim_queue
from p4soft.table_entries import EntryKey, Exact, Lpm, Match, TableEntry, Ternary
from topologies import NO_OUTAGES, Fabric, Outages, PortRole, Switch, srv6
from topologies.fabric import UplinkKey

Column: TypeAlias = npt.NDArray[np.unsignedinteger]
"""One value for each row."""

MatchKind = Literal["exact", "lpm", "ternary"]

# --- Which columns a table has ---------------------------------------------------------------------------------------


class FieldSchema(NamedTuple):
    """A match field: its kind and its width in bits."""

    kind: MatchKind
    bits: int


class TableSchema(Struct, frozen=True, dict=True):
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


class Table(Struct, frozen=True, dict=True):
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
            each: _filled(np.asarray(columns.get(each, 0)).astype(dtype, copy=False), rows)
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


def _filled(values: Column, rows: int) -> Column:
    """So many rows; a single value is that of all."""
    return values if values.shape == (rows,) else np.full(rows, values, values.dtype)


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


# --- Planned from a topology ------------------------------------------------------------------------------------------


_USID_SHIFT = 64 - srv6.USID_PREFIX_LEN
"""A uSID stands at the end of the 48 bits that are matched: this far from the end of the upper half of an address."""


class _Ports(NamedTuple):
    """Consecutive ports of one role and rate."""

    first: int
    size: int
    role: PortRole
    rate_bps: int


class ColumnPlanner:
    """Plans the switches of one fabric."""

    def __init__(self, fabric: Fabric, outages: Outages = NO_OUTAGES) -> None:
        self._fabric = fabric
        self._outages = outages
        self._shared: dict[tuple[_Ports, ...], tuple[Table, ...]] = {}
        self._classes = SwitchTables.of_entries("", 0, classification(fabric)).tables.values()

    def plan(self, switch: Switch) -> SwitchTables:
        """The tables of one switch, equal to `controller.plan`'s. Raises ControllerError as that does."""
        shared = self._of_ports(tuple(self._ports(switch)))
        routed = self._routed(switch) if self._fabric.spec.ecmp else ()
        own = (self._my_sid(switch), *self._with_routes(switch, routed))
        return SwitchTables.of_tables(switch.name, switch.device_id, (*own, *self._classes, *shared))

    # -- forwarding ----------------------------------------------------------------------------------------------------

    def _my_sid(self, switch: Switch) -> Table:
        mode = ENUMS["dscp_mode_t"]["PIPE"]
        address = srv6.prefix(self._fabric.block, switch.usid) >> 64
        own = np.array([address], np.uint64)
        return Table.of_columns(MY_SID, {"dst_addr.high": own, "dst_addr.len": srv6.USID_PREFIX_LEN, "dscp_mode": mode})

    def _routed(self, switch: Switch) -> Iterable[Table]:
        return SwitchTables.of_entries(switch.name, 0, nic_routes(switch, self._outages)).tables.values()

    def _with_routes(self, switch: Switch, routed: Iterable[Table]) -> list[Table]:
        """The tables of routes: those that uSIDs follow, and those to NICs' addresses."""
        columns = self._usid_routes(switch)
        others = []
        for table in routed:
            if table.schema.name == ROUTE_IPV6:
                columns = {name: np.concatenate([columns.get(name, _zeros(columns)), each])
                           for name, each in table.columns.items()}  # fmt: skip
            else:
                others.append(table)
        return [Table.of_columns(ROUTE_IPV6, columns), *others]

    def _usid_routes(self, switch: Switch) -> dict[str, Column]:
        """A row for the rest of the block, then one for each port."""
        actions = list(SCHEMAS[ROUTE_IPV6].actions)
        ports, usids, peers = self._neighbours(switch)
        block = np.uint64(self._fabric.block << 32)
        count = len(ports) + 1
        lengths = np.full(count, srv6.USID_PREFIX_LEN, np.uint8)
        lengths[0] = srv6.BLOCK_BITS
        chosen = np.full(count, actions.index(SET_NEXTHOP_IPV6), np.uint8)
        chosen[0] = actions.index(BLACKHOLE_IPV6)

        def after_block(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
            return np.concatenate([np.zeros(1, np.uint64), values])

        return {
            "dst_addr.high": block | after_block(usids) << np.uint64(_USID_SHIFT),
            "dst_addr.len": lengths,
            "action": chosen,
            "port": after_block(ports),
            "src_mac": after_block(np.uint64(switch.mac(0)) + ports),
            "dst_mac": after_block(peers),
        }

    def _neighbours(
        self, switch: Switch
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
        """Each port, the uSID that leads there, and the MAC address at the other end."""
        fabric, plane = self._fabric, switch.plane
        if switch.tier == "t1":
            t0s = np.arange(fabric.t0s, dtype=np.uint64)
            first = fabric.t0(plane, 0)
            return t0s, first.usid + t0s, first.mac(fabric.downlinks + switch.index) + (t0s << np.uint64(16))
        nics = np.arange(self._nics(switch), dtype=np.uint64)
        t1s = np.arange(fabric.t1s, dtype=np.uint64)
        first_nic = np.uint64(switch.index * fabric.downlinks)
        t1 = fabric.t1(plane, 0)
        ports = np.concatenate([nics, fabric.downlinks + t1s])
        usids = np.concatenate([srv6.downlink_usid(plane, 0) + nics, t1.usid + t1s])
        peers = [fabric.nic(0).mac(plane) + first_nic + nics, t1.mac(switch.index) + (t1s << np.uint64(16))]
        return ports, usids, np.concatenate(peers)

    def _nics(self, t0: Switch) -> int:
        fabric = self._fabric
        return min(max(fabric.nics - t0.index * fabric.downlinks, 0), fabric.downlinks)

    # -- queues and trimming -------------------------------------------------------------------------------------------

    def _ports(self, switch: Switch) -> list[_Ports]:
        fabric = self._fabric
        if switch.tier == "t1":
            return self._links(0, fabric.t0s, (UplinkKey(switch.plane, t0, switch.index) for t0 in range(fabric.t0s)))
        nics = self._nics(switch)
        hosts = [_Ports(0, nics, "host", fabric.rate_bps("host"))] if nics else []
        ups = (UplinkKey(switch.plane, switch.index, t1) for t1 in range(fabric.t1s))
        return hosts + self._links(fabric.downlinks, fabric.t1s, ups)

    def _links(self, first: int, count: int, links: Iterable[UplinkKey]) -> list[_Ports]:
        """So many ports from ``first`` on, those of one rate together."""
        if not self._fabric.spec.links.rates:
            return [_Ports(first, count, "fabric", self._fabric.rate_bps("fabric"))]
        found = []
        for rate, group in groupby(links, self._fabric.uplinks.rate_bps):
            count = len(list(group))
            found.append(_Ports(first, count, "fabric", rate))
            first += count
        return found

    def _of_ports(self, groups: tuple[_Ports, ...]) -> tuple[Table, ...]:
        """The tables of queues and trimming."""
        found = self._shared.get(groups)
        if found is None:
            found = self._shared[groups] = tuple(self._made(groups))
        return found

    def _made(self, groups: Sequence[_Ports]) -> list[Table]:
        fabric = self._fabric
        all_queues = sorted(fabric.qos.queues)
        made = [_joined(DATA_QUEUE_PROFILE, [self._profiles(each, all_queues) for each in groups])]
        if fabric.qos.trim.enabled:
            trimmed = [self._profiles(each, [trim_queue(fabric, each.role)]) for each in groups]
            made.append(_joined(TRIM_QUEUE_PROFILE, trimmed))
            trims = [
                {"egress_port": _numbers(each)} | _repeated(trim_params(fabric, each.role), each.size)
                for each in groups
            ]
            made.append(_joined(SWITCH_TRIMMING, trims))
        return made

    def _profiles(self, ports: _Ports, queues: Sequence[int]) -> dict[str, npt.NDArray[np.uint64]]:
        """The profiles of these queues at each of these ports."""
        profiles = [queue_profile(self._fabric, ports.role, ports.rate_bps, queue) for queue in queues]
        columns = {name: np.array([each[name] for each in profiles], np.uint64) for name in profiles[0]}
        columns["queue"] = np.array(queues, np.uint64)
        repeated = {name: np.tile(column, ports.size) for name, column in columns.items()}
        return {"egress_port": np.repeat(_numbers(ports), len(queues))} | repeated


def _numbers(ports: _Ports) -> npt.NDArray[np.uint64]:
    return np.arange(ports.first, ports.first + ports.size, dtype=np.uint64)


def _repeated(params: dict[str, int], count: int) -> dict[str, npt.NDArray[np.uint64]]:
    return {name: np.full(count, value, np.uint64) for name, value in params.items()}


def _zeros(columns: dict[str, Column]) -> Column:
    return np.zeros(len(columns["action"]), np.uint64)


def _joined(name: str, parts: Sequence[dict[str, npt.NDArray[np.uint64]]]) -> Table:
    return Table.of_columns(name, {each: np.concatenate([part[each] for part in parts]) for each in parts[0]})
