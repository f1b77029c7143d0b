# SPDX-License-Identifier: Apache-2.0
"""What a live network is made of: switches, hosts and NICs, and the links between them.

An MRC fabric is described from its topology (`fabric.live.fabric`), a custom network from its file (`fabric.custom`).
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct, field

from fabric.live.messages import NicSettings, TopologySource
from fabric.live.namespaces import CableKind
from p4soft.command_line import EngineChoice
from p4soft.targets import Target
from topologies import NicNode

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
AddressAndPrefix = ipaddress.IPv4Interface | ipaddress.IPv6Interface
Say = Callable[[str], None]


class End(NamedTuple):
    """An end of a link: a node, and its port; of a host, the number of its interface, from 0."""

    node: str
    port: int

    def __str__(self) -> str:
        return f"{self.node}:{self.port}"


class Link(Struct, frozen=True):
    """A link; `b` is a switch, `a` any node. Its delay is one way, its loss a probability for each frame each way."""

    name: str
    a: End
    b: End
    rate_bps: int
    delay_ns: int
    loss: float = 0.0

    @property
    def ends(self) -> tuple[End, End]:
        """Both, `a` first."""
        return self.a, self.b

    @property
    def nodes(self) -> tuple[str, str]:
        return self.a.node, self.b.node


class SwitchNode(Struct, frozen=True):
    """A switch.

    Attributes:
        device_id: of P4Runtime, from 1.
        program: P4 source.
        cpu_port, queues, grpc_port: as `p4soft.targets.SwitchOptions` has them.
    """

    name: str
    device_id: int
    program: Path
    cpu_port: int | None = None
    queues: int = 1
    grpc_port: int = 0


class Interface(Struct, frozen=True):
    """One interface of a host, in its namespace."""

    name: str
    mac: str
    addresses: tuple[AddressAndPrefix, ...]


class Host(Struct, frozen=True):
    """A host.

    Attributes:
        interfaces: one for each of its links, in order of their numbers.
        gateways: at most one IPv4 and one IPv6.
        neighbors: MAC addresses that it does not ask for.
    """

    name: str
    interfaces: tuple[Interface, ...]
    gateways: tuple[Address, ...]
    neighbors: Mapping[Address, str]

    @property
    def speaks_ipv6(self) -> bool:
        """Whether it has an IPv6 address; others have none of IPv6, and are silent."""
        return any(address.version == 6 for each in self.interfaces for address in each.addresses)

    def interface_to(self, address: Address) -> Interface | None:
        """The interface whose network has this address."""
        for each in self.interfaces:
            if any(own.version == address.version and address in own.network for own in each.addresses):
                return each
        return None


class NicNodes(Struct, frozen=True):
    """The MRC NICs of a network.

    Attributes:
        source: the topology that they are in.
        nodes: in order of their numbers.
        path_delay_ns: of the cables from one to another, ns of the topology: where cables have no delay, NICs hold what
            arrives for that long.
    """

    source: TopologySource
    nodes: Sequence[NicNode]
    settings: NicSettings
    path_delay_ns: int


class Description(Struct, frozen=True):
    """A network, at the rates and delays that its links have in real time.

    Attributes:
        switches, hosts, links: by name.
        nics: its MRC NICs; None if it has none.
        programs: what to call the switches' programs, by file.
        bands: DSCP to band, 0 (served first) to 7, on every link.
        mtu: bytes of the largest packet that hosts send.
        cuts: a link that goes down between two switches, or to a host, loses all frames while its interfaces stay up.
    """

    name: str
    switches: Mapping[str, SwitchNode]
    links: Mapping[str, Link]
    programs: Mapping[Path, str]
    hosts: Mapping[str, Host] = field(default_factory=dict)
    nics: NicNodes | None = None
    bands: Mapping[int, int] = field(default_factory=dict)
    mtu: int = 1500
    cuts: bool = True

    def short_names(self) -> dict[str, str]:
        """Short names of nodes, for their interfaces: a NIC's name may be too long for one (IFNAMSIZ)."""
        return {nic.name: f"n{nic.index}" for nic in self.nics.nodes} if self.nics else {}

    def at_hosts(self) -> Iterator[Link]:
        """The links whose first ends are at hosts."""
        return (link for link in self.links.values() if link.a.node in self.hosts)


class BringUp(Struct, frozen=True):
    """How a network comes up.

    Attributes:
        workdir: existing; logs, sockets and compiled files go there.
        cables: what they are made of.
        seed: of the switches and cables.
        engine: what runs the program on the embedded target.
        traced: switches write what happens to every packet; slow.
    """

    target: Target
    workdir: Path
    cables: CableKind = "veth"
    seed: int = 1
    engine: EngineChoice = "auto"
    traced: bool = False
    say: Say = lambda _: None
