# SPDX-License-Identifier: Apache-2.0
"""What must be true of one switch's tables, so that all switches together carry every path and nothing else.

docs/proof.md has the argument that these local properties are enough. They are judged on the tables alone and on what
cables, names and queues the topology has; the rule that plans tables plays no part. A property speaks of all packets:
a table is read as the function it is, over all 65,536 uSIDs, all 64 DSCPs, or all ports and queues.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from controller import program
from controller.columns import SCHEMAS, SwitchTables, Table
from fabric.proof.cabling import Cabling
from fabric.proof.routed import routed
from topologies import Fabric, Switch, srv6

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
