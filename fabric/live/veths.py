# SPDX-License-Identifier: Apache-2.0
"""Cables that are veth pairs: the switches' ends in this network namespace, each NIC's ends in its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from typing_extensions import override

from fabric.live import cables
from fabric.live.cables import Cable, CableEnd, Shape
from fabric.live.cabling import Cabling
from fabric.live.ends import RX_BYTES, TX_BYTES, counters, read_ends
from fabric.live.isolation import inner
from fabric.live.messages import Done, EndsRead, EndState, Ports, ReadEnds, Tc
from fabric.live.nics import NicClient


class Veths(Cabling):
    """Veth pairs, shaped by `tc`."""

    def __init__(self, wanted: Mapping[str, Cable], shapes: Mapping[str, Shape], bands: Mapping[int, int]) -> None:
        """Lay them: the switches' ends up, the NICs' ends waiting for their namespaces.

        Args:
            wanted: cables by link.
            shapes: of both directions, by link.
            bands: DSCP to band, 0 (served first) to 7.

        Raises:
            BuildError: the kernel refuses one.
        """
        cables.ip(["link set lo up"])
        self.cables = wanted
        self.delays = cables.can_delay()
        self._bands = bands
        self._nics: Mapping[str, NicClient] = {}
        self._shapes: dict[str, Shape] = {}
        cables.lay(wanted.values())
        lines: list[str] = []
        for name, cable in wanted.items():
            shape = shapes[name] if self.delays else replace(shapes[name], delay_ns=0)
            for end in cable.ends:
                self._shapes[end.interface] = shape
                lines += cables.shaped(end.interface, shape, bands)
        cables.tc(lines)
        for end in self._switch_ends():
            cables.silence(end.interface)
        cables.ip(f"link set {end.interface} up" for end in self._switch_ends())

    @override
    def nic_prefix(self) -> list[str]:
        return inner()

    @override
    def attachments(self) -> dict[str, dict[int, str]]:
        found: dict[str, dict[int, str]] = {}
        for end in self._switch_ends():
            found.setdefault(end.node, {})[end.port] = end.interface
        return found

    @override
    def plug(self, nics: Mapping[str, NicClient]) -> None:
        self._nics = nics
        hosts = [cable for cable in self.cables.values() if cable.link.role == "host"]
        cables.ip(f"link set {cable.a.interface} netns {nics[cable.a.node].process_id}" for cable in hosts)
        for nic in nics.values():
            nic.ask(Ports(), Done)
        for cable in hosts:  # a queueing discipline does not move with its interface
            lines = cables.shaped(_inside(cable.a), self._shapes[cable.a.interface], self._bands)
            nics[cable.a.node].ask(Tc(lines=lines), Done)
        cables.await_up(end.interface for end in self._switch_ends())

    @override
    def set_state(self, link: str, up: bool) -> None:
        # One end: the other loses its carrier. The `b` end is always a switch's, in this namespace.
        cables.ip([f"link set {self.cables[link].b.interface} {'up' if up else 'down'}"])

    @override
    def set_loss(self, link: str, probability: float) -> None:
        for end in self.cables[link].ends:
            self._reshape(end, replace(self._shapes[end.interface], loss=probability))

    @override
    def set_rate(self, link: str, rate_bps: int) -> None:
        for end in self.cables[link].ends:
            self._reshape(end, replace(self._shapes[end.interface], rate_bps=rate_bps))

    @override
    def switch_ends(self) -> dict[str, EndState]:
        return read_ends(end.interface for end in self._switch_ends())

    @override
    def nic_ends(self) -> dict[str, EndState]:
        read = {name: nic.ask(ReadEnds(), EndsRead).ends for name, nic in self._nics.items()}
        ends = (cable.a for cable in self.cables.values() if cable.link.role == "host")
        return {end.interface: read[end.node][end.port] for end in ends}

    @override
    def carried(self) -> dict[str, tuple[int, int]]:
        # The `b` ends are here, and the queues before them have passed then.
        counted = counters()
        ends = {name: cable.b.interface for name, cable in self.cables.items()}
        return {name: (counted[end][RX_BYTES], counted[end][TX_BYTES]) for name, end in ends.items() if end in counted}

    @override
    def tap(self, link: str) -> str:
        return self.cables[link].b.interface

    def _switch_ends(self) -> Iterator[CableEnd]:
        for cable in self.cables.values():
            if cable.link.role == "fabric":
                yield cable.a
            yield cable.b

    def _reshape(self, end: CableEnd, after: Shape) -> None:
        before = self._shapes[end.interface]
        nic = self._nics.get(end.node)
        if nic is None:
            cables.tc(cables.reshaped(end.interface, before, after))
        else:
            nic.ask(Tc(lines=cables.reshaped(_inside(end), before, after)), Done)
        self._shapes[end.interface] = after


def _inside(end: CableEnd) -> str:
    """What a NIC's end is called in the NIC's namespace."""
    return f"port{end.port}"
