# SPDX-License-Identifier: Apache-2.0
"""Packets that no report names although they may have arrived: were they lost, or their reports?

A SACK counts every byte that has arrived (CC_STATE.rcvd_bytes), and names 64 packets. When it has counted more than all
reports together have named, reports were lost on the way back. Then what is overdue is not lost yet, and no EV to be
blamed: a reliability probe makes the peer report everything again (endpoint §3), and what that leaves open is lost. A
part of that report may be lost, too: then it goes on, for two round trips at most.
"""

from host_stack.transport.work_requests import SentPacket

_ROUNDED_BYTES = 256
"""rcvd_bytes counts in units of so many, rounded up."""


class ReverseDoubt:
    """Of one requestor: whether it is asking its peer, and since when."""

    __slots__ = ("_asked_ns", "_patience_ns")

    def __init__(self, base_rtt_ns: int) -> None:
        self._patience_ns = 2 * base_rtt_ns
        self._asked_ns: int | None = None

    def holds(self, oldest: SentPacket | None, unreported: int, now_ns: int) -> bool:
        """Whether the oldest overdue packet may have arrived, so that the answer to a probe is to be waited for.

        Args:
            oldest: the first of the packets that are overdue; None if none is.
            unreported: bytes that the peer has counted and not named.
            now_ns: time of the SACK.
        """
        if oldest is None or unreported < oldest.size + _ROUNDED_BYTES:
            self._asked_ns = None
            return False
        if self._asked_ns is None:
            self._asked_ns = now_ns
        return now_ns < self._asked_ns + self._patience_ns

    def begun(self, now_ns: int) -> bool:
        """Whether it began now: the peer is to be asked."""
        return self._asked_ns == now_ns
