# SPDX-License-Identifier: Apache-2.0
"""24-bit packet sequence numbers (RFC 1982 serial arithmetic, 24 bits).

Inside the engine a PSN is an unbounded integer, its *index*; the wire carries the index modulo 2^24. ``index_of``
undoes the modulus next to a known index, so nothing else in the engine has to think about wrap-around.
"""

from typing import Final

from host_stack.wire.constants import PSN_MASK

_MODULUS: Final = PSN_MASK + 1
_HALF: Final = _MODULUS >> 1


def psn_of(index: int) -> int:
    """The 24-bit PSN of an index."""
    return index & PSN_MASK


def index_of(psn: int, near: int) -> int:
    """The index closest to ``near`` whose 24-bit PSN is ``psn``; a distance of exactly 2^23 counts as behind."""
    distance = (psn - near) & PSN_MASK
    return near + distance - _MODULUS if distance >= _HALF else near + distance
