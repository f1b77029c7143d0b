# SPDX-License-Identifier: Apache-2.0
"""Packets on their way through the fabric, node by node: their kind, how they are followed, and which are shown.

In a run with followed packets, NICs and switches report each frame that they receive or send, and links report when it
leaves. Nodes and links are Python's, so a frame is one object from one end of a link to the other, and is known by it.
Switches run as in any run, but in Python for packets that are traced. A page shows the first packet of each kind in a
window, and the retransmissions of lost ones.
"""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from ipaddress import ip_address
from typing import Final, NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import override

from fabric.emulation.interfaces import Endpoint, Forwarder
from fabric.emulation.network import Network, python_parts
from fabric.running import Nodes
from fabric.timeline.recording import Window
from host_stack.explain.captures import CapturedFrame, PacketReader, SeenPacket
from host_stack.roce.wire import BTH_LEN, Bth, Opcode
from host_stack.wire.constants import Role
from host_stack.wire.options import WireOptions
from p4soft.switch import Emission, SimpleSwitch
from p4soft.switch.trace import TraceEvent, is_hidden
from topologies import Fabric

# --- What a frame is -------------------------------------------------------------------------------------------------


DATA: Final = "data"
RETRANSMISSION: Final = "retransmission"
OTHER: Final = "other"
"""A frame of neither kind of NIC, such as an agent's probe."""

_ETH_LEN, _IPV6, _IPV6_LEN, _IPV4, _NEXT_UDP, _UDP_LEN = 14, 0x86DD, 40, 0x0800, 17, 8
_HALF: Final = 1 << 23
"""PSNs are 24 bits: the half behind one is older (IBTA 9.7.1)."""


class Read(Struct, frozen=True):
    """What a frame is.

    Attributes:
        kind: `DATA`, `RETRANSMISSION`, `OTHER`, or the lower-case name of an opcode.
        text: what tells it from others of its kind.
        psn: of data, with the destination queue pair; None of anything else.
    """

    kind: str
    text: str
    psn: tuple[int, int] | None


class Reader(Protocol):
    """Reads the frames that NICs send, in order."""

    def read(self, nic: int, frame: bytes) -> Read:
        """A frame that a NIC, by its number, begins to send. Never raises."""


class _Newest:
    """The newest PSN of each queue pair: a packet whose PSN is no newer is a retransmission."""

    def __init__(self) -> None:
        self._psns: dict[tuple[int, int], int] = {}

    def seen(self, nic: int, qpn: int, psn: int) -> bool:
        """Whether a NIC has sent this PSN to a queue pair before; stores the PSN."""
        newest = self._psns.get((nic, qpn))
        if newest is not None and (newest - psn) % (1 << 24) < _HALF:
            return True
        self._psns[nic, qpn] = psn
        return False


class MrcReader(Reader):
    """Packets by their PSN and the path that their EV names: `PSN 7 · by p0-t1-0`."""

    def __init__(self, wire: WireOptions, fabric: Fabric) -> None:
        self._reader = PacketReader(wire)
        self._fabric = fabric
        self._newest = _Newest()

    @override
    def read(self, nic: int, frame: bytes) -> Read:
        packet = self._reader.read(CapturedFrame(0, 0, "", frame, len(frame)))
        if packet is None:
            return Read(OTHER, f"{len(frame)} B", None)
        text = f"PSN {packet.bth.psn} · {self._way(nic, packet)}"
        if not packet.kind.data:
            return Read(packet.kind.opcode.name.lower(), text, None)
        again = self._newest.seen(nic, packet.bth.dest_qpn, packet.bth.psn)
        kind = RETRANSMISSION if again or packet.role is Role.TRIMMABLE_RETX else DATA
        return Read(kind, text, (packet.bth.dest_qpn, packet.bth.psn))

    def _way(self, nic: int, packet: SeenPacket) -> str:
        """The path by its highest switch; by its plane where switches hash; its EV if the fabric has no such path."""
        fabric, plane, uplink = self._fabric, packet.plane, packet.uplink
        if plane is None or plane >= fabric.planes:
            return f"EV {packet.entropy:08x}"
        if uplink is None:
            return f"by plane {plane}, hashed"
        peer = fabric.nic_with_address(ip_address(packet.destination))
        if peer is not None and nic < fabric.nics and peer.t0 == (t0 := fabric.nic(nic).t0):
            return f"by {fabric.t0(plane, t0).name}"
        return f"by {fabric.t1(plane, uplink).name}" if uplink < fabric.t1s else f"EV {packet.entropy:08x}"


