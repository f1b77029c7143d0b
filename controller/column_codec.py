# SPDX-License-Identifier: Apache-2.0
"""A switch's columns as P4Runtime's bytes, without a message for each entry, checked against the program.

P4Runtime writes a value in as few bytes as it needs. So the rows of a table are sorted into groups whose values have
equal lengths: all entries of a group are one pattern of bytes with the values in the same places, and NumPy fills in
all rows of the group at a time. Tables that switches share are encoded once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from controller.columns import SwitchTables, Table
from controller.encoding import (
    EncodedPlan,
    EncodedTable,
    Run,
    check_ports,
    entity_head,
    table_head,
    update_head,
    varint,
)
from controller.errors import ConstraintError, PipelineError
from controller.pipeline import EXACT, LPM, TERNARY, ActionInfo, Pipeline, Rules, TableInfo, lookup
from controller.switch_plan import key_text
from p4soft.messages import p4runtime_pb2

_KEPT = 64 << 20
"""Bytes of encoded tables to keep: switches of one kind share most of theirs."""
_INSERT = p4runtime_pb2.Update.INSERT
_KINDS = {"exact": EXACT, "lpm": LPM, "ternary": TERNARY}
_PORTS = ("port", "egress_port", "ingress_port")
"""Columns that hold a port of the switch."""

_Numbers = npt.NDArray[np.uint64]


class _Value(NamedTuple):
    """A value of some bytes, in the place of which each row has its own.

    Attributes:
        column: its name; a value of more than 64 bits is in ``column.high`` and ``column.low``.
    """

    column: str
    size: int


_Part = bytes | _Value


class ColumnCodec:
    """Encodes the tables of a program's switches. Used by one thread at a time.

    Raises:
        PipelineError: A rule of the P4Info cannot be understood.
    """

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._rules = Rules.of(pipeline)
        self._encoded: OrderedDict[bytes, EncodedTable] = OrderedDict()
        self._size = 0
        self._obeyed: dict[str, set[tuple[int, ...]]] = {}

    def encode(self, tables: SwitchTables) -> EncodedPlan:
        """All entries of a switch, checked, in table order.

        Raises:
            PipelineError: the P4Info has no such table, field, action or parameter, or a value is too wide for it.
            ConstraintError: an entry breaks a rule of the program.
            ControllerError: a port that v1model does not have.
        """
        encoded = []
        try:
            for table in tables.tables.values():
                check_ports(tables.switch, _highest_port(table))
                encoded.append(self._known(table))
        except (PipelineError, ConstraintError) as error:
            raise type(error)(f"{tables.switch}: {error}") from None
        return EncodedPlan(tables.switch, tables.device_id, encoded)

    def prepare(self, switches: Iterable[SwitchTables]) -> None:
        """Encode the tables of several switches together, which takes less time than one by one, for `encode`.

        What cannot be encoded is left to `encode`, which says why.
        """
        new: dict[str, dict[bytes, Table]] = {}
        for tables in switches:
            for name, table in tables.tables.items():
                if table.digest not in self._encoded:
                    new.setdefault(name, {})[table.digest] = table
        for alike in new.values():
            with suppress(PipelineError, ConstraintError):
                for digest, encoded in zip(alike, self._all(list(alike.values())), strict=True):
                    self._remember(digest, encoded)

    def _known(self, table: Table) -> EncodedTable:
        """A table encoded, now or before."""
        found = self._encoded.get(table.digest)
        if found is None:
            [found] = self._all([table])
            self._remember(table.digest, found)
        else:
            self._encoded.move_to_end(table.digest)
        return found

    def _remember(self, digest: bytes, table: EncodedTable) -> None:
        self._encoded[digest] = table
        self._size += table.size
        while self._size > _KEPT and len(self._encoded) > 1:
            self._size -= self._encoded.popitem(last=False)[1].size

    def _all(self, tables: Sequence[Table]) -> list[EncodedTable]:
        """Tables of one name, each of some switch."""
        table = _joined(tables)
        ends = np.cumsum([len(each) for each in tables])
        schema = table.schema
        where = f"{self._pipeline.source}: table {schema.name}"
        info = self._pipeline.table(schema.name)
        _check_key(table, info, where)
        runs: list[list[Run]] = [[] for _ in tables]
        chosen = table.columns["action"]
        for number, name in enumerate(schema.actions):
            rows = np.flatnonzero(chosen == number)
            if len(rows):
                action = lookup(info.actions, name, "action", where)
                _check_params(table, rows, action, where)
                self._check_rules(table, rows, name)
                for group in _groups(table, rows, schema.actions[name]):
                    whole = _run(table, group, info, action)
                    for own, part in zip(runs, _divided(whole, np.searchsorted(group, ends).tolist()), strict=True):
                        if part.rows:
                            own.append(part)
        return [EncodedTable(own) for own in runs]

    def _check_rules(self, table: Table, rows: npt.NDArray[np.intp], action: str) -> None:
        """The rules of the program hold for rows of an action; equal values are looked at once."""
        names = self._rules.names(table.schema.name, action)
        if not names:
            return
        plain = names <= table.columns.keys()
        columns = sorted(names) if plain else list(table.schema.columns)
        obeyed = self._obeyed.setdefault(f"{table.schema.name} {action}", set())
        for row, values in zip(
            rows.tolist(), zip(*(table.columns[name][rows].tolist() for name in columns), strict=True), strict=True
        ):
            if values not in obeyed:
                self._rules.check(table.entry(row))
                obeyed.add(values)


# --- Checks ----------------------------------------------------------------------------------------------------------


def _highest_port(table: Table) -> int:
    return max((int(table.columns[name].max()) for name in _PORTS if name in table.columns), default=0)


def _check_key(table: Table, info: TableInfo, where: str) -> None:
    schema = table.schema
    for name, (kind, bits) in schema.fields.items():
        field = lookup(info.fields, name, "match field", where)
        if field.kind != _KINDS[kind]:
            raise PipelineError(f"{where}: match field {name}: a match of another kind than {kind}")
        _check_width(table.columns[_halves(name, bits)[0]], bits, field.bits, f"{where}: match field {name}")
        if kind == "lpm":
            lengths = table.columns[f"{name}.len"].astype(np.uint64)
            if int(lengths.max()) > field.bits:
                raise PipelineError(f"{where}: {name}: prefix length {int(lengths.max())}; accepted: 0..{field.bits}")
            _check_prefix(table, name, bits, lengths)
        elif kind == "ternary":
            for half in _halves(name, bits):
                outside = table.columns[half] & ~table.columns[half.replace(name, f"{name}.mask", 1)]
                _refuse_rows(table, outside != 0, f"{name} has bits set outside its mask")
    if missing := set(info.fields) - set(schema.fields):
        raise PipelineError(f"{where}: match field {min(missing)} has no column")
    if info.needs_priority != schema.has_priority:
        raise PipelineError(f"{where}: priorities, or none; accepted: what the P4Info says")
    if schema.has_priority:
        _refuse_rows(table, table.columns["priority"] == 0, "priority 0")
        _refuse_rows(table, table.columns["priority"] >= 1 << 31, "priority above 2^31 - 1")


def _check_prefix(table: Table, name: str, bits: int, lengths: _Numbers) -> None:
    """Nothing is set after a prefix."""
    halves = _halves(name, bits)
    width = bits // len(halves)
    for index, half in enumerate(halves):
        kept = np.clip(lengths.astype(np.int64) - index * width, 0, width)
        free = (width - kept).astype(np.uint64)
        column = table.columns[half].astype(np.uint64)
        whole = free == np.uint64(64)
        after = np.where(whole, column, column & ((np.uint64(1) << np.where(whole, 0, free)) - np.uint64(1)))
        _refuse_rows(table, after != 0, f"{name} has bits set after its prefix")


def _check_params(table: Table, rows: npt.NDArray[np.intp], action: ActionInfo, where: str) -> None:
    params = table.schema.actions[action.name]
    where = f"{where}: action {action.name}"
    for name in params:
        lookup(action.params, name, "parameter", where)
    for name, (_, bits) in action.params.items():
        if name not in params:
            raise PipelineError(f"{where}: parameter {name} has no value")
        high = table.columns[_halves(name, params[name])[0]]
        _check_width(high[rows], params[name], bits, f"{where}: parameter {name}")


def _check_width(high: npt.NDArray[np.unsignedinteger], bits: int, allowed: int, where: str) -> None:
    """Values of ``bits`` bits, given by their column or the upper one of two, have at most ``allowed``."""
    most = int(high.max()) << (64 if bits > 64 else 0)
    if most >> allowed:
        raise PipelineError(f"{where}: {most:#x} does not fit; accepted: 0..{(1 << allowed) - 1:#x}")


def _refuse_rows(table: Table, wrong: npt.NDArray[np.bool_], why: str) -> None:
    if wrong.any():
        raise PipelineError(f"{why}: {key_text(table.entry(int(wrong.argmax())))}")


# --- Groups of rows, patterns, bytes ---------------------------------------------------------------------------------


def _halves(name: str, bits: int) -> Sequence[str]:
    return (name,) if bits <= 64 else (f"{name}.high", f"{name}.low")


def _groups(table: Table, rows: npt.NDArray[np.intp], params: Iterable[str]) -> Iterator[npt.NDArray[np.intp]]:
    """Rows whose values take the same numbers of bytes, and whose prefix lengths and priorities are equal."""
    code = np.zeros(len(rows), np.int64)
    for column in _group_columns(table, rows, params):
        low, high = int(column.min()), int(column.max())
        if low != high:
            _, code = np.unique(code * (high - low + 1) + (column - low), return_inverse=True)
    for number in range(int(code.max()) + 1):
        yield rows[code == number]


def _group_columns(table: Table, rows: npt.NDArray[np.intp], params: Iterable[str]) -> Iterator[npt.NDArray[np.int64]]:
    schema = table.schema
    for name, (kind, bits) in schema.fields.items():
        yield _sizes(table, rows, name, bits)
        if kind == "lpm":
            yield table.columns[f"{name}.len"][rows].astype(np.int64)
        elif kind == "ternary":
            yield _sizes(table, rows, f"{name}.mask", bits)
            yield np.any([table.columns[half][rows] != 0 for half in _halves(f"{name}.mask", bits)], 0).astype(np.int64)
    if schema.has_priority:
        yield table.columns["priority"][rows].astype(np.int64)
    for name in params:
        yield _sizes(table, rows, name, schema.params[name])


def _sizes(table: Table, rows: npt.NDArray[np.intp], name: str, bits: int) -> npt.NDArray[np.int64]:
    """How many bytes each value takes: at least one."""
    halves = _halves(name, bits)
    low = _bytes_of(table.columns[halves[-1]][rows])
    if len(halves) == 1:
        return np.maximum(low, 1)
    high = _bytes_of(table.columns[halves[0]][rows])
    return np.where(high > 0, high + 8, np.maximum(low, 1))


def _bytes_of(column: npt.NDArray[np.unsignedinteger]) -> npt.NDArray[np.int64]:
    most = int(column.max())
    if most == int(column.min()):
        return np.full(len(column), most.bit_length() + 7 >> 3, np.int64)
    sizes = np.zeros(len(column), np.int64)
    for shift in range(0, 8 * column.dtype.itemsize, 8):
        sizes += (column >> column.dtype.type(shift)) != 0
    return sizes


def _run(table: Table, rows: npt.NDArray[np.intp], info: TableInfo, action: ActionInfo) -> Run:
    """The entries of one group of rows."""
    parts = _pattern(table, rows, info, action)
    length = sum(map(_size, parts))
    entry = np.empty((len(rows), length), np.uint8)
    at = 0
    for part in parts:
        end = at + _size(part)
        entry[:, at:end] = np.frombuffer(part, np.uint8) if isinstance(part, bytes) else _big_endian(table, rows, part)
        at = end
    return Run(len(rows), _after(update_head(_INSERT, length), entry), _after(entity_head(length), entry))


def _divided(run: Run, ends: Iterable[int]) -> Iterator[Run]:
    """A run cut at these entries."""
    insert, answer = len(run.inserts) // run.rows, len(run.answer) // run.rows
    first = 0
    for end in ends:
        yield Run(end - first, run.inserts[first * insert : end * insert], run.answer[first * answer : end * answer])
        first = end


def _joined(tables: Sequence[Table]) -> Table:
    """The rows of several tables of one name, one table after the other."""
    if len(tables) == 1:
        return tables[0]
    schema = tables[0].schema
    return Table(schema, {name: np.concatenate([each.columns[name] for each in tables]) for name in schema.columns})


def _after(head: bytes, entries: npt.NDArray[np.uint8]) -> bytes:
    """The same head before each row."""
    whole = np.empty((len(entries), len(head) + entries.shape[1]), np.uint8)
    whole[:, : len(head)] = np.frombuffer(head, np.uint8)
    whole[:, len(head) :] = entries
    return whole.tobytes()


def _big_endian(table: Table, rows: npt.NDArray[np.intp], value: _Value) -> npt.NDArray[np.uint8]:
    names = (value.column,) if value.column in table.columns else (f"{value.column}.high", f"{value.column}.low")
    columns = [table.columns[name][rows].astype(">u8").view(np.uint8).reshape(len(rows), 8) for name in names]
    whole = columns[0] if len(columns) == 1 else np.hstack(columns)
    return whole[:, whole.shape[1] - value.size :]


def _pattern(table: Table, rows: npt.NDArray[np.intp], info: TableInfo, action: ActionInfo) -> list[_Part]:
    """A TableEntry message of a group: fields in the order of their numbers, as protobuf writes them."""
    schema, row = table.schema, int(rows[0])

    def value(tag: bytes, name: str, bits: int) -> list[_Part]:
        number = 0
        for half in _halves(name, bits):
            number = number << 64 | int(table.columns[half][row])
        size = max(1, number.bit_length() + 7 >> 3)
        return [tag + varint(size), _Value(name, size)]

    parts: list[_Part] = [table_head(info.id)]
    for name, field in info.fields.items():
        kind, bits = schema.fields[name]
        inner = value(b"\x0a", name, bits)
        if kind == "lpm":
            length = int(table.columns[f"{name}.len"][row])
            if not length:
                continue  # a match on anything is left out
            inner.append(b"\x10" + varint(length))
        elif kind == "ternary":
            if not any(int(table.columns[half][row]) for half in _halves(f"{name}.mask", bits)):
                continue
            inner += value(b"\x12", f"{name}.mask", bits)
        tag = {"exact": b"\x12", "ternary": b"\x1a", "lpm": b"\x22"}[kind]
        parts += _message(b"\x12", [b"\x08" + varint(field.id), *_message(tag, inner)])
    params: list[_Part] = []
    for name, (param_id, _) in action.params.items():
        params += _message(b"\x22", [b"\x10" + varint(param_id), *value(b"\x1a", name, schema.params[name])])
    parts += _message(b"\x1a", _message(b"\x0a", [b"\x08" + varint(action.id), *params]))
    if schema.has_priority:
        parts.append(b"\x20" + varint(int(table.columns["priority"][row])))
    return parts


def _size(part: _Part) -> int:
    return len(part) if isinstance(part, bytes) else part.size


def _message(tag: bytes, parts: list[_Part]) -> list[_Part]:
    """A field that is a message."""
    return [tag + varint(sum(_size(part) for part in parts)), *parts]
