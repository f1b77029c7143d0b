# SPDX-License-Identifier: Apache-2.0
"""A fabric as questions and answers: everything is computed from indices, nothing is expanded in memory.

`Fabric` is the whole. Switches, NICs, links and paths are small values that refer to their fabric for everything.
`Outages` says what of it is known to be gone, and `Uplinks` how much a T0 should send up by each of its uplinks.

Port numbering (docs/architecture.md): T0 port d (d < downlinks) is downlink d, port downlinks + u the uplink to T1 u;
T1 port i goes to T0 i; NIC port p is plane p. NIC i hangs on T0 i // downlinks, downlink i % downlinks, on every plane.

Weights are those of weighted-cost multipath (Zhou et al., "WCMP: Weighted Cost Multipathing for Improved Fairness in
Data Centers", EuroSys 2014): a way's weight is what it carries, and what it carries is the lesser of its links, the one
up from the T0 and the one down to the T0 of the destination. So a destination has different weights if a link down to
it differs from the others.
"""

from __future__ import annotations

import ipaddress
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from msgspec import Struct

from topologies import srv6
from topologies.errors import TopologyError
from topologies.schema import QosSpec, TopologySpec

# --- How NICs are numbered -------------------------------------------------------------------------------------------


IPV6_BITS, IPV4_BITS = 128, 32
IPV6_PREFIX_LEN, IPV6_T0_LEN = 48, 64


class NicAddresses(Struct, frozen=True):
    """The addresses of all NICs in one version of IP, as numbers; the same on every plane.

    A prefix for all of a fabric, in it one for each T0, in that its NICs. The address of T0 ``t``'s downlink ``d`` ends
    in ``d + 1``: 0 is IPv6's subnet-router anycast address and IPv4's network.

    Attributes:
        bits: of an address, 128 or 32.
        prefix: of all NICs; the bits after ``prefix_len`` are 0.
        prefix_len: its length in bits.
        t0_len: length of each T0's prefix.
    """

    bits: int
    prefix: int
    prefix_len: int
    t0_len: int

    @classmethod
    def ipv6(cls, prefix: int) -> NicAddresses:
        """``prefix/48 : t0 : downlink + 1``, so that the /64 names the T0 (topology §2)."""
        return cls(IPV6_BITS, prefix, IPV6_PREFIX_LEN, IPV6_T0_LEN)

    @classmethod
    def ipv4(cls, prefix: int, prefix_len: int, downlinks: int) -> NicAddresses:
        """Subnets as small as a T0's downlinks allow: their first address and their last (broadcast) are no NIC's."""
        return cls(IPV4_BITS, prefix, prefix_len, IPV4_BITS - (downlinks + 1).bit_length())

    def of_t0(self, t0: int) -> int:
        """The prefix of a T0's NICs, ``t0_len`` bits long."""
        return self.prefix | t0 << self.bits - self.t0_len

    def of_nic(self, t0: int, downlink: int) -> int:
        """The address of the NIC at a downlink."""
        return self.of_t0(t0) | downlink + 1

    def place(self, address: int) -> tuple[int, int]:
        """T0 and downlink of an address, if it is one of a NIC; nonsense if it is not: ask `of_nic`."""
        host_bits = self.bits - self.t0_len
        t0 = address >> host_bits & (1 << self.t0_len - self.prefix_len) - 1
        return t0, (address & (1 << host_bits) - 1) - 1


# --- Switches, NICs, links, paths ------------------------------------------------------------------------------------


Tier = Literal["t0", "t1"]
PortRole = Literal["host", "fabric"]
"""Host ports face a NIC (the last hop); fabric ports face another switch."""

# First two bytes of our locally administered unicast MACs; the low nibble of the second is the plane (3 bits).
_MAC_T0, _MAC_T1, _MAC_NIC = 0x0210, 0x0220, 0x0230


class Link(Struct, frozen=True):
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
        return self.a[0], self.b[0]


