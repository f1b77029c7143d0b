# SPDX-License-Identifier: Apache-2.0
"""The wire to an external device: its own MAC addresses for those of the suite, no fillers, and queues that empty."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from typing_extensions import override

from ptf_tests.dut.api import Wire
from ptf_tests.dut.external.fillers import Marker, is_filler, number_of
from ptf_tests.switch.settings import mac

DRAIN_S = 10.0
"""How long queues may take to empty at line rate. A device that loses markers is given so long, and not one more."""


class ExternalWire(Wire):
    """Cases and requirements know `settings.mac(port)`; a router has the address its maker gave it."""

    def __init__(self, wire: Wire, macs: Mapping[int, str]) -> None:
        """`macs`: the device's address on each port where it is not the suite's."""
        self._wire = wire
        self._theirs = {port: bytes.fromhex(address.replace(":", "")) for port, address in macs.items()}

    @override
    def send(self, port: int, frame: bytes) -> None:
        """Send, to the device's own address if the frame is to the device."""
        theirs = self._theirs.get(port)
        if theirs is not None and frame[:6] == mac(port).to_bytes(6, "big"):
            frame = theirs + frame[6:]
        self._wire.send(port, frame)

    @override
    def receive(self, port: int, timeout_s: float) -> bytes | None:
        """The next frame that is not a filler, as if the device had the suite's address."""
        deadline = time.monotonic() + timeout_s
        while True:
            frame = self._wire.receive(port, max(0.0, deadline - time.monotonic()))
            if frame is None:
                return None
            if not is_filler(frame):
                break
        theirs = self._theirs.get(port)
        if theirs is not None and frame[6:12] == theirs:
            frame = frame[:6] + mac(port).to_bytes(6, "big") + frame[12:]
        return frame

    def drain(self, markers: Sequence[Marker]) -> bool:
        """Send each marker when the one before it is out, and forget what came out with them; whether all came."""
        deadline = time.monotonic() + DRAIN_S
        found = True
        for marker in markers:
            self.send(marker.ingress, marker.frame)
            found = found and self._comes_out(marker, deadline)
        self.flush()
        return found

    def _comes_out(self, marker: Marker, deadline: float) -> bool:
        while (frame := self._wire.receive(marker.port, max(0.0, deadline - time.monotonic()))) is not None:
            if is_filler(frame) and number_of(frame) == marker.number:
                return True
        return False

    @override
    def flush(self) -> None:
        self._wire.flush()