class RoceReader(Reader):
    def __init__(self) -> None:
        self._newest = _Newest()

    @override
    def read(self, nic: int, frame: bytes) -> Read:
        at = _udp(frame)
        if at is None or at + _UDP_LEN + BTH_LEN > len(frame):
            return Read(OTHER, f"{len(frame)} B", None)
        bth = Bth.unpack(frame, at + _UDP_LEN)
        text = f"PSN {bth.psn} · QP {bth.dest_qpn}"
        try:
            opcode = Opcode(bth.opcode)
        except ValueError:
            return Read(OTHER, f"opcode {bth.opcode:#04x}", None)
        if opcode in (Opcode.ACKNOWLEDGE, Opcode.CNP):
            return Read(opcode.name.lower(), text, None)
        kind = RETRANSMISSION if self._newest.seen(nic, bth.dest_qpn, bth.psn) else DATA
        return Read(kind, text, (bth.dest_qpn, bth.psn))


def _udp(frame: bytes) -> int | None:
    """Where UDP begins in a frame with one IP header."""
    if len(frame) < _ETH_LEN + _IPV6_LEN:
        return None
    (ethertype,) = struct.unpack_from("!H", frame, _ETH_LEN - 2)
    if ethertype == _IPV6 and frame[_ETH_LEN + 6] == _NEXT_UDP:
        return _ETH_LEN + _IPV6_LEN
    if ethertype == _IPV4 and frame[_ETH_LEN + 9] == _NEXT_UDP:
        return _ETH_LEN + 4 * (frame[_ETH_LEN] & 15)
    return None


# --- A packet's way --------------------------------------------------------------------------------------------------


class Key(NamedTuple):
    """Which packet of a run: the NIC that sent it, when (ns) and on which port. A second run has the same."""

    nic: int
    born_ns: int
    port: int


@dataclass(slots=True)
class Hop:
    """A packet at one node.

    Attributes:
        node: its name.
        port: by which it came; None where it began.
        at_ns: when its last bit came.
        frame: as it came.
        out_port: by which it leaves; None: it does not.
        out: as it leaves.
        left_ns: when its first bit left; None: it never did.
        trace: what the switch did with it, if it was asked.
    """

    node: str
    port: int | None
    at_ns: int
    frame: bytes
    out_port: int | None = None
    out: bytes = b""
    left_ns: int | None = None
    trace: list[TraceEvent] = field(default_factory=list)

    @property
    def trimmed(self) -> bool:
        return self.out_port is not None and len(self.out) < len(self.frame)


@dataclass(slots=True)
class Journey:
    """A packet.

    Attributes:
        key: which.
        read: what it is.
        hops: where it was, the sending NIC first, and last the NIC that it reached, if it did.
        arrived: it reached one.
    """

    key: Key
    read: Read
    hops: list[Hop]
    arrived: bool = False

    @property
    def trimmed_ns(self) -> int | None:
        """When a switch first trimmed it."""
        return next((hop.at_ns for hop in self.hops if hop.trimmed), None)

    @property
    def last_ns(self) -> int:
        last = self.hops[-1]
        return last.at_ns if last.left_ns is None else last.left_ns


# --- Following packets -----------------------------------------------------------------------------------------------


Wanted = Callable[[Key], bool]
"""Whether a packet is followed, asked as it begins."""


