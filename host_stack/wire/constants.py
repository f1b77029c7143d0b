# SPDX-License-Identifier: Apache-2.0
"""The numbers of the MRC wire format but its opcodes (``headers.py``): wire-format §6, §7; IBTA for AETH."""

from enum import IntEnum
from typing import Final

# --- UDP and IPv6 -----------------------------------------------------------------------------------------------
UDP_PORT_ROCE: Final = 4791
"""RoCEv2's well-known destination port (wire-format §3)."""
UDP_PORT_SPEC: Final = 4971
"""What three readers of the MRC specification read as its default (wire-format §3); accepted on receive."""
ETHERTYPE_IPV6: Final = 0x86DD
ETHERTYPE_IPV4: Final = 0x0800
NH_IPV6: Final = 41
NH_UDP: Final = 17
NH_ROUTING: Final = 43

ETH_LEN: Final = 14
IPV6_LEN: Final = 40
UDP_LEN: Final = 8
ICRC_LEN: Final = 4

ECN_NOT_ECT: Final = 0
ECN_ECT1: Final = 1
ECN_ECT0: Final = 2
ECN_CE: Final = 3

ENDPOINT_QPN: Final = 0x2
"""Destination QP of connectionless endpoint operations (wire-format §6.13)."""

# --- PSN ------------------------------------------------------------------------------------------------------------
PSN_MASK: Final = 0xFFFFFF
MPR_UNIT: Final = 128
"""PSNs per unit of the maximum PSN range (endpoint §2.1)."""
MESSAGE_MAX: Final = 0xFFFFFFFF
"""Largest message in bytes (endpoint §1.1)."""

# --- Timestamps -----------------------------------------------------------------------------------------------------
TICK_NS: Final = 128
"""One tx_timestamp tick with tsr=0 (wire-format §6.3)."""
TSETH_FTYPE: Final = 1


class SackMark(IntEnum):
    """M of a SACK (wire-format §6.7)."""

    NONE = 0
    SKIP_ONCE = 1
    ALWAYS_SKIP = 2


class NackReason(IntEnum):
    """NETH reason codes (wire-format §6.9); equal to the UET PDS codes."""

    TRIMMED = 0x01
    TRIMMED_LASTHOP = 0x02
    NO_BITMAP = 0x06
    NO_PKT_BUFFER = 0x07
    NO_RESOURCE = 0x0A
    PSN_OOR_WINDOW = 0x0B
    UNEXP_EVENT = 0x19


TRIM_REASONS: Final = frozenset({int(NackReason.TRIMMED), int(NackReason.TRIMMED_LASTHOP)})
RECOVERABLE_REASONS: Final = frozenset(int(r) for r in NackReason) - {int(NackReason.UNEXP_EVENT)}
NACK_CC_TYPE: Final = 2


class EndpointOp(IntEnum):
    """ERTH / EETH operation (wire-format §6.11, §6.12)."""

    PORT_STATUS = 0
    EV_PROBE = 1


class Syndrome(IntEnum):
    """AETH syndromes (IBTA 9.7.5): 0x1F is an ACK with the credit field fixed; 0x60 + code is a NAK."""

    ACK = 0x1F
    NAK_INVALID_REQUEST = 0x61
    NAK_REMOTE_ACCESS = 0x62


class Role(IntEnum):
    """DSCP roles (wire-format §7.1); the numbers here are internal, the DSCP values are in ``options.DscpRoles``."""

    NO_TRIM = 0
    TRIMMABLE = 1
    TRIMMABLE_RETX = 2
    TRIMMED = 3
    TRIMMED_LASTHOP = 4
    CONTROL = 5
    UNKNOWN = 6


TRIMMED_ROLES: Final = frozenset({Role.TRIMMED, Role.TRIMMED_LASTHOP})
