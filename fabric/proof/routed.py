# SPDX-License-Identifier: Apache-2.0
"""What must be true of routes to NICs' addresses (`ecmp: true`): up over any member of a group, down the only way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from controller import program
from controller.columns import SwitchTables
from fabric.proof.cabling import Cabling, nics_of
from p4soft.table_entries import Exact, Lpm, TableEntry
from topologies import NicAddresses
from topologies.fabric import reduced


class _Family(NamedTuple):
    table: str
    set_nexthop: str
    set_group: str
    blackhole: str


_IPV6 = _Family(
    program.ROUTE_IPV6, program.SET_NEXTHOP_IPV6, program.SET_ECMP_GROUP_IPV6, program.BLACKHOLE_IPV6
)  # fmt: skip
_IPV4 = _Family(
    program.ROUTE_IPV4, program.SET_NEXTHOP_IPV4, program.SET_ECMP_GROUP_IPV4, program.BLACKHOLE_IPV4
)  # fmt: skip

_Prefix = tuple[int, int]
"""Value and length."""


def routed(cabling: Cabling, tables: SwitchTables) -> Iterator[tuple[str, str]]:
    """What does not hold on one switch: the table, and how."""
    fabric = cabling.switch.fabric
    block = fabric.block
    for addresses, family in ((fabric.ipv6, _IPV6), (fabric.ipv4, _IPV4)):
        if addresses is None:
            continue
        rows: dict[_Prefix, TableEntry] = {}
        table = tables.table(family.table)
        for row in range(len(table)):
            entry = table.entry(row)
            match = entry.match.get("dst_addr")
            prefix = (match.value, match.prefix_len) if isinstance(match, Lpm) else (0, 0)
            in_block = addresses.bits == 128 and prefix[1] >= 32 and prefix[0] >> 96 == block
            if not in_block:
                rows[prefix] = entry
        judge = _down if cabling.switch.tier == "t1" else _up
        yield from ((family.table, what) for what in judge(cabling, tables, addresses, family, rows))


def _down(
    cabling: Cabling,
    _tables: SwitchTables,
    addresses: NicAddresses,
    family: _Family,
    rows: Mapping[_Prefix, TableEntry],
) -> Iterator[str]:
    """A T1: each T0's prefix over the cable to it; all else has no route."""
    wanted = {(addresses.of_t0(t0), addresses.t0_len): t0 for t0 in range(cabling.switch.fabric.t0s)}
    yield from _only(rows, wanted)
    for prefix, port in wanted.items():
        entry = rows.get(prefix)
        if entry is None or not _leads(cabling, entry, family.set_nexthop, port):
            yield f"the prefix of T0 {port} does not lead to it"


def _up(
    cabling: Cabling,
    tables: SwitchTables,
    addresses: NicAddresses,
    family: _Family,
    rows: Mapping[_Prefix, TableEntry],
) -> Iterator[str]:
    """A T0: own NICs by their ports, absent ones nowhere, other T0s by groups whose members all lead up."""
    switch = cabling.switch
    fabric = switch.fabric
    own = {(addresses.of_nic(switch.index, d), addresses.bits): d for d in range(nics_of(fabric, switch.index))}
    for prefix, port in own.items():
        entry = rows.get(prefix)
        if entry is None or not _leads(cabling, entry, family.set_nexthop, port):
            yield f"the NIC on downlink {port} is not reached"
    absent = (addresses.of_t0(switch.index), addresses.t0_len)
    if absent not in rows or rows[absent].action != family.blackhole:
        yield "own NICs that are not there have no blackhole"
    others = [t0 for t0 in range(fabric.t0s) if t0 != switch.index]
    rest = (addresses.prefix, addresses.prefix_len)
    towards = {(addresses.of_t0(t0), addresses.t0_len): t0 for t0 in others}
    allowed = {*own, absent, *(towards if others else ()), *((rest,) if others else ())}
    yield from _only(rows, allowed)
    if not others:
        return
    weights = fabric.uplinks.weights(switch.plane, switch.index)
    members = _members(cabling, tables)
    for prefix, t0 in towards.items():
        wanted = weights.towards.get(t0, weights.others)
        if _shares(cabling, rows.get(prefix, rows.get(rest)), family, members) != wanted:
            yield f"packets to T0 {t0} do not go up in the shares that the links give"
    if _shares(cabling, rows.get(rest), family, members) != weights.others:
        yield "packets to other T0s do not go up in the shares that the links give"


def _only(rows: Mapping[_Prefix, TableEntry], allowed: Mapping[_Prefix, int] | set[_Prefix]) -> Iterator[str]:
    strange = [prefix for prefix in rows if prefix not in allowed]
    if strange:
        yield f"{len(strange)} routes that no NIC's address needs, the first to {strange[0][0]:#x}/{strange[0][1]}"


def _leads(cabling: Cabling, entry: TableEntry, action: str, port: int) -> bool:
    """Whether an entry sends by a port, with the MAC addresses of the cable there."""
    return entry.action == action and entry.params["port"] == port and _has_macs(cabling, entry)


def _has_macs(cabling: Cabling, entry: TableEntry) -> bool:
    port = entry.params["port"]
    if port >= len(cabling.mac) or not cabling.connected[port]:
        return False
    macs = entry.params["src_mac"], entry.params["dst_mac"]
    return macs == (cabling.switch.mac(port), int(cabling.mac[port]))


def _members(cabling: Cabling, tables: SwitchTables) -> dict[tuple[int, int], int | None]:
    """Port of each member of each group; None where its MAC addresses are not those of the cable."""
    found: dict[tuple[int, int], int | None] = {}
    table = tables.table(program.ECMP_MEMBER)
    for row in range(len(table)):
        entry = table.entry(row)
        group, member = entry.match["ecmp_group"], entry.match["member"]
        assert isinstance(group, Exact)
        assert isinstance(member, Exact)
        found[group.value, member.value] = entry.params["port"] if _has_macs(cabling, entry) else None
    return found


def _shares(
    cabling: Cabling,
    entry: TableEntry | None,
    family: _Family,
    members: Mapping[tuple[int, int], int | None],
) -> tuple[int, ...] | None:
    """How much goes up by each uplink, in the smallest numbers; None: some of it goes nowhere, or elsewhere."""
    fabric = cabling.switch.fabric
    if entry is not None and entry.action == family.blackhole:
        return (0,) * fabric.t1s
    if entry is None or entry.action != family.set_group:
        return None
    group, count = entry.params["group"], entry.params["members"]
    ports = Counter(members.get((group, member)) for member in range(count))
    uplinks = range(fabric.downlinks, fabric.downlinks + fabric.t1s)
    if not count or any(port not in uplinks for port in ports):
        return None
    return reduced([ports[port] for port in uplinks])
