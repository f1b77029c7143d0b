# SPDX-License-Identifier: Apache-2.0
"""What the planned tables do to a packet on its path: which entries each switch hits. For people and for checks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from controller.errors import ControllerError
from controller.program.names import MY_SID, ROUTE_IPV6, SET_NEXTHOP_IPV6, UN
from controller.tables import routing
from p4soft.table_entries import Lpm, TableEntry
from topologies import Fabric, Path, srv6

_ADDRESS_BITS = 128


@dataclass(frozen=True, slots=True)
class Hop:
    """One switch of a walk.

    Attributes:
        switch: Its name.
        destination: 128-bit outer destination on arrival.
        sid: The My-SID entry hit.
        shifted: Destination after the NEXT-C-SID shift.
        route: The route entry hit.
        port: Egress port.
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
