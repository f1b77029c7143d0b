# SPDX-License-Identifier: Apache-2.0
"""The opcodes of the reliable connection, and the CNP, in one table (IBTA 9.2, table 38; A17.9.3 for the CNP)."""

from dataclasses import dataclass
from enum import Enum, IntEnum


class Opcode(IntEnum):
    """BTH opcodes. Bits 7:5 are 000 for the reliable connection, 100 for a CNP."""

    SEND_FIRST = 0x00
    SEND_MIDDLE = 0x01
    SEND_LAST = 0x02
    SEND_LAST_IMM = 0x03
    SEND_ONLY = 0x04
    SEND_ONLY_IMM = 0x05
    WRITE_FIRST = 0x06
    WRITE_MIDDLE = 0x07
    WRITE_LAST = 0x08
    WRITE_LAST_IMM = 0x09
    WRITE_ONLY = 0x0A
    WRITE_ONLY_IMM = 0x0B
    READ_REQUEST = 0x0C
    ACKNOWLEDGE = 0x11
    COMPARE_SWAP = 0x13
    FETCH_ADD = 0x14
    SEND_LAST_INVALIDATE = 0x16
    SEND_ONLY_INVALIDATE = 0x17
    CNP = 0x81


class Operation(Enum):
    """What a packet is a part of."""

    SEND = "send"
    WRITE = "write"
    UNSUPPORTED = "unsupported"
    """A request of IBTA that this NIC does not serve: it is answered with NAK Invalid Request."""
    ACKNOWLEDGE = "acknowledge"
    CNP = "cnp"


@dataclass(frozen=True, slots=True)
class PacketType:
    """What an opcode says about its packet.

    Attributes:
        opcode: the opcode.
        operation: what it is a part of.
        first: it begins a message; last: it ends one.
        reth, immediate, aeth: which headers follow the BTH, in this order.
        length: bytes of those headers.
    """

    opcode: Opcode
    operation: Operation
    first: bool = False
    last: bool = False
    reth: bool = False
    immediate: bool = False
    aeth: bool = False

    @property
    def length(self) -> int:
        """Bytes of the headers after the BTH."""
        return 16 * self.reth + 4 * self.immediate + 4 * self.aeth


_SEND, _WRITE, _OTHER = Operation.SEND, Operation.WRITE, Operation.UNSUPPORTED

PACKET_TYPES: dict[int, PacketType] = {
    int(kind.opcode): kind
    for kind in (
        PacketType(Opcode.SEND_FIRST, _SEND, first=True),
        PacketType(Opcode.SEND_MIDDLE, _SEND),
        PacketType(Opcode.SEND_LAST, _SEND, last=True),
        PacketType(Opcode.SEND_LAST_IMM, _SEND, last=True, immediate=True),
        PacketType(Opcode.SEND_ONLY, _SEND, first=True, last=True),
        PacketType(Opcode.SEND_ONLY_IMM, _SEND, first=True, last=True, immediate=True),
        PacketType(Opcode.WRITE_FIRST, _WRITE, first=True, reth=True),
        PacketType(Opcode.WRITE_MIDDLE, _WRITE),
        PacketType(Opcode.WRITE_LAST, _WRITE, last=True),
        PacketType(Opcode.WRITE_LAST_IMM, _WRITE, last=True, immediate=True),
        PacketType(Opcode.WRITE_ONLY, _WRITE, first=True, last=True, reth=True),
        PacketType(Opcode.WRITE_ONLY_IMM, _WRITE, first=True, last=True, reth=True, immediate=True),
        PacketType(Opcode.READ_REQUEST, _OTHER, first=True, last=True),
        PacketType(Opcode.COMPARE_SWAP, _OTHER, first=True, last=True),
        PacketType(Opcode.FETCH_ADD, _OTHER, first=True, last=True),
        PacketType(Opcode.SEND_LAST_INVALIDATE, _OTHER, last=True),
        PacketType(Opcode.SEND_ONLY_INVALIDATE, _OTHER, first=True, last=True),
        PacketType(Opcode.ACKNOWLEDGE, Operation.ACKNOWLEDGE, aeth=True),
        PacketType(Opcode.CNP, Operation.CNP),
    )
}
"""By opcode. A plain integer is the key, because that is what a BTH holds."""

REQUESTS = {
    (kind.operation, kind.first, kind.last, kind.immediate): kind
    for kind in PACKET_TYPES.values()
    if kind.operation in (_SEND, _WRITE)
}
"""Packet types of a message, by (operation, first, last, with immediate)."""
