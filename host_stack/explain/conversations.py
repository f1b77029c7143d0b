# SPDX-License-Identifier: Apache-2.0
"""Who sent which packets to whom, and what was answered: the packets of a capture, put in order.

A *conversation* is one direction of data between two queue pairs. A *transmission* is one sending of one packet: the
same packet seen on several links, whole or trimmed, is one transmission.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from host_stack.explain.packets import SeenPacket
from host_stack.wire.codec import Aeth, CcState, Eeth, Erth, Neth, Peth, Seth
from host_stack.wire.constants import EndpointOp, SackMark
from host_stack.wire.opcodes import Opcode
from host_stack.wire.psn import index_of, psn_of

_PDCID = 0xFFFF


@dataclass(slots=True, eq=False)
class Transmission:
    """One sending of one packet.

    Attributes:
        index: its PSN, counted without wrapping.
        nth: 1 for the first transmission.
        first: where and when it was seen first; seen: everywhere.
        cut: where it was first seen trimmed, or None.
        nack: the NACK about it, or None.
    """

    index: int
    nth: int
    first: SeenPacket
    seen: list[SeenPacket]
    cut: SeenPacket | None = None
    nack: SeenPacket | None = None

    @property
    def psn(self) -> int:
        """The 24 bits of its index that the wire carries."""
        return psn_of(self.index)


@dataclass(frozen=True, slots=True)
class RoundTrip:
    """A SACK and the transmission whose timestamp it reflects; both as first seen in the capture."""

    entropy: int
    time_ns: int


@dataclass(eq=False)
class Conversation:
    """Data of one queue pair to another.

    Attributes:
        writer, reader: addresses, 16 or 4 bytes.
        reader_qpn: 24 bits; writer_qpn: likewise, or None while no answer was seen.
        transmissions: by index, in the order they were sent.
        reports: earliest SACK or ACK that says an index arrived, by index.
        sacks, nacks, acks, probes: answers, and reliability probes of the writer, each once.
        round_trips: of SACKs about first transmissions.
    """

    writer: bytes
    reader: bytes
    reader_qpn: int
    writer_qpn: int | None = None
    transmissions: dict[int, list[Transmission]] = field(default_factory=dict)
    reports: dict[int, SeenPacket] = field(default_factory=dict)
    sacks: list[SeenPacket] = field(default_factory=list)
    nacks: list[SeenPacket] = field(default_factory=list)
    acks: list[SeenPacket] = field(default_factory=list)
    probes: list[SeenPacket] = field(default_factory=list)
    round_trips: list[RoundTrip] = field(default_factory=list)
    _highest: int | None = None
    _reported_to: int | None = None
    _by_identity: dict[tuple[int, int, int | None, bool], Transmission] = field(default_factory=dict)
    _by_timestamp: dict[tuple[int, int], Transmission] = field(default_factory=dict)

    def index(self, psn: int) -> int:
        """A PSN counted without wrapping; the first one seen is itself."""
        return index_of(psn, self._highest) if self._highest is not None else psn

    def data(self, packet: SeenPacket) -> None:
        """A data packet of the writer."""
        psn = packet.bth.psn
        identity = (psn, packet.entropy, packet.timestamp, packet.bth.rtx)
        known = self._by_identity.get(identity)
        # An identity of before the PSNs wrapped is another packet's.
        # Without timestamps, one seen twice on one link was sent twice.
        twice = packet.timestamp is None and known is not None and packet.interface in {s.interface for s in known.seen}
        if known is not None and known.index == self.index(psn) and not twice:
            known.seen.append(packet)
            if packet.trimmed and known.cut is None:
                known.cut = packet
            return
        index = self.index(psn)
        self._highest = index if self._highest is None else max(self._highest, index)
        sent = self.transmissions.setdefault(index, [])
        made = Transmission(index, len(sent) + 1, packet, [packet], packet if packet.trimmed else None)
        sent.append(made)
        self._by_identity[identity] = made
        if packet.timestamp is not None:
            self._by_timestamp[packet.timestamp, packet.entropy] = made

    def sack(self, packet: SeenPacket, seth: Seth, state: CcState) -> None:
        """A SACK of the reader."""
        self.sacks.append(packet)
        self.writer_qpn = packet.bth.dest_qpn
        if self._highest is None:
            return
        cack = self.index(seth.cack)
        self._report_up_to(cack, packet)
        base, bitmap = cack + seth.sack_offset, seth.bitmap
        while bitmap:
            low = bitmap & -bitmap
            self._report(base + low.bit_length() - 1, packet)
            bitmap ^= low
        if not seth.probe:
            self._report(cack + seth.ack_offset, packet)
            cause = self._by_timestamp.get((state.timestamp, seth.entropy))
            if cause is not None and not cause.first.bth.rtx and not packet.bth.rtx:
                self.round_trips.append(RoundTrip(seth.entropy, packet.time_ns - cause.first.time_ns))

    def nack(self, packet: SeenPacket, neth: Neth) -> None:
        """A NACK of the reader: it is about the latest transmission on the EV it names."""
        self.nacks.append(packet)
        self.writer_qpn = packet.bth.dest_qpn
        if self._highest is None:
            return
        for sent in reversed(self.transmissions.get(self.index(neth.psn), ())):
            if sent.first.entropy == neth.entropy and sent.nack is None and sent.first.time_ns <= packet.time_ns:
                sent.nack = packet
                return

    def ack(self, packet: SeenPacket, aeth: Aeth) -> None:
        """A transport ACK or NAK of the reader."""
        self.acks.append(packet)
        if self._highest is not None and not aeth.syndrome & 0x60:
            self._report_up_to(self.index(packet.bth.psn), packet)

    def _report_up_to(self, index: int, packet: SeenPacket) -> None:
        start = self._reported_to
        if start is None:
            start = min(self.transmissions) - 1
        for arrived in range(start + 1, index + 1):
            self._report(arrived, packet)
        self._reported_to = max(start, index)

    def _report(self, index: int, packet: SeenPacket) -> None:
        if index in self.transmissions:
            self.reports.setdefault(index, packet)


@dataclass(frozen=True, slots=True)
class EvProbe:
    """An EV probe, and the answer seen, if any."""

    request: SeenPacket
    answer: SeenPacket | None


@dataclass(frozen=True, slots=True)
class PortUpdate:
    """A port status update, the ports it calls up (bit p: port p), and the answer seen, if any."""

    request: SeenPacket
    mask: int
    answer: SeenPacket | None


class Conversations:
    """All conversations of a capture.

    Attributes:
        packets: how many MRC packets there were; first_ns, last_ns: when.
    """

    def __init__(self) -> None:
        self.packets = 0
        self.first_ns = 0
        self.last_ns = 0
        self._by_reader: dict[tuple[bytes, bytes, int], Conversation] = {}
        self._by_writer: dict[tuple[bytes, bytes, int], Conversation] = {}
        self._seen_at: dict[tuple[object, ...], dict[str, int]] = {}
        self._early: dict[tuple[bytes, bytes, int], list[tuple[SeenPacket, Aeth]]] = {}
        self._requests: dict[tuple[bytes, bytes, int, int, int], SeenPacket] = {}
        self._answers: dict[tuple[bytes, bytes, int, int, int], SeenPacket] = {}

    def all(self) -> list[Conversation]:
        """Those with data, in order of their first packet."""
        found = [each for each in self._by_reader.values() if each.transmissions]
        return sorted(found, key=lambda each: next(iter(each.transmissions.values()))[0].first.number)

    def ev_probes(self) -> list[EvProbe]:
        """EV probes in order, each with its answer if that was seen."""
        asked = [(key, request) for key, request in self._requests.items() if key[-1] == EndpointOp.EV_PROBE]
        return [EvProbe(request, self._answers.get(key)) for key, request in asked]

    def port_updates(self) -> list[PortUpdate]:
        """Port status updates in order, each with its answer if that was seen."""
        return [
            PortUpdate(request, erth.port_mask, self._answers.get(key))
            for key, request in self._requests.items()
            if key[-1] == EndpointOp.PORT_STATUS and isinstance(erth := request.control[0], Erth)
        ]

    def add(self, packet: SeenPacket) -> None:
        """The next packet."""
        if not self.packets:
            self.first_ns = packet.time_ns
        self.packets += 1
        self.last_ns = max(self.last_ns, packet.time_ns)
        if packet.kind.data:
            self._of(packet.source, packet.destination, packet.bth.dest_qpn).data(packet)
            return
        match packet.bth.opcode, packet.control:
            case Opcode.ENDPOINT_REQUEST, (Erth() as erth,):
                self._requests.setdefault(_request_key(packet.source, packet.destination, packet, erth.op), packet)
                return
            case Opcode.ENDPOINT_RESPONSE, (Eeth() as eeth,):
                self._answers.setdefault(_request_key(packet.destination, packet.source, packet, eeth.op), packet)
                return
        if self._again(packet):
            return
        match packet.control:
            case (Seth() as seth, CcState() as state):
                found = self._of(packet.destination, packet.source, seth.spdcid)
                self._learn(found, packet)
                found.sack(packet, seth, state)
            case (Neth() as neth,):
                found = self._of(packet.destination, packet.source, neth.spdcid)
                self._learn(found, packet)
                found.nack(packet, neth)
            case (Aeth() as aeth,):
                key = (packet.destination, packet.source, packet.bth.dest_qpn)
                known = self._by_writer.get(key)
                if known is not None:
                    known.ack(packet, aeth)
                else:
                    self._early.setdefault(key, []).append((packet, aeth))
            case (Peth(),):
                self._of(packet.source, packet.destination, packet.bth.dest_qpn).probes.append(packet)

    def _again(self, packet: SeenPacket) -> bool:
        """Whether this control packet was seen on another link already."""
        key = (packet.source, packet.destination, packet.entropy, packet.bth, packet.control)
        places = self._seen_at.setdefault(key, {})
        earlier = places.get(packet.interface, 0)
        places[packet.interface] = earlier + 1
        return earlier + 1 <= max((count for place, count in places.items() if place != packet.interface), default=0)

    def _learn(self, conversation: Conversation, packet: SeenPacket) -> None:
        """An ACK names the writer's queue pair only; a SACK or NACK tells which conversation that is."""
        key = (conversation.writer, conversation.reader, packet.bth.dest_qpn)
        if self._by_writer.get(key) is not conversation:
            self._by_writer[key] = conversation
            for early, aeth in self._early.pop(key, ()):
                conversation.ack(early, aeth)

    def _of(self, writer: bytes, reader: bytes, qpn: int) -> Conversation:
        """By the low 16 bits of the reader's queue pair number: all that a SACK says of it."""
        key = (writer, reader, qpn & _PDCID)
        found = self._by_reader.get(key)
        if found is None:
            found = self._by_reader[key] = Conversation(writer, reader, qpn)
        found.reader_qpn = max(found.reader_qpn, qpn)
        return found


def _request_key(asker: bytes, asked: bytes, packet: SeenPacket, op: int) -> tuple[bytes, bytes, int, int, int]:
    return asker, asked, packet.bth.psn & 0xFFFF, packet.entropy, op


def read_conversations(packets: Iterable[SeenPacket]) -> Conversations:
    """Conversations of packets in the order of their capture."""
    found = Conversations()
    for packet in packets:
        found.add(packet)
    return found


def marked(sack: SeenPacket) -> bool:
    """Whether a SACK asks to skip an EV."""
    return isinstance(sack.control[0], Seth) and sack.control[0].mark != SackMark.NONE
