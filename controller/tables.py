# SPDX-License-Identifier: Apache-2.0
"""Which entries a switch of a fabric gets, for the tables of ``p4src`` (docs/pipeline.md lists them).

Routing (switch §2): one uN SID, the switch's; a T0 has a /48 per T1 of its plane and per downlink, a T1 a /48 per T0 of
its plane; everything else of the uSID block is a blackhole, so a wrong uSID is counted, not forwarded.

With ``ecmp: true`` the NICs' addresses have routes too, for packets that no SRv6 header steers: up by a hash, down the
only way. A T0 hashes over groups of its uplinks: one for the T0s to which all ways are alike, and one for each T0 to
which they are not (`topologies.fabric`). A member that should get twice the traffic is in its group twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from controller.errors import ControllerError
from controller.program import (
    BLACKHOLE_IPV4,
    BLACKHOLE_IPV6,
    DATA_QUEUE_PROFILE,
    DSCP_TO_TC,
    ECMP_MEMBER,
    ECMP_MEMBERS,
    ENUMS,
    ETHERNET_OVERHEAD,
    MY_SID,
    RATE_MAX,
    RATE_MIN,
    ROUTE_IPV4,
    ROUTE_IPV6,
    SET_DATA_QUEUE_PROFILE,
    SET_ECMP_GROUP_IPV4,
    SET_ECMP_GROUP_IPV6,
    SET_NEXTHOP,
    SET_NEXTHOP_IPV4,
    SET_NEXTHOP_IPV6,
    SET_QUEUE,
    SET_TC,
    SET_TRIM,
    SET_TRIM_QUEUE_PROFILE,
    SWITCH_TRIMMING,
    TC_TO_QUEUE,
    TRIM_QUEUE_PROFILE,
    UN,
    ecn_slope,
    rate,
)
from controller.switch_plan import SwitchPlan
from p4soft.table_entries import Exact, Lpm, TableEntry
from topologies import NO_OUTAGES, Fabric, NicAddresses, Outages, Path, Port, PortRole, Switch, srv6
from topologies.fabric import Weights

# --- Routes to NICs' addresses ---------------------------------------------------------------------------------------


_OTHERS = 1
"""The group for the T0s that have none of their own; that of T0 ``i`` is ``i + 2``."""


class _Routes(NamedTuple):
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
    """Routes to other T0s. A T0 with an ECMP group of its own has a longer prefix than the rest."""
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
        t1 = switch.fabric.uplink_at(port.number)
        if t1 is not None:
            weight = group[t1]
            share = "" if max(group) == 1 else f", {weight} of {sum(group)}"
            for _ in range(weight):
                match = {"ecmp_group": Exact(number), "member": Exact(member)}
                note = f"by {port.peer}{share}"
                yield TableEntry(ECMP_MEMBER, match, SET_NEXTHOP, adjacency(switch, port), note=note)
                member += 1


# --- All tables of a switch ------------------------------------------------------------------------------------------


TRIMMABLE_ROLES = ("TRIMMABLE", "TRIMMABLE_RETX")
DSCPS = 64


def plan(fabric: Fabric, switch: str | Switch, outages: Outages = NO_OUTAGES) -> SwitchPlan:
    """The tables of one switch.

    Args:
        fabric: A loaded fabric.
        switch: A switch of it, or the name of one.
        outages: What routes to NICs' addresses go around. SRv6's routes are the same with any: a path that a packet
            names has no other way.

    Raises:
        TopologyError: No switch of that name.
        ControllerError: A link rate the switch program cannot express, or more members of groups than it has room for.
    """
    node = fabric.switch(switch) if isinstance(switch, str) else switch
    ports = tuple(node.ports())
    entries = (
        *routing(fabric, node, outages),
        *classification(fabric),
        *_queue_profiles(fabric, ports),
        *_trimming(fabric, ports),
    )
    return SwitchPlan(node.name, node.device_id, entries, max(port.number for port in ports))


def routing(fabric: Fabric, switch: Switch, outages: Outages = NO_OUTAGES) -> Iterator[TableEntry]:
    """The entries that forward: the switch's own SID, then its routes."""
    yield _own_sid(fabric, switch)
    yield from _routes(fabric, switch)
    if fabric.spec.ecmp:
        yield from nic_routes(switch, outages)