class Port(Struct, frozen=True):
    """A switch port with something plugged in.

    Attributes:
        number: From 0.
        role: ``"host"`` or ``"fabric"``.
        peer: Name of the node at the other end.
        peer_mac: 48-bit MAC address of that port.
    """

    number: int
    role: PortRole
    peer: str
    peer_port: int
    peer_mac: int
    link: Link


@dataclass(frozen=True, slots=True)
class Switch:
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
            if not fabric.has(peer):
                return None
            peer_port = fabric.uplink_port(self.index)
            return Port(
                number,
                "fabric",
                peer.name,
                peer_port,
                peer.mac(peer_port),
                fabric.fabric_link(self.plane, number, self.index),
            )
        t1 = fabric.uplink_at(number)
        if t1 is not None:
            peer = Switch(fabric, self.plane, "t1", t1)
            if not fabric.has(peer):
                return None
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
    """A NIC: its index says everything. Port p is its port on plane p.

    Attributes:
        index: Its place among the fabric's NICs, from 0.
    """

    fabric: Fabric = field(repr=False)
    index: int

    @property
    def name(self) -> str:
        """Its name in the file, or ``nic<index>``."""
        return self.fabric.nic_name(self.index)

    @property
    def number(self) -> int:
        """What its place and its addresses come from: its index, or the one that it has in the fabric of a slice."""
        return self.fabric.nic_number(self.index)

    @property
    def t0(self) -> int:
        """Index of its T0, the same on every plane."""
        return self.number // self.fabric.downlinks

    @property
    def downlink(self) -> int:
        """Its downlink (= port) on that T0, the same on every plane."""
        return self.number % self.fabric.downlinks

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
        return (_MAC_NIC | plane) << 32 | self.number

    def switch(self, plane: int) -> Switch:
        """Its T0 on ``plane``."""
        return self.fabric.t0(plane, self.t0)


