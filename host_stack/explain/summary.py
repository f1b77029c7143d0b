# SPDX-License-Identifier: Apache-2.0
"""Sums over a conversation: what a NIC counts, counted from a capture, and what happened on each EV."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import TypedDict

from host_stack.explain.conversations import (
    Conversation,
    Conversations,
    EvProbe,
    Fate,
    Outcome,
    PortUpdate,
    fates_of,
    marked,
    reason_name,
)
from host_stack.wire.headers import Neth, Seth


class RttDocument(TypedDict):
    """Round trips in ns, as the capture saw them."""

    samples: int
    min_ns: int
    mean_ns: int
    max_ns: int


class EvDocument(TypedDict):
    """One EV of a conversation; numbers count its data packets."""

    entropy: str
    plane: int | None
    uplink: int | None
    packets: int
    delivered: int
    trimmed: int
    refused: int
    lost: int
    marks: int
    rtt: RttDocument | None


class PacketDocument(TypedDict):
    """One transmission of one packet."""

    psn: int
    transmission: int
    sent_ns: int
    seen_on: list[str]
    entropy: str
    plane: int | None
    rtx: bool
    cause: str | None
    outcome: str
    reason: str | None
    trimmed_on: str | None
    answered_ns: int | None
    answered_in_frame: int | None
    frame: int


class ConversationDocument(TypedDict):
    """One direction of data between two queue pairs."""

    writer: str
    writer_qpn: int | None
    reader: str
    reader_qpn: int
    first_ns: int
    last_ns: int
    data_packets: int
    data_bytes: int
    retransmissions: int
    retransmitted_bytes: int
    causes: dict[str, int]
    outcomes: dict[str, int]
    sacks: int
    sacks_marked: int
    acks: int
    nacks: dict[str, int]
    probes: int
    planes: dict[str, int]
    evs: list[EvDocument]
    rtt: RttDocument | None


class ProbeDocument(TypedDict):
    """EV probes between two addresses, on one EV."""

    asker: str
    asked: str
    entropy: str
    sent: int
    answered: int
    rtt: RttDocument | None


class PortUpdateDocument(TypedDict):
    """One port status update: who told whom when which ports are up (from 0), and when the answer was seen."""

    teller: str
    told: str
    sent_ns: int
    request_id: int
    up: list[int]
    entropy: str
    answered_ns: int | None


class Document(TypedDict):
    """Everything, for `--json`."""

    format: str
    packets: int
    first_ns: int
    last_ns: int
    conversations: list[ConversationDocument]
    ev_probes: list[ProbeDocument]
    port_updates: list[PortUpdateDocument]


FORMAT = "mrc-explain-1"


@dataclass(slots=True)
class _Ev:
    plane: int | None
    uplink: int | None
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    marks: int = 0
    trips: list[int] = field(default_factory=list)


def address(raw: bytes) -> str:
    return str(ip_address(raw))


def entropy_text(entropy: int) -> str:
    return f"{entropy:#010x}"


def rtt_document(samples: list[int]) -> RttDocument | None:
    """Smallest, mean and largest of round trips; None without any."""
    if not samples:
        return None
    return {
        "samples": len(samples),
        "min_ns": min(samples),
        "mean_ns": sum(samples) // len(samples),
        "max_ns": max(samples),
    }


def conversation_document(conversation: Conversation, fates: dict[int, list[Fate]]) -> ConversationDocument:
    """The sums of a conversation."""
    every = [fate for sent in fates.values() for fate in sent]
    first, again = [f for f in every if not _rtx(f)], [f for f in every if _rtx(f)]
    times = [fate.transmission.first.time_ns for fate in every]
    answers = conversation.sacks + conversation.nacks + conversation.acks
    reasons = Counter(reason_name(n.control[0].reason) for n in conversation.nacks if isinstance(n.control[0], Neth))
    planes = Counter(fate.transmission.first.plane for fate in every)
    return {
        "writer": address(conversation.writer),
        "writer_qpn": conversation.writer_qpn,
        "reader": address(conversation.reader),
        "reader_qpn": conversation.reader_qpn,
        "first_ns": min(times),
        "last_ns": max(times + [answer.time_ns for answer in answers]),
        "data_packets": len(first),
        "data_bytes": sum(fate.transmission.first.payload for fate in first),
        "retransmissions": len(again),
        "retransmitted_bytes": sum(fate.transmission.first.payload for fate in again),
        "causes": dict(Counter(fate.cause.value for fate in every if fate.cause is not None)),
        "outcomes": dict(Counter(fate.outcome.value for fate in every)),
        "sacks": len(conversation.sacks),
        "sacks_marked": sum(marked(sack) for sack in conversation.sacks),
        "acks": len(conversation.acks),
        "nacks": dict(sorted(reasons.items())),
        "probes": len(conversation.probes),
        "planes": {str(plane): count for plane, count in sorted(planes.items(), key=str) if plane is not None},
        "evs": _evs(conversation, every),
        "rtt": rtt_document([trip.time_ns for trip in conversation.round_trips]),
    }


def _rtx(fate: Fate) -> bool:
    return fate.transmission.first.bth.rtx


def _evs(conversation: Conversation, every: list[Fate]) -> list[EvDocument]:
    table: dict[int, _Ev] = {}
    for fate in every:
        first = fate.transmission.first
        table.setdefault(first.entropy, _Ev(first.plane, first.uplink)).outcomes[fate.outcome] += 1
    for sack in conversation.sacks:
        seth = sack.control[0]
        if marked(sack) and isinstance(seth, Seth) and seth.entropy in table:
            table[seth.entropy].marks += 1
    for trip in conversation.round_trips:
        table[trip.entropy].trips.append(trip.time_ns)
    return [_ev_document(entropy, row) for entropy, row in sorted(table.items())]


def _ev_document(entropy: int, row: _Ev) -> EvDocument:
    return {
        "entropy": entropy_text(entropy),
        "plane": row.plane,
        "uplink": row.uplink,
        "packets": row.outcomes.total(),
        "delivered": row.outcomes[Outcome.DELIVERED],
        "trimmed": row.outcomes[Outcome.TRIMMED],
        "refused": row.outcomes[Outcome.REFUSED],
        "lost": row.outcomes[Outcome.LOST],
        "marks": row.marks,
        "rtt": rtt_document(row.trips),
    }


def packet_documents(fates: list[Fate]) -> list[PacketDocument]:
    """Every transmission of one PSN."""
    return [_packet_document(fate) for fate in fates]


def _packet_document(fate: Fate) -> PacketDocument:
    one = fate.transmission
    return {
        "psn": one.psn,
        "transmission": one.nth,
        "sent_ns": one.first.time_ns,
        "seen_on": [seen.interface for seen in one.seen],
        "entropy": entropy_text(one.first.entropy),
        "plane": one.first.plane,
        "rtx": one.first.bth.rtx,
        "cause": fate.cause.value if fate.cause is not None else None,
        "outcome": fate.outcome.value,
        "reason": reason_name(fate.reason) if fate.reason is not None else None,
        "trimmed_on": one.cut.interface if one.cut is not None else None,
        "answered_ns": fate.answer.time_ns if fate.answer is not None else None,
        "answered_in_frame": fate.answer.number if fate.answer is not None else None,
        "frame": one.first.number,
    }


def probe_documents(probes: list[EvProbe]) -> list[ProbeDocument]:
    """EV probes, summed per direction and EV."""
    rows: dict[tuple[str, str, int], tuple[list[EvProbe], list[int]]] = {}
    for probe in probes:
        key = (address(probe.request.source), address(probe.request.destination), probe.request.entropy)
        sent, trips = rows.setdefault(key, ([], []))
        sent.append(probe)
        if probe.answer is not None:
            trips.append(probe.answer.time_ns - probe.request.time_ns)
    return [
        {
            "asker": asker,
            "asked": asked,
            "entropy": entropy_text(entropy),
            "sent": len(sent),
            "answered": len(trips),
            "rtt": rtt_document(trips),
        }
        for (asker, asked, entropy), (sent, trips) in sorted(rows.items())
    ]


def port_update_documents(updates: list[PortUpdate]) -> list[PortUpdateDocument]:
    """Port status updates in order."""
    return [
        {
            "teller": address(update.request.source),
            "told": address(update.request.destination),
            "sent_ns": update.request.time_ns,
            "request_id": update.request.bth.psn & 0xFFFF,
            "up": [port for port in range(32) if update.mask >> port & 1],
            "entropy": entropy_text(update.request.entropy),
            "answered_ns": None if update.answer is None else update.answer.time_ns,
        }
        for update in updates
    ]


def document(conversations: Conversations, chosen: list[Conversation]) -> Document:
    """Everything about the chosen conversations."""
    return {
        "format": FORMAT,
        "packets": conversations.packets,
        "first_ns": conversations.first_ns,
        "last_ns": conversations.last_ns,
        "conversations": [conversation_document(each, fates_of(each)) for each in chosen],
        "ev_probes": probe_documents(conversations.ev_probes()),
        "port_updates": port_update_documents(conversations.port_updates()),
    }
