# SPDX-License-Identifier: Apache-2.0
"""24-bit packet sequence numbers (RFC 1982 serial arithmetic, 24 bits).

Inside the engine a PSN is an unbounded integer, its *index*; the wire carries the index modulo 2^24. ``expand`` undoes
the modulus next to a known index, so nothing else in the engine has to think about wrap-around.
"""

_MODULUS = 1 << 24
_HALF = 1 << 23
_MASK = _MODULUS - 1


def wire(index: int) -> int:
    """The 24-bit PSN of an index."""
    return index & _MASK


def expand(psn: int, near: int) -> int:
    """The index closest to ``near`` whose 24-bit PSN is ``psn``; a distance of exactly 2^23 counts as behind."""
    distance = (psn - near) & _MASK
    return near + distance - _MODULUS if distance >= _HALF else near + distance


def expand16(value: int, near: int) -> int:
    """The same for 16-bit counters such as tx_timestamp, but the latest one not after ``near``."""
    return near - ((near - value) & 0xFFFF)
