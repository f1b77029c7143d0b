# SPDX-License-Identifier: Apache-2.0
"""The tables of a switch straight from its topology as columns, without an object for each entry.

`controller.tables` says which entries there are and why; this module makes the same ones, for fabrics of which they
would be millions. Tests hold the two together, entry by entry. Queues, trimming and traffic classes are alike on all
switches whose ports have the same roles and rates: those tables are made once and shared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from controller.columns import SCHEMAS, Column, SwitchTables, Table
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
from controller.tables import classification, nic_routes, queue_profile, trim_params, trim_queue
from topologies import NO_OUTAGES, Fabric, Outages, PortRole, Switch, srv6
from topologies.fabric import UplinkKey

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
            return _alike(0, [self._uplink(switch.plane, t0, switch.index) for t0 in range(fabric.t0s)])
        nics = self._nics(switch)
        hosts = [_Ports(0, nics, "host", fabric.rate_bps("host"))] if nics else []
        ups = [self._uplink(switch.plane, switch.index, t1) for t1 in range(fabric.t1s)]
        return hosts + _alike(fabric.downlinks, ups)

    def _uplink(self, plane: int, t0: int, t1: int) -> int:
        if not self._fabric.spec.links.rates:
            return self._fabric.rate_bps("fabric")
        return self._fabric.uplinks.rate_bps(UplinkKey(plane, t0, t1))

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


def _alike(first: int, rates: Sequence[int]) -> list[_Ports]:
    """Ports from ``first`` on, those of one rate together."""
    found = []
    for rate, group in groupby(rates):
        count = len(list(group))
        found.append(_Ports(first, count, "fabric", rate))
        first += count
    return found


def _numbers(ports: _Ports) -> npt.NDArray[np.uint64]:
    return np.arange(ports.first, ports.first + ports.size, dtype=np.uint64)


def _repeated(params: dict[str, int], count: int) -> dict[str, npt.NDArray[np.uint64]]:
    return {name: np.full(count, value, np.uint64) for name, value in params.items()}


def _zeros(columns: dict[str, Column]) -> Column:
    return np.zeros(len(columns["action"]), np.uint64)


def _joined(name: str, parts: Sequence[dict[str, npt.NDArray[np.uint64]]]) -> Table:
    return Table.of_columns(name, {each: np.concatenate([part[each] for part in parts]) for each in parts[0]})
