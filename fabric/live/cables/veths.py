# SPDX-License-Identifier: Apache-2.0
"""Cables that are veth pairs: the switches' ends in this network namespace, the others each where their node is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from typing_extensions import override

from fabric.live.cables import tc
from fabric.live.cables.cabling import Cable, Cabling, Station
from fabric.live.cables.tc import RX_BYTES, TX_BYTES, CableEnd, Shape, counters, read_ends
from fabric.live.messages import EndState
from fabric.live.namespaces import inner
from fabric.live.processes import Child, NicClient


class Veths(Cabling):
    """Veth pairs by link, shaped by `tc`."""

    def __init__(self, wanted: Mapping[str, Cable], bands: Mapping[int, int], *, cuts: bool) -> None:
        """Lay them: the switches' ends up and silent, the others waiting for their namespaces.

        Args:
            wanted: cables by link.
            bands: DSCP to band, 0 (served first) to 7.
            cuts: a link without a NIC that goes down is cut off (`cut`); otherwise its interfaces go down.

        Raises:
            BuildError: the kernel refuses one.
        """
        tc.run_ip(["link set lo up"])
        self.cables = wanted
        self.delays = tc.can_delay()
        self._bands = bands
        self._cuts = cuts
        self._nics: Mapping[str, NicClient] = {}
        self._stations: dict[str, Station] = {}
        self._shapes: dict[str, Shape] = {}
        tc.lay(cable.ends for cable in wanted.values())
        lines: list[str] = []
        for cable in wanted.values():
            shape = cable.shape if self.delays else replace(cable.shape, delay_ns=0)
            for end in cable.ends:
                self._shapes[end.interface] = shape
                lines += tc.shaped(end.interface, shape, bands)
        tc.run_tc(lines)
        for end in self._switch_ends(wanted.values()):
            tc.silence(end.interface)
        tc.run_ip(f"link set {end.interface} up" for end in self._switch_ends(wanted.values()))

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
    def attachments(self) -> dict[str, dict[int, str]]:
        found: dict[str, dict[int, str]] = {}
        for end in self._switch_ends(self.cables.values()):
            found.setdefault(end.node, {})[end.port] = end.interface
        return found

    @override
    def plug_hosts(self, hosts: Mapping[str, Station]) -> None:
        self._plug(hosts)

    @override
    def plug(self, nics: Mapping[str, NicClient]) -> None:
        self._nics = nics
        self._plug(nics)

    def _plug(self, stations: Mapping[str, Station]) -> None:
        """Give these nodes their ends, and wait until all that is plugged is up."""
        self._stations |= stations
        theirs = [cable.a for cable in self.cables.values() if cable.a.node in stations]
        tc.run_ip(f"link set {end.interface} netns {stations[end.node].process_id}" for end in theirs)
        for station in stations.values():
            station.plugged()
        for end in theirs:  # a queueing discipline does not move with its interface
            self._tc(end, tc.shaped(self._inside(end), self._shapes[end.interface], self._bands))
        whole = [each for each in self.cables.values() if each.between_switches or each.a.node in self._stations]
        tc.await_up(end.interface for end in self._switch_ends(whole))

    @override
    def set_state(self, link: str, up: bool) -> None:
        """A NIC's end goes down, and so it notices; otherwise nothing gets through, or all interfaces go down."""
        cable = self.cables[link]
        if cable.a.node in self._nics:
            self._nics[cable.a.node].set_port(cable.a.port, up=up)
        elif self._cuts:
            self.cut(link, not up)
        else:  # one end: the other loses its carrier
            tc.run_ip([f"link set {cable.b.interface} {'up' if up else 'down'}"])

    def cut(self, link: str, off: bool) -> None:
        """Let nothing through in both directions, or let it again; both ends stay up. Raises FabricError.

        For BMv2: when an interface of its is set down, libpcap 1.10 waits inside one call until a frame comes there,
        and the switch receives from no other port meanwhile.
        """
        for end in self.cables[link].ends:
            self._reshape(end, replace(self._shapes[end.interface], cut=off))

    @override
    def set_loss(self, link: str, probability: float, to: str | None = None) -> None:
        for end in self.cables[link].ends:  # an end's shape is that of what it sends
            loss = 0.0 if to == end.node else probability
            self._reshape(end, replace(self._shapes[end.interface], loss=loss))

    @override
    def set_rate(self, link: str, rate_bps: int) -> None:
        for end in self.cables[link].ends:
            self._reshape(end, replace(self._shapes[end.interface], rate_bps=rate_bps))

    @override
    def switch_ends(self) -> dict[str, EndState]:
        return read_ends(end.interface for end in self._switch_ends(self.cables.values()))

    @override
    def nic_ends(self) -> dict[str, EndState]:
        read = {name: nic.read_ends() for name, nic in self._nics.items()}
        ends = (cable.a for cable in self.cables.values() if cable.a.node in read)
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

    @override
    def late_ns(self) -> int:
        return 0

    @override
    def processes(self) -> list[Child]:
        return []

    @override
    def close(self) -> None:
        """: the kernel takes them away with their namespaces."""

    def _switch_ends(self, cables: Iterable[Cable]) -> Iterator[CableEnd]:
        """Their ends in this namespace."""
        return (end for cable in cables for end in (cable.ends if cable.between_switches else (cable.b,)))

    def _reshape(self, end: CableEnd, after: Shape) -> None:
        self._tc(end, tc.reshaped(self._inside(end), self._shapes[end.interface], after))
        self._shapes[end.interface] = after

    def _tc(self, end: CableEnd, lines: Sequence[str]) -> None:
        """Run lines of `tc -batch` where an end is."""
        if end.node in self._stations:
            self._stations[end.node].run_tc(lines)
        else:
            tc.run_tc(lines)

    def _inside(self, end: CableEnd) -> str:
        """What an end is called where it is."""
        return self._stations[end.node].interface(end.port) if end.node in self._stations else end.interface
