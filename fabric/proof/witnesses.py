# SPDX-License-Identifier: Apache-2.0
"""Packets that show a wrong entry: which NIC sends them, by which EV, and what the switch does that it should not.

For an entry that differs from what should stand there, `witness` makes the frames that reach it, as they come to the
switch: one for an entry that forwards; for one of queues or trimming, as many as it takes to fill the queue. They are
taken only if `prediction.Model` says that the switch treats one of them otherwise than it should.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator, Sequence

from msgspec import Struct

from controller import program
from controller.columns import SwitchTables
from controller.switch_plan import Difference
from fabric.proof.prediction import Arrival, Model, Outcome, Reading, UnpredictableError
from fabric.proof.properties import nics_of
from p4soft.table_entries import Exact, Lpm, TableEntry
from topologies import Fabric, NicNode, Switch, srv6

_HOP_LIMIT = 64
_NOT_ECT, _ECT0 = 0, 2
_ETHERTYPE_IPV6 = 0x86DD
_IN_IPV6, _ROUTING, _UDP = 41, 43, 17
_SMALLEST = 110
"""Bytes of the shortest frame that is made: Ethernet, two IPv6 headers, UDP and 8 bytes of BTH."""
_TRIES, _ENOUGH = 64, 3
"""Addresses of a prefix that are drawn, and how many of them become packets."""


class Witness(Struct, frozen=True):
    """A counterexample.

    Attributes:
        nic: that sends; with the plane, its port.
        destination: the outer destination, which is the EV's path.
        switch: where it goes wrong.
        arrivals: what comes there; the last one is treated wrongly.
        found: what becomes of the last one.
        expected: what should.
    """

    nic: str
    plane: int
    destination: int
    switch: str
    arrivals: tuple[Arrival, ...]
    found: Outcome
    expected: Outcome


# --- Frames ----------------------------------------------------------------------------------------------------------


class _Way(Struct, frozen=True):
    """How frames come to a switch.

    Attributes:
        nic: that sends them.
        sent: outer destination as the NIC sends it.
        there: outer destination as it comes to the switch, by `port`.
        segment: of a segment routing header, which replaces the destination at the switch; None for no such header.
    """

    nic: NicNode
    sent: int
    there: int
    port: int
    segment: int | None = None

    def frame(self, switch: Switch, dscp: int, ecn: int, length: int) -> bytes:
        """A frame as it comes to the switch, whole headers and zeros up to ``length`` bytes."""
        fabric = switch.fabric
        source = self.nic.address
        first = self.nic.switch(switch.plane)
        if first == switch:
            macs = switch.mac(self.port), self.nic.mac(switch.plane)
            hops = 0
        else:
            port = switch.port(self.port)
            macs = switch.mac(self.port), port.peer_mac if port else 0
            hops = 1 if switch.tier == "t1" else 2
        routing = b""
        if self.segment is not None:
            routing = struct.pack("!BBBBBBH", _IN_IPV6, 2, 4, 1, 0, 0, 0) + self.segment.to_bytes(16, "big")
        target = fabric.nic(fabric.nics - 1).address
        rest = length - 14 - 40 - len(routing) - 40
        inner = _ipv6((source, target), dscp << 2 | ecn, rest, _UDP, _HOP_LIMIT) + struct.pack(
            "!HHHH", 49152, 4791, rest, 0
        )
        payload = len(routing) + 40 + rest
        outer = _ipv6(
            (source, self.there), dscp << 2 | ecn, payload, _ROUTING if routing else _IN_IPV6, _HOP_LIMIT - hops
        )
        ethernet = macs[0].to_bytes(6, "big") + macs[1].to_bytes(6, "big") + _ETHERTYPE_IPV6.to_bytes(2, "big")
        return (ethernet + outer + routing + inner).ljust(length, b"\0")


def _ipv6(ends: tuple[int, int], traffic_class: int, payload: int, following: int, hop_limit: int) -> bytes:
    head = struct.pack("!IHBB", 6 << 28 | traffic_class << 20, payload, following, hop_limit)
    return head + b"".join(end.to_bytes(16, "big") for end in ends)


# --- Ways to a switch ------------------------------------------------------------------------------------------------


class _Ways:
    """How NICs' packets come to one switch, with these uSIDs left when they are there."""

    def __init__(self, switch: Switch) -> None:
        self._switch = switch
        self._fabric = switch.fabric

    def own(self, *usids: int, segment: int | None = None) -> Iterator[_Way]:
        """Packets that name the switch, then these uSIDs."""
        switch = self._switch
        yield from self._with((switch.usid, *usids), segment)

    def _with(self, usids: Sequence[int], segment: int | None) -> Iterator[_Way]:
        switch, fabric = self._switch, self._fabric
        if switch.tier == "t0":
            if nics_of(fabric, switch.index):
                nic = fabric.nic(switch.index * fabric.downlinks)
                yield _Way(nic, self._address(usids), self._address(usids), nic.downlink, segment)
            for t1 in range(min(fabric.t1s, 2)):
                for nic in self._far(1):
                    before = [nic.switch(switch.plane).usid, srv6.t1_usid(switch.plane, t1)]
                    yield self._after(nic, before, usids, fabric.downlinks + t1, segment)
        else:
            for nic in self._far(2):
                yield self._after(nic, [nic.switch(switch.plane).usid], usids, nic.t0, segment)

    def _after(self, nic: NicNode, before: list[int], usids: Sequence[int], port: int, segment: int | None) -> _Way:
        """A packet that comes over other switches, whose uSIDs are gone when it is there."""
        left = usids[: srv6.USIDS_PER_ADDRESS - len(before)]
        return _Way(nic, self._address((*before, *left)), self._address(left), port, segment)

    def _address(self, groups: Sequence[int]) -> int:
        """The block and 16-bit groups, zeros among them too; at most six."""
        value = self._fabric.block
        for group in (*groups, *(0,) * srv6.USIDS_PER_ADDRESS)[: srv6.USIDS_PER_ADDRESS]:
            value = value << srv6.USID_BITS | group
        return value

    def _far(self, count: int) -> Iterator[NicNode]:
        """NICs of ``count`` T0s; not of this switch, if it is one."""
        fabric, switch = self._fabric, self._switch
        t0s = (t0 for t0 in range(fabric.t0s) if nics_of(fabric, t0))
        mine = switch.index if switch.tier == "t0" else -1
        for t0, _ in zip((t0 for t0 in t0s if t0 != mine), range(count), strict=False):
            yield fabric.nic(t0 * fabric.downlinks)

    def first(self, destination: int) -> Iterator[_Way]:
        """Packets with any destination, straight from a NIC; only a T0 has such."""
        if self._switch.tier == "t0" and nics_of(self._fabric, self._switch.index):
            nic = self._fabric.nic(self._switch.index * self._fabric.downlinks)
            yield _Way(nic, destination, destination, nic.downlink)

    def to_port(self, port: int) -> Iterator[_Way]:
        """Packets that leave by a port, to a NIC where one is behind it."""
        switch, fabric = self._switch, self._fabric
        there = switch.port(port)
        if there is None:
            return
        if there.role == "host":
            yield from self.own(srv6.downlink_usid(switch.plane, port))
            return
        peer = fabric.switch(there.peer)
        target = fabric.nic(fabric.nics - 1)
        if peer.tier == "t0":
            downlinks = [srv6.downlink_usid(switch.plane, 0)] if nics_of(fabric, peer.index) else []
            yield from self.own(peer.usid, *downlinks)
        else:
            last = srv6.t0_usid(switch.plane, target.t0), srv6.downlink_usid(switch.plane, target.downlink)
            yield from self.own(peer.usid, *last)

    def to_address(self, address: int) -> Iterator[_Way]:
        """Packets with which a switch looks an address up as a route: after its own uSID, at once, or by an SRH."""
        groups = [address >> shift & 0xFFFF for shift in range(80, -1, -16)]
        if address >> 96 == self._fabric.block:
            while groups and not groups[-1]:
                groups.pop()
            yield from self.own(*groups, *(self._onwards(groups[0]) if len(groups) == 1 else ()))
        yield from self.first(address)
        yield from self.own(segment=address)

    def _onwards(self, usid: int) -> tuple[int, ...]:
        """What a packet names after one uSID, so that it comes to a NIC."""
        fabric, plane = self._fabric, self._switch.plane
        target = fabric.nic(fabric.nics - 1)
        if usid & 0xF000 == srv6.t1_usid(0, 0):
            return srv6.t0_usid(plane, target.t0), srv6.downlink_usid(plane, target.downlink)
        return (srv6.downlink_usid(plane, 0),) if usid & 0xF000 == srv6.t0_usid(0, 0) else ()


