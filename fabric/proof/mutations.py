# SPDX-License-Identifier: Apache-2.0
"""One mistake in one entry, drawn at random: what a proof must find, and show by a packet.

A mistake is drawn among those that a packet can meet. What none can: a queue that no DSCP leads to, the rate of the
second look-up of a trimmed packet, the last bit of a probability.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from controller import program
from controller.columns import SwitchTables, Table
from topologies import Fabric, Switch, srv6

KINDS = ("wrong port", "off by one", "missing", "duplicated", "swapped plane", "wrong trim size")
_PLANE_SHIFT = {"t0": srv6.T0_BITS, "t1": srv6.T1_BITS}


class Mutation(NamedTuple):
    """A mistake: its kind, where it is, and the tables with it."""

    kind: str
    switch: str
    table: str
    tables: SwitchTables


class Mutator:
    """Puts mistakes into planned tables."""

    def __init__(self, fabric: Fabric, draw: random.Random) -> None:
        self._fabric = fabric
        self._draw = draw
        self._make: Mapping[str, Callable[[Switch, SwitchTables], Table]] = {
            "wrong port": self._wrong_port,
            "off by one": self._off_by_one,
            "missing": self._missing,
            "duplicated": self._duplicated,
            "swapped plane": self._swapped_plane,
            "wrong trim size": self._wrong_trim_size,
        }
        self.kinds = [kind for kind in KINDS if kind != "wrong trim size" or fabric.qos.trim.enabled]

    def mutate(self, kind: str, switch: Switch, tables: SwitchTables) -> Mutation:
        """The tables of a switch with one mistake of a kind."""
        table = self._make[kind](switch, tables)
        return Mutation(kind, switch.name, table.schema.name, tables.with_table(table))

    # -- kinds ---------------------------------------------------------------------------------------------------------

    def _wrong_port(self, switch: Switch, tables: SwitchTables) -> Table:
        """A next hop leaves by the port of another neighbour, or of none."""
        table = tables.table(program.ROUTE_IPV6)
        row = self._hop(table)
        port = int(table.columns["port"][row])
        other = self._draw.choice(
            [each for each in range(switch.port_count + 1) if each not in (port, program.MAX_PORT + 1)]
        )
        return _changed(table, row, port=other)

    def _off_by_one(self, _switch: Switch, tables: SwitchTables) -> Table:
        """A number is one too large or too small: a uSID, a port, a MAC address, a limit, a queue."""
        choices: list[tuple[str, str]] = [
            (program.MY_SID, "uSID"), (program.ROUTE_IPV6, "uSID"), (program.ROUTE_IPV6, "port"),
            (program.ROUTE_IPV6, "src_mac"), (program.ROUTE_IPV6, "dst_mac"), (program.DATA_QUEUE_PROFILE, "limit"),
            (program.DATA_QUEUE_PROFILE, "frame_overhead"), (program.TC_TO_QUEUE, "queue"),
        ]  # fmt: skip
        if self._fabric.qos.trim.enabled:
            choices += [(program.SWITCH_TRIMMING, name) for name in ("size", "dscp", "queue")]
            choices.append((program.TRIM_QUEUE_PROFILE, "limit"))
        name, column = self._draw.choice(choices)
        table = tables.table(name)
        row = self._row(table)
        step = self._draw.choice((-1, 1))
        if column == "uSID":
            high = int(table.columns["dst_addr.high"][row])
            usid = (high >> 16 & 0xFFFF) + step
            if name == program.ROUTE_IPV6 and self._has_usid(table, usid):  # one key once: the two change places
                return _swapped(table, row, self._row_of(table, usid))
            return _changed(table, row, **{"dst_addr.high": high + (step << 16)})
        value = int(table.columns[column][row]) + step
        most = (1 << table.schema.params[column]) - 1
        if not 0 <= value <= most:
            value -= 2 * step
        if column == "port" and value > program.MAX_PORT:
            value -= 2
        return _changed(table, row, **{column: value})

    def _missing(self, _switch: Switch, tables: SwitchTables) -> Table:
        names = [program.MY_SID, program.ROUTE_IPV6, program.DATA_QUEUE_PROFILE, program.TC_TO_QUEUE]
        if self._fabric.qos.trim.enabled:
            names += [program.SWITCH_TRIMMING, program.DSCP_TO_TC]
        table = tables.table(self._draw.choice(names))
        row = self._row(table, anything=table.schema.name == program.ROUTE_IPV6)
        keep = np.arange(len(table)) != row
        return Table(table.schema, {name: column[keep] for name, column in table.columns.items()})

    def _duplicated(self, _switch: Switch, tables: SwitchTables) -> Table:
        """A next hop stands there twice, the second time under a uSID that nobody has."""
        table = tables.table(program.ROUTE_IPV6)
        row = self._hop(table)
        used = {int(high) >> 16 & 0xFFFF for high in table.columns["dst_addr.high"]}
        free = self._draw.choice([usid for usid in range(1, srv6.downlink_usid(7, 255) + 2) if usid not in used])
        high = self._fabric.block << 32 | free << 16
        copied = {name: np.append(column, column[row]) for name, column in table.columns.items()}
        copied["dst_addr.high"][-1] = high
        return Table.of_columns(table.schema.name, copied)

    def _swapped_plane(self, switch: Switch, tables: SwitchTables) -> Table:
        """A uSID, or a MAC address, of another plane."""
        plane = self._draw.choice([each for each in range(8) if each != switch.plane])
        turned = switch.plane ^ plane
        name = self._draw.choice((program.MY_SID, program.ROUTE_IPV6, program.ROUTE_IPV6))
        table = tables.table(name)
        row = self._row(table)
        if name == program.ROUTE_IPV6 and self._draw.random() < 0.5:
            mac = int(table.columns["dst_mac"][row]) ^ turned << 32
            return _changed(table, row, dst_mac=mac)
        high = int(table.columns["dst_addr.high"][row])
        t0 = high >> 28 & 0xF == srv6.t0_usid(0, 0) >> 12
        return _changed(table, row, **{"dst_addr.high": high ^ turned << 16 + _PLANE_SHIFT["t0" if t0 else "t1"]})

    def _wrong_trim_size(self, _switch: Switch, tables: SwitchTables) -> Table:
        table = tables.table(program.SWITCH_TRIMMING)
        row = self._row(table)
        size = int(table.columns["size"][row])
        return _changed(
            table, row, size=self._draw.choice([each for each in (128, 192, 320, 512, 1500) if each != size])
        )

    # -- rows ----------------------------------------------------------------------------------------------------------

    def _row(self, table: Table, *, anything: bool = False) -> int:
        """A row that a packet can meet."""
        name = table.schema.name
        if name == program.ROUTE_IPV6 and not anything:
            return self._hop(table)
        qos = self._fabric.qos
        if name == program.DATA_QUEUE_PROFILE:
            met = {qos.tc_to_queue[role.tc] for role in qos.roles.values()} | {qos.tc_to_queue[qos.default_tc]}
            rows = [row for row, queue in enumerate(table.columns["queue"].tolist()) if queue in met]
            return self._draw.choice(rows)
        if name == program.TC_TO_QUEUE:
            met = {role.tc for role in qos.roles.values() if qos.tc_to_queue[role.tc]}
            return self._draw.choice([row for row, tc in enumerate(table.columns["tc"].tolist()) if tc in met])
        if name == program.DSCP_TO_TC:
            met = {role.dscp for role in qos.roles.values() if role.tc}
            return self._draw.choice([row for row, dscp in enumerate(table.columns["dscp"].tolist()) if dscp in met])
        return self._draw.randrange(len(table))

    def _hop(self, table: Table) -> int:
        action = list(table.schema.actions).index(program.SET_NEXTHOP_IPV6)
        return self._draw.choice(np.flatnonzero(table.columns["action"] == action).tolist())

    def _has_usid(self, table: Table, usid: int) -> bool:
        return bool((self._usids(table) == usid).any())

    def _row_of(self, table: Table, usid: int) -> int:
        return int(np.flatnonzero(self._usids(table) == usid)[0])

    def _usids(self, table: Table) -> np.ndarray[tuple[int, ...], np.dtype[np.uint64]]:
        found: np.ndarray[tuple[int, ...], np.dtype[np.uint64]] = table.columns["dst_addr.high"].astype(
            np.uint64
        ) >> np.uint64(16) & np.uint64(0xFFFF)
        return found


def _changed(table: Table, row: int, **values: int) -> Table:
    columns = {name: column.copy() for name, column in table.columns.items()}
    for name, value in values.items():
        columns[name][row] = value
    return Table.of_columns(table.schema.name, columns)


def _swapped(table: Table, row: int, other: int) -> Table:
    """Two rows with each other's keys."""
    columns = {name: column.copy() for name, column in table.columns.items()}
    for name in table.schema.keys:
        columns[name][[row, other]] = columns[name][[other, row]]
    return Table.of_columns(table.schema.name, columns)
