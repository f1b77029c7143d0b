# SPDX-License-Identifier: Apache-2.0
"""Cables that are veth pairs: the switches' ends in this network namespace, each NIC's ends in its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from typing_extensions import override

from fabric.live import cables
from fabric.live.cables import Cable, CableEnd, Shape
from fabric.live.cabling import Cabling
from fabric.live.child import Child
from fabric.live.ends import read_ends
from fabric.live.isolation import inner
from fabric.live.messages import Done, EndsRead, EndState, Ports, ReadEnds, SetPort, Tc
from fabric.live.nics import NicClient
from fabric.live.veth_pairs import VethPairs


class Veths(VethPairs, Cabling):
    """The cables of a fabric as veth pairs."""

    def __init__(self, wanted: Mapping[str, Cable], shapes: Mapping[str, Shape], bands: Mapping[int, int]) -> None:
        """Lay them: the switches' ends up, the NICs' ends waiting for their namespaces.

        Args:
            wanted: cables by link.
            shapes: of both directions, by link.
            bands: DSCP to band, 0 (served first) to 7.

        Raises:
            BuildError: the kernel refuses one.
        """
        self.cables = wanted
        self._hosts = [cable for cable in wanted.values() if cable.link.role == "host"]
        self._nics: Mapping[str, NicClient] = {}
        nics = {cable.a.node for cable in self._hosts}
        super().__init__(wanted, {end.node for each in wanted.values() for end in each.ends} - nics, shapes, bands)

    @override
    def nic_prefix(self) -> list[str]:
        return inner()

    @override
    def nic_descriptors(self, nic: str) -> list[int]:
        return []

    @override
    def switch_prefix(self) -> list[str]:
        return []

    @override
    def plug(self, nics: Mapping[str, NicClient]) -> None:
        self._nics = nics
        cables.ip(f"link set {cable.a.interface} netns {nics[cable.a.node].process_id}" for cable in self._hosts)
        for nic in nics.values():
            nic.ask(Ports(), Done)
        for cable in self._hosts:
            self._shape_elsewhere(cable.a)
        cables.await_up(end.interface for end in self.ends_here())

    @override
    def set_state(self, link: str, up: bool) -> None:
        """The NIC's end goes down, and so it notices; between switches nothing gets through, see `cut`."""
        cable = self.cables[link]
        if cable.link.role == "host":
            self._nics[cable.a.node].ask(SetPort(port=cable.a.port, up=up), Done)
        else:
            self.cut(link, not up)

    @override
    def switch_ends(self) -> dict[str, EndState]:
        return read_ends(end.interface for end in self.ends_here())

    @override
    def nic_ends(self) -> dict[str, EndState]:
        read = {name: nic.ask(ReadEnds(), EndsRead).ends for name, nic in self._nics.items()}
        return {cable.a.interface: read[cable.a.node][cable.a.port] for cable in self._hosts}

    @override
    def late_ns(self) -> int:
        return 0

    @override
    def processes(self) -> list[Child]:
        return []

    @override
    def close(self) -> None:
        """: the kernel takes them away with their namespaces."""

    @override
    def _tc_elsewhere(self, end: CableEnd, lines: Sequence[str]) -> None:
        self._nics[end.node].ask(Tc(lines=list(lines)), Done)

    @override
    def _inside(self, end: CableEnd) -> str:
        return f"port{end.port}"
