# SPDX-License-Identifier: Apache-2.0
"""Table entries for cases: one short function per kind of entry of docs/pipeline.md."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_network

from controller.program import names, numbers
from controller.program.enums import ENUMS
from p4soft.table_entries import Exact, Lpm, Match, TableEntry, Ternary
from ptf_tests.switch.settings import Sid, Trimming, mac, neighbour_mac


def _prefix6(prefix: str) -> dict[str, Match]:
    return _prefix(IPv6Network(prefix))


def _prefix4(prefix: str) -> dict[str, Match]:
    return _prefix(IPv4Network(prefix))


def _prefix(network: IPv4Network | IPv6Network) -> dict[str, Match]:
    """A match on the destination; length 0 is left out, as P4Runtime wants it."""
    return {"dst_addr": Lpm(int(network.network_address), network.prefixlen)} if network.prefixlen else {}


def _adjacency(port: int) -> dict[str, int]:
    return {"port": port, "src_mac": mac(port), "dst_mac": neighbour_mac(port)}


def sid(setting: Sid) -> TableEntry:
    """A local SID of any behaviour."""
    control = names.MY_SID_REDISPATCH_CONTROL if setting.redispatch else names.MY_SID_CONTROL
    params = {"dscp_mode": ENUMS["dscp_mode_t"][setting.dscp_mode.upper()]}
    if setting.behaviour in ("uN", "uA", "uN_uA"):
        params["usd_flavor"] = int(setting.usd)
    if setting.port is not None:
        params.update(_adjacency(setting.port))
    return TableEntry(f"{control}.my_sid", _prefix6(setting.prefix), f"{control}.{setting.behaviour}", params)


def route6(prefix: str, port: int) -> TableEntry:
    """A static IPv6 route to `port`."""
    return TableEntry(names.ROUTE_IPV6, _prefix6(prefix), names.SET_NEXTHOP_IPV6, _adjacency(port))


def blackhole6(prefix: str) -> TableEntry:
    """A static IPv6 blackhole."""
    return TableEntry(names.ROUTE_IPV6, _prefix6(prefix), names.BLACKHOLE_IPV6)


def ecmp6(prefix: str, group: int, members: int) -> TableEntry:
    """A static IPv6 route to an ECMP group of so many members."""
    params = {"group": group, "members": members}
    return TableEntry(names.ROUTE_IPV6, _prefix6(prefix), names.SET_ECMP_GROUP_IPV6, params)


def blackhole4(prefix: str) -> TableEntry:
    """A static IPv4 blackhole."""
    return TableEntry(names.ROUTE_IPV4, _prefix4(prefix), names.BLACKHOLE_IPV4)


def ecmp4(prefix: str, group: int, members: int) -> TableEntry:
    """A static IPv4 route to an ECMP group of so many members."""
    params = {"group": group, "members": members}
    return TableEntry(names.ROUTE_IPV4, _prefix4(prefix), names.SET_ECMP_GROUP_IPV4, params)


def ecmp_member(group: int, member: int, port: int) -> TableEntry:
    """One member of an ECMP group."""
    match: dict[str, Match] = {"ecmp_group": Exact(group), "member": Exact(member)}
    return TableEntry(names.ECMP_MEMBER, match, names.SET_NEXTHOP, _adjacency(port))


def route4(prefix: str, port: int) -> TableEntry:
    """A static IPv4 route to `port`."""
    return TableEntry(names.ROUTE_IPV4, _prefix4(prefix), names.SET_NEXTHOP_IPV4, _adjacency(port))


def dscp_to_tc(dscp: int, tc: int, *, trim_eligible: bool = False) -> TableEntry:
    """One line of DSCP_TO_TC_MAP."""
    params = {"tc": tc, "trim_eligible": int(trim_eligible)}
    return TableEntry(names.DSCP_TO_TC, {"dscp": Exact(dscp)}, names.SET_TC, params)


def tc_to_queue(tc: int, queue: int) -> TableEntry:
    """One line of TC_TO_QUEUE_MAP."""
    return TableEntry(names.TC_TO_QUEUE, {"tc": Exact(tc)}, names.SET_QUEUE, {"queue": queue})


def disable_trim(
    source: str,
    priority: int = 1,
    *,
    destination: str = "::/0",
    next_header: int | None = None,
    dscp: int | None = None,
    ingress: int | None = None,
) -> TableEntry:
    """A DISABLE_TRIM ACL rule, for IPv4 if `source` is. What matches anything is left out, as P4Runtime wants it."""
    ipv4 = ip_network(source).version == 4
    match: dict[str, Match] = {}
    for name, prefix in (("src_addr", ip_network(source)), ("dst_addr", ip_network(destination))):
        if prefix.prefixlen:
            match[name] = Ternary(int(prefix.network_address), int(prefix.netmask))
    protocol = "protocol" if ipv4 else "next_header"
    for name, value, bits in ((protocol, next_header, 8), ("dscp", dscp, 6), ("ingress_port", ingress, 9)):
        if value is not None:
            match[name] = Ternary(value, (1 << bits) - 1)
    if ipv4:
        return TableEntry(names.ACL_DISABLE_TRIM_IPV4, match, names.DISABLE_TRIM_IPV4, {}, priority)
    return TableEntry(names.ACL_DISABLE_TRIM, match, names.DISABLE_TRIM, {}, priority)


def isolate(port: int) -> TableEntry:
    """Link isolation of an ingress port."""
    return TableEntry(names.PORT_ISOLATION, {"ingress_port": Exact(port)}, names.ISOLATE)


def queue_profile(
    port: int,
    queue: int,
    *,
    rate: int = numbers.RATE_MAX,
    overhead: int = 0,
    limit: int = numbers.BYTES_MAX,
    trim: bool = False,
    ecn: tuple[int, int] | None = None,
    control: str = names.DATA_QUEUE_CONTROL,
) -> TableEntry:
    """A queue's profile. Rate 0 blocks it. `ecn` = (minimum, maximum) bytes of backlog; equal values make a step."""
    low, high = ecn or (0, 0)
    params = {
        "rate": rate,
        "frame_overhead": overhead,
        "limit": limit,
        "packet_discard_action": ENUMS["discard_action_t"]["DROP_AND_TRIM" if trim else "DROP"],
        "ecn": int(ecn is not None),
        "ecn_min_threshold": low,
        "ecn_max_threshold": high,
        "ecn_slope_per_byte": numbers.ecn_slope(low, high),
    }
    match: dict[str, Match] = {"egress_port": Exact(port), "queue": Exact(queue)}
    return TableEntry(f"{control}.queue_profile", match, f"{control}.set_queue_profile", params)


def switch_trimming(port: int, setting: Trimming, dscp: int, queue: int) -> TableEntry:
    """SWITCH_TRIMMING of one egress port, with the DSCP and the queue that `setting` means there."""
    params = {
        "size": setting.size,
        "dscp": dscp,
        "queue": queue,
        "length_mode": ENUMS["length_mode_t"][setting.length_mode.upper()],
    }
    return TableEntry(names.SWITCH_TRIMMING, {"egress_port": Exact(port)}, names.SET_TRIM, params)
