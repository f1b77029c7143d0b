# SPDX-License-Identifier: Apache-2.0
"""Lab 07: the sending half of a small NIC. It has no clock, socket or packet: only PSNs and the time it is told."""

from __future__ import annotations

PSN_MASK = (1 << 24) - 1


class Sender:
    """Sends `packets` packets, whose PSNs count from `first_psn`, until a SACK has acknowledged every one."""

    def __init__(self, packets: int, first_psn: int, window: int, reorder_ns: int, timeout_ns: int) -> None:
        """Prepare to send.

        Args:
            packets: how many packets there are.
            first_psn: PSN of the first; the last may be beyond 2^24, where PSNs start again at 0.
            window: no packet may be sent whose PSN is this much or more above the lowest without acknowledgement.
            reorder_ns: packets overtake each other by no more than this.
            timeout_ns: what was sent this long ago, and about which nothing was heard, is lost.
        """
        self.packets = packets
        self.first_psn = first_psn
        self.window = window
        self.reorder_ns = reorder_ns
        self.timeout_ns = timeout_ns
        self.low = 0  # the first packet without acknowledgement, counted from 0
        self.next = 0  # the first packet that was never sent

    def next_psn(self, now_ns: int) -> int | None:
        """The PSN to send now, or None. Called when the link is free: after each packet, SACK and wake-up."""
        # TODO: packets that count as lost come first.
        if self.next < min(self.packets, self.low + self.window):
            self.next += 1
            return (self.first_psn + self.next - 1) & PSN_MASK
        return None

    def on_sack(self, now_ns: int, cack: int, offset: int, bitmap: int) -> None:
        """A SACK: all PSNs up to `cack` have arrived, and cack + offset + i for every bit i of `bitmap` that is 1."""
        # TODO: the bitmap; which packets count as lost now; SACKs that are old, or lie.
        low = (cack + 1 - self.first_psn) & PSN_MASK
        self.low = low

    def next_wakeup(self) -> int | None:
        """When `next_psn` shall be asked even if nothing arrives, or None."""
        # TODO: what if the last packet is lost?
        return None
