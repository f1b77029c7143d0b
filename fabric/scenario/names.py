# SPDX-License-Identifier: Apache-2.0
"""The names that a scenario uses, looked up in its topology."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from itertools import islice

import topologies
from fabric.errors import RefusedValueError

#: Names searched for one that is meant, and names listed in a message.
_MAX_SEARCHED, _MAX_LISTED = 4096, 24


class Names:
    """Looks names up; one that does not exist is refused with those that do, and the nearest of them."""

    def __init__(self, fabric: topologies.Fabric) -> None:
        self._fabric = fabric

    def nic(self, name: str) -> topologies.NicNode:
        """A NIC. Raises RefusedValueError."""
        try:
            return self._fabric.nic(name)
        except topologies.TopologyError:
            raise unknown("NIC", name, (nic.name for nic in self._fabric.all_nics())) from None

    def nics(self) -> list[str]:
        """Every NIC's name."""
        return [nic.name for nic in self._fabric.all_nics()]

    def switch(self, name: str) -> topologies.Switch:
        """A switch. Raises RefusedValueError."""
        try:
            return self._fabric.switch(name)
        except topologies.TopologyError:
            raise unknown("switch", name, (switch.name for switch in self._fabric.switches())) from None

    def link(self, name: str) -> topologies.Link:
        """A link by its name, `a:port--b:port`, or by its nodes when it is the only one. Raises RefusedValueError."""
        ends = name.split("--")
        if len(ends) == 2 and not any(":" in end for end in ends):
            return self._link_between(ends[0], ends[1])
        try:
            return self._fabric.link(name)
        except topologies.TopologyError:
            raise unknown("link", name, (link.name for link in self._fabric.links())) from None

    def links(self, pattern: str) -> list[topologies.Link]:
        """Those whose names a pattern with `*` fits, or the one that is named. Raises RefusedValueError."""
        if "*" not in pattern:
            return [self.link(pattern)]
        found = [link for link in self._fabric.links() if any(_fits(name, pattern) for name in _spellings(link))]
        if not found:
            raise unknown("link", pattern, (link.name for link in self._fabric.links()))
        return found

    def _link_between(self, a: str, b: str) -> topologies.Link:
        links = self._links_of(a, b)
        found = [link for link in links if {link.a[0], link.b[0]} == {a, b}]
        if len(found) == 1:
            return found[0]
        what = f"{'more than one' if found else 'no'} link between {a!r} and {b!r}"
        raise _refused(what, "link", f"{a}--{b}", (link.name for link in found or links))

    def _links_of(self, *names: str) -> list[topologies.Link]:
        """The links of the NIC among `names`, else of the first switch."""
        nics = [name for name in names if self._is_nic(name)]
        switches = [self.switch(name) for name in names if name not in nics]
        if nics:
            index = self._fabric.nic(nics[0]).index
            return [self._fabric.host_link(plane, index) for plane in range(self._fabric.planes)]
        return [port.link for port in switches[0].ports()]

    def _is_nic(self, name: str) -> bool:
        try:
            return self._fabric.nic(name).name == name
        except topologies.TopologyError:
            return False


def _spellings(link: topologies.Link) -> Iterator[str]:
    yield link.name
    yield f"{link.a[0]}--{link.b[0]}"
    yield f"{link.b[0]}--{link.a[0]}"


def _fits(name: str, pattern: str) -> bool:
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), name) is not None


def unknown(kind: str, name: str, known: Iterable[str]) -> RefusedValueError:
    """The refusal of a name that is none of `known`, with the nearest that is."""
    return _refused(f"no {kind} named {name!r}", kind, name, known)


def _refused(what: str, kind: str, wanted: str, known: Iterable[str]) -> RefusedValueError:
    names = list(islice(known, _MAX_SEARCHED))
    near = difflib.get_close_matches(wanted, names, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    more = f", ... ({len(names)} or more)" if len(names) > _MAX_LISTED else ""
    plural = kind + ("es" if kind.endswith("ch") else "s")
    return RefusedValueError(f"{what}{hint}", f"{plural}: {', '.join(names[:_MAX_LISTED])}{more}")
