# SPDX-License-Identifier: Apache-2.0
"""Lab 07, solved: a packet is lost when one sent `reorder_ns` later has arrived, or after `timeout_ns`."""

from __future__ import annotations

PSN_MASK = (1 << 24) - 1
HALF = 1 << 23


class Sender:
    """Sends `packets` packets, whose PSNs count from `first_psn`, until a SACK has acknowledged every one."""

    def __init__(self, packets: int, first_psn: int, window: int, reorder_ns: int, timeout_ns: int) -> None:
        """See the starter."""
        self.packets = packets
        self.first_psn = first_psn
        self.window = window
        self.reorder_ns = reorder_ns
        self.timeout_ns = timeout_ns
        self.low = 0  # the first packet without acknowledgement, counted from 0
        self.next = 0  # the first packet that was never sent
        self.out: dict[int, int] = {}  # packet that waits for its acknowledgement -> when it was last sent
        self.again: set[int] = set()  # packets sent more than once: nobody knows which copy a SACK is about
        self.newest_ns = -1  # when the latest of the packets was sent that are known to have arrived

    def next_psn(self, now_ns: int) -> int | None:
        """The oldest packet that counts as lost, else a new one that the window allows, else None."""
        lost = [packet for packet, sent_ns in self.out.items() if self._lost(sent_ns, now_ns)]
        if lost:
            packet = min(lost)
            self.again.add(packet)
        elif self.next < min(self.packets, self.low + self.window):
            packet = self.next
            self.next += 1
        else:
            return None
        self.out[packet] = now_ns
        return (self.first_psn + packet) & PSN_MASK

    def on_sack(self, now_ns: int, cack: int, offset: int, bitmap: int) -> None:
        """Take off everything that is acknowledged."""
        below = self._packet(cack) + 1
        base = below - 1 + offset
        reported = [base + bit for bit in range(64) if bitmap >> bit & 1]
        if below > self.next or any(packet >= self.next for packet in reported):
            return  # it speaks of packets that were never sent: nothing in it can be trusted
        for packet in [*(packet for packet in self.out if packet < below), *reported]:
            sent_ns = self.out.pop(packet, None)
            if sent_ns is not None and packet not in self.again:
                self.newest_ns = max(self.newest_ns, sent_ns)
        self.low = max(self.low, below)

    def next_wakeup(self) -> int | None:
        """When the oldest of what is out times out."""
        return min(self.out.values()) + self.timeout_ns if self.out else None

    def _lost(self, sent_ns: int, now_ns: int) -> bool:
        return sent_ns + self.reorder_ns <= self.newest_ns or sent_ns + self.timeout_ns <= now_ns

    def _packet(self, psn: int) -> int:
        """The number of the packet, which may be negative, with a PSN that is nearest to the window."""
        return self.low + (psn - self.first_psn - self.low + HALF & PSN_MASK) - HALF
