# SPDX-License-Identifier: Apache-2.0
"""Which packets make up a message: IBTA's rules of payload length and of opcode sequence, out of order too.

IBTA (volume 1, 9.7.4.1) knows one RETH a message, and packets in the order of their PSNs. In MRC every data packet has
a RETH: its own address, and key and length of the whole message (wire-format §6.4). So two things can be judged:

* a packet alone, when it arrives: FIRST and MIDDLE carry one path MTU, LAST what is left, ONLY everything;
* a packet behind the one before it, when everything before it has arrived, which is when it arrives if it comes in
  order: FIRST and ONLY follow the end of a message; MIDDLE and LAST continue one, at the next address, under the same
  key, length and MSN; and a message ends where its length says, so that what completes is what was placed.

The MSN grows by one a message (wire-format §6.2). So a packet that took the PSN of another is noticed, which would
otherwise pass for its duplicate and never be placed. Where MSNs begin is not agreed, and not judged; nor is the RQMSN.
"""

from typing import TypeAlias

from host_stack.wire.opcodes import PacketType

Part: TypeAlias = tuple[PacketType, int, int, int, int, int]
"""Of a data packet: kind, MSN, address, r_key, DMA length, bytes of payload."""


class MessageRules:
    """Of one responder."""

    __slots__ = ("_address", "_early", "_judge_msn", "_left", "_length", "_msn", "_mtu", "_r_key")

    def __init__(self, path_mtu: int, *, judge_msn: bool) -> None:
        """``path_mtu``: payload of a full packet, bytes; ``judge_msn``: whether MSNs must count messages."""
        self._mtu = path_mtu
        self._judge_msn = judge_msn
        self._msn: int | None = None
        # The message that is not at its end: how many of its bytes are to come, from where on, by its key and length.
        self._left = 0
        self._address = 0
        self._r_key = 0
        self._length = 0
        self._early: dict[int, Part] = {}

    def __len__(self) -> int:
        """Packets that wait for the one before them."""
        return len(self._early)

    def alone(self, kind: PacketType, size: int, length: int) -> bool:
        """Whether a packet of this kind in a message of ``length`` bytes has ``size`` bytes of payload."""
        mtu = self._mtu
        if not kind.last:
            return size == mtu and length > (mtu if kind.first else 2 * mtu)
        if kind.first:
            return size == length and size <= mtu
        return length > mtu and size == (length - 1) % mtu + 1

    def follows(self, part: Part) -> bool:
        """Whether a packet that is right alone follows the one before it, which it then is for the next."""
        kind, msn, address, r_key, length, size = part
        if self._judge_msn:
            if self._msn is not None and msn != (self._msn + 1 & 0xFFFF if kind.first else self._msn):
                return False
            self._msn = msn
        if kind.first:
            if self._left:
                return False
            self._left, self._address, self._r_key, self._length = length - size, address + size, r_key, length
            return True
        left = self._left - size
        if address != self._address or r_key != self._r_key or length != self._length:
            return False
        if left != 0 if kind.last else left <= 0:
            return False
        self._left = left
        self._address += size
        return True

    def keep(self, index: int, part: Part) -> None:
        """A packet has come before the one before it."""
        self._early[index] = part

    def settle(self, first: int, last: int) -> int | None:
        """These PSN indices are in order now: the first that does not follow, None if all do."""
        early = self._early
        for index in range(first, last + 1):
            part = early.pop(index, None)
            if part is not None and not self.follows(part):
                return index
        return None

    def clear(self) -> None:
        """Nothing more will be judged."""
        self._early.clear()
