# SPDX-License-Identifier: Apache-2.0
"""A fabric as questions and answers: everything is computed from indices, nothing is expanded in memory.

Port numbering (docs/architecture.md): T0 port d (d < downlinks) is downlink d, port downlinks + u the uplink to T1 u;
T1 port i goes to T0 i; NIC port p is plane p. NIC i hangs on T0 i // downlinks, downlink i % downlinks, on every plane.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path as FilePath
from types import MappingProxyType

from common.documents import Place
from topologies import srv6
from topologies.addressing import NicAddresses
from topologies.errors import TopologyError
from topologies.nodes import Link, NicNode, Path, PortRole, Switch
from topologies.reader import read_spec
from topologies.schema import QosSpec, TopologySpec
from topologies.uplinks import UplinkKey, Uplinks

_SWITCH_NAME = re.compile(r"p([0-9]{1,4})-(t0|t1)-([0-9]{1,6})", re.ASCII)
_NIC_NAME = re.compile(r"nic(0|[1-9][0-9]{0,9})", re.ASCII)

HEADERS_BYTES = 142
"""Bytes around a payload of one MTU: Ethernet 14, two IPv6 80, UDP 8, BTH 12, METH 4, TSETH 4, RETH 16, ICRC 4."""
WIRE_OVERHEAD_BYTES = 24
"""Preamble and SFD 8, FCS 4, inter-frame gap 12."""


def load(
    path: str | FilePath,
    overrides: Mapping[str, object] | None = None,
    *,
    written: Mapping[str, Place] = MappingProxyType({}),
) -> Fabric:
    """Load and check a topology file.

    Args:
        path: A YAML file.
        overrides: Dotted field names to values that replace the file's, e.g. ``{"qos.trim.enabled": False}``.
        written: Where some of these stand, if they do in a file: what is wrong with them is told of that place.

    Raises:
        TopologyError: One line per problem: ``file:line: field: what is wrong; accepted: ...``.
    """
    return Fabric(read_spec(FilePath(path), overrides or {}, written, lambda spec: Fabric(spec).bdp_bytes))


class Fabric:
    """A checked fabric. ``spec`` is the file's contents; every other answer is derived from it.

    Attributes:
        name: The fabric's name.
        planes: Number of planes, and of ports of each NIC.
        t0s: T0 switches per plane.
        t1s: T1 switches per plane.
        downlinks: Downlinks per T0.
        nics: Number of NICs.
        block: The 32-bit uSID block, right-aligned.
        ipv6: Addresses of the NICs.
        ipv4: The same for IPv4, None where the topology has none.
        uplinks: Rates and weights of the links between T0s and T1s.
        qos: Classification, queues and trimming.
    """

    def __init__(self, spec: TopologySpec) -> None:
        """Wrap a spec that `topologies.reader` has checked."""
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

    # -- switches ------------------------------------------------------------------------------------------------------

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
                if switch.name == name:  # not p00-t0-1
                    return switch
        raise TopologyError(
            f"{self.name}: no switch named {name!r}; accepted: p0-t0-0 .. p{self.planes - 1}-t0-{self.t0s - 1} "
            f"and p0-t1-0 .. p{self.planes - 1}-t1-{self.t1s - 1}"
        )

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
        index = t0 * self.downlinks + downlink
        return NicNode(self, index) if index < self.nics else None

    def nic_with_address(self, address: ipaddress.IPv6Address | ipaddress.IPv4Address) -> NicNode | None:
        """The NIC that has an address, None when it is nobody's."""
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
        """The name of NIC ``index``: its own from the file, or ``nic<index>``."""
        return self.spec.nic_names[index] if self.spec.nic_names else f"nic{index}"

    def _nic_index(self, name: str) -> int:
        if self.spec.nic_names:
            if name in self._nic_indices:
                return self._nic_indices[name]
        elif (match := _NIC_NAME.fullmatch(name)) and int(match[1]) < self.nics:
            return int(match[1])
        first, last = self.nic_name(0), self.nic_name(self.nics - 1)
        raise TopologyError(f"{self.name}: no NIC named {name!r}; accepted: {first} .. {last} ({self.nics} NICs)")

    @cached_property
    def _nic_indices(self) -> dict[str, int]:
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
        ends = (self.t0(plane, t0).name, self.downlinks + t1), (self.t1(plane, t1).name, t0)
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
