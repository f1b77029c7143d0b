# SPDX-License-Identifier: Apache-2.0
"""Pause frames of priority flow control (IEEE 802.1Q 36, once 802.1Qbb): MAC control frames, from port to port.

Destination 01-80-C2-00-00-01, EtherType 0x8808, opcode 0x0101, a vector of the priorities that it is about, and a time
for each of the eight, in quanta of 512 bit times of the port; 0 ends a pause.
"""

import struct
from collections.abc import Mapping
from typing import Final

DESTINATION: Final = bytes.fromhex("0180c2000001")
ETHERTYPE: Final = 0x8808
OPCODE: Final = 0x0101
QUANTUM_BITS: Final = 512
LONGEST: Final = 0xFFFF
"""Quanta."""
_HEAD: Final = struct.Struct("!6s6sHHH")
_TIMES: Final = struct.Struct("!8H")
_LENGTH: Final = 60
"""Of the shortest Ethernet frame, without FCS."""


def pack(source: bytes, quanta: Mapping[int, int]) -> bytes:
    """A frame of 60 bytes; ``source``: MAC of the port that asks for it, ``quanta``: by priority 0..7."""
    vector = sum(1 << priority for priority in quanta)
    times = _TIMES.pack(*(quanta.get(priority, 0) for priority in range(8)))
    return (_HEAD.pack(DESTINATION, source, ETHERTYPE, OPCODE, vector) + times).ljust(_LENGTH, b"\0")


def unpack(frame: bytes) -> dict[int, int] | None:
    """Quanta by priority; None if it is no such frame."""
    if len(frame) < _HEAD.size + _TIMES.size:
        return None
    destination, _, kind, opcode, vector = _HEAD.unpack_from(frame)
    if kind != ETHERTYPE or opcode != OPCODE or destination != DESTINATION:
        return None
    times = _TIMES.unpack_from(frame, _HEAD.size)
    return {priority: times[priority] for priority in range(8) if vector >> priority & 1}


def pause_ns(quanta: int, rate_bps: int) -> int:
    """How long this many quanta take on a port, rounded up."""
    return -(-quanta * QUANTUM_BITS * 1_000_000_000 // rate_bps)