class Path(Struct, frozen=True):
    """One way from NIC to NIC.

    Attributes:
        switches: Names of the switches passed, in order.
        usids: 16-bit uSIDs, in order: each switch, then the last downlink.
        destination: 128-bit outer IPv6 destination as the NIC sends it.
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


# --- Outages ---------------------------------------------------------------------------------------------------------


class Outages(Struct, frozen=True):
    """Names of links that are down, and of switches that are gone with all their links."""

    links: frozenset[str] = frozenset()
    switches: frozenset[str] = frozenset()

    def takes(self, link: Link) -> bool:
        """Whether nothing passes a link."""
        if not self.links and not self.switches:
            return False
        return link.name in self.links or link.a[0] in self.switches or link.b[0] in self.switches


NO_OUTAGES = Outages()


# --- Weights of uplinks ----------------------------------------------------------------------------------------------


_LINK = re.compile(r"p([0-9]{1,4})-t0-([0-9]{1,6})(?::([0-9]{1,6}))?--p\1-t1-([0-9]{1,6})(?::([0-9]{1,6}))?", re.ASCII)
_T0 = re.compile(r"p([0-9]{1,4})-t0-([0-9]{1,6})", re.ASCII)
_T1 = re.compile(r"p([0-9]{1,4})-t1-([0-9]{1,6})", re.ASCII)


class UplinkKey(NamedTuple):
    """The link between a T0 and a T1 of a plane."""

    plane: int
    t0: int
    t1: int


class Weights(Struct, frozen=True):
    """Weights by T1 of what a T0 sends up: whole numbers without a common factor, 0 for a way that is not used.

    Attributes:
        others: to T0s that have no weights of their own.
        towards: to T0s that have, by index.
    """

    others: tuple[int, ...]
    towards: Mapping[int, tuple[int, ...]]


class Uplinks:
    """The links between T0s and T1s as a topology has them: their rates, and their weights beside them."""

    def __init__(self, spec: TopologySpec) -> None:
        """Read a spec. Names that are wrong are left out here (`check_uplinks` complains of them)."""
        self._spec = spec
        self._rates = {key: rate for name, rate in spec.links.rates.items() if (key := uplink_key(spec, name))}
        self._links: dict[UplinkKey, int] = {}
        self._t1s: dict[tuple[int, int], int] = {}
        for name, weight in spec.wcmp.weights.items():
            if link := uplink_key(spec, name):
                self._links[link] = weight
            elif t1 := t1_key(spec, name):
                self._t1s[t1] = weight
        self.odd = {(key.plane, key.t0) for key in (*self._rates, *self._links)}
        """Plane and index of T0s with a link that is not as the others."""

    @property
    def extra_bps(self) -> int:
        """The rate of all links together, less what they would have if all were alike, in bits/s."""
        return sum(rate - self._spec.links.fabric.rate for rate in self._rates.values())

    def rate_bps(self, key: UplinkKey) -> int:
        """A link's rate in bits/s."""
        return self._rates.get(key, self._spec.links.fabric.rate)

    def gone(self, outages: Outages) -> frozenset[UplinkKey]:
        keys = {key for name in outages.links if (key := uplink_key(self._spec, name))}
        for name in outages.switches:
            if t1 := _T1.fullmatch(name):
                keys |= {UplinkKey(int(t1[1]), t0, int(t1[2])) for t0 in range(self._spec.t0s_per_plane)}
            elif t0 := _T0.fullmatch(name):
                keys |= {UplinkKey(int(t0[1]), int(t0[2]), t1) for t1 in range(self._spec.t1s_per_plane)}
        return frozenset(keys)

    def weights(self, plane: int, t0: int, gone: frozenset[UplinkKey] = frozenset()) -> Weights:
        """The weights of one T0, without the links that are ``gone``."""
        t1s = range(self._spec.t1s_per_plane)
        nominal = self._spec.links.fabric.rate

        def carried(t1: int, other: int | None) -> int:
            up = UplinkKey(plane, t0, t1)
            down = UplinkKey(plane, other, t1) if other is not None else None
            if up in gone or down in gone:
                return 0
            least = min(self._carried(up), self._carried(down) if down is not None else nominal)
            return least * self._t1s.get((plane, t1), 1)

        others = reduced([carried(t1, None) for t1 in t1s])
        odd = {key.t0 for key in gone if key.plane == plane} | {index for at, index in self.odd if at == plane}
        towards = {other: reduced([carried(t1, other) for t1 in t1s]) for other in sorted(odd - {t0})}
        return Weights(others, {other: weights for other, weights in towards.items() if weights != others})

    def _carried(self, key: UplinkKey) -> int:
        return self.rate_bps(key) * self._links.get(key, 1)


