# SPDX-License-Identifier: Apache-2.0
"""AETH syndromes (IBTA 9.7.5.1.4, tables 44 to 46): ACK, RNR NAK with its timer, NAK with its code."""

from enum import Enum, IntEnum
from typing import Final

ACK: Final = 0x1F
"""ACK whose credit field is 31: this end limits nobody, no matter how many receives are posted."""
_KIND: Final = 0x60
_RNR: Final = 0x20
_NAK: Final = 0x60
_FIELD: Final = 0x1F


class NakCode(IntEnum):
    """Why a request was refused (table 46)."""

    SEQUENCE_ERROR = 0
    INVALID_REQUEST = 1
    REMOTE_ACCESS = 2
    REMOTE_OPERATION = 3
    INVALID_RD_REQUEST = 4


class Answer(Enum):
    """Bits 6:5 of a syndrome."""

    ACK = "ack"
    RNR_NAK = "rnr_nak"
    NAK = "nak"
    RESERVED = "reserved"


def answer_of(syndrome: int) -> tuple[Answer, int]:
    """The kind of a syndrome (8 bit), and its 5-bit value: credits, RNR timer or NAK code."""
    if syndrome & 0x80:
        return Answer.RESERVED, syndrome & _FIELD
    kind = {0: Answer.ACK, _RNR: Answer.RNR_NAK, _NAK: Answer.NAK}.get(syndrome & _KIND, Answer.RESERVED)
    return kind, syndrome & _FIELD


def nak(code: NakCode) -> int:
    """The syndrome of a NAK."""
    return _NAK | code


def rnr_nak(timer: int) -> int:
    """The syndrome of an RNR NAK; ``timer``: index into ``RNR_TIMERS_NS``."""
    return _RNR | timer


_TENS_OF_US: Final = (
    65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192,
    256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152,
)  # fmt: skip
RNR_TIMERS_NS: Final = tuple(10_000 * tens for tens in _TENS_OF_US)
"""How long a requester waits after an RNR NAK, by its 5-bit timer (table 45): 655.36 ms, then 10 us to 491.52 ms."""