def rate_units(rate_bps: int) -> int:
    """A link's rate in the program's units. Raises ControllerError if it does not fit."""
    units = rate(rate_bps)
    if not RATE_MIN <= units <= RATE_MAX:
        raise ControllerError(
            f"link rate {rate_bps} b/s is not what the switch program can express; accepted: 1 b/s to 2 Tb/s"
        )
    return units


def _own_sid(fabric: Fabric, switch: Switch) -> TableEntry:
    # No USD flavour: the destination NIC decapsulates, never a switch (wire-format §1.1).
    return TableEntry(
        MY_SID,
        _usid_match(fabric, switch.usid),
        UN,
        {"usd_flavor": 0, "dscp_mode": ENUMS["dscp_mode_t"]["PIPE"]},
        note=f"own uSID of {switch.name}",
    )


def _routes(fabric: Fabric, switch: Switch) -> Iterator[TableEntry]:
    yield TableEntry(
        ROUTE_IPV6,
        {"dst_addr": Lpm(fabric.block << 96, srv6.BLOCK_BITS)},
        BLACKHOLE_IPV6,
        note="rest of the uSID block",
    )
    for port in switch.ports():
        host = port.role == "host"
        usid = srv6.downlink_usid(switch.plane, port.number) if host else fabric.switch(port.peer).usid
        note = f"to {port.peer}:{port.peer_port}"
        yield TableEntry(ROUTE_IPV6, _usid_match(fabric, usid), SET_NEXTHOP_IPV6, adjacency(switch, port), note=note)


def classification(fabric: Fabric) -> Iterator[TableEntry]:
    """DSCP to traffic class to queue, the same on every switch."""
    qos = fabric.qos
    role_of = {entry.dscp: role for role, entry in qos.roles.items()}
    for dscp in range(DSCPS):
        role = role_of.get(dscp)
        tc = qos.roles[role].tc if role else qos.default_tc
        if role is None and tc == 0:
            continue  # what the program does on a miss
        params = {"tc": tc, "trim_eligible": int(role in TRIMMABLE_ROLES)}
        yield TableEntry(DSCP_TO_TC, {"dscp": Exact(dscp)}, SET_TC, params, note=role or "default")
    for tc, queue in sorted(qos.tc_to_queue.items()):
        yield TableEntry(TC_TO_QUEUE, {"tc": Exact(tc)}, SET_QUEUE, {"queue": queue})


def _queue_profiles(fabric: Fabric, ports: tuple[Port, ...]) -> Iterator[TableEntry]:
    """Every queue's profile in the data pass, and the trim queue's again in the trim pass."""
    for port in ports:
        for queue in sorted(fabric.qos.queues):
            match = {"egress_port": Exact(port.number), "queue": Exact(queue)}
            yield TableEntry(
                DATA_QUEUE_PROFILE,
                match,
                SET_DATA_QUEUE_PROFILE,
                queue_profile(fabric, port.role, port.link.rate_bps, queue),
                note=_facing(port),
            )
    if fabric.qos.trim.enabled:
        for port in ports:
            queue = trim_queue(fabric, port.role)
            match = {"egress_port": Exact(port.number), "queue": Exact(queue)}
            yield TableEntry(
                TRIM_QUEUE_PROFILE,
                match,
                SET_TRIM_QUEUE_PROFILE,
                queue_profile(fabric, port.role, port.link.rate_bps, queue),
                note=_facing(port),
            )


def queue_profile(fabric: Fabric, role: PortRole, rate_bps: int, queue: int) -> dict[str, int]:
    """The parameters of a queue's profile at a port of that role and rate. Raises ControllerError, as `rate_units`."""
    spec = fabric.qos.queues[queue]
    admission = spec.host if role == "host" else spec.fabric
    trims = spec.discard == "trim" and fabric.qos.trim.enabled
    low = high = slope = 0
    if admission.ecn is not None:
        low, high = admission.ecn.min.resolve(fabric.bdp_bytes), admission.ecn.max.resolve(fabric.bdp_bytes)
        slope = ecn_slope(low, high, admission.ecn.p_max)
    return {
        "rate": rate_units(rate_bps),
        "frame_overhead": ETHERNET_OVERHEAD,
        "limit": admission.limit.resolve(fabric.bdp_bytes),
        "packet_discard_action": ENUMS["discard_action_t"]["DROP_AND_TRIM" if trims else "DROP"],
        "ecn": int(admission.ecn is not None),
        "ecn_min_threshold": low,
        "ecn_max_threshold": high,
        "ecn_slope_per_byte": slope,
    }


