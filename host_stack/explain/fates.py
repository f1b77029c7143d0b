# SPDX-License-Identifier: Apache-2.0
"""What became of each transmission, as far as a capture can tell.

A report (SACK, ACK) says that a packet arrived, not which sending of it. The one whose EV the SACK names did; otherwise
the last one that was not refused and was sent long enough before, by the shortest round trip of the conversation.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from host_stack.explain.conversations import Conversation, Transmission
from host_stack.explain.packets import SeenPacket
from host_stack.wire.codec import Neth, Seth
from host_stack.wire.constants import TRIM_REASONS, NackReason


class Outcome(Enum):
    """What became of a transmission."""

    DELIVERED = "delivered"
    TRIMMED = "trimmed"
    """A NACK says so, or it was seen cut."""
    REFUSED = "refused"
    """A NACK with another reason."""
    LOST = "lost"
    """Sent again, or another sending was reported, and nobody refused it."""
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
