# SPDX-License-Identifier: Apache-2.0
"""When the packet that triggered a SACK was sent, and how long its answer waited (wire-format §6.3).

The requestor goes by its own clock: it remembers when it sent each packet, so that no peer can make a round trip
shorter than it was, whatever it reflects, and one may be longer than the 8.39 ms that 16 bits can tell. The reflected
timestamp says two things beside: which of several retransmissions arrived, and, where both ends have agreed on it,
how long the answer waited at the peer (service time), by which the peer has moved it on.
"""

from typing import Final

from host_stack.transport.work_requests import SentPacket
from host_stack.wire.constants import TICK_NS
from host_stack.wire.timestamps import sent_ns, tick

_TURN_NS: Final = TICK_NS << 16


def trigger_ns(record: SentPacket, timestamp: int | None, now_ns: int, *, rtx: bool, service_time: bool) -> int | None:
    """When the transmission of ``record`` left that triggered a SACK; None if nobody can tell.

    Args:
        record: the packet that the SACK names.
        timestamp: as reflected in CC_STATE; None if data carries none.
        now_ns: time of arrival.
        rtx: the SACK's; it tells a first transmission from a retransmission.
        service_time: the timestamp may have been moved on.
    """
    if not rtx:
        return record.first_sent_ns
    if record.sends <= 2:
        return record.sent_ns if record.sends == 2 else None
    if timestamp is None:
        return None
    moved_ns = (timestamp - tick(record.sent_ns) & 0xFFFF) * TICK_NS
    if not moved_ns or (service_time and record.sent_ns + moved_ns <= now_ns):
        return record.sent_ns
    # It is about an earlier one; which turn of the clock that was, is only clear if there was but one.
    earlier_ns = sent_ns(timestamp, now_ns)
    known = now_ns - record.first_sent_ns < _TURN_NS and record.first_sent_ns <= earlier_ns < record.sent_ns
    return earlier_ns if known else None


def service_ns(left_ns: int, timestamp: int, now_ns: int) -> int | None:
    """How long a peer says that its answer waited; None if that is no part of the round trip.

    Args:
        left_ns: when the packet left that the SACK is about.
        timestamp: as reflected in CC_STATE, moved on by the waiting time.
        now_ns: time of arrival.
    """
    waited_ns = (timestamp - tick(left_ns) & 0xFFFF) * TICK_NS
    return waited_ns if waited_ns < now_ns - left_ns else None
