# SPDX-License-Identifier: Apache-2.0
"""What a queue pair counts. Plain integers in fixed slots, because they are touched per packet.

On request it records each retransmission, to explain why a message took long.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple

from host_stack.unboxed import unboxed

MOST_RESENT: Final = 16_384
"""Packets sent again that a queue pair tells of: the newest."""


class Why(Enum):
    """Why a packet is sent again."""

    TRIMMED = "trimmed"
    REFUSED = "refused by the receiver"
    MISSING = "missing while later ones arrived"
    UNANSWERED = "not reported in a round trip"
    TIMEOUT = "the local ACK timeout"
    PLANE = "its plane closed"
    ASKED_FOR = "the receiver asked for it"
    ANSWER_LOST = "all arrived, its answer did not"


class Resent(NamedTuple):
    """A packet that was sent again.

    Attributes:
        time_ns: when; before_ns: when it had left before.
        wr_id: of its message.
        entropy: the EV by which it had left before; 0 where there are none, and of a copy of what had arrived.
    """

    time_ns: int
    before_ns: int
    wr_id: int
    entropy: int
    why: Why


@unboxed(
    ints="acks_sent answers_refused bytes_placed data_bytes data_packets deliveries immediates marked_received"
    " messages_completed messages_received out_of_order packets_placed retransmissions_received sacks_marked"
    " sacks_received sacks_sent worst_delivery_ns worst_one_way_ns"
)
@dataclass(slots=True)
class QpCounters:
    """Counters of one queue pair. Requestor fields count what it sends as writer, responder fields what it receives.

    Attributes:
        data_packets: first transmissions.
        data_bytes: payload bytes of first transmissions.
        retransmissions: packets sent again.
        retransmitted_bytes: their payload bytes.
        plane_packets: data packets (first and again) by plane, from plane 0 to the last that the EVs have.
        sacks_received: SACKs accepted; sacks_marked: those with M = SKIP_ONCE or ALWAYS_SKIP.
        nacks_received: NACKs accepted, by reason code.
        trims_signalled: NACKs TRIMMED and TRIMMED_LASTHOP among them.
        losses_inferred: packets declared lost from SACK holes; plane_losses: with a plane that closed.
        repeats: packets sent again before they counted as lost, because nothing else could leave.
        reports_doubted: times that packets were overdue whose reports, not they, may have been lost.
        reports_taken_back: packets that a SACK had called received, and that the peer lacks.
        timeouts: expiries of the local ACK timer; timeout_losses: packets declared lost by them.
        probes_sent: reliability probes.
        evs_retired: transitions to ASSUMED_BAD; evs_revived: back from it; evs_skipped: transitions to SKIP.
        demotions_refused: losses that the ev_min_active floor kept from retiring an EV.
        messages_completed: writes acknowledged by the peer's transport ACK.
        worst_delivery_ns: longest time from a packet's first transmission to the report that it was received.
        total_delivery_ns, deliveries: for the mean.
        packets_placed: data packets written into memory; bytes_placed: their payload.
        duplicates: data packets received again and not written.
        out_of_window: data packets beyond the PSN window.
        out_of_order: data packets placed while an earlier PSN was missing.
        trims_received: trimmed packets received; nacks_sent: NACKs sent, by reason code.
        nacks_repeated: NACKs of trims sent once more, because the packet did not come again in time.
        sacks_sent, acks_sent: control packets sent.
        answers_refused: SACKs, NACKs and ACKs that found their queue full and were never sent.
        marked_received: data packets that arrived CE-marked.
        retransmissions_received: data packets that arrived with the rtx bit.
        access_errors: packets refused by the memory table.
        length_errors: packets refused because of how much they carry; sequence_errors: because of what is before them.
        receives_missing: immediates refused because no receive was posted.
        immediates: immediates delivered; messages_received: writes completed in order.
        worst_one_way_ns: longest TSETH-to-arrival time (one clock at both ends, as in emulation; wraps at 8.39 ms).
    """

    data_packets: int = 0
    data_bytes: int = 0
    retransmissions: int = 0
    retransmitted_bytes: int = 0
    plane_packets: list[int] = field(default_factory=list)
    sacks_received: int = 0
    sacks_marked: int = 0
    nacks_received: dict[int, int] = field(default_factory=dict)
    trims_signalled: int = 0
    losses_inferred: int = 0
    plane_losses: int = 0
    repeats: int = 0
    reports_doubted: int = 0
    reports_taken_back: int = 0
    timeouts: int = 0
    timeout_losses: int = 0
    probes_sent: int = 0
    evs_retired: int = 0
    evs_revived: int = 0
    evs_skipped: int = 0
    demotions_refused: int = 0
    messages_completed: int = 0
    worst_delivery_ns: int = 0
    total_delivery_ns: int = 0
    deliveries: int = 0
    packets_placed: int = 0
    bytes_placed: int = 0
    duplicates: int = 0
    out_of_window: int = 0
    out_of_order: int = 0
    trims_received: int = 0
    nacks_sent: dict[int, int] = field(default_factory=dict)
    nacks_repeated: int = 0
    sacks_sent: int = 0
    acks_sent: int = 0
    answers_refused: int = 0
    marked_received: int = 0
    retransmissions_received: int = 0
    access_errors: int = 0
    length_errors: int = 0
    sequence_errors: int = 0
    receives_missing: int = 0
    immediates: int = 0
    messages_received: int = 0
    worst_one_way_ns: int = 0

    def as_dict(self) -> dict[str, int | dict[int, int]]:
        """All counters by name, for reports; keys of the inner mappings are reason codes, and planes with packets."""
        result: dict[str, int | dict[int, int]] = {}
        for name in self.__dataclass_fields__:
            value = getattr(self, name)
            if isinstance(value, list):
                value = {plane: count for plane, count in enumerate(value) if count}
            result[name] = dict(sorted(value.items())) if isinstance(value, dict) else value
        return result
