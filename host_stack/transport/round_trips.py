# SPDX-License-Identifier: Apache-2.0
"""When the packet that triggered a SACK was sent (wire-format §6.3): 16 bits on the wire, the whole time in the books.

A timestamp says when, modulo 8.39 ms; 0 is a time like any other. The requestor remembers when it sent each packet, so
that a round trip may be longer than that.
"""

from typing import Final

from host_stack.transport.work_requests import SentPacket
from host_stack.wire.constants import TICK_NS
from host_stack.wire.timestamps import sent_ns, tick

_TURN_NS: Final = TICK_NS << 16


def trigger_ns(record: SentPacket | None, timestamp: int, now_ns: int) -> int | None:
    """When the packet was sent that triggered a SACK with this timestamp; None if nobody can tell.

    A receiver that subtracts its service time moves the timestamp on, so it may be later than ``record`` was sent.

    Args:
        record: the packet that the SACK acknowledges, if it is still in the books.
        timestamp: as reflected in CC_STATE.
        now_ns: time of arrival.
    """
    if record is None:
        return None
    moved_ns = (timestamp - tick(record.sent_ns) & 0xFFFF) * TICK_NS
    at_ns = record.sent_ns + moved_ns
    if at_ns <= now_ns:
        return at_ns
    # It is about an earlier transmission; which turn of the clock that was, is only clear if there was but one.
    return sent_ns(timestamp, now_ns) if now_ns - record.first_sent_ns < _TURN_NS else None
