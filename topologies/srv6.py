# SPDX-License-Identifier: Apache-2.0
"""The uSID layout: which bits of a 16-bit uSID mean what, and how a path becomes an IPv6 destination.

Format F3216 (RFC 9800): a 32-bit block followed by six 16-bit uSIDs. The plane is a bit field of every uSID, as in the
production paper (wire-format §2.3), not part of the block::

    T0        0001 ppp ttttttttt      0x1000 | plane << 9 | t0        8 planes x 512 T0
    T1        0010 0ppp uuuuuuuu      0x2000 | plane << 8 | t1        8 planes x 256 T1
    downlink  0011 0ppp dddddddd      0x3000 | plane << 8 | port      8 planes x 256 downlinks

All values lie in 0x1000..0x37FF: never 0 (end of container), always inside the global range 0x0001..0xDFFF.
"""

from __future__ import annotations

from collections.abc import Sequence

BLOCK_BITS = 32
USID_BITS = 16
USIDS_PER_ADDRESS = 6
USID_PREFIX_LEN = BLOCK_BITS + USID_BITS
"""Length of the prefix (48 bits) a switch matches: block plus one uSID."""

PLANE_BITS = 3
T0_BITS = 9
T1_BITS = 8
DOWNLINK_BITS = 8

_T0_TAG = 0x1000
_T1_TAG = 0x2000
_DOWNLINK_TAG = 0x3000


def t0_usid(plane: int, t0: int) -> int:
    """The 16-bit uSID of T0 number ``t0`` (9 bits) of ``plane`` (3 bits)."""
    return _T0_TAG | plane << T0_BITS | t0


def t1_usid(plane: int, t1: int) -> int:
    """The 16-bit uSID of T1 number ``t1`` (8 bits) of ``plane`` (3 bits)."""
    return _T1_TAG | plane << T1_BITS | t1


def downlink_usid(plane: int, downlink: int) -> int:
    """The 16-bit uSID of a T0's downlink (8 bits) in ``plane`` (3 bits); every T0 of the plane reuses it."""
    return _DOWNLINK_TAG | plane << DOWNLINK_BITS | downlink


def address(block: int, usids: Sequence[int]) -> int:
    """The 128-bit IPv6 address ``block : usid : usid : ... : 0``.

    Args:
        block: The 32-bit uSID block, right-aligned.
        usids: One to six non-zero uSIDs, first hop first.

    Raises:
        ValueError: More than six uSIDs, or one outside 0x0001..0xFFFF.
    """
    if len(usids) > USIDS_PER_ADDRESS:
        raise ValueError(f"{len(usids)} uSIDs do not fit one IPv6 address; accepted: at most {USIDS_PER_ADDRESS}")
    value = block
    for usid in usids:
        if not 0 < usid <= 0xFFFF:
            raise ValueError(f"uSID {usid:#x} is out of range; accepted: 0x0001..0xffff")
        value = value << USID_BITS | usid
    return value << USID_BITS * (USIDS_PER_ADDRESS - len(usids))


def prefix(block: int, usid: int) -> int:
    """The 128-bit value of the /48 prefix ``block:usid::`` that a switch matches for one uSID."""
    return address(block, (usid,))
