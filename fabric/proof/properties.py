# SPDX-License-Identifier: Apache-2.0
"""What must be true of one switch's tables, so that all switches together carry every path and nothing else.

docs/proof.md has the argument that these local properties are enough. They are judged on the tables alone and on what
cables, names and queues the topology has; the rule that plans tables plays no part. A property speaks of all packets:
a table is read as the function it is, over all 65,536 uSIDs, all 64 DSCPs, or all ports and queues.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from controller import program
from controller.columns import SCHEMAS, SwitchTables, Table
from p4soft.table_entries import Exact, Lpm, TableEntry
from topologies import Fabric, NicAddresses, Switch, srv6
from topologies.fabric import UplinkKey, reduced

Property = Literal["own uSID", "next hops", "drops", "routed", "classes", "queues", "trimming", "unused tables"]


class Violation(NamedTuple):
    """A property that does not hold, in which table, and how."""

    property: Property
    table: str
    what: str


# --- Forwarding ------------------------------------------------------------------------------------------------------


class Properties:
    """Judges switches of one fabric. What all have in common is worked out once."""

    def __init__(self, fabric: Fabric) -> None:
        self.fabric = fabric
        self._block = np.uint64(fabric.block << 32)
        self._unused = [
            program.PORT_ISOLATION, f"{program.MY_SID_REDISPATCH_CONTROL}.my_sid", program.ACL_DISABLE_TRIM,
            program.ACL_DISABLE_TRIM_IPV4,
        ]  # fmt: skip
        if fabric.ipv4 is None:
            self._unused.append(program.ROUTE_IPV4)
        if not fabric.spec.ecmp:
            self._unused.append(program.ECMP_MEMBER)
        self._sound: set[bytes] = set()

    def violations(self, switch: Switch, tables: SwitchTables) -> list[Violation]:
        """Everything that does not hold on one switch; empty: it does all that it should, and nothing else."""
        cabling = Cabling.of(switch)
        found = [*self._own_usid(switch, tables), *self._next_hops(cabling, tables), *self._unused_tables(tables)]
        found += self._queueing(cabling, tables)
        if self.fabric.spec.ecmp:
            found += (Violation("routed", table, what) for table, what in routed(cabling, tables))
        return found

    def _own_usid(self, switch: Switch, tables: SwitchTables) -> Iterator[Violation]:
        """Packets to the switch's own uSID, and no others, lose it; none is decapsulated."""
        table = tables.table(program.MY_SID)
        high, low = table.addresses("dst_addr")
        own = self._block | np.uint64(switch.usid << 16)
        columns = table.columns
        good = (
            len(table) == 1
            and bool(np.all((high == own) & (low == 0) & (columns["dst_addr.len"] == srv6.USID_PREFIX_LEN)))
            and _all(columns["action"], list(table.schema.actions).index(program.UN))
            and _all(columns["usd_flavor"], 0)
        )
        if not good:
            yield Violation("own uSID", table.schema.name, f"not exactly uN for {switch.usid:#06x}")

    def _next_hops(self, cabling: Cabling, tables: SwitchTables) -> Iterator[Violation]:
        """Each neighbour's name leads over the cable to that neighbour, each neighbour has a name; the rest drops."""
        table = tables.table(program.ROUTE_IPV6)
        columns = table.columns
        high, low = table.addresses("dst_addr")
        actions = list(table.schema.actions)
        nexthop = columns["action"] == actions.index(program.SET_NEXTHOP_IPV6)
        in_block = high >> np.uint64(32) == self._block >> np.uint64(32)
        usid_rows = in_block & (columns["dst_addr.len"] == srv6.USID_PREFIX_LEN)
        hops = np.flatnonzero(usid_rows & nexthop)
        ports = columns["port"][hops].astype(np.int64)
        exists = ports < len(cabling.name)
        at = np.where(exists, ports, 0)
        usids = high[hops] >> np.uint64(16) & np.uint64(0xFFFF)
        wrong = ~exists | (cabling.name[at] != usids)
        own_mac = np.uint64(cabling.switch.mac(0)) + ports.astype(np.uint64)
        wrong_mac = (columns["src_mac"][hops] != own_mac) | (columns["dst_mac"][hops] != cabling.mac[at])
        if wrong.any():
            first = int(np.flatnonzero(wrong)[0])
            yield Violation("next hops", table.schema.name, f"uSID {usids[first]:#06x} leaves by port {ports[first]}")
        if (~wrong & wrong_mac).any():
            yield Violation("next hops", table.schema.name, "MAC addresses are not those of the cable's ends")
        if len(hops) != np.count_nonzero(cabling.connected):  # names differ, and so do keys: as many is all of them
            what = f"{len(hops)} uSIDs lead somewhere, {np.count_nonzero(cabling.connected)} neighbours are there"
            yield Violation("next hops", table.schema.name, what)
        whole = in_block & ~usid_rows
        blackhole = columns["action"] == actions.index(program.BLACKHOLE_IPV6)
        rest = np.flatnonzero(whole)
        if not (len(rest) == 1 and columns["dst_addr.len"][rest[0]] == srv6.BLOCK_BITS and blackhole[rest[0]]):
            yield Violation("drops", table.schema.name, "the rest of the uSID block is not exactly one blackhole")
        beyond = (low != 0) | (high & np.uint64(0xFFFF) != 0)  # bits after a prefix
        if beyond[in_block].any() or (usid_rows & ~nexthop).any():
            yield Violation("drops", table.schema.name, "a route in the uSID block that is no next hop")
        if not self.fabric.spec.ecmp and not in_block.all():
            yield Violation("drops", table.schema.name, "a route outside the uSID block")

    def _unused_tables(self, tables: SwitchTables) -> Iterator[Violation]:
        for name in self._unused:
            if len(tables.table(name)):
                yield Violation("unused tables", name, f"{len(tables.table(name))} entries in a table that has none")

    # -- queues and trimming -------------------------------------------------------------------------------------------

    def _queueing(self, cabling: Cabling, tables: SwitchTables) -> Iterator[Violation]:
        """Classes by DSCP, each queue of each port, trimming of each port. Switches share these tables."""
        names = (
            program.DSCP_TO_TC, program.TC_TO_QUEUE, program.DATA_QUEUE_PROFILE, program.TRIM_QUEUE_PROFILE,
            program.SWITCH_TRIMMING,
        )  # fmt: skip
        seen = b"".join(tables.table(name).digest for name in names)
        seen += cabling.connected.tobytes() + cabling.host.tobytes() + cabling.rate_bps.tobytes()
        if seen in self._sound:
            return
        found = [*self._classes(tables), *self._queues(cabling, tables), *self._trimming(cabling, tables)]
        if not found:
            self._sound.add(seen)
        yield from found

    def _classes(self, tables: SwitchTables) -> Iterator[Violation]:
        """Each of the 64 DSCPs has the queue of its role, and may be trimmed if its role says so."""
        qos = self.fabric.qos
        role_of = {role.dscp: name for name, role in qos.roles.items()}
        queue_of = np.zeros(program.QUEUES, np.int64)
        to_queue = tables.table(program.TC_TO_QUEUE).columns
        queue_of[to_queue["tc"]] = to_queue["queue"]
        classes = np.zeros((64, 2), np.int64)
        to_class = tables.table(program.DSCP_TO_TC).columns
        classes[to_class["dscp"]] = np.stack([to_class["tc"], to_class["trim_eligible"]], axis=1)
        for dscp in range(64):
            role = role_of.get(dscp)
            wanted = qos.tc_to_queue[qos.roles[role].tc if role else qos.default_tc]
            trims = role in ("TRIMMABLE", "TRIMMABLE_RETX")
            if (queue_of[classes[dscp, 0]], classes[dscp, 1]) != (wanted, trims):
                what = f"DSCP {dscp} has queue {queue_of[classes[dscp, 0]]}, the topology says {wanted}"
                yield Violation("classes", program.DSCP_TO_TC, f"{what}; trimmed: {bool(classes[dscp, 1])}, {trims}")

    def _queues(self, cabling: Cabling, tables: SwitchTables) -> Iterator[Violation]:
        """Limit, discard action, ECN and rate of each queue at each port, in both passes."""
        ports = np.flatnonzero(cabling.connected)
        described = sorted(self.fabric.qos.queues)
        table = tables.table(program.DATA_QUEUE_PROFILE)
        wanted: _Wanted = {
            (int(port), queue): self._profile(cabling, int(port), queue) for port in ports for queue in described
        }
        yield from _rows_differ("queues", table, wanted)
        trims = self.fabric.qos.trim.enabled
        second: _Wanted = {
            (int(port), self._trim_queue(cabling, int(port))): self._profile(
                cabling, int(port), self._trim_queue(cabling, int(port))
            )
            for port in ports
            if trims
        }
        yield from _rows_differ("queues", tables.table(program.TRIM_QUEUE_PROFILE), second)

    def _profile(self, cabling: Cabling, port: int, queue: int) -> dict[str, int]:
        """What the topology says of a queue, in the program's units (p4src/stages/virtual_queue.p4)."""
        fabric = self.fabric
        spec = fabric.qos.queues[queue]
        side = spec.host if cabling.host[port] else spec.fabric
        low = side.ecn.min.resolve(fabric.bdp_bytes) if side.ecn else 0
        high = side.ecn.max.resolve(fabric.bdp_bytes) if side.ecn else 0
        return {
            "rate": int(cabling.rate_bps[port]) * 2**30 // 8_000_000,
            "frame_overhead": program.ETHERNET_OVERHEAD,
            "limit": side.limit.resolve(fabric.bdp_bytes),
            "packet_discard_action": int(spec.discard == "trim" and fabric.qos.trim.enabled),
            "ecn": int(side.ecn is not None),
            "ecn_min_threshold": low,
            "ecn_max_threshold": high,
            "ecn_slope_per_byte": min(2**32 - 1, int(side.ecn.p_max * 2**32) // (high - low))
            if side.ecn and high > low
            else 0,
        }

    def _trim_queue(self, cabling: Cabling, port: int) -> int:
        qos = self.fabric.qos
        if qos.trim.queue != "dynamic":
            return qos.trim.queue
        return qos.tc_to_queue[qos.roles["TRIMMED_LASTHOP" if cabling.host[port] else "TRIMMED"].tc]

    def _trimming(self, cabling: Cabling, tables: SwitchTables) -> Iterator[Violation]:
        """Size, DSCP and queue of what each port trims."""
        qos = self.fabric.qos
        wanted: _Wanted = {
            (int(port),): {
                "size": qos.trim.size,
                "dscp": qos.roles["TRIMMED_LASTHOP" if cabling.host[port] else "TRIMMED"].dscp,
                "queue": self._trim_queue(cabling, int(port)),
                "length_mode": int(qos.trim.lengths == "preserve"),
            }
            for port in np.flatnonzero(cabling.connected)
            if qos.trim.enabled
        }
        yield from _rows_differ("trimming", tables.table(program.SWITCH_TRIMMING), wanted)


_Wanted = dict[tuple[int, ...], dict[str, int]]
"""Exact keys to parameters."""


def _rows_differ(what: Property, table: Table, wanted: _Wanted) -> Iterator[Violation]:
    """Whether a table has exactly these rows."""
    schema = SCHEMAS[table.schema.name]
    keys = list(zip(*(table.columns[name].tolist() for name in schema.fields), strict=True))
    params = {name: table.columns[name].tolist() for name in schema.params}
    for row, key in enumerate(keys):
        wants = wanted.get(key)
        found = {name: column[row] for name, column in params.items()}
        if wants != found:
            yield Violation(what, schema.name, f"{key}: {found}, the topology says {wants or 'nothing'}")
    for key in wanted.keys() - set(keys):
        yield Violation(what, schema.name, f"{key}: not there")


def _all(column: npt.NDArray[np.unsignedinteger], value: int) -> bool:
    return bool(np.all(column == value))


# --- Cables -----------------------------------------------------------------------------------------------------------


Numbers = npt.NDArray[np.uint64]

NOWHERE = np.uint64(0xFFFF_FFFF)
"""Stands for no cable: no neighbour has it as a uSID."""


class Cabling(Struct, frozen=True, dict=True):
    """The cables of one switch: by port number, what is at the other end.

    Attributes:
        name: the 16-bit uSID that a packet names the neighbour by; `NOWHERE` for a port without a cable.
        mac: of the port at the other end.
        host: whether a NIC is there.
        rate_bps: of the cable.
    """

    switch: Switch
    name: Numbers
    mac: Numbers
    host: npt.NDArray[np.bool_]
    rate_bps: npt.NDArray[np.int64]

    @classmethod
    def of(cls, switch: Switch) -> Cabling:
        """As the topology numbers its ports (docs/architecture.md)."""
        fabric, plane = switch.fabric, switch.plane
        if switch.tier == "t1":
            t0s = np.arange(fabric.t0s, dtype=np.uint64)
            first = fabric.t0(plane, 0)
            mac = np.uint64(first.mac(fabric.downlinks + switch.index)) + (t0s << np.uint64(16))
            rates = _rates(fabric, [UplinkKey(plane, t0, switch.index) for t0 in range(fabric.t0s)])
            return cls(switch, np.uint64(first.usid) + t0s, mac, np.zeros(fabric.t0s, np.bool_), rates)
        nics = nics_of(fabric, switch.index)
        downlinks, t1s = np.arange(fabric.downlinks, dtype=np.uint64), np.arange(fabric.t1s, dtype=np.uint64)
        there = downlinks < nics
        t1 = fabric.t1(plane, 0)
        first_nic = np.uint64(switch.index * fabric.downlinks)
        nic_mac = np.uint64(fabric.nic(0).mac(plane)) + first_nic + downlinks
        t1_mac = np.uint64(t1.mac(switch.index)) + (t1s << np.uint64(16))
        names = np.where(there, np.uint64(srv6.downlink_usid(plane, 0)) + downlinks, NOWHERE)
        up = _rates(fabric, [UplinkKey(plane, switch.index, each) for each in range(fabric.t1s)])
        return cls(
            switch,
            np.concatenate([names, np.uint64(t1.usid) + t1s]),
            np.concatenate([np.where(there, nic_mac, 0), t1_mac]),
            np.concatenate([there, np.zeros(fabric.t1s, np.bool_)]),
            np.concatenate([np.full(fabric.downlinks, fabric.rate_bps("host"), np.int64), up]),
        )

    @cached_property
    def connected(self) -> npt.NDArray[np.bool_]:
        """Ports with a cable."""
        found: npt.NDArray[np.bool_] = self.name != NOWHERE
        return found


def nics_of(fabric: Fabric, t0: int) -> int:
    """How many NICs hang on a T0 of each plane; they are on its first downlinks."""
    return min(max(fabric.nics - t0 * fabric.downlinks, 0), fabric.downlinks)


def _rates(fabric: Fabric, keys: list[UplinkKey]) -> npt.NDArray[np.int64]:
    if not fabric.spec.links.rates:
        return np.full(len(keys), fabric.rate_bps("fabric"), np.int64)
    return np.array([fabric.uplinks.rate_bps(key) for key in keys], np.int64)


# --- Routes to NICs' addresses ----------------------------------------------------------------------------------------


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
