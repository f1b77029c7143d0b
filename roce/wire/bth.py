# SPDX-License-Identifier: Apache-2.0
"""The base transport header of IBTA (9.2), with FECN and BECN as RoCEv2 has them (A17.9)."""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

_BTH: Final = struct.Struct("!BBHII")
BTH_LEN: Final = _BTH.size


class Bth(NamedTuple):
    """12 bytes. MRC's BTH (``host_stack.wire.bth``) has other bits in bytes 4 and 8.

    Attributes:
        opcode: 8 bits; dest_qpn: 24; psn: 24; pkey: 16.
        ack_req: the requester asks for an acknowledgement.
        pad: bytes of padding after the payload, 0..3; tver: transport header version, 0.
        solicited, migreq: SE and M. A queue pair that never migrates has M set (IBTA 17.2.8.1.1).
        fecn, becn: explicit congestion, forward and backward; becn is set in a CNP.
    """

    opcode: int
    dest_qpn: int
    psn: int
    ack_req: bool = False
    pad: int = 0
    pkey: int = 0xFFFF
    solicited: bool = False
    migreq: bool = True
    tver: int = 0
    fecn: bool = False
    becn: bool = False

    def pack(self) -> bytes:
        """12 bytes for the wire."""
        flags = self.solicited << 7 | self.migreq << 6 | self.pad << 4 | self.tver
        qpn = self.fecn << 31 | self.becn << 30 | self.dest_qpn
        return _BTH.pack(self.opcode, flags, self.pkey, qpn, self.ack_req << 31 | self.psn)

    @staticmethod
    def unpack(data: bytes | memoryview, at: int = 0) -> Bth:
        """From 12 bytes on the wire; reserved bits are ignored."""
        opcode, flags, pkey, qpn, word = _BTH.unpack_from(data, at)
        return Bth(
            opcode,
            qpn & 0xFFFFFF,
            word & 0xFFFFFF,
            bool(word >> 31),
            flags >> 4 & 3,
            pkey,
            bool(flags & 0x80),
            bool(flags & 0x40),
            flags & 15,
            bool(qpn >> 31),
            bool(qpn >> 30 & 1),
        )