def reduced(carried: Sequence[int]) -> tuple[int, ...]:
    """The same proportions in the smallest whole numbers."""
    divisor = math.gcd(*carried) or 1
    return tuple(value // divisor for value in carried)


def uplink_key(spec: TopologySpec, name: str) -> UplinkKey | None:
    """A link between a T0 and a T1 by its name, ``p0-t0-1--p0-t1-0`` with or without ports; None if it is none."""
    match = _LINK.fullmatch(name)
    if match is None:
        return None
    key = UplinkKey(int(match[1]), int(match[2]), int(match[4]))
    up, down = match[3], match[5]
    there = key.plane < spec.planes and key.t0 < spec.t0s_per_plane and key.t1 < spec.t1s_per_plane
    ports = (up is None or int(up) == spec.downlinks_per_t0 + key.t1) and (down is None or int(down) == key.t0)
    return key if there and ports else None


def t1_key(spec: TopologySpec, name: str) -> tuple[int, int] | None:
    """Plane and index of a T1 by its name, ``p0-t1-0``; None if it is none."""
    match = _T1.fullmatch(name)
    if match is None or int(match[1]) >= spec.planes or int(match[2]) >= spec.t1s_per_plane:
        return None
    return int(match[1]), int(match[2])


# --- Fabric ----------------------------------------------------------------------------------------------------------


_SWITCH_NAME = re.compile(r"p([0-9]{1,4})-(t0|t1)-([0-9]{1,6})", re.ASCII)
_NIC_NAME = re.compile(r"nic(0|[1-9][0-9]{0,9})", re.ASCII)

HEADERS_BYTES = 142
"""Bytes around a payload of one MTU: Ethernet 14, two IPv6 80, UDP 8, BTH 12, METH 4, TSETH 4, RETH 16, ICRC 4."""
WIRE_OVERHEAD_BYTES = 24
"""Preamble and SFD 8, FCS 4, inter-frame gap 12."""


class Fabric:
    """A checked fabric. ``spec`` is the file's contents; every other answer is derived from it.

    Attributes:
        planes: Number of planes, and of ports of each NIC.
        t0s: T0 switches per plane.
        t1s: T1 switches per plane.
        downlinks: Downlinks per T0.
        block: The 32-bit uSID block, right-aligned.
        ipv4: The same for IPv4, None where the topology has none.
        uplinks: Rates and weights of the links between T0s and T1s.
    """

    def __init__(self, spec: TopologySpec) -> None:
        """Wrap a spec that `topologies.reading` has checked."""
        self.spec = spec
        self.name = spec.name
        self.planes = spec.planes
        self.t0s = spec.t0s_per_plane
        self.t1s = spec.t1s_per_plane
        self.downlinks = spec.downlinks_per_t0
        self.nics = spec.nics if spec.nics is not None else spec.t0s_per_plane * spec.downlinks_per_t0
        self.block = spec.usid_block
        self.ipv6 = NicAddresses.ipv6(spec.nic_prefix)
        network = spec.nic_prefix_ipv4
        self.ipv4 = (
            NicAddresses.ipv4(int(network.network_address), network.prefixlen, self.downlinks) if network else None
        )
        self.uplinks = Uplinks(spec)
        self.qos: QosSpec = spec.qos

    # -- how much there is ---------------------------------------------------------------------------------------------

    @property
    def switch_count(self) -> int:
        return self.planes * (self.t0s + self.t1s)

    @property
    def port_count(self) -> int:
        """Ports of all switches, with those of T0s that have no NIC."""
        return self.planes * self.t0s * (self.downlinks + 2 * self.t1s)

    @property
    def link_count(self) -> int:
        return self.planes * (self.nics + self.t0s * self.t1s)

    # -- switches ------------------------------------------------------------------------------------------------------

    def has(self, switch: Switch) -> bool:
        """Whether a switch whose indices are in range is there: all are, but for those that a slice leaves out."""
        return switch.plane < self.planes

    def uplink_port(self, t1: int) -> int:
        """The port of a T0 that goes to T1 number ``t1`` of its plane."""
        return self.downlinks + t1

    def uplink_at(self, port: int) -> int | None:
        """The T1 that a port of a T0 goes to; None for a downlink."""
        return port - self.downlinks if port >= self.downlinks else None

    def switches(self) -> Iterator[Switch]:
        """All switches, lazily: by plane, T0s before T1s, by index."""
        for plane in range(self.planes):
            for index in range(self.t0s):
                yield Switch(self, plane, "t0", index)
            for index in range(self.t1s):
                yield Switch(self, plane, "t1", index)

    def switch(self, name: str) -> Switch:
        """The switch of that name (``p0-t0-1``). Raises TopologyError for a name this fabric does not have."""
        match = _SWITCH_NAME.fullmatch(name)
        if match is not None:
            plane, tier, index = int(match[1]), match[2], int(match[3])
            if plane < self.planes and index < (self.t0s if tier == "t0" else self.t1s):
                switch = self.t0(plane, index) if tier == "t0" else self.t1(plane, index)
                if switch.name == name and self.has(switch):  # not p00-t0-1
                    return switch
        raise TopologyError(f"{self.name}: no switch named {name!r}; accepted: {self.switch_names}")

    @property
    def switch_names(self) -> str:
        """Which switches there are, for messages."""
        last = self.planes - 1
        return f"p0-t0-0 .. p{last}-t0-{self.t0s - 1} and p0-t1-0 .. p{last}-t1-{self.t1s - 1}"

    def t0(self, plane: int, index: int) -> Switch:
        """T0 number ``index`` of ``plane``. Raises TopologyError when out of range."""
        self._in_range("plane", plane, self.planes)
        self._in_range("T0", index, self.t0s)
        return Switch(self, plane, "t0", index)

    def t1(self, plane: int, index: int) -> Switch:
        """T1 number ``index`` of ``plane``. Raises TopologyError when out of range."""
        self._in_range("plane", plane, self.planes)
        self._in_range("T1", index, self.t1s)
        return Switch(self, plane, "t1", index)

    # -- NICs ----------------------------------------------------------------------------------------------------------

    def nic(self, name_or_index: str | int) -> NicNode:
        """A NIC by name or index. Raises TopologyError for one this fabric does not have."""
        if isinstance(name_or_index, str):
            return NicNode(self, self._nic_index(name_or_index))
        self._in_range("NIC", name_or_index, self.nics)
        return NicNode(self, name_or_index)

    def nic_at(self, t0: int, downlink: int) -> NicNode | None:
        """The NIC on a downlink, None when nothing is plugged in there."""
        index = self.nic_index(t0 * self.downlinks + downlink) if downlink < self.downlinks else None
        return NicNode(self, index) if index is not None else None

    def nic_with_address(self, address: ipaddress.IPv6Address | ipaddress.IPv4Address) -> NicNode | None:
        """The NIC that has an address, None when none has it."""
        addresses = self.ipv6 if address.version == 6 else self.ipv4
        if addresses is None:
            return None
        t0, downlink = addresses.place(int(address))
        if not (0 <= downlink < self.downlinks and addresses.of_nic(t0, downlink) == int(address)):
            return None
        return self.nic_at(t0, downlink)

    def all_nics(self) -> Iterator[NicNode]:
        """All NICs, lazily, by index."""
        return (NicNode(self, index) for index in range(self.nics))

    def nic_name(self, index: int) -> str:
        """The name of NIC ``index``: its own from the file, or ``nic<number>``."""
        number = self.nic_number(index)
        return self.spec.nic_names[number] if self.spec.nic_names else f"nic{number}"

    def nic_number(self, index: int) -> int:
        """What the place of NIC ``index`` is computed from: the index itself, but in a slice."""
        return index

    def nic_index(self, number: int) -> int | None:
        """The index of the NIC with that number; None if it is not there."""
        return number if 0 <= number < self.nics else None

    def _nic_index(self, name: str) -> int:
        number: int | None = None
        if self.spec.nic_names:
            number = self._nic_numbers.get(name)
        elif match := _NIC_NAME.fullmatch(name):
            number = int(match[1])
        if number is not None and (index := self.nic_index(number)) is not None:
            return index
        first, last = self.nic_name(0), self.nic_name(self.nics - 1)
        raise TopologyError(f"{self.name}: no NIC named {name!r}; accepted: {first} .. {last} ({self.nics} NICs)")

    @cached_property
    def _nic_numbers(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.spec.nic_names or ())}

    # -- links ---------------------------------------------------------------------------------------------------------

    def links(self) -> Iterator[Link]:
        """All links, lazily: by plane, host links by NIC, then fabric links by T0 and T1."""
        for plane in range(self.planes):
            for index in range(self.nics):
                yield self.host_link(plane, index)
            for t0 in range(self.t0s):
                for t1 in range(self.t1s):
                    yield self.fabric_link(plane, t0, t1)

    def host_link(self, plane: int, nic: int) -> Link:
        """The link of NIC ``nic`` on ``plane``; end ``a`` is the NIC."""
        node = self.nic(nic)
        kind = self.spec.links.host
        end = self.t0(plane, node.t0).name, node.downlink
        return Link("host", (node.name, plane), end, kind.rate, kind.delay)

    def fabric_link(self, plane: int, t0: int, t1: int) -> Link:
        """The link between a T0 and a T1 of a plane; end ``a`` is the T0."""
        ends = (self.t0(plane, t0).name, self.uplink_port(t1)), (self.t1(plane, t1).name, t0)
        rate_bps = self.uplinks.rate_bps(UplinkKey(plane, t0, t1))
        return Link("fabric", *ends, rate_bps, self.spec.links.fabric.delay)

    def link(self, name: str) -> Link:
        """The link of that name (``nic0:1--p1-t0-0:0``), ends in either order. Raises TopologyError if none."""
        ends = name.split("--")
        if len(ends) == 2:
            for end in ends:
                node, _, port = end.rpartition(":")
                if _SWITCH_NAME.fullmatch(node) and port.isascii() and port.isdigit():
                    link = self.switch(node).link(int(port))
                    if link is not None and {_end(link.a), _end(link.b)} == set(ends):
                        return link
        raise TopologyError(
            f"{self.name}: no link named {name!r}; accepted: `a:port--b:port`, such as "
            f"{self.host_link(0, 0).name} or {self.fabric_link(0, 0, 0).name}"
        )

    # -- paths ---------------------------------------------------------------------------------------------------------

    def path(self, src: str | int, dst: str | int, plane: int, t1: int | None) -> Path:
        """The path from NIC ``src`` to NIC ``dst`` on ``plane`` through T1 ``t1``.

        ``t1=None`` is a T0-local path: both NICs on one T0. With a T1, source and destination may share their T0 (or be
        the same NIC: the self-probe loop of wire-format §2.1).

        Raises:
            TopologyError: Unknown NIC, plane or T1; or ``t1=None`` between two T0s.
        """
        source, target = self.nic(src), self.nic(dst)
        own = self.t0(plane, source.t0)
        if t1 is None:
            if source.t0 != target.t0:
                raise TopologyError(
                    f"{self.name}: {source.name} and {target.name} are on different T0s ({source.t0} and {target.t0}); "
                    f"accepted: a T1 0..{self.t1s - 1} to cross"
                )
            hops: tuple[Switch, ...] = (own,)
        else:
            hops = (own, self.t1(plane, t1), self.t0(plane, target.t0))
        usids = (*(hop.usid for hop in hops), srv6.downlink_usid(plane, target.downlink))
        return Path(
            switches=tuple(hop.name for hop in hops),
            usids=usids,
            destination=srv6.address(self.block, usids),
            plane=plane,
            t1=t1,
            egress_port=plane,
        )

    # -- rates ---------------------------------------------------------------------------------------------------------

    def rate_bps(self, role: PortRole) -> int:
        """The rate in bits/s of links of one role, but for those that have their own (`links.rates`)."""
        return self.spec.links.host.rate if role == "host" else self.spec.links.fabric.rate

    @property
    def base_rtt_ns(self) -> int:
        """Round trip of the longest path (three switches) without queueing, in ns.

        Four link delays each way, plus the serialisation of one full-MTU frame on each of the four forward links.
        """
        host, fabric = self.spec.links.host, self.spec.links.fabric
        frame_bits = (self.spec.mtu + HEADERS_BYTES + WIRE_OVERHEAD_BYTES) * 8
        serialisation = 2 * (frame_bits * 10**9 // host.rate) + 2 * (frame_bits * 10**9 // fabric.rate)
        return 4 * (host.delay + fabric.delay) + serialisation

    @property
    def bdp_bytes(self) -> int:
        """Bandwidth-delay product of one plane: host link rate times `base_rtt_ns`, in bytes."""
        return self.spec.links.host.rate * self.base_rtt_ns // (8 * 10**9)

    def _in_range(self, what: str, value: int, count: int) -> None:
        if not 0 <= value < count:
            raise TopologyError(f"{self.name}: no {what} {value}; accepted: 0..{count - 1}")


def _end(end: tuple[str, int]) -> str:
    """One end of a link as text: ``node:port``."""
    return f"{end[0]}:{end[1]}"
