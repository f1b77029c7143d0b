# SPDX-License-Identifier: Apache-2.0
"""Conversations: which packets each queue pair sent to which, the answers, and the fate of each transmission.

A *conversation* is one direction of data between two queue pairs. A *transmission* is one sending of one packet: the
same packet seen on several links, whole or trimmed, is one transmission.

A report (SACK, ACK) says that a packet arrived, not which sending of it. The one whose EV the SACK names did; otherwise
the last one that was not refused and was sent long enough before, by the shortest round trip of the conversation.

A NIC's journal is a capture, too: it can be explained at once, or be kept as a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from host_stack.explain.captures import CapturedFrame, PacketReader, SeenPacket
from host_stack.journal import HEADERS, Journal, JournalEntry
from host_stack.wire.constants import TRIM_REASONS, EndpointOp, NackReason, SackMark
from host_stack.wire.headers import Aeth, CcState, Eeth, Erth, Neth, Opcode, Peth, Seth, index_of, psn_of
from host_stack.wire.options import WireOptions
from p4soft.outputs import NANOSECONDS, PcapngWriter, atomic_file

# --- Conversations ---------------------------------------------------------------------------------------------------

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


# --- What became of each transmission --------------------------------------------------------------------------------


class Outcome(Enum):
    """What became of a transmission."""

    DELIVERED = "delivered"
    TRIMMED = "trimmed"
    """A NACK says so, or it was seen cut."""
    REFUSED = "refused"
    """A NACK with another reason."""
    LOST = "lost"
    """Sent again, or another sending was reported, and no NACK refused it."""
    DUPLICATE = "duplicate"
    """Sent again after it had been reported."""
    OPEN = "open"
    """Nothing more in the capture."""


class Cause(Enum):
    """Why a packet was sent again."""

    TRIM = "NACK after a trim"
    NACK = "NACK"
    INFERRED = "no NACK: inferred, or a timeout"


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one transmission.

    Attributes:
        transmission: the transmission.
        outcome: what became of it; reason: of the NACK, or None.
        answer: the packet that tells: the report or the NACK; None if it follows from what was sent later.
        cause: why it was sent, if not for the first time.
    """

    transmission: Transmission
    outcome: Outcome
    reason: int | None
    answer: SeenPacket | None
    cause: Cause | None


def reason_name(reason: int) -> str:
    """A NACK's reason for people."""
    try:
        return NackReason(reason).name
    except ValueError:
        return f"reason {reason:#04x}"


def fates_of(conversation: Conversation) -> dict[int, list[Fate]]:
    """The fate of every transmission, by index and in order of sending."""
    trip = min((each.time_ns for each in conversation.round_trips if each.time_ns > 0), default=0)
    return {
        index: _fates(sent, conversation.reports.get(index), trip)
        for index, sent in sorted(conversation.transmissions.items())
    }


def _fates(sent: list[Transmission], report: SeenPacket | None, trip: int) -> list[Fate]:
    arrived = _arrived(sent, report, trip) if report is not None else None
    return [_fate(sent, place, arrived, report) for place in range(len(sent))]


def _arrived(sent: list[Transmission], report: SeenPacket, trip: int) -> Transmission | None:
    """The sending that a report is about; None if all were refused (the one that arrived is not in the capture)."""
    able = [each for each in sent if each.nack is None and each.cut is None and each.first.time_ns <= report.time_ns]
    seth = report.control[0] if report.control else None
    if isinstance(seth, Seth) and not seth.probe and (seth.cack + seth.ack_offset) & 0xFFFFFF == sent[0].psn:
        named = [each for each in able if each.first.entropy == seth.entropy]
        if named:
            return named[-1]
    in_time = [each for each in able if each.first.time_ns + trip <= report.time_ns]
    return in_time[-1] if in_time else able[0] if able else None


def _fate(sent: list[Transmission], place: int, arrived: Transmission | None, report: SeenPacket | None) -> Fate:
    one = sent[place]
    cause = _cause(sent[place - 1], one) if place else None
    if one is arrived:
        return Fate(one, Outcome.DELIVERED, None, report, cause)
    neth = one.nack.control[0] if one.nack is not None else None
    if isinstance(neth, Neth):
        trimmed = neth.reason in TRIM_REASONS
        return Fate(one, Outcome.TRIMMED if trimmed else Outcome.REFUSED, neth.reason, one.nack, cause)
    if one.cut is not None:
        return Fate(one, Outcome.TRIMMED, None, None, cause)
    if arrived is not None and arrived.nth < one.nth:
        return Fate(one, Outcome.DUPLICATE, None, None, cause)
    if arrived is not None or place + 1 < len(sent):
        return Fate(one, Outcome.LOST, None, None, cause)
    return Fate(one, Outcome.OPEN, None, None, cause)


def _cause(before: Transmission, again: Transmission) -> Cause:
    if before.nack is None or before.nack.time_ns > again.first.time_ns:
        # A NACK that is not in the capture is not known; a packet seen cut was very likely NACKed.
        return Cause.TRIM if before.cut is not None else Cause.INFERRED
    neth = before.nack.control[0]
    return Cause.TRIM if isinstance(neth, Neth) and neth.reason in TRIM_REASONS else Cause.NACK


# --- Journals of NICs ------------------------------------------------------------------------------------------------


def journal_frames(journals: Mapping[str, Journal]) -> Iterator[CapturedFrame]:
    """Frames of the journals of one or several NICs (by name), in order of time."""
    merged = [(name, entry) for name, journal in journals.items() for entry in journal]
    merged.sort(key=lambda each: each[1].time_ns)
    for number, (name, entry) in enumerate(merged, start=1):
        yield CapturedFrame(number, entry.time_ns, _interface(name, entry), entry.data, entry.length)


def explain_journals(journals: Mapping[str, Journal], wire: WireOptions) -> Conversations:
    """The conversations that journals (by name of the NIC) tell of."""
    reader = PacketReader(wire)
    return read_conversations(found for frame in journal_frames(journals) if (found := reader.read(frame)) is not None)


def write_journals(journals: Mapping[str, Journal], path: Path) -> None:
    """Journals as one pcapng file, an interface per NIC, port and direction.

    Raises:
        OutputError: it cannot be written.
    """
    with atomic_file(path) as stream:
        writer = PcapngWriter(stream, application="mrc-fabric journal", snaplen=HEADERS, resolution=NANOSECONDS)
        known: dict[str, int] = {}
        for frame in journal_frames(journals):
            if frame.interface not in known:
                known[frame.interface] = writer.add_interface(frame.interface, "as the NIC saw it")
            writer.write(known[frame.interface], frame.time_ns, frame.data, length=frame.length)


def _interface(name: str, entry: JournalEntry) -> str:
    return f"{name}:{entry.port} {'out' if entry.sent else 'in'}"
