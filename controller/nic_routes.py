# SPDX-License-Identifier: Apache-2.0
"""Routes to the NICs' own addresses, for packets that no SRv6 header steers: up by a hash, down the only way.

A T0 hashes over groups of its uplinks: one for the T0s to which all ways are alike, and one for each T0 to which they
are not (`topologies.uplinks`). A member that should get twice the traffic is in its group twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from controller.errors import ControllerError
from controller.program.names import (
    BLACKHOLE_IPV4,
    BLACKHOLE_IPV6,
    ECMP_MEMBER,
    ROUTE_IPV4,
    ROUTE_IPV6,
    SET_ECMP_GROUP_IPV4,
    SET_ECMP_GROUP_IPV6,
    SET_NEXTHOP,
    SET_NEXTHOP_IPV4,
    SET_NEXTHOP_IPV6,
)
from controller.program.numbers import ECMP_MEMBERS
from p4soft.table_entries import Exact, Lpm, TableEntry
from topologies import NicAddresses, Outages, Port, Switch
from topologies.uplinks import Weights

_OTHERS = 1
"""The group for the T0s that have none of their own; that of T0 ``i`` is ``i + 2``."""


class _Routes(NamedTuple):
    """A table of routes and its actions."""

    table: str
    set_nexthop: str
    set_ecmp_group: str
    blackhole: str


_IPV6 = _Routes(ROUTE_IPV6, SET_NEXTHOP_IPV6, SET_ECMP_GROUP_IPV6, BLACKHOLE_IPV6)
_IPV4 = _Routes(ROUTE_IPV4, SET_NEXTHOP_IPV4, SET_ECMP_GROUP_IPV4, BLACKHOLE_IPV4)


def nic_routes(switch: Switch, outages: Outages) -> Iterator[TableEntry]:
    """Groups first, then the routes of IPv6 and, where the topology has addresses of it, of IPv4.

    Raises:
        ControllerError: the switch's groups have more members than its table has room for.
    """
    fabric = switch.fabric
    families = [(fabric.ipv6, _IPV6)] if fabric.ipv4 is None else [(fabric.ipv6, _IPV6), (fabric.ipv4, _IPV4)]
    if switch.tier == "t1":
        for addresses, routes in families:
            yield from _down(switch, addresses, routes, outages)
        return
    weights = fabric.uplinks.weights(switch.plane, switch.index, fabric.uplinks.gone(outages))
    yield from _members(switch, weights)
    for addresses, routes in families:
        yield from _to_own_nics(switch, addresses, routes, outages)
        if fabric.t0s > 1:
            yield from _up(switch, addresses, routes, weights)


def adjacency(switch: Switch, port: Port) -> dict[str, int]:
    """The parameters of every action that sends by a port."""
    return {"port": port.number, "src_mac": switch.mac(port.number), "dst_mac": port.peer_mac}


def _down(switch: Switch, addresses: NicAddresses, routes: _Routes, outages: Outages) -> Iterator[TableEntry]:
    """A T1's routes: to each T0 that it has a link to."""
    for port in switch.ports():
        if not outages.takes(port.link):
            match = {"dst_addr": Lpm(addresses.of_t0(port.number), addresses.t0_len)}
            note = f"to the NICs of {port.peer}"
            yield TableEntry(routes.table, match, routes.set_nexthop, adjacency(switch, port), note=note)


def _to_own_nics(switch: Switch, addresses: NicAddresses, routes: _Routes, outages: Outages) -> Iterator[TableEntry]:
    for port in switch.ports():
        if port.role == "host" and not outages.takes(port.link):
            match = {"dst_addr": Lpm(addresses.of_nic(switch.index, port.number), addresses.bits)}
            note = f"to {port.peer}:{port.peer_port}"
            yield TableEntry(routes.table, match, routes.set_nexthop, adjacency(switch, port), note=note)
    own = {"dst_addr": Lpm(addresses.of_t0(switch.index), addresses.t0_len)}
    yield TableEntry(routes.table, own, routes.blackhole, note="own NICs that are not there")


def _up(switch: Switch, addresses: NicAddresses, routes: _Routes, weights: Weights) -> Iterator[TableEntry]:
    """To other T0s: those with a group of their own by a longer prefix than the rest."""
    for other, group in weights.towards.items():
        to = f"to the NICs of {switch.fabric.t0(switch.plane, other).name}"
        yield _grouped(routes, Lpm(addresses.of_t0(other), addresses.t0_len), other + 2, sum(group), to)
    rest = Lpm(addresses.prefix, addresses.prefix_len)
    yield _grouped(routes, rest, _OTHERS, sum(weights.others), "to the NICs of other T0s")


def _grouped(routes: _Routes, prefix: Lpm, group: int, members: int, note: str) -> TableEntry:
    match = {"dst_addr": prefix}
    if not members:
        return TableEntry(routes.table, match, routes.blackhole, note=f"{note}: no way")
    return TableEntry(routes.table, match, routes.set_ecmp_group, {"group": group, "members": members}, note=note)


def _members(switch: Switch, weights: Weights) -> Iterator[TableEntry]:
    groups = {_OTHERS: weights.others, **{other + 2: group for other, group in weights.towards.items()}}
    total = sum(sum(group) for group in groups.values())
    if total > ECMP_MEMBERS:
        raise ControllerError(
            f"{switch.name}: {len(groups)} groups with {total} members in all; accepted: {ECMP_MEMBERS} members, "
            "so fewer T0s with links unlike the others, or weights in simpler ratios"
        )
    for number, group in groups.items():
        yield from _group(switch, number, group)


def _group(switch: Switch, number: int, group: Sequence[int]) -> Iterator[TableEntry]:
    """Members 0 .. of one group, as often as their weights say."""
    member = 0
    for port in switch.ports():
        if port.role == "fabric":
            weight = group[port.number - switch.fabric.downlinks]
            share = "" if max(group) == 1 else f", {weight} of {sum(group)}"
            for _ in range(weight):
                match = {"ecmp_group": Exact(number), "member": Exact(member)}
                note = f"by {port.peer}{share}"
                yield TableEntry(ECMP_MEMBER, match, SET_NEXTHOP, adjacency(switch, port), note=note)
                member += 1
