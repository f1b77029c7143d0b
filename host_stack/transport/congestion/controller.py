# SPDX-License-Identifier: Apache-2.0
"""What a requestor asks of a congestion control, and what it tells it.

One controller per destination, shared by its queue pairs (endpoint §7). A controller counts *inflight* itself:
a packet is in flight from transmission until it is reported received, NACKed, or declared lost.
"""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class SackSample:
    """What one SACK tells the controller.

    Attributes:
        acked_bytes: nominal bytes newly reported received.
        marked: the SACK carried M = SKIP_ONCE, that is, a CE-marked packet triggered it.
        rtt_ns: round trip of the packet that triggered it; None for retransmissions and probes' duplicates.
        rcvd_bytes: CC_STATE.rcvd_bytes (24 bit, 256-byte units).
        now_ns: time of arrival.
    """

    acked_bytes: int
    marked: bool
    rtt_ns: int | None
    rcvd_bytes: int
    now_ns: int


class CongestionController(Protocol):
    """What a requestor asks and tells. Sizes are nominal packet sizes: UDP length + 40 bytes (endpoint §7.1).

    Attributes:
        cwnd: window in bytes.
        inflight: bytes in flight towards the destination.
    """

    cwnd: int
    inflight: int

    def can_send(self, size: int) -> bool:
        """True if a packet of ``size`` bytes may leave now. Always true for the first packet in flight."""

    def on_sent(self, size: int, now_ns: int) -> None:
        """A packet left (first time or again)."""

    def on_sack(self, sample: SackSample) -> None:
        """A SACK arrived."""

    def on_trim(self, size: int, last_hop: bool, now_ns: int) -> None:
        """A NACK said that a packet was trimmed on the way (``last_hop``: at the port of the receiver)."""

    def on_loss(self, size: int, now_ns: int) -> None:
        """A packet was declared lost, by inference, timeout, or a NACK without a trim."""

    def on_discard(self, size: int) -> None:
        """A packet left the books because its queue pair failed."""
