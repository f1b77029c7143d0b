# SPDX-License-Identifier: Apache-2.0
"""What people's words mean in a network: switches, hosts, links by their ends, ports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from fabric.errors import RefusedValueError
from fabric.own.model import Host, Link, OwnFabric, Switch
from fabric.scenario.names import unknown

_T = TypeVar("_T")


class OwnNames:
    """Looks names up; one that does not exist is refused with those that do, and the nearest of them."""

    def __init__(self, network: OwnFabric) -> None:
        self._network = network
        self._links = {spelling: link for link in network.links.values() for spelling in _spellings(link)}
        self._links |= network.links

    def switch(self, name: str) -> Switch:
        """A switch. Raises RefusedValueError."""
        return _known("switch", name, self._network.switches)

    def host(self, name: str) -> Host:
        """A host. Raises RefusedValueError."""
        return _known("host", name, self._network.hosts)

    def link(self, name: str) -> Link:
        """A link as its file may write it: `h1--s1`, `h1-s1`, `s1:2--s2:3`. Raises RefusedValueError."""
        if name in self._links:
            return self._links[name]
        raise unknown("link", name, self._network.links)

    def nic(self, name: str) -> Host:
        """There is none. Raises RefusedValueError."""
        raise RefusedValueError(f"no NIC {name!r}: this is a network without MRC NICs", "a switch, a link or a port")

    def link_at(self, port: str) -> str:
        """The name of the link that is plugged into `NODE:PORT`. Raises RefusedValueError."""
        ports = {str(end): link.name for link in self._network.links.values() for end in link.ends}
        return _known("port", port, ports)

    def plane(self, number: str) -> tuple[list[str], list[str]]:
        """Only fabrics have planes. Raises RefusedValueError."""
        raise RefusedValueError(f"no plane {number}: this is a network without planes", "a switch, a link or a port")


def _spellings(link: Link) -> list[str]:
    whole = [(str(one), str(other)) for one, other in (link.ends, link.ends[::-1])]
    alone = ":" not in link.name  # the only link between its nodes
    short = [(one.node, other.node) for one, other in (link.ends, link.ends[::-1])] if alone else []
    return [f"{one}{dash}{other}" for one, other in (*whole, *short) for dash in ("-", "--")]


def _known(kind: str, name: str, names: Mapping[str, _T]) -> _T:
    if name in names:
        return names[name]
    raise unknown(kind, name, names)
