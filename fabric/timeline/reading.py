# SPDX-License-Identifier: Apache-2.0
"""What a frame is, in a word: data, a retransmission, or a control packet by its name."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final, Protocol

from typing_extensions import override

from host_stack.explain.captures import CapturedFrame
from host_stack.explain.packets import PacketReader
from host_stack.wire.constants import Role
from host_stack.wire.options import WireOptions
from roce.wire.bth import BTH_LEN, Bth
from roce.wire.opcodes import Opcode

DATA: Final = "data"
RETRANSMISSION: Final = "retransmission"
OTHER: Final = "other"
"""A frame of neither kind of NIC, such as an agent's probe."""

_ETH_LEN, _IPV6, _IPV6_LEN, _IPV4, _NEXT_UDP, _UDP_LEN = 14, 0x86DD, 40, 0x0800, 17, 8
_HALF: Final = 1 << 23
"""PSNs are 24 bits: the half behind one is older (IBTA 9.7.1)."""


@dataclass(frozen=True, slots=True)
class Read:
    """What a frame is.

    Attributes:
        kind: `DATA`, `RETRANSMISSION`, `OTHER`, or the lower-case name of an opcode.
        text: what tells it from others of its kind.
        psn: of data, with the destination queue pair; None of anything else.
    """

    kind: str
    text: str
    psn: tuple[int, int] | None


class Reader(Protocol):
    """Reads the frames that NICs send, in order."""

    def read(self, nic: int, frame: bytes) -> Read:
        """A frame that a NIC, by its number, begins to send. Never raises."""


class _Newest:
    """The newest PSN that was seen of each queue pair: what is no newer is sent again."""

    def __init__(self) -> None:
        self._psns: dict[tuple[int, int], int] = {}

    def seen(self, nic: int, qpn: int, psn: int) -> bool:
        """Whether a NIC has sent this PSN to a queue pair before; it is taken note of."""
        newest = self._psns.get((nic, qpn))
        if newest is not None and (newest - psn) % (1 << 24) < _HALF:
            return True
        self._psns[nic, qpn] = psn
        return False


class MrcReader(Reader):
    """Frames of MRC."""

    def __init__(self, wire: WireOptions) -> None:
        self._reader = PacketReader(wire)
        self._newest = _Newest()

    @override
    def read(self, nic: int, frame: bytes) -> Read:
        packet = self._reader.read(CapturedFrame(0, 0, "", frame, len(frame)))
        if packet is None:
            return Read(OTHER, f"{len(frame)} B", None)
        ev = f"EV {packet.entropy:08x}"
        psn = f"PSN {packet.bth.psn}"
        if not packet.kind.data:
            return Read(packet.kind.opcode.name.lower(), f"{psn} · {ev}", None)
        again = self._newest.seen(nic, packet.bth.dest_qpn, packet.bth.psn)
        kind = RETRANSMISSION if again or packet.role is Role.TRIMMABLE_RETX else DATA
        return Read(kind, f"{psn} · {ev}", (packet.bth.dest_qpn, packet.bth.psn))


class RoceReader(Reader):
    """Frames of RoCEv2."""

    def __init__(self) -> None:
        self._newest = _Newest()

    @override
    def read(self, nic: int, frame: bytes) -> Read:
        at = _udp(frame)
        if at is None or at + _UDP_LEN + BTH_LEN > len(frame):
            return Read(OTHER, f"{len(frame)} B", None)
        bth = Bth.unpack(frame, at + _UDP_LEN)
        text = f"PSN {bth.psn} · QP {bth.dest_qpn}"
        try:
            opcode = Opcode(bth.opcode)
        except ValueError:
            return Read(OTHER, f"opcode {bth.opcode:#04x}", None)
        if opcode in (Opcode.ACKNOWLEDGE, Opcode.CNP):
            return Read(opcode.name.lower(), text, None)
        kind = RETRANSMISSION if self._newest.seen(nic, bth.dest_qpn, bth.psn) else DATA
        return Read(kind, text, (bth.dest_qpn, bth.psn))


def _udp(frame: bytes) -> int | None:
    """Where UDP begins in a frame with one IP header."""
    if len(frame) < _ETH_LEN + _IPV6_LEN:
        return None
    (ethertype,) = struct.unpack_from("!H", frame, _ETH_LEN - 2)
    if ethertype == _IPV6 and frame[_ETH_LEN + 6] == _NEXT_UDP:
        return _ETH_LEN + _IPV6_LEN
    if ethertype == _IPV4 and frame[_ETH_LEN + 9] == _NEXT_UDP:
        return _ETH_LEN + 4 * (frame[_ETH_LEN] & 15)
    return None
