# SPDX-License-Identifier: Apache-2.0
"""What the switches have asked a NIC's ports not to send for now."""

from collections.abc import Sequence

from roce.wire import pause


class Pauses:
    """Per port and priority: until when nothing is sent."""

    def __init__(self, rates_bps: Sequence[int]) -> None:
        self._rates_bps = rates_bps
        self._until_ns = [[0] * 8 for _ in rates_bps]

    def receive(self, port: int, frame: bytes, now_ns: int) -> bool:
        """Whether a frame was a pause frame, which has been heeded then."""
        quanta = pause.unpack(frame)
        if quanta is None:
            return False
        for priority, count in quanta.items():
            self._until_ns[port][priority] = now_ns + pause.pause_ns(count, self._rates_bps[port])
        return True

    def ports(self, priority: int, now_ns: int) -> int:
        """The ports (bit p: port p) that may not send at this priority now."""
        return sum(1 << port for port, until_ns in enumerate(self._until_ns) if until_ns[priority] > now_ns)

    def next_ns(self, now_ns: int) -> int | None:
        """When the next pause ends by itself; None when there is none."""
        return min((at for until_ns in self._until_ns for at in until_ns if at > now_ns), default=None)