def _trimming(fabric: Fabric, ports: tuple[Port, ...]) -> Iterator[TableEntry]:
    trim = fabric.qos.trim
    if not trim.enabled:
        return
    for port in ports:
        yield TableEntry(
            SWITCH_TRIMMING,
            {"egress_port": Exact(port.number)},
            SET_TRIM,
            trim_params(fabric, port.role),
            note=_trimmed_role(port.role),
        )


def trim_params(fabric: Fabric, role: PortRole) -> dict[str, int]:
    """The parameters of trimming at a port of that role."""
    return {
        "size": fabric.qos.trim.size,
        "dscp": fabric.qos.roles[_trimmed_role(role)].dscp,
        "queue": trim_queue(fabric, role),
        "length_mode": ENUMS["length_mode_t"][fabric.qos.trim.lengths.upper()],
    }


def _trimmed_role(role: PortRole) -> Literal["TRIMMED", "TRIMMED_LASTHOP"]:
    """SAI's from-TC resolution: host-facing ports have a DSCP of their own, so the receiver learns where it was cut."""
    return "TRIMMED_LASTHOP" if role == "host" else "TRIMMED"


def trim_queue(fabric: Fabric, role: PortRole) -> int:
    """The static trim queue, or (dynamic) the queue the trimmed packet's new DSCP maps to."""
    qos = fabric.qos
    return qos.tc_to_queue[qos.roles[_trimmed_role(role)].tc] if qos.trim.queue == "dynamic" else qos.trim.queue


def _usid_match(fabric: Fabric, usid: int) -> dict[str, Lpm]:
    return {"dst_addr": Lpm(srv6.prefix(fabric.block, usid), srv6.USID_PREFIX_LEN)}


def _facing(port: Port) -> str:
    return f"{port.role}-facing, {port.peer}"


# --- A packet's way through the tables -------------------------------------------------------------------------------


_ADDRESS_BITS = 128


class Hop(Struct, frozen=True):
    """One switch of a walk.

    Attributes:
        destination: 128-bit outer destination on arrival.
        shifted: Destination after the NEXT-C-SID shift.
        peer: Node at the other end of that port.
    """

    switch: str
    destination: int
    sid: TableEntry
    shifted: int
    route: TableEntry
    port: int
    peer: str


def walk(fabric: Fabric, path: Path) -> list[Hop]:
    """Follow a path through the planned tables, from the first switch to the NIC.

    Raises:
        ControllerError: The tables do not forward the packet along the path (a bug in a plan, never in a packet).
    """
    hops = []
    destination = path.destination
    for name in path.switches:
        switch = fabric.switch(name)
        entries = list(routing(fabric, switch))
        sid = longest_match(entries, MY_SID, destination)
        if sid is None or sid.action != UN:
            raise ControllerError(f"{name}: destination {destination:#034x} hits no local SID")
        shifted = shift(destination)
        route = longest_match(entries, ROUTE_IPV6, shifted)
        port = switch.port(route.params["port"]) if route is not None and route.action == SET_NEXTHOP_IPV6 else None
        if route is None or port is None:
            raise ControllerError(f"{name}: destination {shifted:#034x} has no next hop")
        hops.append(Hop(name, destination, sid, shifted, route, port.number, port.peer))
        destination = shifted
    return hops


def longest_match(entries: Iterable[TableEntry], table: str, address: int) -> TableEntry | None:
    """The entry of ``table`` whose ``dst_addr`` prefix matches 128-bit ``address`` and is longest."""
    best, best_len = None, -1
    for entry in entries:
        match = entry.match.get("dst_addr")
        if entry.table != table or not isinstance(match, Lpm) or match.prefix_len <= best_len:
            continue
        if (address ^ match.value) >> _ADDRESS_BITS - match.prefix_len == 0:
            best, best_len = entry, match.prefix_len
    return best


def shift(destination: int) -> int:
    """The NEXT-C-SID shift of F3216: block kept, the rest 16 bits to the left, zero-filled (RFC 9800 §4.1.1)."""
    rest_bits = _ADDRESS_BITS - srv6.BLOCK_BITS
    block = destination >> rest_bits << rest_bits
    return block | destination << srv6.USID_BITS & (1 << rest_bits) - 1
