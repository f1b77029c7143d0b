# SPDX-License-Identifier: Apache-2.0
"""The ECN field after decapsulation (RFC 6040 §4.2): congestion seen by the outer header reaches the transport."""

from typing import Final

from host_stack.wire.constants import ECN_CE, ECN_ECT0, ECN_ECT1, ECN_NOT_ECT

# Figure 4: row = inner ECN field, column = outer ECN field; order Not-ECT, ECT(1), ECT(0), CE. None: drop.
_DECAPSULATED: Final = (
    (ECN_NOT_ECT, ECN_NOT_ECT, ECN_NOT_ECT, None),
    (ECN_ECT1, ECN_ECT1, ECN_ECT1, ECN_CE),
    (ECN_ECT0, ECN_ECT1, ECN_ECT0, ECN_CE),
    (ECN_CE, ECN_CE, ECN_CE, ECN_CE),
)


def decapsulated(inner: int, outer: int) -> int | None:
    """The ECN field after decapsulation; None if RFC 6040 says to drop (inner Not-ECT, outer CE)."""
    return _DECAPSULATED[inner][outer]
