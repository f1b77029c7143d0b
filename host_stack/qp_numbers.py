# SPDX-License-Identifier: Apache-2.0
"""Queue pair numbers of a NIC (24 bit), and whose they are."""

from host_stack.errors import UnknownObjectError
from host_stack.queue_pair import QueuePair

FIRST_QPN = 0x10
LAST_QPN = 0xFFFFFF


class QpNumbers:
    """Gives numbers in turn: one that was used comes again when 16 million others have been.

    Attributes:
        queue_pairs: by number; next: the number that is tried next.
    """

    def __init__(self) -> None:
        self.queue_pairs: dict[int, QueuePair] = {}
        self.next = FIRST_QPN

    def free(self) -> int:
        """A number that is nobody's."""
        while True:
            qpn = self.next
            self.next = qpn + 1 if qpn < LAST_QPN else FIRST_QPN
            if qpn not in self.queue_pairs:
                return qpn

    def renumber(self, qp: QueuePair) -> int:
        """Another number for ``qp``, which from now on is its only one."""
        qpn = self.free()
        del self.queue_pairs[qp.qpn]
        self.queue_pairs[qpn] = qp
        return qpn

    def check(self, qp: QueuePair) -> None:
        """Raises UnknownObjectError if ``qp`` has no number here, or not any more."""
        if self.queue_pairs.get(qp.qpn) is not qp:
            raise UnknownObjectError(f"queue pair {qp.qpn} is not one of this NIC")
