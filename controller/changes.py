# SPDX-License-Identifier: Apache-2.0
"""From the tables of one topology to those of another: the fewest writes, in an order that breaks no path of both.

A path that both topologies have uses only entries whose keys both have. So writes go in three phases, each ended on all
switches before the next begins on any:

1. **insert** what is new. New switches first. On a switch what others refer to comes before them (members before the
   routes that name their group, a queue's profile before the class that leads to it), and a longer prefix before a
   shorter one, which would cover it.
2. **modify** what both have and one has otherwise, in the same order.
3. **delete** what is old, in the opposite order; switches that go away last.

A modified next hop is a cable that moves: no order of writes keeps its path, and `Change.moves_cable` says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from controller import program
from controller.columns import SCHEMAS, ColumnPlanner, SwitchTables, Table
from controller.switch_plan import Difference, action_text, entry_text, key_text
from p4soft.table_entries import Lpm, TableEntry
from topologies import Fabric

Phase = Literal["insert", "modify", "delete"]

_REFERRED_FIRST = (
    program.TRIM_QUEUE_PROFILE,
    program.SWITCH_TRIMMING,
    program.DATA_QUEUE_PROFILE,
    program.TC_TO_QUEUE,
    program.DSCP_TO_TC,
    program.ECMP_MEMBER,
    program.ROUTE_IPV4,
    program.ROUTE_IPV6,
    program.MY_SID,
)
"""Tables, each after those that its entries rely on."""
_RANK = {name: rank for rank, name in enumerate(_REFERRED_FIRST)}
_ROUTES = (program.ROUTE_IPV6, program.ROUTE_IPV4, program.ECMP_MEMBER)


class Change(Struct, frozen=True):
    """One write.

    Attributes:
        entry: as it stands afterwards; of a deletion as it stood.
        before: what a modification replaces.
    """

    phase: Phase
    switch: str
    entry: TableEntry
    before: TableEntry | None = None

    @property
    def moves_cable(self) -> bool:
        """Whether a next hop is another one than before."""
        return self.before is not None and self.entry.table in _ROUTES and "port" in self.entry.params

    def text(self) -> str:
        """The write on one line."""
        if self.before is not None:
            return (
                f"{self.phase} {self.switch}: {key_text(self.entry)}: {action_text(self.before)} -> "
                f"{action_text(self.entry)}{'  # a cable moves' if self.moves_cable else ''}"
            )
        return f"{self.phase} {self.switch}: {entry_text(self.entry)}"


class _Differing(Struct, frozen=True):
    """Rows of two tables of one name."""

    inserted: npt.NDArray[np.intp]
    modified: npt.NDArray[np.intp]
    modified_before: npt.NDArray[np.intp]
    deleted: npt.NDArray[np.intp]


def changes(before: Fabric, after: Fabric) -> Iterator[Change]:
    """The writes that lead from one topology's tables to another's, in order. Raises ControllerError as a plan does."""
    old, new = ColumnPlanner(before), ColumnPlanner(after)
    old_nodes = {node.name: node for node in before.switches()}
    new_nodes = {node.name: node for node in after.switches()}
    both = [name for name in new_nodes if name in old_nodes]
    added = [name for name in new_nodes if name not in old_nodes]
    gone = [name for name in old_nodes if name not in new_nodes]
    phases: tuple[Phase, ...] = ("insert", "modify", "delete")
    differing = [name for name in both if old.plan(old_nodes[name]).digest != new.plan(new_nodes[name]).digest]
    for phase in phases:
        if phase == "insert":
            for name in added:
                yield from between(_empty(name), new.plan(new_nodes[name]), phase)
        for name in differing:
            yield from between(old.plan(old_nodes[name]), new.plan(new_nodes[name]), phase)
        if phase == "delete":
            for name in gone:
                yield from between(old.plan(old_nodes[name]), _empty(name), phase)


def renumbered(before: Fabric, after: Fabric) -> Iterator[tuple[str, int, int]]:
    """Switches of both topologies whose P4Runtime device id is another one: name, id before, id after."""
    ids = {node.name: node.device_id for node in before.switches()}
    for node in after.switches():
        if ids.get(node.name, node.device_id) != node.device_id:
            yield node.name, ids[node.name], node.device_id


def between(before: SwitchTables, after: SwitchTables, phase: Phase) -> Iterator[Change]:
    """The writes of one phase on one switch, in order."""
    found = list(_of_phase(before, after, phase))
    found.sort(key=_order, reverse=phase == "delete")
    yield from found


def differences(planned: SwitchTables, found: SwitchTables) -> list[Difference]:
    """How a switch differs from its plan: what is missing, what differs and what was not planned, table by table."""
    result = []
    for name in SCHEMAS:
        want, have = planned.table(name), found.table(name)
        if want.digest == have.digest:
            continue
        rows = _differing(have, want)
        result += [Difference(want.entry(int(row)), None) for row in rows.inserted]
        for row, row_before in zip(rows.modified, rows.modified_before, strict=True):
            result.append(Difference(want.entry(int(row)), have.entry(int(row_before))))
        result += [Difference(None, have.entry(int(row))) for row in rows.deleted]
    return result


def _of_phase(before: SwitchTables, after: SwitchTables, phase: Phase) -> Iterator[Change]:
    for name in SCHEMAS:
        old, new = before.table(name), after.table(name)
        if old.digest == new.digest:
            continue
        rows = _differing(old, new)
        if phase == "insert":
            yield from (Change(phase, after.switch, new.entry(int(row))) for row in rows.inserted)
        elif phase == "delete":
            yield from (Change(phase, after.switch, old.entry(int(row))) for row in rows.deleted)
        else:
            for row, row_before in zip(rows.modified, rows.modified_before, strict=True):
                yield Change(phase, after.switch, new.entry(int(row)), old.entry(int(row_before)))


def _order(change: Change) -> tuple[int, int]:
    """By table, and longer prefixes first."""
    match = change.entry.match.get("dst_addr")
    return _RANK.get(change.entry.table, -1), -match.prefix_len if isinstance(match, Lpm) else 0


def _differing(old: Table, new: Table) -> _Differing:
    old_keys, new_keys = _rows(old, old.schema.keys), _rows(new, new.schema.keys)
    _, at_old, at_new = np.intersect1d(old_keys, new_keys, assume_unique=True, return_indices=True)
    differs = _rows(old, old.schema.columns)[at_old] != _rows(new, new.schema.columns)[at_new]
    return _Differing(
        inserted=np.setdiff1d(np.arange(len(new)), at_new),
        modified=at_new[differs],
        modified_before=at_old[differs],
        deleted=np.setdiff1d(np.arange(len(old)), at_old),
    )


def _rows(table: Table, names: Iterable[str]) -> npt.NDArray[np.bytes_]:
    """Each row's values in these columns as one string of bytes."""
    columns = [np.ascontiguousarray(table.columns[name]) for name in names]
    parts = [column.view(np.uint8).reshape(len(table), column.itemsize) for column in columns]
    joined = np.concatenate(parts, axis=1)
    marked = np.concatenate([joined, np.ones((len(table), 1), np.uint8)], axis=1)  # zeros at an end would be dropped
    return np.ascontiguousarray(marked).view(f"S{marked.shape[1]}").reshape(-1)


def _empty(name: str) -> SwitchTables:
    return SwitchTables(name, 0, {})
