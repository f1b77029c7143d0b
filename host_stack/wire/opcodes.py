# SPDX-License-Identifier: Apache-2.0
"""The opcodes of MRC, in one table: which headers follow the BTH, which class of service, who the packet is for.

Everything else follows from a row of ``PACKET_TYPES``: what the parser reads, which traffic class the builder writes,
how scapy's layers are bound, and where a NIC takes what arrived. A new opcode is a name and a row here and, if it
brings a new header, that header's layout in ``codec.py`` (and in ``layers.py``, for captures).
"""

from dataclasses import dataclass, field
from enum import Enum, IntEnum

from host_stack.wire.codec import AETH, CC_STATE, EETH, ERTH, IMMDT, METH, NETH, PETH, RETH, SETH, TSETH, Header


class Opcode(IntEnum):
    """BTH opcodes (wire-format §5). Bits 7:5 are 0b110 in every MRC packet."""

    WRITE_FIRST = 0xC6
    WRITE_MIDDLE = 0xC7
    WRITE_LAST = 0xC8
    WRITE_LAST_IMM = 0xC9
    WRITE_ONLY = 0xCA
    WRITE_ONLY_IMM = 0xCB
    ACK = 0xD1
    ENDPOINT_REQUEST = 0xD8
    ENDPOINT_RESPONSE = 0xD9
    SACK = 0xDC
    NACK = 0xDD
    PROBE = 0xDE


class Service(Enum):
    """Class of service (wire-format §7); ``build.TrafficClasses`` gives each its DSCP and ECN field."""

    DATA = "data"
    PROBE = "probe"
    """Reliability probes: as data, but never trimmed."""
    CONTROL = "control"


class Recipient(Enum):
    """Who in a NIC handles a packet."""

    RESPONDER = "responder"
    REQUESTOR = "requestor"
    ENDPOINT = "endpoint"
    """The NIC itself: an endpoint operation, which belongs to no queue pair."""


@dataclass(frozen=True, slots=True)
class PacketType:
    """What an opcode says about its packet.

    Attributes:
        opcode: the opcode.
        service: class of service it is sent in.
        recipient: who it is for.
        headers: what follows the BTH, in order; the TSETH of data is there only if the BTH's ts bit says so.
        first: it begins a message.
        last: it ends a message.
        data: it carries a part of a message.
        immediate: it carries immediate data.
        length: bytes of all headers: in a control packet, everything between BTH and ICRC.
    """

    opcode: Opcode
    service: Service
    recipient: Recipient
    headers: tuple[Header, ...]
    first: bool = False
    last: bool = False
    data: bool = field(init=False)
    immediate: bool = field(init=False)
    length: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", self.service is Service.DATA)
        object.__setattr__(self, "immediate", IMMDT in self.headers)
        object.__setattr__(self, "length", sum(header.length for header in self.headers))


def _write(opcode: Opcode, *, first: bool = False, last: bool = False, immediate: bool = False) -> PacketType:
    headers = (METH, TSETH, RETH, IMMDT) if immediate else (METH, TSETH, RETH)
    return PacketType(opcode, Service.DATA, Recipient.RESPONDER, headers, first, last)


def _control(opcode: Opcode, recipient: Recipient, *headers: Header) -> PacketType:
    return PacketType(opcode, Service.CONTROL, recipient, headers)


PACKET_TYPES: dict[int, PacketType] = {
    int(kind.opcode): kind
    for kind in (
        _write(Opcode.WRITE_FIRST, first=True),
        _write(Opcode.WRITE_MIDDLE),
        _write(Opcode.WRITE_LAST, last=True),
        _write(Opcode.WRITE_LAST_IMM, last=True, immediate=True),
        _write(Opcode.WRITE_ONLY, first=True, last=True),
        _write(Opcode.WRITE_ONLY_IMM, first=True, last=True, immediate=True),
        _control(Opcode.ACK, Recipient.REQUESTOR, AETH),
        _control(Opcode.SACK, Recipient.REQUESTOR, SETH, CC_STATE),
        _control(Opcode.NACK, Recipient.REQUESTOR, NETH),
        PacketType(Opcode.PROBE, Service.PROBE, Recipient.RESPONDER, (PETH,)),
        _control(Opcode.ENDPOINT_REQUEST, Recipient.ENDPOINT, ERTH),
        _control(Opcode.ENDPOINT_RESPONSE, Recipient.ENDPOINT, EETH),
    )
}
"""By opcode. A plain integer is the key, because that is what a BTH holds."""

WRITES = {(kind.first, kind.last, kind.immediate): kind for kind in PACKET_TYPES.values() if kind.data}
"""Packet types of a write, by (first, last, with immediate)."""