# --- Witnesses -------------------------------------------------------------------------------------------------------


class Witnesses:
    """Finds a witness for what differs on one switch."""

    def __init__(self, switch: Switch, found: SwitchTables, expected: SwitchTables) -> None:
        self._switch = switch
        self._fabric: Fabric = switch.fabric
        self._found = found
        self._expected = expected
        self._readings = Reading(found), Reading(expected)
        self._ways = _Ways(switch)

    def witness(self, difference: Difference) -> Witness | None:
        """A counterexample for one entry; None: no packet of a NIC is treated otherwise because of it."""
        for way, arrivals in self._tries(difference):
            shown = self._shown(arrivals)
            if shown is not None:
                count, found, expected = shown
                return Witness(
                    way.nic.name, self._switch.plane, way.sent, self._switch.name, arrivals[:count], found, expected
                )
        return None

    def _shown(self, arrivals: tuple[Arrival, ...]) -> tuple[int, Outcome, Outcome] | None:
        """How many frames it takes until one is treated otherwise, and what becomes of it."""
        found, expected = map(Model, self._readings)
        for count, arrival in enumerate(arrivals, 1):
            try:
                was, should = found.receive(arrival), expected.receive(arrival)
            except UnpredictableError:
                return None
            if was != should:
                return count, was, should
        return None

    def _tries(self, difference: Difference) -> Iterator[tuple[_Way, tuple[Arrival, ...]]]:
        entry = difference.planned or difference.found
        assert entry is not None
        if entry.table in (program.DATA_QUEUE_PROFILE, program.TRIM_QUEUE_PROFILE, program.SWITCH_TRIMMING):
            yield from self._queue_tries(entry)
        elif entry.table in (program.DSCP_TO_TC, program.TC_TO_QUEUE):
            yield from self._class_tries(entry)
        elif entry.table == program.ACL_DISABLE_TRIM:
            for port in range(self._switch.port_count):
                for way in self._ways.to_port(port):
                    yield way, self._flood(way, self._data_dscp(), _NOT_ECT, self._most(), 4200)
        else:
            for way in self._forwarding_ways(entry):
                dscp = self._data_dscp()
                yield way, (Arrival(1, way.port, way.frame(self._switch, dscp, _NOT_ECT, 200)),)

    def _forwarding_ways(self, entry: TableEntry) -> Iterator[_Way]:
        switch = self._switch
        match = entry.match.get("dst_addr")
        if entry.table == program.MY_SID:
            port = self._some_port()
            yield from self._ways.to_port(port)
            yield from self._ways.own()
            if isinstance(match, Lpm):
                yield from self._ways.first(match.value | 0x2000 << 64 | 1)
                beyond = srv6.t1_usid(switch.plane, 0) << 64 if switch.tier == "t0" else 0
                yield from self._ways.first(match.value | beyond)
                yield from self._ways.first(match.value)
        elif entry.table == program.ROUTE_IPV6:
            for address in self._looked_up(entry.table, match if isinstance(match, Lpm) else None):
                yield from self._ways.to_address(address)
        elif entry.table == program.PORT_ISOLATION:
            isolated = entry.match["ingress_port"]
            for port in range(switch.port_count):
                for way in self._ways.to_port(port):
                    if isinstance(isolated, Exact) and way.port == isolated.value:
                        yield way
        elif entry.table == f"{program.MY_SID_REDISPATCH_CONTROL}.my_sid" and isinstance(match, Lpm):
            for address in self._looked_up(entry.table, match):
                yield from self._ways.to_address(address)
        for port in (self._some_port(), 0):
            yield from self._ways.to_port(port)

    def _looked_up(self, table: str, match: Lpm | None) -> Iterator[int]:
        """Addresses that this prefix is the longest of: none of a longer one in the tables as found or as expected."""
        value, length = (match.value, match.prefix_len) if match else (0, 0)
        draw = random.Random(value)
        tried = (value, *(value | draw.getrandbits(128 - length + 1) >> 1 for _ in range(_TRIES)))
        found = 0
        for address in (each >> 16 << 16 if length <= 112 else each for each in tried):
            entries = [reading.longest(table, address) for reading in self._readings]
            if any(each is not None and each.match == ({"dst_addr": match} if match else {}) for each in entries):
                yield address
                found += 1
            if found == _ENOUGH:
                return

    def _some_port(self) -> int:
        """A port with a neighbour: the first uplink of a T0, the last port of a T1."""
        return self._fabric.downlinks if self._switch.tier == "t0" else self._fabric.t0s - 1

    def _data_dscp(self) -> int:
        return self._fabric.qos.roles["TRIMMABLE"].dscp

    # -- queues --------------------------------------------------------------------------------------------------------

    def _class_tries(self, entry: TableEntry) -> Iterator[tuple[_Way, tuple[Arrival, ...]]]:
        match = next(iter(entry.match.values()))
        assert isinstance(match, Exact)
        dscps = [match.value] if entry.table == program.DSCP_TO_TC else range(64)
        for way in self._ways.to_port(self._some_port()):
            for dscp in dscps:
                yield way, (Arrival(1, way.port, way.frame(self._switch, dscp, _NOT_ECT, 200)),)
                if dscp in {role.dscp for role in self._fabric.qos.roles.values()} or len(dscps) == 1:
                    yield way, self._flood(way, dscp, _NOT_ECT, self._most(), 4200)
            return

    def _queue_tries(self, entry: TableEntry) -> Iterator[tuple[_Way, tuple[Arrival, ...]]]:
        match = entry.match["egress_port"]
        assert isinstance(match, Exact)
        dscps = self._dscps_to(entry)
        for way in self._ways.to_port(match.value):
            for dscp in dscps:
                for ecn in (_NOT_ECT, _ECT0):
                    for limit in self._limits(entry):
                        yield way, self._exactly(way, dscp, ecn, limit)
                    yield way, self._flood(way, dscp, ecn, self._most(), 4200)
                yield way, self._flood(way, dscp, _NOT_ECT, 2 * self._most(), _SMALLEST)
                yield way, self._drained(way, dscp)
                if entry.table != program.DATA_QUEUE_PROFILE:
                    yield way, self._flood(way, dscp, _NOT_ECT, self._most() + 110_000, 300, first=4200)
                    for limit in self._limits(entry):
                        yield way, self._trims_exactly(way, dscp, limit)
            return

    def _dscps_to(self, entry: TableEntry) -> list[int]:
        """DSCPs that lead to an entry's queue; those that may be trimmed, for an entry of trimming."""
        queue = entry.match.get("queue") if entry.table == program.DATA_QUEUE_PROFILE else None
        qos = self._fabric.qos
        named = {role.dscp: qos.tc_to_queue[role.tc] for role in qos.roles.values()}
        default = next(dscp for dscp in range(64) if dscp not in named)
        named[default] = qos.tc_to_queue[qos.default_tc]
        if isinstance(queue, Exact):
            trimmable = self._data_dscp()
            found = sorted((dscp != trimmable, dscp) for dscp, leads_to in named.items() if leads_to == queue.value)
            return [dscp for _, dscp in found][:2]
        return [self._data_dscp()]

    def _limits(self, entry: TableEntry) -> list[int]:
        """The limits that found and expected entries of this key have."""
        limits = set()
        for tables in (self._found, self._expected):
            table = tables.table(entry.table)
            if "limit" in table.columns:
                keys = [table.columns[name] for name in table.schema.fields]
                wanted = [match.value for match in entry.match.values() if isinstance(match, Exact)]
                for row in range(len(table)):
                    if all(int(column[row]) == value for column, value in zip(keys, wanted, strict=True)):
                        limits.add(int(table.columns["limit"][row]))
        return sorted(limit for limit in limits if 4 * _SMALLEST < limit < 1_000_000)

    def _most(self) -> int:
        """Bytes that overflow each data queue."""
        qos, bdp = self._fabric.qos, self._fabric.bdp_bytes
        return (
            max(side.limit.resolve(bdp) for each in qos.queues.values() for side in (each.fabric, each.host)) + 20_000
        )

    def _flood(self, way: _Way, dscp: int, ecn: int, size: int, length: int, *, first: int = 0) -> tuple[Arrival, ...]:
        """Frames of one length, together ``size`` bytes or more; until the queue is full, of length ``first``."""
        frame = way.frame(self._switch, dscp, ecn, length)
        if not first:
            return (Arrival(1, way.port, frame),) * (size // length + 2)
        large = way.frame(self._switch, dscp, ecn, first)
        return (Arrival(1, way.port, large),) * (self._most() // first) + (Arrival(1, way.port, frame),) * (
            110_000 // length
        )

    def _lengths(self, size: int, largest: int) -> list[int]:
        """Lengths of frames that take exactly ``size`` bytes of a queue, overhead included."""
        overhead = program.ETHERNET_OVERHEAD
        lengths = []
        while size > largest + 2 * overhead + _SMALLEST:
            lengths.append(largest)
            size -= largest + overhead
        if size > largest + overhead:
            lengths.append(size // 2 - overhead)
            size -= size // 2
        return [*lengths, size - overhead]

    def _exactly(self, way: _Way, dscp: int, ecn: int, limit: int) -> tuple[Arrival, ...]:
        """Frames that fill a queue to one byte less, then to its limit, and one more."""
        lengths = self._lengths(limit, 4200)
        return tuple(
            Arrival(1, way.port, way.frame(self._switch, dscp, ecn, length)) for length in (*lengths, _SMALLEST)
        )

    def _trims_exactly(self, way: _Way, dscp: int, limit: int) -> tuple[Arrival, ...]:
        """Frames that overflow the data queue, and trimmed ones that fill the trim queue to its limit."""
        large = way.frame(self._switch, dscp, _NOT_ECT, 4200)
        size = max(self._fabric.qos.trim.size, _SMALLEST)
        overhead = program.ETHERNET_OVERHEAD
        full = (Arrival(1, way.port, large),) * (self._most() // 4200)
        before = Model(self._readings[1])
        taken = 0
        for arrival in full:
            outcome = before.receive(arrival)
            taken += outcome.length + overhead if not outcome.drop and outcome.length < len(large) else 0
        lengths = self._lengths(limit - taken, size)
        return full + tuple(Arrival(1, way.port, way.frame(self._switch, dscp, _NOT_ECT, length)) for length in lengths)

    def _drained(self, way: _Way, dscp: int) -> tuple[Arrival, ...]:
        """Frames that fill a queue, and as many again some microseconds later, for a rate that is not the link's."""
        frame = way.frame(self._switch, dscp, _NOT_ECT, 4200)
        found = [Arrival(1, way.port, frame)] * (self._most() // 4200)
        for now_us in (2, 4, 8, 64, 1024):
            found += [Arrival(now_us, way.port, frame)] * (self._most() // 4200)
        return tuple(found)
