# SPDX-License-Identifier: Apache-2.0
"""A network as its file has it, checked: every name is known, every port used once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from fabric.own.entries import Written
from fabric.own.schema import Address, AddressAndPrefix


class End(NamedTuple):
    """An end of a link: a node, and its port; of a host, the number of its interface, from 0."""

    node: str
    port: int

    def __str__(self) -> str:
        return f"{self.node}:{self.port}"


@dataclass(frozen=True, slots=True)
class Interface:
    """One interface of a host, in its namespace."""

    name: str
    mac: str
    addresses: tuple[AddressAndPrefix, ...]


@dataclass(frozen=True, slots=True)
class Host:
    """A host.

    Attributes:
        name: of the host.
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
        """The interface in whose network an address is."""
        for each in self.interfaces:
            if any(own.version == address.version and address in own.network for own in each.addresses):
                return each
        return None


@dataclass(frozen=True, slots=True)
class Switch:
    """A switch.

    Attributes:
        name: of the switch.
        device_id: from 1, in order of the file.
        program: P4 source.
        entries: what its tables shall hold, and what else a controller would write.
        ports: those that a link is plugged into.
        cpu_port, queues: as `targets.SwitchOptions` has them.
    """

    name: str
    device_id: int
    program: Path
    entries: tuple[Written, ...]
    ports: tuple[int, ...]
    cpu_port: int | None
    queues: int


@dataclass(frozen=True, slots=True)
class Link:
    """A link; `b` is a switch. Its delay is one way, its loss a probability for each frame each way."""

    name: str
    a: End
    b: End
    rate_bps: int
    delay_ns: int
    loss: float

    @property
    def ends(self) -> tuple[End, End]:
        """Both, `a` first."""
        return self.a, self.b

    @property
    def nodes(self) -> tuple[str, str]:
        """The nodes at both, that of `a` first."""
        return self.a.node, self.b.node


@dataclass(frozen=True, slots=True)
class OwnFabric:
    """A network; hosts, switches and links by name, in order of the file.

    Attributes:
        name: what to call it.
        file: it was read from.
        mtu: bytes of the largest packet that hosts send.
    """

    name: str
    file: Path
    hosts: Mapping[str, Host]
    switches: Mapping[str, Switch]
    links: Mapping[str, Link]
    mtu: int
