# SPDX-License-Identifier: Apache-2.0
"""A run whose packets are followed: NICs and switches tell what goes through their hands, links when it leaves.

The nodes and links are Python's, so a frame is one object from the sender of a link to its receiver, and is known by
it; switches run what they always run, and for packets that are to be traced they run Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial

from typing_extensions import override

import topologies
from fabric.emulation.interfaces import Emitted, Endpoint, Forwarder
from fabric.emulation.network import Network
from fabric.emulation.parts import Parts
from fabric.emulation.python_parts import PythonParts
from fabric.timeline.journeys import Hop, Journey, Key
from fabric.timeline.reading import Reader
from p4soft.switch import SimpleSwitch
from p4soft.switch.trace import TraceEvent
from p4soft.switch.trace_output import is_hidden

Wanted = Callable[[Key], bool]
"""Whether a packet is followed, asked as it begins."""


class _Lines:
    """A tracer that keeps what people may see."""

    def __init__(self) -> None:
        self.events: list[TraceEvent] = []

    def event(self, event: TraceEvent) -> None:
        """Keep it, unless the compiler made up what it is about."""
        if not is_hidden(event):
            self.events.append(event)


class Follower:
    """Follows the packets of one run.

    Attributes:
        journeys: of all that were followed, in the order in which they began.
    """

    def __init__(self, reader: Reader, wanted: Wanted, *, traced: bool) -> None:
        """`traced`: switches explain what they do with packets that are followed."""
        self.journeys: list[Journey] = []
        self._reader = reader
        self._wanted = wanted
        self._traced = traced
        self._network: Network | None = None
        self._frames: dict[int, tuple[bytes, Journey]] = {}

    @property
    def now_ns(self) -> int:
        """The run's time."""
        return 0 if self._network is None else self._network.now_ns

    def join(
        self,
        topology: topologies.Fabric,
        switches: Mapping[str, Forwarder],
        nics: Sequence[Endpoint],
        *,
        seed: int,
        parts: Parts | None,
        signal_ns: int | None,
    ) -> Network:
        """A `Network` whose packets are followed."""
        network = Network(
            topology,
            {name: _Switch(self, name, switch) for name, switch in switches.items()},
            [_Nic(self, topology.nic(index).name, index, nic) for index, nic in enumerate(nics)],
            seed=seed,
            parts=parts or PythonParts(),
            signal_ns=signal_ns,
        )
        self._network = network
        for link in network.links.values():
            for wire in link.directions:
                wire.tap = self._leaves
        return network

    def begins(self, node: str, nic: int, port: int, frame: bytes, now_ns: int) -> None:
        """A NIC has given a frame away."""
        key = Key(nic, now_ns, port)
        if self._wanted(key):
            hop = Hop(node, None, now_ns, frame, out_port=port, out=frame)
            journey = Journey(key, self._reader.read(nic, frame), [hop])
            self.journeys.append(journey)
            self._frames[id(frame)] = (frame, journey)

    def _leaves(self, time_ns: int, frame: bytes) -> None:
        found = self._frames.get(id(frame))
        if found is not None:
            found[1].hops[-1].left_ns = time_ns

    def ends(self, node: str, port: int, frame: bytes) -> None:
        """A NIC has got a frame."""
        found = self._frames.pop(id(frame), None)
        if found is not None:
            found[1].hops.append(Hop(node, port, self.now_ns, frame))
            found[1].arrived = True

    def passes(self, node: str, switch: Forwarder, port: int, frame: bytes, now_us: int) -> Iterable[Emitted]:
        """A switch gets a frame: what it makes of it."""
        found = self._frames.pop(id(frame), None)
        if found is None:
            return switch.receive(port, frame, now_us)
        hop = Hop(node, port, self.now_ns, frame)
        found[1].hops.append(hop)
        emitted = list(self._explained(switch, hop)(port, frame, now_us))
        if emitted:
            hop.out_port, hop.out = emitted[0].port, emitted[0].frame
            self._frames[id(hop.out)] = (hop.out, found[1])
        return emitted

    def _explained(self, switch: Forwarder, hop: Hop) -> partial[Iterable[Emitted]]:
        if self._traced and isinstance(switch, SimpleSwitch):
            return partial(_traced, switch, hop)
        return partial(switch.receive)


def _traced(switch: SimpleSwitch, hop: Hop, port: int, frame: bytes, now_us: int) -> Iterable[Emitted]:
    lines = _Lines()
    switch.tracer = lines
    try:
        return switch.receive(port, frame, now_us)
    finally:
        switch.tracer = None
        hop.trace = lines.events


class _Nic(Endpoint):
    """A NIC whose frames are followed."""

    def __init__(self, follower: Follower, name: str, index: int, nic: Endpoint) -> None:
        self._follower, self._name, self._index, self._nic = follower, name, index, nic

    @override
    def receive(self, port: int, frame: bytes, now_ns: int) -> None:
        self._follower.ends(self._name, port, frame)
        self._nic.receive(port, frame, now_ns)

    @override
    def transmit(self, free_ports: int, now_ns: int) -> tuple[int, bytes] | None:
        pulled = self._nic.transmit(free_ports, now_ns)
        if pulled is not None:
            self._follower.begins(self._name, self._index, *pulled, now_ns)
        return pulled

    @override
    def set_carrier(self, port: int, up: bool, now_ns: int) -> None:
        self._nic.set_carrier(port, up, now_ns)

    @override
    def next_wakeup(self) -> int | None:
        return self._nic.next_wakeup()


class _Switch(Forwarder):
    """A switch whose frames are followed."""

    def __init__(self, follower: Follower, name: str, switch: Forwarder) -> None:
        self._follower, self._name, self._switch = follower, name, switch

    @property
    @override
    def lock(self) -> AbstractContextManager[object]:
        return self._switch.lock

    @override
    def receive(self, port: int, frame: bytes, now_us: int) -> Iterable[Emitted]:
        return self._follower.passes(self._name, self._switch, port, frame, now_us)

    @override
    def advance(self, now_us: int) -> Iterable[Emitted]:
        return self._switch.advance(now_us)

    @override
    def next_event_us(self) -> int | None:
        return self._switch.next_event_us()
