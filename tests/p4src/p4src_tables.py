# SPDX-License-Identifier: Apache-2.0
"""Tables for fuzzing: the lab's plan of one T0, and a SID, a route or a queue of every kind docs/pipeline.md has."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

from p4src_frames import Addresses

from controller import plan
from controller import program as names
from p4soft.table_entries import Exact, TableEntry, Ternary
from ptf_tests.dut import entries
from ptf_tests.switch.packets import carrier
from ptf_tests.switch.settings import Sid, Trimming, ua, un, un_ua
from topologies import Fabric

SWITCH = "p0-t0-0"
FABRIC_PORTS = (0, 1, 2, 3)
"""Ports of the planned switch: 0 and 1 lead to NICs, 2 and 3 to T1s."""
BLOCKED_PORT, CRAWLING_PORT, OPEN_PORT, PRESERVING_PORT = 4, 5, 6, 7
"""No data fits; data fits until the queue has filled, then trimmed copies until theirs has; nothing is limited; as the
first, but trimming leaves lengths alone."""
EGRESS_PORTS = (*FABRIC_PORTS, BLOCKED_PORT, CRAWLING_PORT, OPEN_PORT, PRESERVING_PORT)
ISOLATED_PORT = 7
"""As an ingress port."""
INGRESS_PORTS = (*FABRIC_PORTS, *FABRIC_PORTS, ISOLATED_PORT)

OWN = 0x1000
"""The planned switch's own uSID."""
USD, USD_UNIFORM, UA, UA_USD, UN_UA, UDT6, UDT46, UDT46_UNIFORM, AGAIN, AGAIN_UDT6, AGAIN_USD = range(0x4001, 0x400C)
ROUTED = (0x2000, 0x2001, 0x3000, 0x3001)
"""uSIDs the plan has routes for."""

CRAWL = 1
"""The slowest rate there is: about 0.06 bytes a minute, so that a queue only fills."""


def address(*usids: int) -> int:
    return int(IPv6Address(carrier(*usids)))


def sids() -> list[TableEntry]:
    """One SID of every behaviour and flavour, and a second pass for some."""
    return [
        entries.sid(un(f"{carrier(USD)}/48", usd=True)),
        entries.sid(un(f"{carrier(USD_UNIFORM)}/48", usd=True, uniform=True)),
        entries.sid(ua(f"{carrier(UA)}/48", CRAWLING_PORT)),
        entries.sid(ua(f"{carrier(UA_USD)}/48", OPEN_PORT, usd=True)),
        entries.sid(un_ua(f"{carrier(UN_UA, UN_UA)}/64", BLOCKED_PORT)),
        entries.sid(Sid("uDT6", f"{carrier(UDT6)}/48")),
        entries.sid(Sid("uDT46", f"{carrier(UDT46)}/48")),
        entries.sid(Sid("uDT46", f"{carrier(UDT46_UNIFORM)}/48", dscp_mode="uniform")),
        entries.sid(Sid("uN", f"{carrier(AGAIN)}/48", redispatch=True)),
        entries.sid(Sid("uN", f"{carrier(AGAIN_USD)}/48", usd=True, redispatch=True)),
        entries.sid(Sid("uDT6", f"{carrier(AGAIN_UDT6)}/48", redispatch=True)),
    ]


def routes() -> list[TableEntry]:
    """Inner and outer routes, ECMP (group 9 lacks a member, group 10 has none), blackholes."""
    return [
        entries.route6("fd00::/64", OPEN_PORT),
        entries.route6("fd00:1::/64", CRAWLING_PORT),
        entries.route6("fd00:2::/64", BLOCKED_PORT),
        entries.ecmp6("fd00:3::/64", 9, 4),
        entries.ecmp6("fd00:4::/64", 10, 0),
        entries.blackhole6("fd00:5::/64"),
        entries.route6("fd00:6::/64", PRESERVING_PORT),
        *(entries.ecmp_member(9, member, port) for member, port in enumerate((0, 2, OPEN_PORT))),
        entries.route4("198.51.100.0/25", OPEN_PORT),
        entries.route4("198.51.100.128/26", CRAWLING_PORT),
        entries.route4("198.51.100.192/26", BLOCKED_PORT),
        entries.ecmp4("203.0.113.0/24", 9, 4),
        entries.blackhole4("192.0.2.0/24"),
    ]


def trimming(port: int, *, size: int, dscp: int, queue: int, length_mode: str = "update") -> TableEntry:
    return entries.switch_trimming(
        port, Trimming(size=size, dscp=dscp, queue=queue, length_mode=length_mode), dscp, queue
    )


