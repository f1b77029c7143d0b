# SPDX-License-Identifier: Apache-2.0
"""Veth pairs as links: some ends in this network namespace, where switches are, the others each where their node is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from fabric.live import cables
from fabric.live.cables import CableEnd, Pair, Shape
from fabric.live.ends import RX_BYTES, TX_BYTES, counters


class VethPairs(ABC):
    """Veth pairs by link, shaped by `tc`.

    Attributes:
        delays: they have the delays that they should have; False where the kernel cannot (`cables.can_delay`).
    """

    def __init__(
        self, pairs: Mapping[str, Pair], here: Collection[str], shapes: Mapping[str, Shape], bands: Mapping[int, int]
    ) -> None:
        """Lay them: the ends that stay here up and silent, the others waiting for their namespaces.

        Args:
            pairs: by link; the `b` ends stay here.
            here: nodes whose ends stay in this namespace.
            shapes: of both directions, by link.
            bands: DSCP to band, 0 (served first) to 7.

        Raises:
            BuildError: the kernel refuses one.
        """
        cables.ip(["link set lo up"])
        self.delays = cables.can_delay()
        self._pairs = pairs
        self._here = here
        self._bands = bands
        self._shapes: dict[str, Shape] = {}
        cables.lay(pairs.values())
        lines: list[str] = []
        for name in pairs:
            shape = shapes[name] if self.delays else replace(shapes[name], delay_ns=0)
            for end in self._ends(name):
                self._shapes[end.interface] = shape
                lines += cables.shaped(end.interface, shape, bands)
        cables.tc(lines)
        for end in self.ends_here():
            cables.silence(end.interface)
        cables.ip(f"link set {end.interface} up" for end in self.ends_here())

    def attachments(self) -> dict[str, dict[int, str]]:
        """By switch and port, the interface that the switch's process is started on."""
        found: dict[str, dict[int, str]] = {}
        for end in self.ends_here():
            found.setdefault(end.node, {})[end.port] = end.interface
        return found

    def set_state(self, link: str, up: bool) -> None:
        """Both directions. Raises BuildError."""
        # One end: the other loses its carrier. The `b` end is always in this namespace.
        cables.ip([f"link set {self._pairs[link].b.interface} {'up' if up else 'down'}"])

    def cut(self, link: str, off: bool) -> None:
        """Let nothing through in both directions, or let it again; both ends stay up. Raises FabricError.

        For BMv2: when an interface of its is set down, libpcap 1.10 waits inside one call until a frame comes there,
        and the switch receives from no other port meanwhile.
        """
        for end in self._ends(link):
            self._reshape(end, replace(self._shapes[end.interface], cut=off))

    def set_loss(self, link: str, probability: float, to: str | None = None) -> None:
        """Of each frame, in both directions, or only towards the node `to`. Raises FabricError."""
        for end in self._ends(link):  # an end's shape is that of what it sends
            loss = 0.0 if to == end.node else probability
            self._reshape(end, replace(self._shapes[end.interface], loss=loss))

    def set_rate(self, link: str, rate_bps: int) -> None:
        """Both directions, bits per real second. Raises FabricError."""
        for end in self._ends(link):
            self._reshape(end, replace(self._shapes[end.interface], rate_bps=rate_bps))

    def carried(self) -> dict[str, tuple[int, int]]:
        """Bytes that came out of each, by link: at its second end, and at its first."""
        # The `b` ends are here, and the queues before them have passed then.
        counted = counters()
        ends = {name: pair.b.interface for name, pair in self._pairs.items()}
        return {name: (counted[end][RX_BYTES], counted[end][TX_BYTES]) for name, end in ends.items() if end in counted}

    def tap(self, link: str) -> str:
        """What `fabric.live.capture` opens to see what crosses a link, both ways, at its second end."""
        return self._pairs[link].b.interface

    def ends_here(self) -> Iterator[CableEnd]:
        """All ends in this namespace."""
        return (end for link in self._pairs for end in self._ends(link) if end.node in self._here)

    @abstractmethod
    def _tc_elsewhere(self, end: CableEnd, lines: Sequence[str]) -> None:
        """Run lines of `tc -batch` where an end is that is not here. Raises FabricError."""

    @abstractmethod
    def _inside(self, end: CableEnd) -> str:
        """What an end is called that is not here, where it is."""

    def _shape_elsewhere(self, end: CableEnd) -> None:
        """Give an end that has moved its shape again: a queueing discipline does not move with its interface."""
        self._tc_elsewhere(end, cables.shaped(self._inside(end), self._shapes[end.interface], self._bands))

    def _ends(self, link: str) -> tuple[CableEnd, CableEnd]:
        pair = self._pairs[link]
        return pair.a, pair.b

    def _reshape(self, end: CableEnd, after: Shape) -> None:
        before = self._shapes[end.interface]
        if end.node in self._here:
            cables.tc(cables.reshaped(end.interface, before, after))
        else:
            self._tc_elsewhere(end, cables.reshaped(self._inside(end), before, after))
        self._shapes[end.interface] = after
