# SPDX-License-Identifier: Apache-2.0
"""Work requests, and the packets they become."""

from enum import Enum
from typing import Final

from host_stack.errors import ConfigError
from host_stack.transport.memory import Buffer, bytes_of
from host_stack.wire.constants import MESSAGE_MAX
from host_stack.wire.opcodes import WRITES
from host_stack.wire.ranges import check_range

_MIDDLE: Final = int(WRITES[False, False, False].opcode)


class WorkRequest:
    """A posted write, cut into packets of one path MTU as it is sent.

    Attributes:
        first_index, last_index: PSN indices; set when its first packet is sent.
        number: which write of its queue pair it is, from 1; set when its first packet is sent.
        rqmsn: METH field (16 bit).
        signalled: whether it completes in a completion queue; if it fails, it does in any case.
    """

    __slots__ = (
        "data",
        "first_index",
        "imm",
        "last_index",
        "length",
        "mtu",
        "number",
        "r_key",
        "remote_address",
        "rqmsn",
        "signalled",
        "wr_id",
    )

    def __init__(
        self,
        wr_id: int,
        data: memoryview,
        *,
        remote_address: int,
        r_key: int,
        imm: int | None,
        mtu: int,
        signalled: bool = True,
    ) -> None:
        self.wr_id = wr_id
        self.data = data
        self.length = len(data)
        self.remote_address = remote_address
        self.r_key = r_key
        self.imm = imm
        self.mtu = mtu
        self.signalled = signalled
        self.first_index = 0
        self.last_index = -1
        self.number = 0
        self.rqmsn = 0

    @property
    def msn(self) -> int:
        """METH field (16 bit)."""
        return self.number & 0xFFFF

    @property
    def packets(self) -> int:
        """How many packets it takes; one without payload for no bytes."""
        return max(1, -(-self.length // self.mtu))

    @property
    def first_size(self) -> int:
        """Payload bytes of its first packet."""
        return min(self.mtu, self.length)

    def payload_size(self, index: int) -> int:
        """Payload bytes of the packet with PSN index ``index``."""
        left = self.length - (index - self.first_index) * self.mtu
        return left if left < self.mtu else self.mtu

    def opcode(self, index: int) -> int:
        """Opcode of the packet with PSN index ``index``."""
        first, last = index == self.first_index, index == self.last_index
        if not first and not last:
            return _MIDDLE
        return WRITES[first, last, last and self.imm is not None].opcode


def write_request(
    data: Buffer,
    remote_address: int,
    r_key: int,
    *,
    imm: int | None,
    wr_id: int,
    mtu: int,
    signalled: bool,
) -> WorkRequest:
    """What a program asks for, as a work request.

    Raises:
        ConfigError: the length, address, key or immediate is out of range, or ``data`` is no contiguous buffer.
    """
    view = bytes_of("data", data)
    if len(view) > MESSAGE_MAX:
        raise ConfigError(f"length: {len(view)} bytes is not a message; accepted: 0..{MESSAGE_MAX}")
    if not 0 <= remote_address <= 0xFFFFFFFFFFFFFFFF - max(1, len(view)) + 1:
        raise ConfigError(f"remote_address: {remote_address:#x} + {len(view)} leaves the 64-bit address space")
    if not 0 <= r_key <= 0xFFFFFFFF:
        raise ConfigError(f"r_key: {r_key:#x} is out of range; accepted: 0..0xffffffff")
    if imm is not None:
        check_range("imm", imm, 0, 0xFFFFFFFF)
    return WorkRequest(wr_id, view, remote_address=remote_address, r_key=r_key, imm=imm, mtu=mtu, signalled=signalled)


class PacketState(Enum):
    """Where a sent packet stands at the requestor."""

    IN_FLIGHT = "in_flight"
    LOST = "lost"
    """Waiting to be sent again."""


_IN_FLIGHT: Final = PacketState.IN_FLIGHT


class SentPacket:
    """A data packet that has been sent and is not known to have arrived.

    Attributes:
        index: PSN index; work: its message; size: nominal bytes (UDP length + 40).
        entropy: of the EV of the last transmission; sent_ns: its time; first_sent_ns: of the first.
        ahead: how far it was ahead of the oldest packet not known to have arrived when it left last.
        sends: transmissions so far; refused: recoverable NACKs of them but those of trims.
        blamed: the EV that its loss was blamed on, if it was; repeated: it was sent again before it counted as lost.
        silent: what was sent later has been reported, and this, which is in flight, has not.
        given_up: it is not counted as in flight any more, though it is not sent again yet.
        avoid, avoid_until_ns: an EV not to use for the next transmission, and until when that is worth waiting for.
    """

    __slots__ = (
        "ahead",
        "avoid",
        "avoid_until_ns",
        "blamed",
        "entropy",
        "first_sent_ns",
        "given_up",
        "index",
        "refused",
        "repeated",
        "sends",
        "sent_ns",
        "silent",
        "size",
        "state",
        "work",
    )

    def __init__(self, index: int, work: WorkRequest, size: int, now_ns: int) -> None:
        self.index = index
        self.work = work
        self.size = size
        self.state = _IN_FLIGHT
        self.entropy = 0
        self.sent_ns = now_ns
        self.first_sent_ns = now_ns
        self.ahead = 0
        self.sends = 0
        self.refused = 0
        self.silent = False
        self.avoid: int | None = None
        self.avoid_until_ns = 0
        self.blamed: int | None = None
        self.repeated = False
        self.given_up = False