def queues() -> list[TableEntry]:
    """Ports 4 and 7 refuse data and take trimmed copies; port 5 fills up; port 6 has no profile at all."""
    blocked = (BLOCKED_PORT, PRESERVING_PORT)
    crawling = [
        entries.queue_profile(CRAWLING_PORT, 0, rate=CRAWL, limit=60_000, ecn=(20_000, 20_000)),
        entries.queue_profile(CRAWLING_PORT, 1, rate=CRAWL, limit=50_000, trim=True, ecn=(10_000, 10_000)),
        entries.queue_profile(CRAWLING_PORT, 2, rate=CRAWL, limit=40_000, trim=True),
        entries.queue_profile(CRAWLING_PORT, 6, rate=CRAWL, limit=30_000),
        entries.queue_profile(CRAWLING_PORT, 7, rate=CRAWL, limit=20_000),
    ]
    return [
        *(entries.queue_profile(port, queue, rate=0, trim=queue < 3) for port in blocked for queue in range(7)),
        trimming(BLOCKED_PORT, size=128, dscp=12, queue=6),
        trimming(PRESERVING_PORT, size=256, dscp=12, queue=6, length_mode="preserve"),
        *crawling,
        entries.queue_profile(CRAWLING_PORT, 6, rate=CRAWL, limit=20_000, control=names.TRIM_QUEUE_CONTROL),
        trimming(CRAWLING_PORT, size=256, dscp=16, queue=6),
    ]


def acl() -> list[TableEntry]:
    """DISABLE_TRIM rules for both versions of IP; the second is for a source that no packet has."""
    table, action = names.ACL_DISABLE_TRIM, names.DISABLE_TRIM
    flow = {"src_addr": Ternary(0xFD00 << 112, 0xFFFF << 112), "dscp": Ternary(8, 0x3F)}
    no_ipv6 = {"src_addr": Ternary(0, (1 << 128) - 1), "ingress_port": Ternary(2, 0x1FF)}
    return [
        entries.disable_trim("fd00:0:0:ffff::1:0/112", priority=5),
        TableEntry(table, no_ipv6, action, {}, 4),
        TableEntry(table, flow, action, {}, 3),
        entries.disable_trim("192.0.2.0/24", 2, destination="198.51.100.192/28", next_header=17, dscp=8),
        entries.disable_trim("0.0.0.0/0", 1, ingress=3),
    ]


def classes() -> list[TableEntry]:
    """Two more code points than the plan's."""
    return [entries.dscp_to_tc(10, 1, trim_eligible=True), entries.dscp_to_tc(11, 5), entries.tc_to_queue(5, 5)]


def isolation() -> TableEntry:
    return entries.isolate(ISOLATED_PORT)


def planned(lab: Fabric, switch: str = SWITCH) -> list[TableEntry]:
    return list(plan(lab, switch).entries)


def all_entries(lab: Fabric) -> list[TableEntry]:
    """The plan of a T0 of the lab and everything above. Time matters: its queues drain at 100 Gb/s."""
    return [*planned(lab), *sids(), *routes(), *queues(), *acl(), *classes(), isolation()]


def timeless_entries(lab: Fabric) -> list[TableEntry]:
    """The same with no queue that drains or marks at random: outputs do not depend on when frames arrive.

    Queue 0 has no profile either, so that sentinels always get through.
    """

    def timeless(entry: TableEntry) -> bool:
        return "rate" not in entry.params or (
            entry.match["egress_port"].value not in FABRIC_PORTS and entry.match["queue"] != Exact(0)
        )

    return [entry for entry in all_entries(lab) if timeless(entry)]


IPV4_DESTINATIONS = (
    "198.51.100.2",
    "198.51.100.130",
    "198.51.100.200",
    "203.0.113.9",
    "203.0.113.10",
    "192.0.2.9",
    "224.0.0.1",
    "10.0.0.1",
)
DSCPS = (0, 4, 4, 4, 8, 8, 10, 11, 12, 16, 46, 63)


def addresses() -> Addresses:
    """Destinations that hit all of the above, and some that hit nothing."""
    singles = (OWN, USD, USD_UNIFORM, UA, UA_USD, UDT6, UDT46, UDT46_UNIFORM, AGAIN, AGAIN_UDT6, AGAIN_USD)
    outer = [address(sid) for sid in singles]
    outer += [address(OWN, *rest) for rest in ([2 * [n] for n in ROUTED] + [[n] for n in ROUTED])]
    outer += [address(OWN, sid) for sid in (AGAIN, AGAIN_UDT6, AGAIN_USD, USD, 0x7777)]
    outer += [
        address(OWN, AGAIN, ROUTED[0]),
        address(OWN, AGAIN, AGAIN_USD),
        address(OWN, 0, 1),
        address(USD, ROUTED[2]),
    ]
    outer += [address(UA, ROUTED[0]), address(UA_USD, ROUTED[1]), address(UN_UA, UN_UA), address(UN_UA, UN_UA, 7)]
    outer += [address(UN_UA, UN_UA, 0, 0, 7), address(UDT46, 5), address(ROUTED[0], 1), address(0x7777, 1), address()]
    decapsulating = [address(sid) for sid in (USD, USD_UNIFORM, UA_USD, UDT6, UDT46, UDT46_UNIFORM)]
    decapsulating += [address(OWN, AGAIN_UDT6), address(OWN, AGAIN_USD)]
    hosts = [int(IPv6Address(f"fd00:{number}::b")) for number in range(7)]
    full = [*hosts[1:3], hosts[6]]
    inner6 = [*hosts, *full, *(int(IPv6Address(text)) for text in ("fd00:9::1", "ff02::1", "::1"))]
    inner4 = [int(IPv4Address(text)) for text in IPV4_DESTINATIONS]
    return Addresses(outer + hosts + 3 * full, decapsulating, inner6, inner4, DSCPS)
