# SPDX-License-Identifier: Apache-2.0
"""What a fabric is made of: switches, NICs, links, paths. Small values that refer to their fabric for everything."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from topologies import srv6

if TYPE_CHECKING:
    from topologies.fabric import Fabric

Tier = Literal["t0", "t1"]
PortRole = Literal["host", "fabric"]
"""Host ports face a NIC (the last hop); fabric ports face another switch."""

# First two bytes of our locally administered unicast MACs; the low nibble of the second is the plane (3 bits).
_MAC_T0, _MAC_T1, _MAC_NIC = 0x0210, 0x0220, 0x0230


@dataclass(frozen=True, slots=True)
class Link:
    """A full-duplex cable.

    Attributes:
        role: ``"host"`` (end ``a`` is a NIC, ``b`` its T0) or ``"fabric"`` (``a`` is a T0, ``b`` a T1).
        a: Node name and port number of one end.
        b: Node name and port number of the other end.
        rate_bps: Rate in bits per second, each direction.
        delay_ns: One-way propagation delay in ns.
    """

    role: PortRole
    a: tuple[str, int]
    b: tuple[str, int]
    rate_bps: int
    delay_ns: int

    @property
    def name(self) -> str:
        """Both ends, as ``a:port--b:port``."""
        return f"{self.a[0]}:{self.a[1]}--{self.b[0]}:{self.b[1]}"

    @property
    def ends(self) -> tuple[tuple[str, int], tuple[str, int]]:
        """Both ends, ``a`` first."""
        return self.a, self.b

    @property
    def nodes(self) -> tuple[str, str]:
        """The nodes at both ends, that of ``a`` first."""
        return self.a[0], self.b[0]


@dataclass(frozen=True, slots=True)
class Port:
    """A switch port with something plugged in.

    Attributes:
        number: From 0.
        role: ``"host"`` or ``"fabric"``.
        peer: Name of the node at the other end.
        peer_port: Port number there.
        peer_mac: 48-bit MAC address of that port.
        link: The cable.
    """

    number: int
    role: PortRole
    peer: str
    peer_port: int
    peer_mac: int
    link: Link


@dataclass(frozen=True, slots=True)
class Switch:
    """A switch: plane, tier and index say everything."""

    fabric: Fabric = field(repr=False)
    plane: int
    tier: Tier
    index: int

    @property
    def name(self) -> str:
        """Where it stands, as ``p<plane>-<tier>-<index>``."""
        return f"p{self.plane}-{self.tier}-{self.index}"

    @property
    def usid(self) -> int:
        """Its own 16-bit uSID."""
        return srv6.t0_usid(self.plane, self.index) if self.tier == "t0" else srv6.t1_usid(self.plane, self.index)

    @property
    def device_id(self) -> int:
        """P4Runtime device id, unique in the fabric, from 1 in the order of `Fabric.switches`."""
        offset = self.index if self.tier == "t0" else self.fabric.t0s + self.index
        return self.plane * (self.fabric.t0s + self.fabric.t1s) + offset + 1

    @property
    def port_count(self) -> int:
        """How many ports it has, used or not."""
        return self.fabric.downlinks + self.fabric.t1s if self.tier == "t0" else self.fabric.t0s

    def mac(self, port: int) -> int:
        """The 48-bit MAC address of a port (16-bit number)."""
        base = _MAC_T0 if self.tier == "t0" else _MAC_T1
        return (base | self.plane) << 32 | self.index << 16 | port

    def ports(self) -> Iterator[Port]:
        """The ports with something plugged in, lazily, by number."""
        for number in range(self.port_count):
            port = self.port(number)
            if port is not None:
                yield port

    def port(self, number: int) -> Port | None:
        """One port; None when out of range or nothing is plugged in."""
        fabric = self.fabric
        if not 0 <= number < self.port_count:
            return None
        if self.tier == "t1":
            peer = Switch(fabric, self.plane, "t0", number)
            peer_port = fabric.downlinks + self.index
            return Port(
                number,
                "fabric",
                peer.name,
                peer_port,
                peer.mac(peer_port),
                fabric.fabric_link(self.plane, number, self.index),
            )
        if number >= fabric.downlinks:
            t1 = number - fabric.downlinks
            peer = Switch(fabric, self.plane, "t1", t1)
            return Port(
                number,
                "fabric",
                peer.name,
                self.index,
                peer.mac(self.index),
                fabric.fabric_link(self.plane, self.index, t1),
            )
        nic = fabric.nic_at(self.index, number)
        if nic is None:
            return None
        return Port(number, "host", nic.name, self.plane, nic.mac(self.plane), fabric.host_link(self.plane, nic.index))

    def link(self, port: int) -> Link | None:
        """The cable at a port; None when there is none."""
        found = self.port(port)
        return found.link if found else None


@dataclass(frozen=True, slots=True)
class NicNode:
    """A NIC: its index says everything. Port p is its port on plane p."""

    fabric: Fabric = field(repr=False)
    index: int

    @property
    def name(self) -> str:
        """Its name in the file, or ``nic<index>``."""
        return self.fabric.nic_name(self.index)

    @property
    def t0(self) -> int:
        """Index of its T0, the same on every plane."""
        return self.index // self.fabric.downlinks

    @property
    def downlink(self) -> int:
        """Its downlink (= port) on that T0, the same on every plane."""
        return self.index % self.fabric.downlinks

    @property
    def address(self) -> int:
        """The 128-bit inner IPv6 address, plane-independent: ``nic_prefix/48 : t0 : downlink + 1``.

        The /64 names the T0 and the interface id the downlink, so a sender can derive the last two uSIDs from the
        address (topology §2).
        """
        return self.fabric.ipv6.of_nic(self.t0, self.downlink)

    @property
    def address_text(self) -> str:
        """`address` as IPv6 text."""
        return str(ipaddress.IPv6Address(self.address))

    @property
    def ipv4_address(self) -> int | None:
        """The 32-bit IPv4 address, plane-independent; None where the topology has no ``nic_prefix_ipv4``."""
        return self.fabric.ipv4.of_nic(self.t0, self.downlink) if self.fabric.ipv4 else None

    def mac(self, plane: int) -> int:
        """The 48-bit MAC address of its port on ``plane``."""
        return (_MAC_NIC | plane) << 32 | self.index

    def switch(self, plane: int) -> Switch:
        """Its T0 on ``plane``."""
        return self.fabric.t0(plane, self.t0)


@dataclass(frozen=True, slots=True)
class Path:
    """One way from NIC to NIC.

    Attributes:
        switches: Names of the switches passed, in order.
        usids: 16-bit uSIDs, in order: each switch, then the last downlink.
        destination: 128-bit outer IPv6 destination as the NIC sends it.
        plane: The plane.
        t1: Index of the T1 passed, None on a T0-local path.
        egress_port: The sending NIC's port (= plane).
    """

    switches: tuple[str, ...]
    usids: tuple[int, ...]
    destination: int
    plane: int
    t1: int | None
    egress_port: int

    @property
    def destination_text(self) -> str:
        """`destination` as IPv6 text."""
        return str(ipaddress.IPv6Address(self.destination))