class _Lines:
    """A tracer that stores the events that people may see."""

    def __init__(self) -> None:
        self.events: list[TraceEvent] = []

    def event(self, event: TraceEvent) -> None:
        """Store it, unless it is about something that the compiler made up."""
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
        return 0 if self._network is None else self._network.now_ns

    def join(self, nodes: Nodes) -> Network:
        """A network whose packets are followed."""
        network = replace(
            nodes,
            switches={name: _Switch(self, name, switch) for name, switch in nodes.switches.items()},
            nics=[_Nic(self, nodes.topology.nic(index).name, index, nic) for index, nic in enumerate(nodes.nics)],
            parts=python_parts(nodes.topology),
        ).join()
        self._network = network
        for link in network.links.values():
            for wire in link.directions:
                wire.tap = self._leaves
        return network

    def begins(self, node: str, nic: int, port: int, frame: bytes, now_ns: int) -> None:
        """A NIC sends a frame."""
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
        """A NIC receives a frame."""
        found = self._frames.pop(id(frame), None)
        if found is not None:
            found[1].hops.append(Hop(node, port, self.now_ns, frame))
            found[1].arrived = True

    def passes(self, node: str, switch: Forwarder, port: int, frame: bytes, now_us: int) -> Iterable[Emission]:
        """A switch receives a frame; the frames that it sends."""
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

    def _explained(self, switch: Forwarder, hop: Hop) -> partial[Iterable[Emission]]:
        if self._traced and isinstance(switch, SimpleSwitch):
            return partial(_traced, switch, hop)
        return partial(switch.receive)


def _traced(switch: SimpleSwitch, hop: Hop, port: int, frame: bytes, now_us: int) -> Iterable[Emission]:
    lines = _Lines()
    switch.tracer = lines
    try:
        return switch.receive(port, frame, now_us)
    finally:
        switch.tracer = None
        hop.trace = lines.events


class _Nic(Endpoint):
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
    def __init__(self, follower: Follower, name: str, switch: Forwarder) -> None:
        self._follower, self._name, self._switch = follower, name, switch

    @property
    @override
    def lock(self) -> AbstractContextManager[object]:
        return self._switch.lock

    @override
    def receive(self, port: int, frame: bytes, now_us: int) -> Iterable[Emission]:
        return self._follower.passes(self._name, self._switch, port, frame, now_us)

    @override
    def advance(self, now_us: int) -> Iterable[Emission]:
        return self._switch.advance(now_us)

    @override
    def next_event_us(self) -> int | None:
        return self._switch.next_event_us()


# --- Which packets are shown ------------------------------------------------------------------------------------------


MOST_PACKETS = 120
"""Of a page; the last window may add a few."""
TRIMMED, LOST = "trimmed", "lost"
_OF_A_KIND = {DATA: 3, TRIMMED: 3, LOST: 3, RETRANSMISSION: 3}
"""Of a window, each of another NIC; of any other kind one."""


def chosen(journeys: Sequence[Journey], windows: Iterable[Window], *, until_ns: int) -> list[Journey]:
    """The journeys to keep, about `MOST_PACKETS` at most, in the order in which they began.

    Args:
        journeys: to choose from, in that order.
        windows: where to look.
        until_ns: what was seen later and did not arrive is on its way, not lost.
    """
    kept: dict[int, Journey] = {}
    moments = [(at_ns, what, journey) for journey in journeys for what, at_ns in _moments(journey, until_ns)]
    moments.sort(key=lambda moment: moment[0])
    for window in windows:
        seen: dict[str, set[int]] = defaultdict(set)
        for at_ns, what, journey in moments:
            nics, nic = seen[what], journey.key.nic
            if window.holds(at_ns) and nic not in nics and len(nics) < _OF_A_KIND.get(what, 1):
                nics.add(nic)
                kept[id(journey)] = journey
        if len(kept) >= MOST_PACKETS:
            break
    missed = {_identity(journey) for journey in kept.values() if _moments_of_harm(journey, until_ns)}
    for journey in journeys:
        if journey.read.kind == RETRANSMISSION and _identity(journey) in missed and len(kept) < MOST_PACKETS:
            kept[id(journey)] = journey
    return sorted(kept.values(), key=lambda journey: journey.key)


def _identity(journey: Journey) -> tuple[int, tuple[int, int] | None]:
    """The queue pair and PSN of a packet, the same for each of its transmissions."""
    return journey.key.nic, journey.read.psn


def _moments(journey: Journey, until_ns: int) -> Iterator[tuple[str, int]]:
    """(what, when): the kind of a packet, and its trim or loss."""
    harm = _moments_of_harm(journey, until_ns)
    if not harm or journey.read.kind != DATA:
        yield journey.read.kind, journey.key.born_ns
    yield from harm


def _moments_of_harm(journey: Journey, until_ns: int) -> list[tuple[str, int]]:
    harm = [] if journey.trimmed_ns is None else [(TRIMMED, journey.trimmed_ns)]
    if not journey.arrived and journey.last_ns < until_ns:
        harm.append((LOST, journey.last_ns))
    return harm
